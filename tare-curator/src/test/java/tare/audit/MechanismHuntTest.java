package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.evaluation.EvaluationOptions;
import tare.evaluation.NoisedPairDistance;
import tare.evaluation.NoisedPredictionError;
import tare.evaluation.NoisedRocCurve;
import tare.gate.InnerStatistic;
import tare.gate.Mechanism;
import tare.mechanism.NoisedCount;
import tare.mechanism.NoisedCounts;
import tare.mechanism.NoisedSum;
import tare.mechanism.PrivateChoice;
import tare.model.FeatureKind;
import tare.model.NoiseLaw;
import tare.noise.DiscreteLaplace;
import tare.noise.GridLaplace;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.Cells;
import tare.table.Row;
import tare.table.Table;
import tare.weight.BetaNoised;
import tare.weight.LogisticOptions;
import tare.weight.MomentOptions;
import tare.weight.Moments;
import tare.weight.OutputNorm;
import tare.weight.Tables;
import tare.weight.WeightTask;

/**
 * Every mechanism with one noised statistic, hunted as it stands before a gate: no row moves its
 * statistic further than the bound that its noise was made for, and some row moves it by a good
 * part of that, so that a smaller bound would be found.
 */
class MechanismHuntTest {

  private static final Schema SCHEMA = Tables.mixed();
  private static final Table SYNTHETIC = Tables.mixedRows(60, 0, new Seed(1));
  private static final SensitivityHunter.Options QUICK =
      new SensitivityHunter.Options(6, 4, 60, 300, new Seed(1));

  /** The statistic moves by a share of its claim between the two ends. */
  private static void moves(Mechanism<?> mechanism, double least) {
    mechanism.event();
    double share = SensitivityHunter.hunt(SCHEMA, (InnerStatistic) mechanism, QUICK).change();
    assertThat(share).isBetween(least, 1 + 1e-9);
  }

  private static WeightTask task(double epsilon) {
    return new WeightTask(
        SCHEMA, SYNTHETIC, null, 5, new PrivacyBudget(epsilon, 1e-6), new Seed(2));
  }

  private static LogisticOptions options(NoiseLaw law) {
    return new LogisticOptions(FeatureKind.WHITENED, OptionalDouble.of(0.3), Optional.of(law));
  }

  private static double[] ones() {
    double[] ones = new double[SYNTHETIC.rowCount()];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Test
  void count() {
    moves(NoisedCount.withEpsilon(1), 1);
  }

  @Test
  void counts() {
    moves(
        new NoisedCounts(
            "sick",
            new Cells() {
              @Override
              public int size() {
                return 2;
              }

              @Override
              public int of(Row row) {
                return row.level(2);
              }
            },
            DiscreteLaplace.of(1)),
        1);
  }

  @Test
  void sum() {
    moves(
        new NoisedSum(
            "sum",
            new NoisedSum.RowVector() {
              @Override
              public int length() {
                return 2;
              }

              @Override
              public void put(Row row, double[] out) {
                out[0] = row.missing(0) ? Double.NaN : row.number(0);
                out[1] = 3 * row.level(2);
              }
            },
            4,
            1),
        0.999);
  }

  @Test
  void vector() {
    moves(
        Claimed.vector(
            "vector",
            rows ->
                new double[] {rows.counts(Cells.ONE)[0] * 0.6, rows.counts(Cells.ONE)[0] * -0.8},
            GridLaplace.of(1, 1.4, 2)),
        0.999);
  }

  @Test
  void choice() {
    moves(
        PrivateChoice.of(
            "choice",
            rows -> new long[] {rows.counts(Cells.ONE)[0], -rows.counts(Cells.ONE)[0]},
            1,
            1),
        1);
  }

  /** R/(n lambda) is reached only where every row is misjudged with confidence. */
  @Test
  void beta() {
    for (NoiseLaw law : NoiseLaw.values()) {
      // In L1 the bound has a root of the width to spare.
      moves(new BetaNoised(options(law)).mechanism(task(1)), law == NoiseLaw.LAPLACE ? 0.1 : 0.2);
    }
  }

  @Test
  void output() {
    moves(new OutputNorm(options(NoiseLaw.GAUSSIAN)).mechanism(task(1)), 0.1);
  }

  @Test
  void moments() {
    moves(new Moments(MomentOptions.DEFAULTS).mechanism(task(100)), 0.5);
  }

  @Test
  void pairDistance() {
    moves(new NoisedPairDistance(SYNTHETIC, ones(), 5, 1, EvaluationOptions.DEFAULTS), 0.99);
  }

  @Test
  void rocCurve() {
    moves(new NoisedRocCurve(SYNTHETIC, ones(), "sick", 1), 1);
  }

  @Test
  void predictionError() {
    moves(new NoisedPredictionError(SYNTHETIC, ones(), "age", 5, 1), 0.3);
  }
}
