package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.accounting.ReleaseBudget;
import tare.gate.PrivateRows;
import tare.generator.GeneratorTask;
import tare.generator.bayes.PrivBayes;
import tare.kernel.regression.TiltRows;
import tare.model.FittedGenerator;
import tare.model.FittedWeights;
import tare.model.HeldCells;
import tare.model.MomentWeights;
import tare.model.WeightDescription;
import tare.model.WeightModel;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tools.jackson.databind.node.ObjectNode;

/**
 * A length, its cube and what the cube costs: all but functions of each other, bent, and blurred by
 * a model of cells. Everything is seeded, so nothing here fails by chance.
 */
class HeldSharesTest {

  private static final int ROWS = 6_000;
  private static final double COUNT_NOISE = 8;

  private static final Schema SCHEMA =
      new Schema(
          "stones",
          "stone",
          List.of(
              number("length", 0, 4),
              number("weight", 0, 64),
              number("price", 0, 200),
              new Column("sold", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.of(ROWS));

  private static Column number(String name, double from, double to) {
    return new Column(name, new ColumnType.Numeric(from, to, List.of()), false);
  }

  private static Table stones() {
    RandomGenerator random = new Seed(5).stream("stones");
    double[][] columns = new double[4][ROWS];
    for (int r = 0; r < ROWS; r++) {
      double length = 1 + 2 * random.nextDouble() * random.nextDouble();
      double weight = Math.pow(length, 3) * (1 + 0.02 * random.nextGaussian());
      columns[0][r] = length;
      columns[1][r] = weight;
      columns[2][r] = 3 * weight * (1 + 0.1 * random.nextGaussian());
      columns[3][r] = random.nextDouble() < 0.3 + weight / 60 ? 1 : 0;
    }
    return ColumnarTable.of(SCHEMA, columns);
  }

  private final Table real = stones();
  private final FittedGenerator model = model();
  private final Table candidates = model.sample(40_000, new Seed(7));

  private FittedGenerator model() {
    PrivacyBudget budget = new PrivacyBudget(1.5, 1e-6);
    return new PrivBayes()
        .mechanism(new GeneratorTask(SCHEMA, ROWS, budget, new Seed(6)))
        .apply(PrivateRows.of(real), new SeededNoise(6));
  }

  private WeightTask task(@Nullable FittedGenerator generator) {
    PrivacyBudget budget = new PrivacyBudget(1.5, 1e-6);
    return new WeightTask(
        SCHEMA,
        candidates,
        generator,
        ROWS,
        budget,
        ReleaseBudget.of(budget),
        OptionalDouble.of(COUNT_NOISE),
        new Seed(8),
        Progress.SILENT);
  }

  private MomentWeights weights(@Nullable FittedGenerator generator) {
    MomentFit fit = MomentFit.of(task(generator), MomentOptions.DEFAULTS);
    return fit.weights(fit.mechanism().apply(PrivateRows.of(real), new SeededNoise(9)));
  }

  /**
   * How far weighted candidates are from those without weights, over cells of single columns and
   * pairs.
   */
  private double moved(MomentWeights weights) {
    char[][] cells = HeldCells.of(candidates, model.knownPairs()).cells(candidates);
    double[] shares = ReplicateLaw.shares(weights.weigh(candidates).meanOne());
    double sum = 0;
    for (char[] of : cells) {
      double[] change = new double[Character.MAX_VALUE + 1];
      for (int r = 0; r < of.length; r++) {
        change[of[r]] += shares[r] - 1.0 / of.length;
      }
      sum += Arrays.stream(change).map(Math::abs).sum() / 2;
    }
    return sum / cells.length;
  }

  /** The mean square of what moments miss, in variances of their noise. */
  private static double missed(MomentWeights weights) {
    return weights.description().details().path("misfit").asDouble();
  }

  @Test
  void whatTheGeneratorCountedStaysAndMomentsAreMetAllTheSame() {
    MomentWeights held = weights(model);
    MomentWeights bent = weights(null); // as rows of strangers are weighed: nothing is held
    assertThat(held.held().isEmpty()).isFalse();
    assertThat(bent.held().isEmpty()).isTrue();
    assertThat(moved(bent)).isGreaterThan(0.02);
    assertThat(moved(held)).as("0.57 after one turn").isLessThan(0.5 * moved(bent));
    assertThat(missed(held)).as("1.3 where nothing is held").isLessThan(3);
  }

  @Test
  void whatWeightsJsonSaysHoldsTheSameCells() {
    MomentWeights held = weights(model);
    FittedWeights read = read(held.description());
    Table others = model.sample(300, new Seed(11));
    assertThat(read.weigh(others).logWeights()).containsExactly(held.weigh(others).logWeights());
  }

  private static FittedWeights read(WeightDescription description) {
    return WeightModel.read(
        "weights.json", SCHEMA, WeightDescription.fromJson(description.toJson()), Optional.empty());
  }

  @Test
  void cellsThatCannotBeAreRefused() {
    WeightDescription sound = weights(model).description();
    ObjectNode none = sound.details().deepCopy();
    ((ObjectNode) none.path("held").path("cells").path(0)).putArray("of").add(0).add(9);
    assertThatThrownBy(() -> read(sound.with(none)))
        .hasMessageContaining("columns that have cells");
    ObjectNode few = sound.details().deepCopy();
    ((ObjectNode) few.path("held").path("cells").path(0)).putArray("coefficients").add(1);
    assertThatThrownBy(() -> read(sound.with(few))).hasMessageContaining("coefficient");
    ObjectNode words = sound.details().deepCopy();
    ((ObjectNode) words.path("held").path("cells").path(0)).withArray("coefficients").set(0, "x");
    assertThatThrownBy(() -> read(sound.with(words))).hasMessageContaining("numbers");
  }

  /** The heaviest candidate's cells are in the bound on all weights. */
  @Test
  void noCandidateIsCutDown() {
    MomentWeights held = weights(model);
    TiltRows seen = held.map().rows(candidates);
    double[] plain = seen.products(held.theta());
    held.held().addTo(plain, held.held().cells(candidates));
    assertThat(held.logWeights(seen, candidates)).containsExactly(plain);
  }
}
