package tare.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyEvent;
import tare.kernel.mlp.Activation;
import tare.kernel.mlp.Loss;
import tare.kernel.mlp.MlpPass;
import tare.kernel.mlp.MlpShape;
import tare.noise.SeededNoise;
import tare.random.Seed;

class DpSgdTest {

  private static final MlpShape SHAPE = new MlpShape(List.of(5, 8, 4, 1), Activation.TANH);

  private static final LotSource NO_ROWS = LotSource.of(Examples.none(5));

  /**
   * Everybody in the lot, hardly any noise: the direction is the sum of stored, clipped gradients.
   */
  @Test
  void directionIsTheSumOfStoredClippedGradients() {
    float[] parameters = SHAPE.initialParameters(new Seed(1).stream("p"));
    Examples privateRows = rows(41, 1f, "private");
    Examples publicRows = rows(30, 0f, "public");
    int[] publicLot = {3, 4, 4, 29};
    double clip = 1.0;
    DpSgd engine =
        DpSgd.privately(
            new DpSgdPlan(1, 1e-9, 3, clip, 20),
            new MlpPass(SHAPE, 16), // smaller than the lot: several blocks
            Loss.LOG,
            LotSource.of(privateRows),
            new SeededNoise(1));
    float[] direction = new float[parameters.length];
    engine.direction(parameters, publicRows, publicLot, 0.25, direction);

    double[] expected = new double[parameters.length];
    int clipped = 0;
    for (int row = 0; row < 41; row++) {
      clipped += addClipped(parameters, privateRows, row, clip, 1, expected);
    }
    for (int row : publicLot) {
      addClipped(parameters, publicRows, row, clip, 0.25, expected);
    }
    assertThat(clipped).isBetween(5, 36); // both kinds are there
    double size = norm(expected);
    for (int i = 0; i < expected.length; i++) {
      assertThat(20.0 * direction[i]).isCloseTo(expected[i], within(1e-5 * size));
    }
  }

  /** The gradient of one row, stored, from an engine that clips nothing. */
  private static double[] gradient(float[] parameters, Examples rows, int row) {
    DpSgd engine =
        DpSgd.withoutPrivacy(
            DpSgdPlan.nonPrivate(1, 1, 1),
            new MlpPass(SHAPE, 4),
            Loss.LOG,
            NO_ROWS,
            new Seed(2).stream("x"));
    float[] gradient = new float[parameters.length];
    engine.direction(parameters, rows, new int[] {row}, 1, gradient);
    double[] wide = new double[gradient.length];
    Arrays.setAll(wide, i -> gradient[i]);
    return wide;
  }

  private static int addClipped(
      float[] parameters, Examples rows, int row, double clip, double scale, double[] sum) {
    double[] gradient = gradient(parameters, rows, row);
    double bound = clip * (1 - DpSgd.CLIP_MARGIN);
    double factor = Math.min(1, bound / norm(gradient));
    for (int i = 0; i < sum.length; i++) {
      sum[i] += scale * factor * gradient[i];
    }
    return factor < 1 ? 1 : 0;
  }

  @Test
  void noRowMovesASumByMoreThanTheClip() {
    RandomGenerator random = new Seed(3).stream("extremes");
    MlpPass pass = new MlpPass(SHAPE, 64);
    for (int round = 0; round < 300; round++) {
      float[] parameters = SHAPE.initialParameters(random);
      float size = (float) Math.pow(10, random.nextInt(-8, 20));
      for (int i = 0; i < parameters.length; i++) {
        parameters[i] *= size;
      }
      float[] inputs = new float[5];
      for (int i = 0; i < inputs.length; i++) {
        inputs[i] = (float) (random.nextGaussian() * Math.pow(10, random.nextInt(-20, 38)));
      }
      double clip = Math.pow(10, random.nextInt(-6, 7));
      Clipping clipping = round % 2 == 0 ? Clipping.GRADIENT : Clipping.LOGIT;
      DpSgdPlan plan = new DpSgdPlan(1, 1, 1, clip, 1).withClipping(clipping);
      DpSgd engine =
          new DpSgd(
              plan,
              pass,
              Loss.LOG,
              LotSource.of(Examples.labelled(inputs, 5, 1f)),
              null,
              random::nextLong);
      float[] sum = new float[parameters.length];
      engine.direction(parameters, Examples.none(5), new int[0], 0, sum);
      double[] wide = new double[sum.length];
      Arrays.setAll(wide, i -> sum[i]);
      assertThat(norm(wide)).isLessThanOrEqualTo(clip);
    }
  }

  /**
   * The roundings of a float sum over a full lot stay below the margin that clipping leaves. Not
   * the worst case, which docs/proofs/dp-sgd.md bounds, but what lots of this size do.
   */
  @Test
  void roundingsOfALotStayWithinTheMargin() {
    float[] parameters = SHAPE.initialParameters(new Seed(4).stream("p"));
    Examples all = rows(256, 1f, "lot");
    double clip = 0.05; // everybody is clipped
    float[] sum = sumOf(parameters, all, clip);
    double[] expected = new double[parameters.length];
    for (int row = 0; row < 256; row++) {
      addClipped(parameters, all, row, clip, 1, expected);
    }
    double[] off = new double[expected.length];
    Arrays.setAll(off, i -> sum[i] - expected[i]);
    assertThat(norm(off)).isLessThan(DpSgd.CLIP_MARGIN * clip);
  }

  private static float[] sumOf(float[] parameters, Examples rows, double clip) {
    DpSgd engine =
        new DpSgd(
            new DpSgdPlan(1, 1, 1, clip, 1),
            new MlpPass(SHAPE, 256),
            Loss.LOG,
            LotSource.of(rows),
            null,
            new Seed(5).stream("b")::nextLong);
    float[] sum = new float[parameters.length];
    engine.direction(parameters, Examples.none(5), new int[0], 0, sum);
    return sum;
  }

  /** The factor is the same for both labels: clipping cannot tip the odds. */
  @Test
  void clippingByTheLogitDoesNotLookAtTheLabel() {
    float[] parameters = SHAPE.initialParameters(new Seed(1).stream("p"));
    Examples yes = rows(10, 1f, "same");
    Examples no = rows(10, 0f, "same");
    DpSgdPlan plan = new DpSgdPlan(1, 1, 1, 0.3, 1).withClipping(Clipping.LOGIT);
    for (int row = 0; row < 10; row++) {
      double ofYes = factor(plan, parameters, yes, row);
      double ofNo = factor(plan, parameters, no, row);
      assertThat(ofYes).isCloseTo(ofNo, within(1e-5 * ofYes)).isLessThan(1);
    }
  }

  /** What a row's gradient was multiplied by, measured at its largest coordinate. */
  private static double factor(DpSgdPlan plan, float[] parameters, Examples rows, int row) {
    double[] whole = gradient(parameters, rows, row);
    DpSgd engine =
        new DpSgd(
            plan,
            new MlpPass(SHAPE, 4),
            Loss.LOG,
            NO_ROWS,
            null,
            new Seed(5).stream("b")::nextLong);
    float[] clipped = new float[parameters.length];
    engine.direction(parameters, rows, new int[] {row}, 1, clipped);
    int largest = 0;
    for (int i = 0; i < whole.length; i++) {
      largest = Math.abs(whole[i]) > Math.abs(whole[largest]) ? i : largest;
    }
    return clipped[largest] / whole[largest];
  }

  @Test
  void aRowWithoutAFiniteGradientIsLeftOut() {
    float[] parameters = SHAPE.initialParameters(new Seed(1).stream("p"));
    float[] one = {1f, 2f, 3f, 4f, 5f, Float.NaN, 0f, 0f, 0f, 0f};
    float[] sum = sumOf(parameters, Examples.labelled(one, 5, 1f), 1);
    float[] alone = sumOf(parameters, Examples.labelled(Arrays.copyOf(one, 5), 5, 1f), 1);
    assertThat(sum).isEqualTo(alone);
    assertThat(DpSgd.boundedFactor(Double.NaN, 1)).isZero();
    assertThat(DpSgd.boundedFactor(Double.POSITIVE_INFINITY, 1)).isZero();
  }

  /**
   * Empty lots get the same noise as full ones: variance of 20,000 draws within 5.5 sd of truth.
   */
  @Test
  void aStepWithoutPrivateRowsIsNoisedAllTheSame() {
    float[] parameters = new float[SHAPE.parameterCount()];
    int steps = 20_000 / parameters.length;
    DpSgd engine =
        DpSgd.privately(
            new DpSgdPlan(0.5, 2, steps, 3, 10),
            new MlpPass(SHAPE, 4),
            Loss.LOG,
            NO_ROWS,
            new SeededNoise(6));
    float[] direction = new float[parameters.length];
    double squares = 0;
    for (int step = 0; step < steps; step++) {
      engine.direction(parameters, Examples.none(5), new int[0], 1, direction);
      for (float d : direction) {
        squares += d * d;
      }
    }
    double draws = steps * (double) parameters.length;
    double variance = squares / draws;
    double expected = Math.pow(2.0 * 3 / 10, 2);
    assertThat((variance / expected - 1) / Math.sqrt(2 / draws)).isBetween(-5.5, 5.5);
  }

  @Test
  void refusesAStepThatWasNotAccountedFor() {
    DpSgd engine =
        DpSgd.privately(
            new DpSgdPlan(0.5, 1, 1, 1, 1),
            new MlpPass(SHAPE, 4),
            Loss.LOG,
            NO_ROWS,
            new SeededNoise(1));
    float[] parameters = new float[SHAPE.parameterCount()];
    engine.direction(parameters, Examples.none(5), new int[0], 1, parameters.clone());
    assertThatThrownBy(
            () -> engine.direction(parameters, Examples.none(5), new int[0], 1, parameters))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("All 1 steps that were accounted for have been taken.");
  }

  @Test
  void aPlanWithoutNoiseNeverPassesForPrivate() {
    assertThat(new DpSgdPlan(0.1, 0, 10, 1, 1).event()).isInstanceOf(PrivacyEvent.NonPrivate.class);
    assertThat(new DpSgdPlan(0.1, 1.5, 10, 1, 1).event())
        .isEqualTo(
            new PrivacyEvent.Repeated(
                new PrivacyEvent.PoissonSampled(0.1, new PrivacyEvent.Gaussian(1.5)), 10));
    assertThatThrownBy(
            () ->
                DpSgd.privately(
                    DpSgdPlan.nonPrivate(0.1, 1, 1),
                    new MlpPass(SHAPE, 4),
                    Loss.LOG,
                    NO_ROWS,
                    new SeededNoise(1)))
        .hasMessageContaining("noise multiplier above 0");
    assertThatThrownBy(() -> new DpSgdPlan(0.1, 1, 10, Double.POSITIVE_INFINITY, 1))
        .hasMessageContaining("the clip must be in");
  }

  /** Without privacy the same loop learns a curve that no line fits. */
  @Test
  void learnsWithoutPrivacyThroughTheSameLoop() {
    RandomGenerator random = new Seed(9).stream("data");
    int n = 2_000;
    float[] x = new float[n];
    float[] y = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = (float) (4 * random.nextDouble() - 2);
      y[i] = x[i] * x[i] - 1;
    }
    MlpShape shape = MlpShape.oneHidden(1, 24, 1, Activation.TANH);
    MlpPass pass = new MlpPass(shape, 64);
    DpSgd engine =
        DpSgd.withoutPrivacy(
            DpSgdPlan.nonPrivate(0.03, 1_500, 60),
            pass,
            Loss.SQUARED,
            LotSource.of(Examples.of(x, 1, y)),
            new Seed(1).stream("lots"));
    long[] heard = {0, 0};
    float[] fitted =
        new Training(tare.kernel.mlp.StepRule.Adam.withRate(0.01), 0, 0, 0.2)
            .run(
                engine,
                shape.initialParameters(new Seed(1).stream("start")),
                Examples.none(1),
                new Seed(1).stream("order"),
                (phase, done) -> {
                  heard[0]++;
                  heard[1] = Math.round(1_500 * done);
                });
    assertThat(heard).containsExactly(1_500, 1_500);
    double squares = 0;
    for (int i = 0; i < 50; i++) {
      pass.inputs()[i] = (float) (-2 + 4 * i / 49.0);
    }
    pass.forward(fitted, 50);
    for (int i = 0; i < 50; i++) {
      double at = -2 + 4 * i / 49.0;
      squares += Math.pow(pass.outputs()[i] - (at * at - 1), 2);
    }
    assertThat(Math.sqrt(squares / 50)).isLessThan(0.05);
  }

  private static Examples rows(int count, float target, String name) {
    RandomGenerator random = new Seed(10).stream(name);
    float[] values = new float[count * 5];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return Examples.labelled(values, 5, target);
  }

  private static double norm(double[] values) {
    return Math.sqrt(Arrays.stream(values).map(v -> v * v).sum());
  }
}
