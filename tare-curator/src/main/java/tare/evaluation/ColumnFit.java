package tare.evaluation;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tare.table.Table;

/**
 * One column of synthetic rows beside the held-out ones.
 *
 * @param distance for numbers the largest difference of the two distribution functions
 *     (Kolmogorov-Smirnov), for levels the total variation; a share of missing cells that differs
 *     more counts instead
 * @param realHalves the same between two halves of the real rows
 * @param numbers where the column has numbers
 */
public record ColumnFit(
    String column, double distance, double realHalves, Optional<Numbers> numbers) {

  /** What stands in a row of {@link Numbers}. */
  public static final List<String> STATISTICS =
      List.of("mean", "5 %", "25 %", "median", "75 %", "95 %");

  private static final double[] QUANTILES = {0.05, 0.25, 0.5, 0.75, 0.95};

  /**
   * Mean and quantiles of the cells that are there, in the order of {@link #STATISTICS}.
   *
   * @param real of the held-out rows
   * @param synthetic of the synthetic rows under their weights
   */
  public record Numbers(List<Double> real, List<Double> synthetic) {
    public Numbers {
      real = List.copyOf(real);
      synthetic = List.copyOf(synthetic);
    }
  }

  /** How much further off than chance alone would be. */
  public double excess() {
    return distance - realHalves;
  }

  static ColumnFit of(Table real, double[][] halves, Table synthetic, double[] mass, int column) {
    double[] ours = real.values(column);
    double[] theirs = synthetic.values(column);
    double[] ones = new double[ours.length];
    Arrays.fill(ones, 1);
    boolean numeric = real.schema().column(column).type().isNumeric();
    return new ColumnFit(
        real.schema().column(column).name(),
        distance(ours, ones, theirs, mass, numeric),
        distance(ours, halves[0], ours, halves[1], numeric),
        numeric
            ? Optional.of(new Numbers(statistics(ours, ones), statistics(theirs, mass)))
            : Optional.empty());
  }

  private static double distance(
      double[] a, double[] massOfA, double[] b, double[] massOfB, boolean numeric) {
    double missing = Math.abs(missingShare(a, massOfA) - missingShare(b, massOfB));
    return Math.max(
        missing, numeric ? kolmogorov(a, massOfA, b, massOfB) : levels(a, massOfA, b, massOfB));
  }

  private static double missingShare(double[] cells, double[] mass) {
    double missing = 0;
    double all = 0;
    for (int r = 0; r < cells.length; r++) {
      missing += Double.isNaN(cells[r]) ? mass[r] : 0;
      all += mass[r];
    }
    return missing / all;
  }

  /** The largest difference of two weighted distribution functions of the cells that are there. */
  static double kolmogorov(double[] a, double[] massOfA, double[] b, double[] massOfB) {
    int[] first = order(a);
    int[] second = order(b);
    double totalOfA = total(first, massOfA);
    double totalOfB = total(second, massOfB);
    double below = 0;
    double largest = 0;
    int i = 0;
    int j = 0;
    while (i < first.length || j < second.length) {
      double at =
          Math.min(
              i < first.length ? a[first[i]] : Double.POSITIVE_INFINITY,
              j < second.length ? b[second[j]] : Double.POSITIVE_INFINITY);
      for (; i < first.length && a[first[i]] == at; i++) {
        below += massOfA[first[i]] / totalOfA;
      }
      for (; j < second.length && b[second[j]] == at; j++) {
        below -= massOfB[second[j]] / totalOfB;
      }
      largest = Math.max(largest, Math.abs(below));
    }
    return largest;
  }

  private static double levels(double[] a, double[] massOfA, double[] b, double[] massOfB) {
    int most = (int) Math.max(largest(a), largest(b)) + 1;
    double[] difference = new double[most];
    add(a, massOfA, 1, difference);
    add(b, massOfB, -1, difference);
    return Arrays.stream(difference).map(Math::abs).sum() / 2;
  }

  private static void add(double[] cells, double[] mass, double sign, double[] shares) {
    double total = total(order(cells), mass);
    for (int r = 0; r < cells.length; r++) {
      if (!Double.isNaN(cells[r])) {
        shares[(int) cells[r]] += sign * mass[r] / total;
      }
    }
  }

  private static double largest(double[] cells) {
    return Arrays.stream(cells).filter(v -> !Double.isNaN(v)).max().orElse(0);
  }

  private static List<Double> statistics(double[] cells, double[] mass) {
    int[] order = order(cells);
    double total = total(order, mass);
    double[] results = new double[STATISTICS.size()];
    Arrays.fill(results, Double.NaN);
    double below = 0;
    double sum = 0;
    int next = 0;
    for (int r : order) {
      sum += mass[r] * cells[r];
      below += mass[r] / total;
      for (; next < QUANTILES.length && below >= QUANTILES[next] - 1e-12; next++) {
        results[next + 1] = cells[r];
      }
    }
    results[0] = sum / total;
    return Arrays.stream(results).boxed().toList();
  }

  /** The rows whose cell is there, by its value. */
  private static int[] order(double[] cells) {
    return IntStream.range(0, cells.length)
        .filter(r -> !Double.isNaN(cells[r]))
        .boxed()
        .sorted(Comparator.comparingDouble(r -> cells[r]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static double total(int[] rows, double[] mass) {
    return Arrays.stream(rows).mapToDouble(r -> mass[r]).sum();
  }
}
