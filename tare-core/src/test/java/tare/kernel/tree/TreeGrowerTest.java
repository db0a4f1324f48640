package tare.kernel.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

/** The grower beside a plain one that tries every cut of every column by its definition. */
class TreeGrowerTest {

  private static final int COLUMNS = 4;

  @Test
  void growsTheTreeThatEveryCutTriedWouldGive() {
    for (int outputs : new int[] {1, 3}) {
      for (int run = 0; run < 20; run++) {
        Rows rows = Rows.drawn(60, outputs, new Seed(run));
        RegressionTree tree = grower(rows, COLUMNS).grow(rows.masses, new Seed(run).stream("grow"));
        List<Integer> all = IntStream.range(0, 60).filter(i -> rows.masses[i] > 0).boxed().toList();
        assertThat(tree.leafCount()).isEqualTo(plainLeaves(rows, all));
        // Every row that has mass gets the mean of its leaf: squared errors agree where leaves do.
        assertThat(error(rows, tree)).isCloseTo(plainError(rows, all), within(1e-9));
      }
    }
  }

  @Test
  void massesEnterSplitsAndLeavesAsCopiesWould() {
    Rows rows = Rows.drawn(80, 1, new Seed(5));
    double[] whole = Arrays.stream(rows.masses).map(m -> Math.rint(3 * m)).toArray();
    int[] copies =
        IntStream.range(0, 80)
            .flatMap(i -> IntStream.generate(() -> i).limit((long) whole[i]))
            .toArray();
    Rows copied = rows.select(copies);
    RegressionTree one = grower(rows, COLUMNS).grow(whole, new Seed(1).stream("grow"));
    RegressionTree other = grower(copied, COLUMNS).grow(copied.masses, new Seed(1).stream("grow"));
    assertThat(other.leafCount()).isEqualTo(one.leafCount());
    for (int i = 0; i < 80; i++) {
      if (whole[i] > 0) {
        assertThat(predicted(one, rows, i)[0])
            .isCloseTo(predicted(other, rows, i)[0], within(1e-12));
      }
    }
  }

  /** A tree that splits all rows apart returns the target of each row that it saw. */
  @Test
  void deepTreesRememberWhatTheySaw() {
    int n = 20_000;
    double[] x = new Seed(2).stream("x").doubles(2L * n).toArray();
    double[] y = new Seed(2).stream("y").doubles(n).toArray();
    BinnedColumns binned = BinnedColumns.of(x, 2, 0);
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    RegressionTree tree = new TreeGrower(binned, y, 1, 2).grow(ones, new Seed(3).stream("grow"));
    double right = 0;
    for (int i = 0; i < n; i++) {
      double[] mean = new double[1];
      tree.addMeans(x, 2 * i, mean);
      right += mean[0] == y[i] ? 1 : 0;
    }
    // Rows share a cell of 4,096 x 4,096 with another with probability 0.001 only.
    assertThat(right / n).isGreaterThan(0.99);
  }

  @Test
  void alikeRowsMakeOneLeaf() {
    BinnedColumns same = BinnedColumns.of(new double[] {1, 1, 1}, 1, 0);
    RegressionTree tree =
        new TreeGrower(same, new double[] {0, 3, 9}, 1, 1)
            .grow(new double[] {1, 1, 2}, new Seed(1).stream("grow"));
    double[] mean = new double[1];
    tree.addMeans(new double[] {7}, 0, mean);
    assertThat(tree.leafCount()).isEqualTo(1);
    assertThat(mean[0]).isEqualTo(21 / 4.0);
  }

  @Test
  void refusesWhatCannotBeGrown() {
    BinnedColumns some = BinnedColumns.of(new double[] {1, 2}, 1, 0);
    assertThatThrownBy(() -> new TreeGrower(some, new double[3], 1, 1))
        .hasMessageContaining("targets per row");
    assertThatThrownBy(
            () ->
                new TreeGrower(some, new double[2], 1, 1)
                    .grow(new double[2], new Seed(1).stream("grow")))
        .hasMessageContaining("a row with mass");
  }

  @Test
  void binsKeepTheOrderAndTheEdges() {
    RandomGenerator chance = new Seed(4).stream("bins");
    for (int different : new int[] {2, 4_096, 50_000}) {
      double[] x = chance.doubles(50_000).map(u -> Math.floor(u * different) / 7).toArray();
      BinnedColumns binned = BinnedColumns.of(x, 1, 0);
      char[] bins = binned.column(0);
      for (int i = 0; i < x.length; i++) {
        int bin = bins[i];
        int at = i;
        assertThat(bin == 0 || x[at] > binned.edge(0, bin - 1)).isTrue();
        if (bin < Math.min(different, 4_000) - 1) {
          assertThat(x[i]).isLessThanOrEqualTo(binned.edge(0, bin));
        }
      }
      if (different <= 4_096) {
        assertThat(IntStream.range(0, x.length).map(i -> bins[i]).distinct().count())
            .isEqualTo(Arrays.stream(x).distinct().count());
      }
    }
    assertThat(BinnedColumns.between(1, Math.nextUp(1.0))).isEqualTo(1);
    assertThat(BinnedColumns.between(-Double.MAX_VALUE, Double.MAX_VALUE)).isZero();
  }

  /** Each count is binomial: within 6 standard errors, so a false alarm has probability 1e-7. */
  @Test
  void bagsFollowTheWeights() {
    double[] weights = {0, 1, 4, 0, 2, 3, 0};
    double[] sums = new double[weights.length];
    int bags = 20_000;
    RandomGenerator chance = new Seed(6).stream("bags");
    for (int b = 0; b < bags; b++) {
      double[] counts = Bag.counts(weights, chance);
      assertThat(Arrays.stream(counts).sum()).isEqualTo(weights.length);
      Arrays.setAll(sums, i -> sums[i] + counts[i]);
    }
    double draws = bags * (double) weights.length;
    for (int i = 0; i < weights.length; i++) {
      double p = weights[i] / 10;
      assertThat(sums[i] / draws).isCloseTo(p, within(6 * Math.sqrt(p * (1 - p) / draws)));
    }
  }

  private static TreeGrower grower(Rows rows, int tried) {
    return new TreeGrower(BinnedColumns.of(rows.x, COLUMNS, 0), rows.targets, rows.outputs, tried);
  }

  private static double[] predicted(RegressionTree tree, Rows rows, int row) {
    double[] means = new double[rows.outputs];
    tree.addMeans(rows.x, row * COLUMNS, means);
    return means;
  }

  private static double error(Rows rows, RegressionTree tree) {
    double sum = 0;
    for (int i = 0; i < rows.masses.length; i++) {
      double[] means = predicted(tree, rows, i);
      for (int k = 0; k < rows.outputs; k++) {
        sum += rows.masses[i] * Math.pow(rows.target(i, k) - means[k], 2);
      }
    }
    return sum;
  }

  private static int plainLeaves(Rows rows, List<Integer> node) {
    List<List<Integer>> sides = plainSplit(rows, node);
    return sides.isEmpty() ? 1 : sides.stream().mapToInt(side -> plainLeaves(rows, side)).sum();
  }

  private static double plainError(Rows rows, List<Integer> node) {
    List<List<Integer>> sides = plainSplit(rows, node);
    return sides.isEmpty()
        ? spread(rows, node)
        : sides.stream().mapToDouble(side -> plainError(rows, side)).sum();
  }

  /** The two sides of the cut that leaves the least squared error, or nothing. */
  private static List<List<Integer>> plainSplit(Rows rows, List<Integer> node) {
    List<List<Integer>> best = List.of();
    double least = Double.POSITIVE_INFINITY;
    if (spread(rows, node) < 1e-12) {
      return best;
    }
    for (int j = 0; j < COLUMNS; j++) {
      for (int cut : node) {
        double at = rows.x[cut * COLUMNS + j];
        List<Integer> low = new ArrayList<>();
        List<Integer> high = new ArrayList<>();
        for (int i : node) {
          int column = j;
          (rows.x[i * COLUMNS + column] <= at ? low : high).add(i);
        }
        double left = spread(rows, low) + spread(rows, high);
        if (!high.isEmpty() && left < least) {
          least = left;
          best = List.of(low, high);
        }
      }
    }
    return best;
  }

  private static double spread(Rows rows, List<Integer> node) {
    double sum = 0;
    for (int k = 0; k < rows.outputs; k++) {
      int output = k;
      double mass = node.stream().mapToDouble(i -> rows.masses[i]).sum();
      double mean =
          node.stream().mapToDouble(i -> rows.masses[i] * rows.target(i, output)).sum() / mass;
      sum +=
          node.stream()
              .mapToDouble(i -> rows.masses[i] * Math.pow(rows.target(i, output) - mean, 2))
              .sum();
    }
    return sum;
  }

  /** Rows in general position, so that no two cuts score alike; a fifth has no mass. */
  private record Rows(double[] x, double[] targets, double[] masses, int outputs) {

    static Rows drawn(int n, int outputs, Seed seed) {
      RandomGenerator chance = seed.stream("rows");
      double[] masses = chance.doubles(n).map(u -> u < 0.2 ? 0 : u).toArray();
      return new Rows(
          chance.doubles((long) n * COLUMNS).toArray(),
          chance.doubles((long) n * outputs).map(u -> Math.floor(4 * u) + u / 9).toArray(),
          masses,
          outputs);
    }

    double target(int row, int output) {
      return targets[row * outputs + output];
    }

    Rows select(int[] chosen) {
      double[] ones = new double[chosen.length];
      Arrays.fill(ones, 1);
      return new Rows(
          Arrays.stream(chosen)
              .flatMap(i -> IntStream.range(i * COLUMNS, (i + 1) * COLUMNS))
              .mapToDouble(at -> x[at])
              .toArray(),
          Arrays.stream(chosen)
              .flatMap(i -> IntStream.range(i * outputs, (i + 1) * outputs))
              .mapToDouble(at -> targets[at])
              .toArray(),
          ones,
          outputs);
    }
  }
}
