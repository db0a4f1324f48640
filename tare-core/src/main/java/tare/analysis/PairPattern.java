package tare.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;
import tare.inference.Replicates;
import tare.schema.Column;
import tare.table.Table;

/**
 * How two columns of a released table go together, in a small table of shares.
 *
 * @param first position of the column down the side
 * @param second position of the column along the top
 * @param rows what each row of the table stands for
 * @param columns what each column of the table stands for
 * @param shares of all rows of the release, summing to one
 * @param strength Cramer's V after Bergsma's correction: 0 where the columns have nothing to do
 *     with each other, 1 where one tells the other
 */
public record PairPattern(
    int first,
    int second,
    List<String> rows,
    List<String> columns,
    double[][] shares,
    double strength) {

  /** A column of numbers is shown in so many groups. */
  static final int MOST_GROUPS = 6;

  private static final int MOST_USES = 3;
  private static final double WEAKEST = 0.02;

  /** As many looks at rows as choosing among all pairs may take. */
  private static final long MOST_LOOKS = 300_000_000L;

  public PairPattern {
    rows = List.copyOf(rows);
    columns = List.copyOf(columns);
  }

  /**
   * The strongest pairs, strongest first; no column comes more than three times.
   *
   * @param weights one per row. Not modified.
   */
  public static List<PairPattern> strongest(Table table, double[] weights, int count) {
    return strongest(table, weights, count, () -> {});
  }

  /**
   * The same for one who may want no more of it.
   *
   * @param step called before each column; may end the work by throwing
   */
  public static List<PairPattern> strongest(
      Table table, double[] weights, int count, Runnable step) {
    int c = table.schema().columnCount();
    List<Groups> groups = new ArrayList<>();
    for (int i = 0; i < c; i++) {
      step.run();
      groups.add(Groups.of(table.schema().column(i), table.values(i)));
    }
    int stride = (int) Math.max(1, (long) table.rowCount() * c * (c - 1) / 2 / MOST_LOOKS);
    List<PairPattern> found = new ArrayList<>();
    for (int i = 0; i < c; i++) {
      step.run();
      for (int j = i + 1; j < c; j++) {
        found.add(pattern(i, j, groups.get(i), groups.get(j), weights, stride));
      }
    }
    return kept(found, c, count);
  }

  /** The strongest of some, with no column more than three times. @param found Modified. */
  private static List<PairPattern> kept(List<PairPattern> found, int columns, int count) {
    found.sort(Comparator.comparingDouble((PairPattern pair) -> -pair.strength()));
    int[] uses = new int[columns];
    List<PairPattern> kept = new ArrayList<>();
    for (PairPattern pair : found) {
      boolean fresh = uses[pair.first] < MOST_USES && uses[pair.second] < MOST_USES;
      if (kept.size() < count && fresh && pair.strength > WEAKEST) {
        kept.add(pair);
        uses[pair.first]++;
        uses[pair.second]++;
      }
    }
    return kept;
  }

  private static PairPattern pattern(
      int first, int second, Groups a, Groups b, double[] weights, int stride) {
    double[][] sums = new double[a.labels.size()][b.labels.size()];
    double total = 0;
    for (int row = 0; row < weights.length; row += stride) {
      sums[a.codes[row]][b.codes[row]] += weights[row];
      total += weights[row];
    }
    for (double[] line : sums) {
      for (int j = 0; j < line.length; j++) {
        line[j] = total > 0 ? line[j] / total : 0;
      }
    }
    double rows = Math.ceil(weights.length / (double) stride);
    return new PairPattern(first, second, a.labels, b.labels, sums, strength(sums, rows));
  }

  /**
   * Half the widths of the cells' 95 % intervals.
   *
   * @param table the released rows
   * @param replicates replicate weights of these rows
   */
  public double[][] errors(Table table, Replicates replicates) {
    Groups a = Groups.of(table.schema().column(first), table.values(first));
    Groups b = Groups.of(table.schema().column(second), table.values(second));
    double[][][] each = new double[rows.size()][columns.size()][replicates.count()];
    for (int r = 0; r < replicates.count(); r++) {
      PairPattern one = pattern(first, second, a, b, replicates.replicate(r), 1);
      for (int i = 0; i < each.length; i++) {
        for (int j = 0; j < each[i].length; j++) {
          each[i][j][r] = one.shares[i][j];
        }
      }
    }
    double reach = replicates.quantile(0.95);
    double[][] errors = new double[rows.size()][columns.size()];
    for (int i = 0; i < errors.length; i++) {
      for (int j = 0; j < errors[i].length; j++) {
        errors[i][j] = reach * replicates.standardError(shares[i][j], each[i][j]);
      }
    }
    return errors;
  }

  /** What each side would be alone: the sums of the rows of the table. */
  public double[] rowShares() {
    return Arrays.stream(shares).mapToDouble(line -> Arrays.stream(line).sum()).toArray();
  }

  /** The sums of the columns of the table. */
  public double[] columnShares() {
    return sums(shares);
  }

  private static double[] sums(double[][] shares) {
    double[] sums = new double[shares[0].length];
    for (double[] line : shares) {
      for (int j = 0; j < sums.length; j++) {
        sums[j] += line[j];
      }
    }
    return sums;
  }

  private static double strength(double[][] shares, double n) {
    double[] rows = Arrays.stream(shares).mapToDouble(l -> Arrays.stream(l).sum()).toArray();
    double[] columns = sums(shares);
    double phi = 0;
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < columns.length; j++) {
        double expected = rows[i] * columns[j];
        phi += expected > 0 ? Math.pow(shares[i][j] - expected, 2) / expected : 0;
      }
    }
    double r = Arrays.stream(rows).filter(s -> s > 0).count();
    double c = Arrays.stream(columns).filter(s -> s > 0).count();
    if (r < 2 || c < 2 || n < 3) {
      return 0;
    }
    double corrected = Math.max(0, phi - (r - 1) * (c - 1) / (n - 1));
    double side = Math.min(r - (r - 1) * (r - 1) / (n - 1), c - (c - 1) * (c - 1) / (n - 1)) - 1;
    return side > 0 ? Math.min(1, Math.sqrt(corrected / side)) : 0;
  }

  /** A column in a handful of groups. */
  private record Groups(List<String> labels, byte[] codes) {

    static Groups of(Column column, double[] values) {
      return column.type().isNumeric()
          ? ofNumbers(values, ValueWords.of(column.type()))
          : ofLevels(column, values);
    }

    /** Groups of about as many rows each. */
    private static Groups ofNumbers(double[] values, DoubleFunction<String> words) {
      double[] sorted = Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
      double[] cuts = new double[MOST_GROUPS - 1];
      int used = 0;
      for (int i = 1; i < MOST_GROUPS && sorted.length > 0; i++) {
        double cut = RoundBins.quantile(sorted, i / (double) MOST_GROUPS);
        if (cut > sorted[0] && (used == 0 || cut > cuts[used - 1])) {
          cuts[used++] = cut;
        }
      }
      double[] edges = Arrays.copyOf(cuts, used);
      byte[] codes = new byte[values.length];
      for (int row = 0; row < values.length; row++) {
        codes[row] = Double.isNaN(values[row]) ? (byte) (used + 1) : group(edges, values[row]);
      }
      List<String> labels = new ArrayList<>();
      for (int g = 0; g <= used; g++) {
        labels.add(label(edges, g, sorted, words));
      }
      return trimmed(labels, codes, sorted.length < values.length);
    }

    private static String label(
        double[] edges, int group, double[] sorted, DoubleFunction<String> words) {
      if (edges.length == 0) {
        return sorted.length == 0 ? "none" : words.apply(sorted[0]);
      }
      return group == 0
          ? "below " + words.apply(edges[0])
          : group == edges.length
              ? "from " + words.apply(edges[group - 1])
              : words.apply(edges[group - 1]) + " to " + words.apply(edges[group]);
    }

    private static byte group(double[] edges, double value) {
      int group = 0;
      while (group < edges.length && value >= edges[group]) {
        group++;
      }
      return (byte) group;
    }

    /** The commonest levels as they are, the others together. */
    private static Groups ofLevels(Column column, double[] values) {
      List<String> levels = column.type().levels();
      long[] counts = new long[levels.size()];
      boolean missing = false;
      for (double value : values) {
        if (Double.isNaN(value)) {
          missing = true;
        } else {
          counts[(int) value]++;
        }
      }
      int kept = levels.size() <= MOST_GROUPS + 1 ? levels.size() : MOST_GROUPS;
      long[] ranked = counts.clone();
      Arrays.sort(ranked);
      long least = ranked[levels.size() - kept];
      byte[] groupOf = new byte[levels.size()];
      List<String> labels = new ArrayList<>();
      for (int level = 0; level < groupOf.length; level++) {
        boolean keep = counts[level] >= least && labels.size() < kept;
        groupOf[level] = (byte) (keep ? labels.size() : kept);
        if (keep) {
          labels.add(levels.get(level));
        }
      }
      int size = kept;
      if (kept < levels.size()) {
        labels.add("all others");
        size++;
      }
      byte[] codes = new byte[values.length];
      for (int row = 0; row < values.length; row++) {
        codes[row] = Double.isNaN(values[row]) ? (byte) size : groupOf[(int) values[row]];
      }
      return trimmed(labels, codes, missing);
    }

    private static Groups trimmed(List<String> labels, byte[] codes, boolean missing) {
      if (missing) {
        labels.add("missing");
      }
      return new Groups(labels, codes);
    }
  }
}
