package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.generator.Examples;
import tare.generator.GeneratorTask;
import tare.model.BayesNetwork;
import tare.model.FittedGenerator;
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

  private static double[][] columns(Mechanism<FittedGenerator> mechanism, int drawn) {
    double[][] shares = new double[40][COLUMNS];
    for (int time = 0; time < shares.length; time++) {
      Table rows =
          mechanism.apply(PrivateRows.of(rows()), new SeededNoise(time)).sample(drawn, new Seed(2));
      for (int c = 0; c < COLUMNS; c++) {
        shares[time][c] = Arrays.stream(rows.values(c)).average().orElseThrow();
      }
    }
    return shares;
  }

  private static double spread(double[][] shares) {
    double[] real = new double[COLUMNS];
    Arrays.setAll(real, c -> Arrays.stream(rows().values(c)).average().orElseThrow());
    return Math.sqrt(
        Arrays.stream(shares)
            .flatMapToDouble(
                of -> IntStream.range(0, COLUMNS).mapToDouble(c -> Math.pow(of[c] - real[c], 2)))
            .average()
            .orElseThrow());
  }

  /**
   * What replicates ask of a model that is fitted again: columns are known as well without the
   * weighing of rows, at the same event. Seeds are fixed; over seeds the ratio of two spreads of
   * 320 shares is that far from one less than once in ten thousand times. The twin has half of the
   * budget.
   */
  @Test
  void columnsAreKnownAsWellWithoutWeighingRows() {
    GeneratorTask task = new GeneratorTask(SCHEMA, ROWS, new PrivacyBudget(1, 1e-6), new Seed(1));
    PrivBayes fitter = new PrivBayes(THREE_AT_MOST);
    Mechanism<FittedGenerator> quick = fitter.columnsOf(task);
    BayesNetwork model = (BayesNetwork) quick.apply(PrivateRows.of(rows()), new SeededNoise(3));
    assertThat(model.tables()).isEmpty();
    double whole = spread(columns(fitter.mechanism(task), ROWS));
    assertThat(spread(columns(quick, ROWS)) / whole).isBetween(0.75, 1.33);
    GeneratorTask less = new GeneratorTask(SCHEMA, ROWS, new PrivacyBudget(0.5, 1e-6), new Seed(1));
    assertThat(spread(columns(fitter.columnsOf(less), ROWS)) / whole).isGreaterThan(1.33);
    assertThat(quick.event()).isEqualTo(fitter.mechanism(task).event());
  }

  /**
   * With tables for more than all 28 pairs some are counted again, and what they say of their
   * columns takes the place of what they said before. Seeds, false alarms and twin as above.
   */
  @Test
  void columnsAreKnownAsWellWherePairsAreCountedAgain() {
    PrivacyBudget much = new PrivacyBudget(10, 1e-6);
    GeneratorTask task = new GeneratorTask(SCHEMA, ROWS, much, new Seed(1));
    PrivBayes fitter = new PrivBayes(PrivBayesOptions.DEFAULTS);
    assertThat(mechanism(PrivBayesOptions.DEFAULTS, 10).plan().joints().orElseThrow().count())
        .isGreaterThan(28 + COLUMNS);
    int many = 400_000; // their drawing tells next to nothing beside the noise in the model
    double whole = spread(columns(fitter.mechanism(task), many));
    assertThat(spread(columns(fitter.columnsOf(task), many)) / whole).isBetween(0.75, 1.33);
    GeneratorTask less = new GeneratorTask(SCHEMA, ROWS, new PrivacyBudget(5, 1e-6), new Seed(1));
    assertThat(spread(columns(fitter.columnsOf(less), many)) / whole).isGreaterThan(1.33);
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
