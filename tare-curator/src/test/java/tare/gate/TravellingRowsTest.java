package tare.gate;

import static org.assertj.core.api.Assertions.assertThat;

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
import tare.weight.MomentOptions;
import tare.weight.Moments;
import tare.weight.WeightTask;

/**
 * Rows may be anywhere: what mechanisms ask survives the way there and back, and with the same
 * draws the same comes out, to the last bit, in however many parts the rows are.
 */
class TravellingRowsTest {

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

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64})
  void momentsAreTheSameInOnePass(int parts) {
    FittedGenerator model =
        new PrivBayes().mechanism(task()).apply(PrivateRows.of(rows), new SeededNoise(7));
    WeightTask task =
        new WeightTask(
            EVERY_KIND,
            model.sample(2_000, new Seed(1)),
            model,
            3_000,
            new PrivacyBudget(2, 1e-6),
            new Seed(5));
    Mechanism<?> moments = new Moments(MomentOptions.DEFAULTS).mechanism(task);
    TravellingRows travelling = new TravellingRows(rows, parts);
    Object there = moments.apply(travelling, new SeededNoise(7));
    Object here = moments.apply(PrivateRows.of(rows), new SeededNoise(7));
    assertThat(weights(there, task)).containsExactly(weights(here, task));
    assertThat(travelling.passes()).isEqualTo(1);
  }

  private static double[] weights(Object fitted, WeightTask task) {
    return ((FittedWeights) fitted).weigh(task.synthetic()).logWeights();
  }
}
