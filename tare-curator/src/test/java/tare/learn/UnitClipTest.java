package tare.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.audit.Attack;
import tare.audit.Claim;
import tare.audit.DpTester;
import tare.gate.PrivateRows;
import tare.gate.SmallTables;
import tare.kernel.mlp.Activation;
import tare.kernel.mlp.Loss;
import tare.kernel.mlp.MlpPass;
import tare.kernel.mlp.MlpShape;
import tare.noise.NoiseSource;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.table.BoundedRows;

/** A unit with several rows moves a sum of gradients by the clip at most: docs/proofs/dp-sgd.md. */
class UnitClipTest {

  private static final MlpShape SHAPE = MlpShape.oneHidden(1, 3, 1, Activation.TANH);

  /** One unit of so many rows whose inputs are large in all of them. */
  private static PrivateRows unit(int rows) {
    double[][] cells = new double[rows][];
    Arrays.fill(cells, new double[] {1, 0});
    return PrivateRows.of(
        new BoundedRows(SmallTables.of(cells), rows == 0 ? new int[] {0} : new int[] {0, rows}));
  }

  private static LotSource shared(PrivateRows rows) {
    return LotSource.sharedByUnits(rows, 1, (row, to, at) -> to[at] = (float) row.number(0), 1f);
  }

  /** The fault: every row is clipped as if it were all that its unit has. */
  private static LotSource alone(PrivateRows rows) {
    return LotSource.labelled(rows, 1, (row, to, at) -> to[at] = (float) row.number(0), 1f);
  }

  /** The longest sum that a unit makes, over the clip, for parameters of many sizes. */
  private static double longest(IntFunction<LotSource> source, Clipping clipping) {
    RandomGenerator random = new Seed(3).stream("units");
    double longest = 0;
    for (int round = 0; round < 200; round++) {
      float[] parameters = SHAPE.initialParameters(random);
      float size = (float) Math.pow(10, random.nextInt(-3, 6));
      for (int i = 0; i < parameters.length; i++) {
        parameters[i] *= size;
      }
      double clip = Math.pow(10, random.nextInt(-6, 3));
      // Blocks of three rows, so that a unit's rows lie in several.
      DpSgd engine =
          new DpSgd(
              new DpSgdPlan(1, 1, 1, clip, 1).withClipping(clipping),
              new MlpPass(SHAPE, 3),
              Loss.LOG,
              source.apply(1 + random.nextInt(8)),
              null,
              random::nextLong);
      float[] sum = new float[parameters.length];
      engine.direction(parameters, Examples.none(1), new int[0], 0, sum);
      double squares = 0;
      for (float value : sum) {
        squares += (double) value * value;
      }
      longest = Math.max(longest, Math.sqrt(squares) / clip);
    }
    return longest;
  }

  @Test
  void noUnitMovesASumByMoreThanTheClip() {
    for (Clipping clipping : Clipping.values()) {
      assertThat(longest(rows -> shared(unit(rows)), clipping)).isBetween(0.9, 1.0);
      assertThat(longest(rows -> alone(unit(rows)), clipping)).isGreaterThan(2);
    }
  }

  /**
   * A unit of four rows, or none, put to the tester at the claim for one row. False alarms: 1e-6.
   */
  @Test
  void theClaimForARowHoldsForAUnit() {
    assertThat(test(UnitClipTest::shared).accepted()).isTrue();
    assertThat(test(UnitClipTest::alone).accepted()).isFalse();
  }

  private static DpTester.Result test(Function<PrivateRows, LotSource> source) {
    DpSgdPlan plan = new DpSgdPlan(0.5, 1, 1, 0.05, 1);
    NoiseSource noise = new SeededNoise(5);
    float[] parameters = SHAPE.initialParameters(new Seed(21).stream("start"));
    float[] gradient = direction(plan, parameters, shared(unit(1)), null);
    IntFunction<Supplier<Double>> run =
        rows -> () -> along(direction(plan, parameters, source.apply(unit(rows)), noise), gradient);
    return DpTester.test(
        run.apply(4),
        run.apply(0),
        Claim.of(plan.event()),
        Attack.number(),
        DpTester.Options.DEFAULTS.withSamples(20_000));
  }

  private static float[] direction(
      DpSgdPlan plan,
      float[] parameters,
      LotSource source,
      @org.jspecify.annotations.Nullable NoiseSource noise) {
    DpSgd engine =
        noise == null
            ? new DpSgd(
                new DpSgdPlan(1, 1, 1, plan.clip(), 1),
                new MlpPass(SHAPE, 3),
                Loss.LOG,
                source,
                null,
                () -> 0L)
            : DpSgd.privately(plan, new MlpPass(SHAPE, 3), Loss.LOG, source, noise);
    float[] direction = new float[parameters.length];
    engine.direction(parameters, Examples.none(1), new int[0], 0, direction);
    return direction;
  }

  private static double along(float[] direction, float[] gradient) {
    double sum = 0;
    for (int i = 0; i < direction.length; i++) {
      sum += direction[i] * gradient[i];
    }
    return sum;
  }
}
