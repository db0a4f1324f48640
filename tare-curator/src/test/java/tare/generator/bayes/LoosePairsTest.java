package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.gate.PrivateRows;
import tare.generator.Examples;
import tare.generator.GeneratorTask;
import tare.model.BayesNetwork;
import tare.model.GroupTable;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.Table;

/**
 * Bits that all lean on one hidden number, and cliques that hold three of them at most. Seeds are
 * fixed, so nothing here fails by chance.
 */
class LoosePairsTest {

  private static final int COLUMNS = 8;
  private static final int ROWS = 8_000;
  private static final PrivBayesOptions THREE_AT_MOST =
      new PrivBayesOptions(0.25, 0.08, 3, 80, 32, 1, 8, 8);

  private static final Schema SCHEMA = Examples.yesNo(COLUMNS);

  private static Table rows() {
    RandomGenerator random = new Seed(5).stream("hidden");
    int[][] bits = new int[ROWS][COLUMNS];
    for (int[] row : bits) {
      double hidden = random.nextGaussian();
      for (int c = 0; c < COLUMNS; c++) {
        row[c] = hidden + random.nextGaussian() > 0.3 * (c - 4) ? 1 : 0;
      }
    }
    return Examples.bits(SCHEMA, bits);
  }

  private static PrivBayesMechanism mechanism(PrivBayesOptions options, double epsilon) {
    GeneratorTask task =
        new GeneratorTask(SCHEMA, ROWS, new PrivacyBudget(epsilon, 1e-6), new Seed(1));
    return (PrivBayesMechanism) new PrivBayes(options).mechanism(task);
  }

  private static BayesNetwork fitted(PrivBayesOptions options) {
    return (BayesNetwork) mechanism(options, 10).apply(PrivateRows.of(rows()), new SeededNoise(3));
  }

  private static double error(BayesNetwork model) {
    return Examples.twoWayError(rows(), model.sample(ROWS, new Seed(2)));
  }

  /** The twin is the same network without its tables: its cliques hold 13 of 28 pairs. */
  @Test
  void pairsThatTheCliquesDoNotHoldAreInTheRows() {
    BayesNetwork model = fitted(THREE_AT_MOST);
    List<GroupTable> pairs =
        model.tables().stream().filter(table -> table.columns().size() == 2).toList();
    assertThat(pairs).hasSizeGreaterThan(20);
    double alone = error(new BayesNetwork(SCHEMA, model.nodes()));
    assertThat(error(model)).isLessThan(0.4 * alone);
  }

  @Test
  void whereTheCliquesHoldAllPairsThereIsNothingToWeigh() {
    assertThat(fitted(PrivBayesOptions.DEFAULTS).tables()).isEmpty();
  }

  /** Each table is chosen once and counted once, whatever it is: the event is that of the plan. */
  @Test
  void theEventKnowsNothingOfRoomInCliques() {
    PrivBayesPlan.Joints few = mechanism(THREE_AT_MOST, 10).plan().joints().orElseThrow();
    PrivBayesPlan.Joints all =
        mechanism(PrivBayesOptions.DEFAULTS, 10).plan().joints().orElseThrow();
    assertThat(few.count()).isEqualTo(all.count());
    assertThat(few.noise().variance()).isEqualTo(all.noise().variance());
  }

  @Test
  void soManyTablesThatWeighingTakesTooLongAreNotWeighed() {
    PrivBayesPlan.Joints joints = mechanism(THREE_AT_MOST, 10).plan().joints().orElseThrow();
    assertThat(joints.bearsLoosePairs(COLUMNS)).isTrue();
    assertThat(joints.bearsLoosePairs(PrivBayesPlan.Joints.MOST_WEIGHED - joints.count() + 1))
        .isFalse();
  }
}
