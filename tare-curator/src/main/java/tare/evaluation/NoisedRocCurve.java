package tare.evaluation;

import java.util.Arrays;
import tare.kernel.regression.RocAuc;
import tare.mechanism.NoisedCounts;
import tare.mechanism.NoisedStatistic;
import tare.noise.BoundedStatistic;
import tare.noise.DiscreteLaplace;
import tare.noise.IntegerNoise;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Cells;
import tare.table.Row;
import tare.table.RowPass;
import tare.table.Table;

/**
 * How well a model that was trained on weighted public rows ranks private ones, with noise: a
 * histogram of its score for each of two classes, and the ROC-AUC of that.
 *
 * <p>The model and the bins of its score are public, so a row is in one cell of the histogram, and
 * all cells together cost what one count does (docs/proofs/roc-curve.md).
 */
public final class NoisedRocCurve
    implements NoisedStatistic<long[], long[], NoisedRocCurve.Result> {

  /**
   * A noised histogram.
   *
   * @param negatives noised counts of class 0 by rising score; may be negative
   * @param positives noised counts of class 1 by rising score; may be negative
   * @param auc the area under the curve of the counts, those below zero taken as zero; NaN when a
   *     class has none
   */
  public record Result(long[] negatives, long[] positives, double auc) {}

  private static final int BINS = 20;

  private final Coordinates coordinates;
  private final int target;
  private final DownstreamLearner.Trained model;
  private final double[] cuts;
  private final NoisedCounts counts;

  /**
   * @param synthetic public rows
   * @param weights one per public row, not negative, on any scale. Not modified.
   * @param targetName a yes/no column or one of two levels
   * @param epsilon what the curve may cost
   */
  public NoisedRocCurve(Table synthetic, double[] weights, String targetName, double epsilon) {
    Schema schema = synthetic.schema();
    LabelledRows train = LabelledRows.of(synthetic, targetName);
    target = schema.indexOf(targetName);
    ColumnType type = schema.column(target).type();
    if (type.isNumeric() || type.levelCount() != 2) {
      throw new IllegalArgumentException(
          "A ROC curve needs a target with two levels. \"" + targetName + "\" has not.");
    }
    if (!(epsilon > 0) || Double.isInfinite(epsilon)) {
      throw new IllegalArgumentException("epsilon must be positive and finite. Got: " + epsilon);
    }
    coordinates = Coordinates.without(schema, target);
    model = LinearModel.DEFAULT.train(train, weights);
    cuts = cuts(model.predict(train.points())[1]);
    counts =
        new NoisedCounts(
            "ROC curve of the release", new ScoreCells(), DiscreteLaplace.of(1 / epsilon));
  }

  /** Even parts of the public rows, by score. */
  private static double[] cuts(double[] scores) {
    double[] sorted = scores.clone();
    Arrays.sort(sorted);
    double[] cuts = new double[BINS - 1];
    for (int b = 1; b < BINS; b++) {
      cuts[b - 1] = sorted[(int) ((long) b * sorted.length / BINS)];
    }
    return cuts;
  }

  @Override
  public String purpose() {
    return counts.purpose();
  }

  /** The histogram: what one row more or less changes in one place by one. */
  @Override
  public BoundedStatistic<RowPass, long[]> statistic() {
    return counts.statistic();
  }

  @Override
  public IntegerNoise law() {
    return counts.law();
  }

  @Override
  public Result published(long[] noised) {
    long[] negatives = Arrays.copyOf(noised, BINS);
    long[] positives = Arrays.copyOfRange(noised, BINS, 2 * BINS);
    return new Result(negatives, positives, auc(negatives, positives));
  }

  private static double auc(long[] negatives, long[] positives) {
    double[] scores = new double[2 * BINS];
    boolean[] positive = new boolean[2 * BINS];
    double[] mass = new double[2 * BINS];
    for (int b = 0; b < BINS; b++) {
      scores[b] = b;
      mass[b] = Math.max(0, negatives[b]);
      scores[BINS + b] = b;
      positive[BINS + b] = true;
      mass[BINS + b] = Math.max(0, positives[b]);
    }
    return RocAuc.of(scores, positive, mass);
  }

  /** Class times score bin; rows without a class are in a last cell of their own. */
  private final class ScoreCells implements Cells {

    @Override
    public int size() {
      return 2 * BINS + 1;
    }

    @Override
    public int of(Row row) {
      if (row.missing(target)) {
        return 2 * BINS;
      }
      double[] point = new double[coordinates.width()];
      coordinates.put(row, point);
      double score = model.predict(new double[][] {point})[1][0];
      int bin = 0;
      while (bin < cuts.length && score >= cuts[bin]) {
        bin++;
      }
      return row.level(target) * BINS + bin;
    }
  }
}
