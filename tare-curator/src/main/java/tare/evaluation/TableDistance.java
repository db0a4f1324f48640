package tare.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tare.kernel.transport.Distances;
import tare.kernel.transport.MaximumMeanDiscrepancy;
import tare.kernel.transport.OptimalTransport;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.schema.DidYouMean;
import tare.table.TableTexts;

/**
 * The distance between any two tables, without a schema: the first with every row counting the
 * same, the second with weights if it has them.
 *
 * <p>Columns that both files have are compared, by name. A column is numeric when every cell that
 * is not missing is a number in both files; otherwise its texts are levels. Levels are one-hot
 * times sqrt(1/2), so two different levels are at distance one. A missing cell (empty, NA, NaN, ?)
 * is a level of its own; of a number it is an indicator of one with the number at the middle of the
 * first table's range.
 */
public final class TableDistance {

  /** What is measured. */
  public enum Measure {
    /** Exact Wasserstein-1, Euclidean ground cost. */
    WASSERSTEIN,
    /** Maximum mean discrepancy, Gaussian kernel, median bandwidth of the first table. */
    MMD,
    /** Mean total variation over all pairs of columns, numbers in even bins of the first table. */
    TV2
  }

  /** What numbers are divided by first. */
  public enum Scale {
    /** The first table's range of that column, so that it spans [0, 1]; the second follows. */
    MINMAX,
    NONE
  }

  /**
   * How to measure.
   *
   * @param weightColumn the column of the second table that holds its weights
   * @param bins how many bins a number is put into for {@link Measure#TV2}
   * @param mostRows how many rows of each table take part; beyond it that many are drawn
   */
  public record Options(
      Measure measure,
      Scale scale,
      Optional<String> weightColumn,
      int bins,
      int mostRows,
      Seed seed) {

    public static final Options DEFAULTS =
        new Options(Measure.WASSERSTEIN, Scale.MINMAX, Optional.empty(), 20, 10_000, new Seed(1));

    public Options {
      if (bins < 2) {
        throw new IllegalArgumentException("There must be at least 2 bins. Got: " + bins);
      }
      if (mostRows < 1) {
        throw new IllegalArgumentException("At least 1 row must take part. Got: " + mostRows);
      }
    }

    public Options withMeasure(Measure other) {
      return new Options(other, scale, weightColumn, bins, mostRows, seed);
    }

    public Options withScale(Scale other) {
      return new Options(measure, other, weightColumn, bins, mostRows, seed);
    }

    public Options withWeightColumn(String name) {
      return new Options(measure, scale, Optional.of(name), bins, mostRows, seed);
    }
  }

  /**
   * A measured distance.
   *
   * @param rowsOfA how many rows of the first table took part
   * @param columns the columns that were compared
   * @param leftOut columns that only one table has, the weights aside
   */
  public record Result(
      double distance, int rowsOfA, int rowsOfB, List<String> columns, List<String> leftOut) {

    public Result {
      columns = List.copyOf(columns);
      leftOut = List.copyOf(leftOut);
    }
  }

  /** Columns that a release adds to its rows; they describe the row and are never compared. */
  private static final List<String> ABOUT_ROWS = List.of("weight", "log_weight");

  private TableDistance() {}

  /** Measures the distance from table a to the weighted table b. */
  public static Result between(TableTexts a, TableTexts b, Options options) {
    int[] rowsOfA = drawn(a.rowCount(), options, "rows of a");
    int[] rowsOfB = drawn(b.rowCount(), options, "rows of b");
    double[] weights = weights(b, options.weightColumn());
    double[] massOfB = Arrays.stream(rowsOfB).mapToDouble(r -> weights[r]).toArray();
    double[] massOfA = new double[rowsOfA.length];
    Arrays.fill(massOfA, 1);
    List<String> columns = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    List<LooseColumn> compared = new ArrayList<>();
    for (int c = 0; c < a.header().size(); c++) {
      String name = a.header().get(c);
      int other = b.header().indexOf(name);
      if (isAboutRows(name, options)) {
        continue;
      }
      if (other < 0) {
        leftOut.add(name);
      } else {
        columns.add(name);
        compared.add(
            LooseColumn.of(select(a.column(c), rowsOfA), select(b.column(other), rowsOfB)));
      }
    }
    b.header().stream()
        .filter(name -> !a.header().contains(name) && !isAboutRows(name, options))
        .forEach(leftOut::add);
    if (columns.isEmpty()) {
      throw new BadInputException("tables", "The two tables have no column name in common.");
    }
    double distance = distance(compared, massOfA, massOfB, options);
    return new Result(distance, rowsOfA.length, rowsOfB.length, columns, leftOut);
  }

  private static boolean isAboutRows(String name, Options options) {
    return ABOUT_ROWS.contains(name) || options.weightColumn().filter(name::equals).isPresent();
  }

  private static double distance(
      List<LooseColumn> columns, double[] massOfA, double[] massOfB, Options options) {
    if (options.measure() == Measure.TV2) {
      return pairwiseVariation(columns, massOfA, massOfB, options.bins());
    }
    boolean minMax = options.scale() == Scale.MINMAX;
    double[][] a = LooseColumn.points(columns, true, minMax, massOfA.length);
    double[][] b = LooseColumn.points(columns, false, minMax, massOfB.length);
    if (options.measure() == Measure.WASSERSTEIN) {
      return OptimalTransport.solve(Distances.euclidean(a, b), massOfA, massOfB).cost();
    }
    double bandwidth = MaximumMeanDiscrepancy.medianDistance(a);
    return MaximumMeanDiscrepancy.between(a, massOfA, b, massOfB, bandwidth);
  }

  /** The mean over pairs of columns; a single column is compared by itself. */
  private static double pairwiseVariation(
      List<LooseColumn> columns, double[] massOfA, double[] massOfB, int bins) {
    double sum = 0;
    int pairs = 0;
    for (int i = 0; i < columns.size(); i++) {
      for (int j = columns.size() == 1 ? 0 : i + 1; j < columns.size(); j++) {
        sum += variation(columns.get(i), columns.get(j), massOfA, massOfB, bins);
        pairs++;
      }
    }
    return sum / pairs;
  }

  private static double variation(
      LooseColumn x, LooseColumn y, double[] massOfA, double[] massOfB, int bins) {
    int width = y.cells(bins);
    double[] difference = new double[x.cells(bins) * width];
    add(x.binsOfA(bins), y.binsOfA(bins), width, massOfA, 1, difference);
    add(x.binsOfB(bins), y.binsOfB(bins), width, massOfB, -1, difference);
    return Arrays.stream(difference).map(Math::abs).sum() / 2;
  }

  private static void add(
      int[] x, int[] y, int width, double[] mass, double sign, double[] difference) {
    double total = Arrays.stream(mass).sum();
    for (int r = 0; r < mass.length; r++) {
      difference[x[r] * width + y[r]] += sign * mass[r] / total;
    }
  }

  private static double[] weights(TableTexts b, Optional<String> column) {
    double[] weights = new double[b.rowCount()];
    Arrays.fill(weights, 1);
    if (column.isEmpty()) {
      return weights;
    }
    int index = b.header().indexOf(column.get());
    if (index < 0) {
      throw new IllegalArgumentException(
          "No column named \""
              + column.get()
              + "\" in the second table."
              + DidYouMean.hint(column.get(), b.header()));
    }
    double sum = 0;
    for (int r = 0; r < weights.length; r++) {
      weights[r] = LooseColumn.number(b.column(index)[r]);
      if (!(weights[r] >= 0) || Double.isInfinite(weights[r])) {
        throw new BadInputException(
            "column \"" + column.get() + "\"",
            "Every weight must be a finite number, zero or more. Row " + (r + 1) + " is not.");
      }
      sum += weights[r];
    }
    if (!(sum > 0)) {
      throw new BadInputException(
          "column \"" + column.get() + "\"", "At least one weight must be above zero.");
    }
    return weights;
  }

  private static String[] select(String[] cells, int[] rows) {
    return Arrays.stream(rows).mapToObj(r -> cells[r]).toArray(String[]::new);
  }

  private static int[] drawn(int rows, Options options, String stream) {
    int[] order = new int[rows];
    Arrays.setAll(order, r -> r);
    if (rows <= options.mostRows()) {
      return order;
    }
    RandomGenerator chance = options.seed().stream(stream);
    for (int i = 0; i < options.mostRows(); i++) {
      int j = i + chance.nextInt(rows - i);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return Arrays.copyOf(order, options.mostRows());
  }
}
