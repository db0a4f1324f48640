package tare.generator.bayes;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tare.model.ColumnBins;
import tare.model.Grouping;
import tare.table.Cells;
import tare.table.Row;

/**
 * One column's noised counts and what follows from them: public.
 *
 * @param bins the column's fine cells
 * @param estimates estimated rows per fine cell: not negative, sum to the public row count; not
 *     copied
 * @param grouping the column's groups for joint tables
 * @param table the noised counts by group
 */
record OneWay(ColumnBins bins, double[] estimates, Grouping grouping, NoisedTable table) {

  /** A single value counts as real when its noised count is this many standard deviations. */
  private static final double ATOM_THRESHOLD = 3;

  /** The same for a piece of cells beyond which a tail is not believed cell by cell. */
  private static final double PIECE_THRESHOLD = 3.5;

  /** Groups lighter than this many standard deviations of a joint table's noise are merged. */
  private static final double LEAST_ROWS = 2;

  /** What a step in a column's density must be worth, in variances of the noise. */
  private static final double PRICE_OF_A_PIECE = 4;

  /** All that follows from noised counts. */
  static OneWay of(int column, NestedCounts noised, PrivBayesPlan plan, long n) {
    NestedCounts.Estimate raw = noised.estimate();
    double[] all = estimates(noised, raw, n);
    ColumnBins bins = withoutEmptyAtoms(noised.finest(), all);
    int[] kept = kept(noised.finest(), bins);
    double[] estimates = Arrays.stream(kept).mapToDouble(cell -> all[cell]).toArray();
    Grouping grouping =
        plan.joints()
            .map(
                joints ->
                    Grouping.merged(
                        bins,
                        estimates,
                        joints.mostGroups(),
                        LEAST_ROWS * joints.noise().deviation()))
            .orElseGet(() -> Grouping.single(bins.size()));
    double[] sums = new double[grouping.size()];
    double[] variances = new double[grouping.size()];
    for (int g = 0; g < sums.length; g++) {
      boolean[] members = new boolean[all.length];
      for (int i = 0; i < kept.length; i++) {
        if (grouping.of(i) == g) {
          members[kept[i]] = true;
          sums[g] += raw.counts()[kept[i]];
        }
      }
      variances[g] = noised.varianceOf(members);
    }
    return new OneWay(bins, estimates, grouping, new NoisedTable(List.of(column), sums, variances));
  }

  /** The column's groups as cells of a row. */
  Cells cells() {
    return new Grouped(bins, grouping);
  }

  private record Grouped(Cells bins, Grouping grouping) implements Cells {

    @Override
    public int size() {
      return grouping.size();
    }

    @Override
    public int of(Row row) {
      return grouping.of(bins.of(row));
    }
  }

  /** Estimated rows per finest cell: smoothed, not negative, of a given sum. */
  static double[] estimates(NestedCounts noised, NestedCounts.Estimate raw, double n) {
    ColumnBins bins = noised.finest();
    double[] heard = raw.counts().clone();
    boolean[] tail = new boolean[heard.length];
    if (bins.ordered()) {
      smooth(noised, raw, heard, tail);
    }
    double inTail = 0;
    for (int cell = 0; cell < heard.length; cell++) {
      boolean noise = heard[cell] < ATOM_THRESHOLD * Math.sqrt(raw.variances()[cell]);
      if (tail[cell]) {
        inTail += heard[cell];
      } else if (bins.isAtom(cell) && noise) {
        heard[cell] = Double.NEGATIVE_INFINITY;
      }
    }
    return projected(heard, tail, Math.min(inTail, n / 2), inTail, n);
  }

  private static double[] projected(
      double[] heard, boolean[] tail, double keep, double inTail, double n) {
    double[] body = heard.clone();
    for (int cell = 0; cell < body.length; cell++) {
      body[cell] = tail[cell] ? Double.NEGATIVE_INFINITY : body[cell];
    }
    double[] projected = Simplex.project(body, n - keep);
    for (int cell = 0; cell < body.length; cell++) {
      if (tail[cell]) {
        projected[cell] = inTail > 0 ? heard[cell] * keep / inTail : 0;
      }
    }
    return projected;
  }

  /**
   * Smooths the bins between single values, and puts a law in the place of what noise hides beyond.
   *
   * @param heard Modified.
   * @param tail which cells follow that law. Modified.
   */
  private static void smooth(
      NestedCounts noised, NestedCounts.Estimate raw, double[] heard, boolean[] tail) {
    ColumnBins bins = noised.finest();
    int[] open = openCells(bins);
    double[] counts = pick(raw.counts(), open);
    double[] variances = pick(raw.variances(), open);
    double[] widths = Arrays.stream(open).mapToDouble(c -> bins.to(c) - bins.from(c)).toArray();
    Smoothing even = new Smoothing(counts, variances, widths, PRICE_OF_A_PIECE);
    Smoothing scaled =
        new Smoothing(counts, variances, scaleMeasures(noised, open, widths), PRICE_OF_A_PIECE);
    Smoothing best = scaled.cost() < even.cost() ? scaled : even;
    double[] smoothed = best.smoothed();
    int[] pieces = best.pieces();
    double[] sums = new double[open.length];
    double[] sumVariances = new double[open.length];
    for (int i = 0; i < open.length; i++) {
      heard[open[i]] = smoothed[i];
      sums[pieces[i]] += counts[i];
      sumVariances[pieces[i]] += variances[i];
    }
    if (!noised.followsScales()) {
      return;
    }
    boolean[] stands = new boolean[heard.length];
    for (int i = 0; i < open.length; i++) {
      int p = pieces[i];
      stands[open[i]] = sums[p] >= PIECE_THRESHOLD * Math.sqrt(sumVariances[p]);
    }
    boolean[] followed = new TailLaw(bins, raw.counts(), raw.variances(), stands, heard).apply();
    System.arraycopy(followed, 0, tail, 0, tail.length);
  }

  /** The cells of numbers that are not single values. */
  private static int[] openCells(ColumnBins bins) {
    return java.util.stream.IntStream.range(0, bins.values())
        .filter(c -> !bins.isAtom(c))
        .toArray();
  }

  /** Measures by which every cell of the first round weighs the same, whatever its width. */
  private static double[] scaleMeasures(NestedCounts noised, int[] open, double[] widths) {
    int[] first = noised.firstCells();
    double[] total = new double[noised.finest().size()];
    for (int i = 0; i < open.length; i++) {
      total[first[open[i]]] += widths[i];
    }
    double[] measures = new double[open.length];
    for (int i = 0; i < open.length; i++) {
      measures[i] = widths[i] / total[first[open[i]]];
    }
    return measures;
  }

  private static double[] pick(double[] values, int[] cells) {
    return Arrays.stream(cells).mapToDouble(cell -> values[cell]).toArray();
  }

  /** The cells without the single values that noise hides, but for the bounds. */
  private static ColumnBins withoutEmptyAtoms(ColumnBins bins, double[] estimates) {
    if (!bins.ordered()) {
      return bins;
    }
    Set<Double> apart = new HashSet<>(bins.apart());
    for (int cell = 1; cell < bins.values() - 1; cell++) {
      if (bins.isAtom(cell) && estimates[cell] == 0) {
        apart.remove(bins.from(cell));
      }
    }
    return ColumnBins.ofEdges(bins.column(), bins.declared(), bins.edges(), apart);
  }

  /** The old number of each cell. */
  private static int[] kept(ColumnBins before, ColumnBins after) {
    int[] kept = new int[after.size()];
    for (int old = 0, cell = 0; cell < kept.length; old++) {
      boolean same =
          !before.ordered()
              || before.isMissing(old)
              || (before.from(old) == after.from(cell) && before.to(old) == after.to(cell));
      if (same) {
        kept[cell++] = old;
      }
    }
    return kept;
  }
}
