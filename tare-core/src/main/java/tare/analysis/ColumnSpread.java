package tare.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import tare.inference.Replicates;
import tare.schema.Column;
import tare.table.Table;

/**
 * How one column of a released table is spread, with and without the weights: shares of its levels,
 * or of bins at round numbers, and of missing cells.
 *
 * <p>Bins cover where the rows are, not the whole of the declared bounds: what lies beyond the
 * outer half per cent on either side stands in one bar of its own. A column of which most lies in a
 * small part of its range, as money does, is cut by powers of ten.
 *
 * @param column the column's name
 * @param axis what the bars stand on
 * @param bars shares; they sum to one
 * @param numbers mean and quantiles of a column of numbers with at least one present
 */
public record ColumnSpread(String column, Axis axis, List<Bar> bars, Optional<Numbers> numbers) {

  /** What the bars stand on. */
  public enum Axis {
    /** One bar per level. */
    LEVELS,
    /** Bins on a straight scale. */
    EVEN,
    /** Bins on a scale of powers of ten. */
    LOG
  }

  /** What a bar stands for. */
  public enum Kind {
    LEVEL,
    BIN,
    /** A bin for the rest of the declared range. */
    TAIL,
    MISSING
  }

  /**
   * One bar.
   *
   * @param from the lower edge of a bin; NaN for a level and for missing cells
   * @param to the upper edge of a bin
   * @param unweighted the share without weights
   * @param weighted the share with weights
   * @param weightedError half the width of the weighted share's 95 % interval, by replicate
   *     weights; NaN when there are none
   */
  public record Bar(
      Kind kind,
      String label,
      double from,
      double to,
      double unweighted,
      double weighted,
      double weightedError) {}

  /**
   * A column of numbers in a few of them; all but the second mean without weights.
   *
   * @param low the value below which a twentieth of the rows lies
   * @param high the value above which a twentieth lies
   * @param meanError half the width of the weighted mean's 95 % interval, by replicate weights; NaN
   *     when there are none
   */
  public record Numbers(
      double mean,
      double weightedMean,
      double deviation,
      double low,
      double median,
      double high,
      double meanError) {}

  public ColumnSpread {
    bars = List.copyOf(bars);
  }

  /**
   * @param weights one weight per row; need not be normalised. Not modified.
   * @param replicates replicate weights of the same rows
   */
  public static ColumnSpread of(
      Table table, int column, double[] weights, Optional<Replicates> replicates) {
    Column declared = table.schema().column(column);
    double[] values = table.values(column);
    return declared.type().isNumeric()
        ? ofNumbers(declared, values, weights, replicates)
        : ofLevels(declared, values, weights, replicates);
  }

  private static ColumnSpread ofLevels(
      Column declared, double[] codes, double[] weights, Optional<Replicates> replicates) {
    List<String> levels = declared.type().levels();
    int[] bars = new int[codes.length];
    Arrays.setAll(bars, row -> Double.isNaN(codes[row]) ? levels.size() : (int) codes[row]);
    Shares shares = Shares.of(bars, levels.size() + 1, weights, replicates);
    List<Bar> all = new ArrayList<>();
    for (int i = 0; i < levels.size(); i++) {
      all.add(shares.bar(Kind.LEVEL, levels.get(i), Double.NaN, Double.NaN, i));
    }
    addMissing(all, declared, shares, levels.size());
    return new ColumnSpread(declared.name(), Axis.LEVELS, all, Optional.empty());
  }

  private static ColumnSpread ofNumbers(
      Column declared, double[] values, double[] weights, Optional<Replicates> replicates) {
    double[] present = Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
    RoundBins bins = RoundBins.of(declared.type(), present);
    int[] bars = new int[values.length];
    Arrays.setAll(bars, row -> Double.isNaN(values[row]) ? bins.size() : bins.of(values[row]));
    Shares shares = Shares.of(bars, bins.size() + 1, weights, replicates);
    List<Bar> all = new ArrayList<>();
    DoubleFunction<String> words = ValueWords.of(declared.type());
    for (int i = 0; i < bins.size(); i++) {
      all.add(shares.bar(bins.kind(i), bins.label(i, words), bins.from(i), bins.to(i), i));
    }
    addMissing(all, declared, shares, bins.size());
    return new ColumnSpread(
        declared.name(),
        bins.log() ? Axis.LOG : Axis.EVEN,
        all,
        present.length == 0
            ? Optional.empty()
            : Optional.of(numbers(values, weights, replicates, present)));
  }

  private static void addMissing(List<Bar> bars, Column declared, Shares shares, int at) {
    if (declared.missingAllowed()) {
      bars.add(shares.bar(Kind.MISSING, "missing", Double.NaN, Double.NaN, at));
    }
  }

  private static Numbers numbers(
      double[] values, double[] weights, Optional<Replicates> replicates, double[] present) {
    double mean = Arrays.stream(present).average().orElseThrow();
    double squares = Arrays.stream(present).map(v -> (v - mean) * (v - mean)).sum();
    double weighted = mean(values, weights);
    return new Numbers(
        mean,
        weighted,
        Math.sqrt(squares / Math.max(1, present.length - 1)),
        RoundBins.quantile(present, 0.05),
        RoundBins.quantile(present, 0.5),
        RoundBins.quantile(present, 0.95),
        replicates.map(all -> meanError(values, weighted, all)).orElse(Double.NaN));
  }

  private static double mean(double[] values, double[] weights) {
    double sum = 0;
    double total = 0;
    for (int row = 0; row < values.length; row++) {
      if (!Double.isNaN(values[row])) {
        sum += weights[row] * values[row];
        total += weights[row];
      }
    }
    return sum / total;
  }

  private static double meanError(double[] values, double weighted, Replicates replicates) {
    double[] each = new double[replicates.count()];
    Arrays.setAll(each, b -> mean(values, replicates.replicate(b)));
    return replicates.quantile(0.95) * replicates.standardError(weighted, each);
  }

  /** Shares of bars: without weights, with them, and how sure the latter are. */
  private record Shares(double[] unweighted, double[] weighted, double[] errors) {

    static Shares of(int[] bars, int count, double[] weights, Optional<Replicates> replicates) {
      double[] ones = new double[bars.length];
      Arrays.fill(ones, 1);
      double[] weighted = shares(bars, count, weights);
      double[] errors = new double[count];
      Arrays.fill(errors, Double.NaN);
      replicates.ifPresent(all -> fillErrors(bars, weighted, all, errors));
      return new Shares(shares(bars, count, ones), weighted, errors);
    }

    private static void fillErrors(
        int[] bars, double[] weighted, Replicates replicates, double[] errors) {
      double[][] each = new double[errors.length][replicates.count()];
      for (int b = 0; b < replicates.count(); b++) {
        double[] shares = shares(bars, errors.length, replicates.replicate(b));
        for (int i = 0; i < errors.length; i++) {
          each[i][b] = shares[i];
        }
      }
      double reach = replicates.quantile(0.95);
      for (int i = 0; i < errors.length; i++) {
        errors[i] = reach * replicates.standardError(weighted[i], each[i]);
      }
    }

    private static double[] shares(int[] bars, int count, double[] weights) {
      double[] sums = new double[count];
      double total = 0;
      for (int row = 0; row < bars.length; row++) {
        sums[bars[row]] += weights[row];
        total += weights[row];
      }
      double whole = total > 0 ? total : 1;
      return Arrays.stream(sums).map(sum -> sum / whole).toArray();
    }

    Bar bar(Kind kind, String label, double from, double to, int at) {
      return new Bar(kind, label, from, to, unweighted[at], weighted[at], errors[at]);
    }
  }
}
