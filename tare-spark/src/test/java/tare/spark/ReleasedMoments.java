package tare.spark;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tare.kernel.linear.RowKernel;
import tare.kernel.regression.TiltRows;
import tare.model.FittedGenerator;
import tare.model.MomentWeights;
import tare.model.RuledRows;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.ReleaseFolder;
import tare.table.ParquetFile;
import tare.table.Table;

/**
 * Do the rows of a large release have the moments that were bought? Misses against the private rows
 * themselves, in deviations of each moment's noise.
 *
 * <p>Usage: {@code ReleasedMoments ROWS RELEASE}, the folder of the private rows that {@link
 * LargeRelease} made and the one of a release of them.
 */
public final class ReleasedMoments {

  private static final int SOME = 1 << 16;
  private static final int FRESH = 30;
  private static final int WORST = 6;

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private final MomentWeights weights;
  private final int crossed;
  private final int width;
  private final double[] deviations;

  private ReleasedMoments(MomentWeights weights) {
    this.weights = weights;
    width = weights.map().moments().width();
    crossed = weights.map().features().crossed();
    deviations = deviations();
  }

  public static void main(String[] args) throws IOException {
    Bundle release = ReleaseFolder.read(Path.of(args[1]));
    new ReleasedMoments((MomentWeights) release.weightFunction()).run(Path.of(args[0]), release);
  }

  /** As docs/proofs/moment-weights.md scales all pairs: of what bound and noise say of one sum. */
  private double[] deviations() {
    var details = weights.description().details();
    double radius = weights.map().features().radius();
    double bound = details.path("bound").asDouble();
    double noise = weights.description().noiseScale() * bound / details.path("n").asDouble();
    double[] scales = new double[weights.map().moments().size()];
    double square = 1.5 * Math.pow(radius, 4);
    double[] counted = weights.map().features().scales();
    for (int j = 0; j < crossed; j++) {
      scales[j] = Math.sqrt(0.5) * radius * counted[j];
    }
    Arrays.fill(scales, crossed, width, Math.sqrt(0.25 * square) / 4);
    int[] left = weights.map().moments().left();
    int[] right = weights.map().moments().right();
    for (int i = 0; i < left.length; i++) {
      double twice = left[i] == right[i] ? 1 : Math.sqrt(2);
      scales[width + i] = twice * counted[left[i]] * counted[right[i]];
    }
    return Arrays.stream(scales).map(scale -> noise / scale).toArray();
  }

  private void run(Path rows, Bundle release) throws IOException {
    out.println(
        "effective share of candidates "
            + release.weights().orElseThrow().quality()
            + ", noise of a product "
            + deviations[width + 1]);
    out.println("misfit " + weights.description().details().path("misfit"));
    out.println("rows worth " + weights.description().details().path("rows_worth"));
    double[] wanted = ofFiles(rows, release);
    tell("released rows", of(release.synthetic()), wanted);
    Fresh fresh = new Fresh(release.model().orElseThrow());
    tell("fresh rows as they are", fresh.even, wanted);
    tell("fresh rows, weighted", fresh.weighted, wanted);
    out.printf(Locale.ROOT, "effective share of fresh rows %.3f%n", fresh.effective);
    out.printf(Locale.ROOT, "largest log weight %.2f%n", fresh.largest);
    double[] again = new double[wanted.length];
    for (int j = 0; j < again.length; j++) {
      again[j] = wanted[j] + Math.sqrt(fresh.variance[j] / release.synthetic().rowCount());
    }
    tell("as many other rows of the weighted law, about", again, wanted);
  }

  private double[] ofFiles(Path rows, Bundle release) throws IOException {
    double[] sum = new double[deviations.length];
    long count = 0;
    List<Path> files;
    try (Stream<Path> all = Files.list(rows)) {
      files = all.sorted().toList();
    }
    for (Path file : files) {
      Table table = ParquetFile.read(file, release.synthetic().schema());
      RowKernel.PLAIN.addScaled(table.rowCount(), of(table), 0, sum, 0, sum.length);
      count += table.rowCount();
    }
    long all = count;
    return Arrays.stream(sum).map(each -> each / all).toArray();
  }

  /** Mean moments. */
  private double[] of(Table table) {
    double[] sum = new double[deviations.length];
    for (int from = 0; from < table.rowCount(); from += SOME) {
      int to = Math.min(table.rowCount(), from + SOME);
      TiltRows some = weights.map().rows(table.select(IntStream.range(from, to).toArray()));
      double[] even = new double[to - from];
      Arrays.fill(even, 1.0 / table.rowCount());
      RowKernel.PLAIN.addScaled(1, some.sums(even), 0, sum, 0, sum.length);
    }
    return sum;
  }

  /** Many rows of the generator that nobody has seen yet. */
  private final class Fresh {
    private final double[] even = new double[deviations.length];
    private final double[] weighted = new double[deviations.length];
    private final double[] variance = new double[deviations.length];
    private final double effective;
    private double largest = Double.NEGATIVE_INFINITY;

    Fresh(FittedGenerator generator) {
      double sum = 0;
      double squares = 0;
      for (int part = 0; part < FRESH; part++) {
        Seed seed = new Seed(77).child("fresh " + part);
        Table table = RuledRows.forRelease(generator, SOME, seed, Progress.SILENT).table();
        TiltRows some = weights.map().rows(table);
        double[] own = weights.weigh(table).logWeights().clone();
        double[] ones = new double[own.length];
        Arrays.fill(ones, 1);
        for (int r = 0; r < own.length; r++) {
          largest = Math.max(largest, own[r]);
          own[r] = Math.exp(own[r]);
          sum += own[r];
          squares += own[r] * own[r];
        }
        RowKernel.PLAIN.addScaled(1, some.sums(ones), 0, even, 0, even.length);
        RowKernel.PLAIN.addScaled(1, some.sums(own), 0, weighted, 0, weighted.length);
        double[] shares = own.clone();
        double total = Arrays.stream(own).sum();
        Arrays.setAll(shares, r -> own[r] / total);
        RowKernel.PLAIN.addScaled(
            1.0 / FRESH, some.variances(shares), 0, variance, 0, variance.length);
      }
      double all = sum;
      Arrays.setAll(even, j -> even[j] / (FRESH * (double) SOME));
      Arrays.setAll(weighted, j -> weighted[j] / all);
      effective = sum * sum / squares / (FRESH * (double) SOME);
      largest -= Math.log(sum / (FRESH * (double) SOME));
    }
  }

  private void tell(String what, double[] have, double[] wanted) {
    double[] misses = new double[deviations.length];
    Arrays.setAll(misses, j -> (have[j] - wanted[j]) / deviations[j]);
    int[] order =
        IntStream.range(0, misses.length)
            .boxed()
            .sorted((a, b) -> Double.compare(Math.abs(misses[b]), Math.abs(misses[a])))
            .mapToInt(j -> j)
            .toArray();
    StringBuilder worst = new StringBuilder();
    for (int i = 0; i < WORST; i++) {
      worst.append(String.format(Locale.ROOT, " %.1f", misses[order[i]]));
    }
    out.printf(
        Locale.ROOT,
        "%-48s all %5.2f means %5.2f products %5.2f; worst%s%n",
        what,
        length(misses, 0, misses.length),
        length(misses, 0, width),
        length(misses, width, misses.length),
        worst);
  }

  private static double length(double[] misses, int from, int to) {
    return Math.sqrt(Arrays.stream(misses, from, to).map(each -> each * each).sum() / (to - from));
  }
}
