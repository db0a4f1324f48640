package tare.evaluation;

import tare.mechanism.NoisedStatistic;
import tare.noise.BoundedStatistic;
import tare.noise.GridLaplace;
import tare.noise.Norm;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Row;
import tare.table.RowPass;
import tare.table.Table;

/**
 * The mean squared error, on private rows, of a linear model that was trained on weighted public
 * ones, with Laplace noise. The target is on the [0, 1] scale of its bounds and an error counts for
 * one at most, so one row moves the mean over the public n by 1/n at most
 * (docs/proofs/prediction-error.md).
 */
public final class NoisedPredictionError implements NoisedStatistic<double[], double[], Double> {

  /** Errors are added up in these units, so that the sum is exact in any order. */
  private static final double UNIT = 0x1p-30;

  private final Coordinates coordinates;
  private final int target;
  private final ColumnType type;
  private final DownstreamLearner.Trained model;
  private final long n;
  private final GridLaplace law;

  /**
   * @param synthetic public rows
   * @param weights one per public row, not negative, on any scale. Not modified.
   * @param targetName a numeric column
   * @param n the public number of private rows, declared or bought
   * @param epsilon what the number may cost
   */
  public NoisedPredictionError(
      Table synthetic, double[] weights, String targetName, long n, double epsilon) {
    Schema schema = synthetic.schema();
    LabelledRows train = LabelledRows.of(synthetic, targetName);
    if (train.classification()) {
      throw new IllegalArgumentException(
          "A squared error needs a numeric target. \"" + targetName + "\" holds levels.");
    }
    if (n < 1) {
      throw new IllegalArgumentException(
          "The public number of private rows must be at least 1. Got: " + n);
    }
    if (!(epsilon > 0) || Double.isInfinite(epsilon)) {
      throw new IllegalArgumentException("epsilon must be positive and finite. Got: " + epsilon);
    }
    this.n = n;
    target = schema.indexOf(targetName);
    type = schema.column(target).type();
    coordinates = Coordinates.without(schema, target);
    model = LinearModel.DEFAULT.train(train, weights);
    law = GridLaplace.of(1 / epsilon, statistic().bound(), 1);
  }

  @Override
  public String purpose() {
    return "prediction error of the release";
  }

  /** One row moves the sum of errors by one at most. */
  @Override
  public BoundedStatistic<RowPass, double[]> statistic() {
    return new BoundedStatistic<>(rows -> new double[] {errors(rows)}, Norm.L1, 1);
  }

  @Override
  public GridLaplace law() {
    return law;
  }

  @Override
  public Double published(double[] noised) {
    return Math.max(0, Math.min(1, noised[0] / n));
  }

  /** The sum of errors before noise. */
  private double errors(RowPass rows) {
    long[] sum =
        rows.pass(
            () -> new long[1],
            (part, row) -> part[0] += units(row),
            (a, b) -> {
              a[0] += b[0];
              return a;
            });
    return sum[0] * UNIT;
  }

  private long units(Row row) {
    if (row.missing(target)) {
      return 0;
    }
    double[] point = new double[coordinates.width()];
    coordinates.put(row, point);
    double lo = type.lowerBound();
    double value = (row.number(target) - lo) / (type.upperBound() - lo);
    double error = value - model.predict(new double[][] {point})[0][0];
    // Privacy hangs on this line: no error counts for more than one.
    return (long) (Math.min(1, error * error) / UNIT);
  }
}
