package tare.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.accounting.PrivacyBudget;
import tare.generator.GeneratorTask;
import tare.generator.bayes.IndependentColumns;
import tare.generator.bayes.PrivBayes;
import tare.mechanism.NoisedCount;
import tare.model.FittedGenerator;
import tare.model.FittedWeights;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.Table;
import tare.weight.BetaDebiased;
import tare.weight.BetaNoised;
import tare.weight.MomentOptions;
import tare.weight.Moments;
import tare.weight.OutputLaplace;
import tare.weight.OutputNorm;
import tare.weight.WeightEstimator;
import tare.weight.WeightTask;

/**
 * Rows may be anywhere: what mechanisms ask survives the way there and back, and with the same
 * draws the same comes out, to the last bit, in however many parts the rows are.
 */
class TravellingRowsTest {

  /** What the fits of this test take; each is bounded by the solver's public number of steps. */
  private static final int MOST_LOGISTIC_PASSES = 20;

  private static final Schema EVERY_KIND = EveryKind.SCHEMA;

  private final Table rows = EveryKind.rows(3_000);

  private static GeneratorTask task() {
    return new GeneratorTask(EVERY_KIND, 3_000, new PrivacyBudget(2, 1e-6), new Seed(5));
  }

  private <R> void sameHereAndThere(Mechanism<R> mechanism, int parts, int mostPasses) {
    TravellingRows travelling = new TravellingRows(rows, parts);
    R there = mechanism.apply(travelling, new SeededNoise(7));
    R here = mechanism.apply(PrivateRows.of(rows), new SeededNoise(7));
    assertThat(text(there)).isEqualTo(text(here));
    assertThat(travelling.passes()).isBetween(1, mostPasses);
  }

  private static String text(Object result) {
    return result instanceof FittedGenerator model
        ? model.parameters().toString()
        : String.valueOf(result);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64})
  void countsAndGeneratorsAreTheSame(int parts) {
    sameHereAndThere(NoisedCount.withEpsilon(1), parts, 1);
    sameHereAndThere(new IndependentColumns().mechanism(task()), parts, 3);
    sameHereAndThere(new PrivBayes().mechanism(task()), parts, 4);
  }

  private WeightTask weightTask(double epsilon) {
    FittedGenerator model =
        new PrivBayes().mechanism(task()).apply(PrivateRows.of(rows), new SeededNoise(7));
    return new WeightTask(
        EVERY_KIND,
        model.sample(2_000, new Seed(1)),
        model,
        3_000,
        new PrivacyBudget(epsilon, 1e-6),
        new Seed(5));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64})
  void momentsAreTheSameInOnePass(int parts) {
    WeightTask task = weightTask(2);
    Mechanism<?> moments = new Moments(MomentOptions.DEFAULTS).mechanism(task);
    TravellingRows travelling = new TravellingRows(rows, parts);
    Object there = moments.apply(travelling, new SeededNoise(7));
    Object here = moments.apply(PrivateRows.of(rows), new SeededNoise(7));
    assertThat(weights(there, task)).containsExactly(weights(here, task));
    assertThat(travelling.passes()).isEqualTo(1);
  }

  /**
   * A fit that passes over the rows anew for each step: in however many parts they are, to the last
   * bit; and beside the solver that has them all in memory to 1e-9, or a step of the grid that
   * noise is drawn on, where the two fall on either side of its middle.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64})
  void logisticWeightsAreTheSame(int parts) {
    WeightTask task = weightTask(8);
    for (WeightEstimator method :
        List.of(new BetaNoised(), new BetaDebiased(), new OutputLaplace(), new OutputNorm())) {
      Mechanism<FittedWeights> fit = method.mechanism(task);
      TravellingRows travelling = new TravellingRows(rows, parts);
      FittedWeights fitted = fit.apply(travelling, new SeededNoise(7));
      double[] there = weights(fitted, task);
      double[] inTwo = weights(fit.apply(new TravellingRows(rows, 2), new SeededNoise(7)), task);
      double[] here = weights(fit.apply(PrivateRows.of(rows), new SeededNoise(7)), task);
      assertThat(there).as(method.name()).containsExactly(inTwo);
      double step = 0x1p-20 * fitted.description().noiseScale();
      assertThat(there).as(method.name()).containsExactly(here, within(1e-9 + step));
      assertThat(travelling.passes()).as(method.name()).isBetween(3, MOST_LOGISTIC_PASSES);
    }
  }

  private static double[] weights(Object fitted, WeightTask task) {
    return ((FittedWeights) fitted).weigh(task.synthetic()).logWeights();
  }
}
