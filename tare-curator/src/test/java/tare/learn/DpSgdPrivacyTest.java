package tare.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.audit.Attack;
import tare.audit.Claim;
import tare.audit.DpTester;
import tare.kernel.mlp.Activation;
import tare.kernel.mlp.Loss;
import tare.kernel.mlp.MlpPass;
import tare.kernel.mlp.MlpShape;
import tare.kernel.mlp.StepRule;
import tare.noise.NoiseSource;
import tare.noise.SeededNoise;
import tare.random.Seed;

/**
 * Full steps of a tiny net on worst-case neighbours, put to the DP tester: accepted as they are,
 * rejected with each known fault. The false-alarm rate of every verdict is 1e-6.
 *
 * <p>Neighbours: one row whose gradient is always longer than the clip, present or absent; for lots
 * of a fixed size another row, whose gradient points the other way, is in both tables. The attack
 * knows everything but the row's presence and the coins: it takes the likelihood ratio of all
 * directions.
 */
class DpSgdPrivacyTest {

  private static final MlpShape SHAPE = MlpShape.oneHidden(1, 2, 1, Activation.TANH);
  private static final float[] START = SHAPE.initialParameters(new Seed(21).stream("start"));
  private static final double RATE = 0.5;
  private static final double SIGMA = 1.0;
  private static final double CLIP = 0.05;
  private static final DpTester.Options TESTER = DpTester.Options.DEFAULTS.withSamples(20_000);

  /** Makes an engine for a plan; a faulty one is a mutant. */
  private interface Engine {
    DpSgd make(DpSgdPlan plan, Examples rows, NoiseSource noise);
  }

  /** The engine as it is. */
  private static final Engine SOUND =
      (plan, rows, noise) -> DpSgd.privately(plan, pass(), Loss.LOG, LotSource.of(rows), noise);

  /** Half the noise that was accounted for. */
  private static final Engine HALF_NOISE =
      (plan, rows, noise) ->
          DpSgd.privately(
              new DpSgdPlan(
                  plan.samplingRate(),
                  plan.noiseMultiplier() / 2,
                  plan.steps(),
                  plan.clip(),
                  plan.lotSize()),
              pass(),
              Loss.LOG,
              LotSource.of(rows),
              noise);

  /** Gradients as long as they come. */
  private static final Engine NO_CLIPPING =
      (plan, rows, noise) ->
          new DpSgd(plan, pass(), Loss.LOG, LotSource.of(rows), noise, noise::nextLong) {
            @Override
            double clipFactor(double squaredNorm, double outputDelta) {
              return 1;
            }
          };

  /** No noise when no private row was drawn. */
  private static final Engine NO_NOISE_ON_EMPTY_LOTS =
      (plan, rows, noise) ->
          new DpSgd(plan, pass(), Loss.LOG, LotSource.of(rows), noise, noise::nextLong) {
            @Override
            void begin(float[] sum, int privateRowsInLot) {
              super.begin(sum, privateRowsInLot);
              if (privateRowsInLot == 0) {
                java.util.Arrays.fill(sum, 0);
              }
            }
          };

  /** One draw of noise for each private row of the lot: Ghalebikesabi et al., Algorithm 1. */
  private static final Engine NOISE_PER_ROW =
      (plan, rows, noise) ->
          new DpSgd(plan, pass(), Loss.LOG, LotSource.of(rows), noise, noise::nextLong) {
            @Override
            void begin(float[] sum, int privateRowsInLot) {
              super.begin(sum, privateRowsInLot);
              for (int i = 0; i < sum.length; i++) {
                sum[i] *= (float) Math.sqrt(privateRowsInLot);
              }
            }
          };

  /**
   * Clip and noise follow the norms of the lot, here that of its first row, instead of the plan:
   * every gradient seems clipped, and the noise tells how long it was.
   */
  private static final Engine CLIP_OF_THE_LOT =
      (plan, rows, noise) ->
          new DpSgd(plan, pass(), Loss.LOG, LotSource.of(rows), noise, noise::nextLong) {
            private float[] sum = new float[0];
            private double clip;

            @Override
            void begin(float[] start, int privateRowsInLot) {
              super.begin(start, privateRowsInLot);
              sum = start;
              clip = 0;
            }

            @Override
            double clipFactor(double squaredNorm, double outputDelta) {
              if (clip == 0) {
                clip = Math.sqrt(squaredNorm);
                for (int i = 0; i < sum.length; i++) {
                  sum[i] *= (float) (clip / CLIP);
                }
              }
              return boundedFactor(squaredNorm, clip);
            }
          };

  /** One row per lot, taken in turn from a shuffled order, accounted for as if Poisson. */
  private static final Engine SHUFFLED =
      (plan, rows, noise) ->
          new DpSgd(plan, pass(), Loss.LOG, LotSource.of(rows), noise, noise::nextLong) {
            private final List<Integer> order = new ArrayList<>();

            @Override
            Examples drawLot() {
              if (order.isEmpty()) {
                for (int i = 0; i < rows.size(); i++) {
                  order.add(noise.nextLong(2) == 0 ? 0 : order.size(), i);
                }
              }
              return rows.picked(new int[] {order.remove(0)});
            }
          };

  @TestFactory
  List<DynamicTest> verdicts() {
    List<DynamicTest> tests = new ArrayList<>();
    for (int steps : new int[] {1, 10}) {
      String in = " in " + steps + (steps == 1 ? " step" : " steps");
      tests.add(verdict("stands as it is" + in, SOUND, steps, true));
      tests.add(verdict("half the noise" + in, HALF_NOISE, steps, false));
      tests.add(verdict("no clipping" + in, NO_CLIPPING, steps, false));
      tests.add(verdict("clip norm read from the lot" + in, CLIP_OF_THE_LOT, steps, false));
      tests.add(verdict("no noise on empty lots" + in, NO_NOISE_ON_EMPTY_LOTS, steps, false));
      tests.add(verdict("noise per private row" + in, NOISE_PER_ROW, steps, false));
      tests.add(verdict("shuffled lots" + in, SHUFFLED, steps, false));
    }
    return tests;
  }

  private static DynamicTest verdict(String name, Engine engine, int steps, boolean accepted) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          DpSgdPlan plan = new DpSgdPlan(0.5, SIGMA, steps, CLIP, 1);
          NoiseSource noise = new SeededNoise(steps);
          boolean pairs = engine == SHUFFLED;
          Examples with = pairs ? rows(1f, -1f) : rows(1f);
          Examples without = pairs ? rows(-1f) : rows();
          DpTester.Result result =
              DpTester.test(
                  run(engine, plan, noise, with),
                  run(engine, plan, noise, without),
                  claim(plan.event()),
                  Attack.number(),
                  TESTER);
          assertThat(result.accepted()).as(result.summary()).isEqualTo(accepted);
        });
  }

  /** The claim of the event at several epsilons, each with its own delta. */
  private static Claim claim(PrivacyEvent event) {
    List<PrivacyBudget> points = new ArrayList<>();
    for (double epsilon : new double[] {0, 0.25, 0.5, 1, 1.5, 2, 3}) {
      points.add(new PrivacyBudget(epsilon, Accounting.delta(event, epsilon)));
    }
    return new Claim(points);
  }

  /** Trains once and returns the log likelihood ratio of all directions, presence to absence. */
  private static Supplier<Double> run(
      Engine engine, DpSgdPlan plan, NoiseSource noise, Examples rows) {
    return () -> {
      DpSgd run = engine.make(plan, rows, noise);
      float[] parameters = START.clone();
      float[] direction = new float[parameters.length];
      StepRule.Optimiser optimiser = new StepRule.Plain(RATE).start(parameters.length);
      double score = 0;
      for (long step = 0; step < plan.steps(); step++) {
        float[] suspect = clippedGradient(parameters, plan.clip());
        run.direction(parameters, Examples.none(1), new int[0], 0, direction);
        score += logRatio(direction, suspect, plan);
        optimiser.step(parameters, direction);
      }
      return score;
    };
  }

  /** log of (1 - q) + q N(d; g, s^2) / N(d; 0, s^2). */
  private static double logRatio(float[] direction, float[] gradient, DpSgdPlan plan) {
    double variance = Math.pow(plan.noiseMultiplier() * plan.clip(), 2);
    double exponent = 0;
    for (int i = 0; i < direction.length; i++) {
      exponent += gradient[i] * (direction[i] - 0.5 * gradient[i]) / variance;
    }
    double q = plan.samplingRate();
    return Math.log(1 - q + q * Math.exp(Math.min(700, exponent)));
  }

  /** What the suspected row adds to a sum it is in. */
  private static float[] clippedGradient(float[] parameters, double clip) {
    DpSgd alone =
        new DpSgd(
            new DpSgdPlan(1, 1, 1, clip, 1),
            pass(),
            Loss.LOG,
            LotSource.of(rows(1f)),
            null,
            () -> 0L);
    float[] gradient = new float[parameters.length];
    alone.direction(parameters, Examples.none(1), new int[0], 0, gradient);
    return gradient;
  }

  private static MlpPass pass() {
    return new MlpPass(SHAPE, 2);
  }

  /** Rows with input 1; those marked 1 have label 1, those marked -1 label 0. */
  private static Examples rows(float... marks) {
    float[] inputs = new float[marks.length];
    float[] targets = new float[marks.length];
    for (int i = 0; i < marks.length; i++) {
      inputs[i] = 1;
      targets[i] = marks[i] > 0 ? 1 : 0;
    }
    return Examples.of(inputs, 1, targets);
  }
}
