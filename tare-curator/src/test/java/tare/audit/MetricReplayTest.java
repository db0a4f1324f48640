package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.audit.ReplayAudit.Result;
import tare.evaluation.EvaluationOptions;
import tare.evaluation.NoisedPairDistance;
import tare.evaluation.NoisedPredictionError;
import tare.evaluation.NoisedRocCurve;
import tare.gate.Mechanism;
import tare.noise.SeededNoise;
import tare.table.Table;

/**
 * The charged metrics, recorded and replayed on neighbours whose odd row comes first, in the middle
 * and last. Models, cuts and shares come from public rows, so they are the same on all.
 */
class MetricReplayTest {

  private static final List<double[]> VALUES = SixColumns.values();
  private static final Table PUBLIC = SixColumns.table(VALUES.subList(0, 200));

  private static double[] ones() {
    double[] ones = new double[PUBLIC.rowCount()];
    Arrays.fill(ones, 1);
    return ones;
  }

  /**
   * @param least the share of the claim that some neighbour loses at least
   */
  private static void replays(Supplier<Mechanism<?>> mechanism, double least) {
    Result result =
        ReplayAudit.audit(
            gate -> gate.run(mechanism.get()),
            SixColumns.table(VALUES),
            FrontDoorReplayTest.neighbours(),
            new PrivacyBudget(10, 1e-6),
            new SeededNoise(6));
    assertThat(result.faults()).isEmpty();
    assertThat(result.mechanisms()).isEqualTo(1);
    assertThat(result.largestShare()).isBetween(least, 1 + 1e-6);
  }

  @Test
  void rocCurve() {
    replays(() -> new NoisedRocCurve(PUBLIC, ones(), "ill", 1), 0.999);
  }

  @Test
  void predictionError() {
    replays(() -> new NoisedPredictionError(PUBLIC, ones(), "income", SixColumns.ROWS, 1), 0.01);
  }

  @Test
  void pairDistance() {
    replays(
        () ->
            new NoisedPairDistance(PUBLIC, ones(), SixColumns.ROWS, 1, EvaluationOptions.DEFAULTS),
        0.05);
  }
}
