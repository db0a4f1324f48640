package tare.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import tare.inference.Scale;
import tare.inference.WeightedStatistic;
import tare.schema.BadInputException;

/*
 * Each statistic holds what does not depend on the weights (which cells are there, the order of the values), so that
 * fifty replicates cost fifty passes over the rows and nothing more. The variance of a single row is that of the
 * influence function under the weights.
 */

/** Means, shares, quantiles, correlations and tables as functions of the weights. */
public final class Statistics {

  private Statistics() {}

  /** The means of numeric columns, each over the rows that have it. */
  public static WeightedStatistic means(Frame frame, List<String> columns) {
    return new Each(
        columns,
        columns.stream().<One>map(name -> new Mean(numbers(frame, name))).toList(),
        Scale.PLAIN);
  }

  /** The shares of the levels of a column among the rows that have one. */
  public static WeightedStatistic shares(Frame frame, String column) {
    Variable.Factor factor = levels(frame, column);
    List<String> names = factor.levels().stream().map(level -> column + "=" + level).toList();
    return new CellShares(names, factor.codes());
  }

  /**
   * The shares of all pairs of levels of two columns among the rows that have both; the columns of
   * one row after the other.
   */
  public static WeightedStatistic table(Frame frame, String rows, String columns) {
    Variable.Factor first = levels(frame, rows);
    Variable.Factor second = levels(frame, columns);
    int width = second.levels().size();
    List<String> pairs = new ArrayList<>();
    for (String a : first.levels()) {
      second.levels().forEach(b -> pairs.add(rows + "=" + a + ":" + columns + "=" + b));
    }
    int[] codes = new int[first.size()];
    Arrays.setAll(
        codes,
        i ->
            first.missing(i) || second.missing(i)
                ? -1
                : first.codes()[i] * width + second.codes()[i]);
    return new CellShares(pairs, codes);
  }

  /**
   * The smallest values that at least a share p of the weight does not exceed, of numeric columns.
   *
   * @param p above 0 and below 1; one half for medians
   */
  public static WeightedStatistic quantiles(Frame frame, List<String> columns, double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException("p must be in (0, 1). Got: " + p);
    }
    return new Each(
        columns,
        columns.stream().<One>map(name -> Quantile.of(numbers(frame, name), p)).toList(),
        Scale.PLAIN);
  }

  /** Pearson's correlations of all pairs of numeric columns, each over the rows that have both. */
  public static WeightedStatistic correlations(Frame frame, List<String> columns) {
    List<String> names = new ArrayList<>();
    List<One> ones = new ArrayList<>();
    for (int a = 0; a < columns.size(); a++) {
      for (int b = a + 1; b < columns.size(); b++) {
        names.add(columns.get(a) + ":" + columns.get(b));
        ones.add(new Correlation(numbers(frame, columns.get(a)), numbers(frame, columns.get(b))));
      }
    }
    return new Each(names, ones, Scale.FISHER);
  }

  private static double[] numbers(Frame frame, String column) {
    if (frame.variable(column) instanceof Variable.Numeric numeric) {
      return numeric.values();
    }
    throw new IllegalArgumentException(
        "The column \"" + column + "\" must be numeric for this. Ask for its shares.");
  }

  private static Variable.Factor levels(Frame frame, String column) {
    if (frame.variable(column) instanceof Variable.Factor factor) {
      return factor.used();
    }
    throw new IllegalArgumentException(
        "The column \"" + column + "\" must have levels for this. Ask for its mean or quantiles.");
  }

  /** One number of the weights. */
  private interface One {
    double at(double[] weights);

    double singleRowVariance(double[] weights);
  }

  /** Several numbers beside each other. */
  private record Each(List<String> names, List<One> ones, Scale scale)
      implements WeightedStatistic {
    Each {
      names = List.copyOf(names);
      ones = List.copyOf(ones);
    }

    @Override
    public double[] at(double[] weights) {
      return all(one -> one.at(weights));
    }

    @Override
    public double[] singleRowVariances(double[] weights) {
      return all(one -> one.singleRowVariance(weights));
    }

    private double[] all(ToDoubleFunction<One> value) {
      return ones.stream().mapToDouble(value).toArray();
    }
  }

  /** The weighted mean of the values that are there. */
  private record Mean(double[] values) implements One {
    @Override
    public double at(double[] weights) {
      double sum = 0;
      double total = 0;
      for (int i = 0; i < values.length; i++) {
        if (!Double.isNaN(values[i])) {
          sum += weights[i] * values[i];
          total += weights[i];
        }
      }
      return sum / total;
    }

    @Override
    public double singleRowVariance(double[] weights) {
      double mean = at(weights);
      return new Mean(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).toArray())
          .at(weights);
    }
  }

  /** A quantile; the rows are put in order once. */
  private record Quantile(double[] values, int[] order, double p) implements One {
    static Quantile of(double[] values, double p) {
      int[] order =
          IntStream.range(0, values.length)
              .filter(i -> !Double.isNaN(values[i]))
              .boxed()
              .sorted(Comparator.comparingDouble(i -> values[i]))
              .mapToInt(Integer::intValue)
              .toArray();
      return new Quantile(values, order, p);
    }

    @Override
    public double at(double[] weights) {
      return quantile(weights, p);
    }

    private double quantile(double[] weights, double share) {
      double total = 0;
      for (int i : order) {
        total += weights[i];
      }
      double below = 0;
      double last = Double.NaN;
      for (int i : order) {
        if (weights[i] > 0) {
          below += weights[i];
          last = values[i];
          // The sum reaches the total only up to rounding.
          if (below >= (share - 1e-12) * total) {
            return last;
          }
        }
      }
      return last;
    }

    /** p (1 - p) / f^2, the density f from two quantiles a little below and above. */
    @Override
    public double singleRowVariance(double[] weights) {
      double reach = Math.min(0.1, Math.min(p, 1 - p) / 2);
      double width = quantile(weights, p + reach) - quantile(weights, p - reach);
      double density = 2 * reach / width;
      return p * (1 - p) / (density * density);
    }
  }

  /** Pearson's correlation over the rows that have both values. */
  private record Correlation(double[] x, double[] y) implements One {
    @Override
    public double at(double[] weights) {
      return moments(weights)[0];
    }

    @Override
    public double singleRowVariance(double[] weights) {
      double[] m = moments(weights);
      double[] influence = new double[x.length];
      for (int i = 0; i < x.length; i++) {
        double a = (x[i] - m[1]) / m[3];
        double b = (y[i] - m[2]) / m[4];
        influence[i] = a * b - m[0] / 2 * (a * a + b * b);
      }
      return new Mean(influence).singleRowVariance(weights);
    }

    /** Correlation, both means, both standard deviations. */
    private double[] moments(double[] weights) {
      double meanX = new Mean(both(x)).at(weights);
      double meanY = new Mean(both(y)).at(weights);
      double xx = 0;
      double yy = 0;
      double xy = 0;
      double total = 0;
      for (int i = 0; i < x.length; i++) {
        double a = x[i] - meanX;
        double b = y[i] - meanY;
        if (!Double.isNaN(a + b)) {
          xx += weights[i] * a * a;
          yy += weights[i] * b * b;
          xy += weights[i] * a * b;
          total += weights[i];
        }
      }
      return new double[] {
        xy / Math.sqrt(xx * yy), meanX, meanY, Math.sqrt(xx / total), Math.sqrt(yy / total)
      };
    }

    private double[] both(double[] values) {
      double[] kept = new double[values.length];
      Arrays.setAll(kept, i -> Double.isNaN(x[i] + y[i]) ? Double.NaN : values[i]);
      return kept;
    }
  }

  /** Shares of cells in one pass; a cell code of -1 is left out. */
  private record CellShares(List<String> names, int[] codes) implements WeightedStatistic {
    @Override
    public double[] at(double[] weights) {
      double[] shares = new double[names.size()];
      double total = 0;
      for (int i = 0; i < codes.length; i++) {
        if (codes[i] >= 0) {
          shares[codes[i]] += weights[i];
          total += weights[i];
        }
      }
      if (!(total > 0)) {
        throw new BadInputException("table", "A table needs at least one row with both levels.");
      }
      for (int c = 0; c < shares.length; c++) {
        shares[c] /= total;
      }
      return shares;
    }

    @Override
    public double[] singleRowVariances(double[] weights) {
      return Arrays.stream(at(weights)).map(p -> p * (1 - p)).toArray();
    }

    @Override
    public Scale scale() {
      return Scale.LOG_ODDS;
    }
  }
}
