package tare.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tare.random.Seed;
import tare.table.Table;
import tare.table.Weights;

/**
 * Synthetic rows judged by held-out real ones, with and without their weights.
 *
 * @param realRows how many real rows took part
 * @param syntheticRows how many synthetic rows took part
 * @param comparisons one per metric
 * @param columns how every column is spread
 * @param fits every column beside the real one, those furthest beyond what chance does first
 * @param pairs every pair of columns, in the same order
 * @param verdict what to do with the weights
 */
public record Evaluation(
    int realRows,
    int syntheticRows,
    List<Comparison> comparisons,
    List<ColumnShares> columns,
    List<ColumnFit> fits,
    List<PairFit> pairs,
    Outcome verdict) {

  /** What held-out rows say about the weights. */
  public enum Outcome {
    WEIGHTS_HELP("use the weights"),
    NO_CLEAR_DIFFERENCE("weights make no clear difference"),
    WEIGHTS_HURT("use the rows unweighted"),
    NO_WEIGHTS("there are no weights to judge");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    /** The outcome as advice. */
    public String words() {
      return words;
    }
  }

  /** What the halves beside each metric are, so that nobody takes them for a bar to clear. */
  public String halvesWords() {
    double chance = Math.sqrt(4.0 / realRows / (1.0 / realRows + 1.0 / syntheticRows));
    return String.format(
        Locale.ROOT,
        "Real halves are one random half of the %,d real rows against the other. Halves are small: by chance alone they"
            + " differ about %.1f times as much as %,d faultless rows would, so lower than halves does not say better than"
            + " real.",
        realRows,
        chance,
        syntheticRows);
  }

  public Evaluation {
    comparisons = List.copyOf(comparisons);
    columns = List.copyOf(columns);
    fits = List.copyOf(fits);
    pairs = List.copyOf(pairs);
  }

  /** Evaluates rows and weights against held-out rows. */
  public static CuratorOnly<Evaluation> of(
      HeldOut heldOut, Table synthetic, Weights weights, EvaluationOptions options) {
    return of(heldOut, synthetic, weights, options, metric -> {});
  }

  /**
   * Evaluates rows and weights against held-out rows.
   *
   * @param starting told the name of each metric before it is computed
   */
  public static CuratorOnly<Evaluation> of(
      HeldOut heldOut,
      Table synthetic,
      Weights weights,
      EvaluationOptions options,
      Consumer<String> starting) {
    if (!heldOut.schema().columns().equals(synthetic.schema().columns())) {
      throw new IllegalArgumentException(
          "Held-out and synthetic rows must have the same declared columns. Read both with the"
              + " schema of the release.");
    }
    if (weights.size() != synthetic.rowCount()) {
      throw new IllegalArgumentException(
          "There must be one weight per synthetic row. Got: "
              + weights.size()
              + " for "
              + synthetic.rowCount()
              + " rows");
    }
    return heldOut.look(
        rows -> {
          Run run = new Run(rows, synthetic, weights, options);
          List<Comparison> comparisons =
              Metrics.all(rows.schema(), options).stream()
                  .map(
                      metric -> {
                        starting.accept(metric.name());
                        return run.compare(metric);
                      })
                  .toList();
          starting.accept("columns and pairs");
          return new Evaluation(
              run.real.rowCount(),
              run.synthetic.rowCount(),
              comparisons,
              run.columns(),
              run.fits(),
              run.pairs(options),
              run.unweighted ? Outcome.NO_WEIGHTS : verdict(comparisons));
        });
  }

  /** A metric counts when it moved by more than one standard error of the paired difference. */
  static Outcome verdict(List<Comparison> comparisons) {
    long better = comparisons.stream().filter(Comparison::better).count();
    long worse = comparisons.stream().filter(Comparison::worse).count();
    if (better > 2 * worse) {
      return Outcome.WEIGHTS_HELP;
    }
    return worse > 2 * better ? Outcome.WEIGHTS_HURT : Outcome.NO_CLEAR_DIFFERENCE;
  }

  /** The verdict with its counts, in a sentence. */
  public String reason() {
    if (verdict == Outcome.NO_WEIGHTS) {
      return "All rows count the same: there are no weights to judge.";
    }
    long better = comparisons.stream().filter(Comparison::better).count();
    long worse = comparisons.stream().filter(Comparison::worse).count();
    return String.format(
        Locale.ROOT,
        "Of %d metrics the weights make %d better and %d worse by more than one standard error: %s.",
        comparisons.size(),
        better,
        worse,
        verdict.words());
  }

  /** The rows that take part, and the bootstrap masses that all metrics share. */
  private static final class Run {
    final Table real;
    final Table synthetic;
    final boolean unweighted;
    private final double[] weighted;
    private final double[] ones;
    private final double[] realOnes;
    private final double[][] bootstraps;
    private final double[][] halves;

    Run(Table real, Table synthetic, Weights weights, EvaluationOptions options) {
      int[] realRows = drawn(real.rowCount(), options, "real rows");
      int[] syntheticRows = drawn(synthetic.rowCount(), options, "synthetic rows");
      this.real = real.select(realRows);
      this.synthetic = synthetic.select(syntheticRows);
      double[] all = weights.meanOne();
      weighted = Arrays.stream(syntheticRows).mapToDouble(r -> all[r]).toArray();
      ones = ones(syntheticRows.length);
      unweighted = Arrays.stream(all).allMatch(w -> w == all[0]);
      realOnes = ones(realRows.length);
      bootstraps = resampled(realRows.length, options.bootstraps(), options.seed());
      halves = halves(realRows.length, options.seed());
    }

    Comparison compare(Metric metric) {
      Metric.Pairing pairing = metric.pair(real, synthetic);
      ToDoubleFunction<double[]> without = pairing.near(realOnes, ones);
      ToDoubleFunction<double[]> with = unweighted ? without : pairing.near(realOnes, weighted);
      double sign = metric.higherIsBetter() ? 1 : -1;
      double[] a = new double[bootstraps.length];
      double[] b = new double[bootstraps.length];
      double[] gains = new double[bootstraps.length];
      for (int k = 0; k < bootstraps.length; k++) {
        b[k] = without.applyAsDouble(bootstraps[k]);
        a[k] = unweighted ? b[k] : with.applyAsDouble(bootstraps[k]);
        gains[k] = sign * (a[k] - b[k]);
      }
      double plainValue = without.applyAsDouble(realOnes);
      double weightedValue = unweighted ? plainValue : with.applyAsDouble(realOnes);
      double floor = metric.pair(real, real).weigh(halves[0]).applyAsDouble(halves[1]);
      return new Comparison(
          metric.name(),
          metric.higherIsBetter(),
          new MeasuredValue(weightedValue, spread(a)),
          new MeasuredValue(plainValue, spread(b)),
          new MeasuredValue(sign * (weightedValue - plainValue), spread(gains)),
          floor);
    }

    List<ColumnShares> columns() {
      List<ColumnShares> columns = new ArrayList<>();
      for (int c = 0; c < real.schema().columnCount(); c++) {
        columns.add(ColumnShares.of(real, synthetic, weighted, c));
      }
      return columns;
    }

    List<ColumnFit> fits() {
      return IntStream.range(0, real.schema().columnCount())
          .mapToObj(c -> ColumnFit.of(real, halves, synthetic, weighted, c))
          .sorted(Comparator.comparingDouble(ColumnFit::excess).reversed())
          .toList();
    }

    List<PairFit> pairs(EvaluationOptions options) {
      return real.schema().columnCount() < 2
          ? List.of()
          : Metrics.quantileMarginals(2, options).pairs(real, halves, synthetic, weighted);
    }

    private static int[] drawn(int rows, EvaluationOptions options, String stream) {
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

    private static double[][] resampled(int rows, int times, Seed seed) {
      RandomGenerator chance = seed.stream("bootstrap");
      double[][] masses = new double[times][rows];
      for (double[] mass : masses) {
        for (int draw = 0; draw < rows; draw++) {
          mass[chance.nextInt(rows)]++;
        }
      }
      return masses;
    }

    private static double[][] halves(int rows, Seed seed) {
      RandomGenerator chance = seed.stream("halves");
      double[][] halves = new double[2][rows];
      for (int r = 0; r < rows; r++) {
        halves[rows == 1 || chance.nextBoolean() ? 0 : 1][r] = 1;
      }
      // With very few rows one half can be empty: then the rows are compared with themselves.
      for (double[] half : halves) {
        if (Arrays.stream(half).sum() == 0) {
          Arrays.fill(half, 1);
        }
      }
      return halves;
    }

    private static double[] ones(int n) {
      double[] ones = new double[n];
      Arrays.fill(ones, 1);
      return ones;
    }

    /** The standard deviation of the values that are numbers. */
    private static double spread(double[] values) {
      double[] numbers = Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
      if (numbers.length < 2) {
        return Double.NaN;
      }
      double mean = Arrays.stream(numbers).average().orElseThrow();
      double squares = Arrays.stream(numbers).map(v -> (v - mean) * (v - mean)).sum();
      return Math.sqrt(squares / (numbers.length - 1));
    }
  }
}
