package tare.generator.gan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.evaluation.Metric;
import tare.evaluation.Metrics;
import tare.gate.PrivateRows;
import tare.generator.GeneratorContract;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.model.DensityRatio;
import tare.model.FittedGan;
import tare.model.FittedGenerator;
import tare.model.FittedGenerators;
import tare.model.TrainingMoment;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tare.table.Weights;

class GanTest {

  private static final Seed SEED = new Seed(11);

  private static final int N = 20_000;
  private static final double[] MASSES = {0.4, 0.3, 0.2, 0.1};

  /** Two numbers and, if wanted, the name of the mode that they come from. */
  private static Schema schema(boolean named) {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                new Column("x", new ColumnType.Numeric(-3, 3, List.of()), false),
                new Column("y", new ColumnType.Numeric(-3, 3, List.of()), false)));
    if (named) {
      List<String> names = List.of("a", "b", "c", "d");
      columns.add(new Column("mode", new ColumnType.Category(names, Optional.empty()), false));
    }
    return new Schema("modes", "point", columns, OptionalLong.of(N));
  }

  private static final Schema MODES = schema(true);
  private static final Schema POINTS = schema(false);

  /** Four modes with masses 0.4, 0.3, 0.2 and 0.1. */
  private static Table modes(Schema schema, int n, Seed seed) {
    RandomGenerator random = seed.stream("modes");
    double[][] columns = new double[3][n];
    for (int i = 0; i < n; i++) {
      double u = random.nextDouble();
      int mode = u < 0.4 ? 0 : u < 0.7 ? 1 : u < 0.9 ? 2 : 3;
      columns[0][i] = (mode % 2 == 0 ? -1.5 : 1.5) + 0.3 * random.nextGaussian();
      columns[1][i] = (mode / 2 == 0 ? -1.5 : 1.5) + 0.3 * random.nextGaussian();
      columns[2][i] = mode;
    }
    return ColumnarTable.of(schema, Arrays.copyOf(columns, schema.columnCount()));
  }

  private static double[] masses(Table rows, double[] weights) {
    double[] masses = new double[4];
    for (int i = 0; i < rows.rowCount(); i++) {
      masses[mode(rows, i)] += weights[i] / rows.rowCount();
    }
    return masses;
  }

  private static int mode(Table rows, int i) {
    return (rows.number(i, 0) > 0 ? 1 : 0) + (rows.number(i, 1) > 0 ? 2 : 0);
  }

  private static double[] equal(Table rows) {
    return Weights.uniform(rows.rowCount()).meanOne();
  }

  private static void assertMasses(Table rows) {
    double[] masses = masses(rows, equal(rows));
    for (int k = 0; k < 4; k++) {
      assertThat(masses[k]).isBetween(MASSES[k] - 0.1, MASSES[k] + 0.1);
    }
  }

  private static FittedGan trained(
      GeneratorFitter fitter, Schema schema, double epsilon, Seed seed) {
    GeneratorTask task = new GeneratorTask(schema, N, new PrivacyBudget(epsilon, 1e-6), seed);
    return (FittedGan)
        fitter
            .mechanism(task)
            .apply(
                PrivateRows.of(modes(schema, N, seed)),
                new SeededNoise(seed.stream("noise").nextInt()));
  }

  private static final Map<String, FittedGan> TRAINED = new HashMap<>();

  /** A training that several tests look at. */
  private static FittedGan trained(GeneratorFitter fitter, Schema schema) {
    return TRAINED.computeIfAbsent(
        fitter.name() + schema.columnCount(), key -> trained(fitter, schema, 6, SEED));
  }

  private static final Gan GAN = Gan.gan();
  private static final Gan CGAN = Gan.cgan();
  private static final Gan DPGAN = Gan.dpgan();
  private static final Gan DPCGAN = Gan.dpcgan();

  /** Its generator learns from its discriminator, so there is something left to mend. */
  private static final Gan WITHOUT_WAVES =
      DPGAN.withOptions(GanOptions.DEFAULTS.withWaves(WaveOptions.NONE));

  private static final PateGan PATE_GAN = new PateGan(PateGanOptions.DEFAULTS);

  @Test
  void aGanFindsEveryMode() {
    assertMasses(trained(GAN, POINTS).sample(4000, SEED));
  }

  @Test
  @Tag("audit")
  void aGanFindsEveryModeFromManyStarts() {
    for (int s = 0; s < 10; s++) {
      assertMasses(trained(GAN, POINTS, 1, SEED.child("start " + s)).sample(4000, SEED));
    }
  }

  /** Levels are where GANs collapse: no path leads from one to the other but through the blend. */
  @Test
  @Tag("audit")
  void aGanFindsEveryModeWithItsName() {
    Table rows = trained(GAN, MODES, 1, SEED).sample(4000, SEED);
    assertMasses(rows);
    assertThat(underLabel(rows)).isGreaterThan(0.9);
  }

  @Test
  void aConditionalGanFindsEveryModeUnderItsLabel() {
    Table rows = trained(CGAN, MODES).sample(4000, SEED);
    assertMasses(rows);
    assertThat(underLabel(rows)).isGreaterThan(0.9);
  }

  /** The share of rows that lie in the mode that they are named after. */
  private static double underLabel(Table rows) {
    int count = 0;
    for (int i = 0; i < rows.rowCount(); i++) {
      count += rows.level(i, 2) == mode(rows, i) ? 1 : 0;
    }
    return count / (double) rows.rowCount();
  }

  /** A hundred columns, of which every label raises a quarter; with labels of value 1, chance. */
  @Test
  void aLabelIsHeardAmongManyColumns() {
    int width = 100;
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < width; c++) {
      columns.add(new Column("x" + c, new ColumnType.Numeric(-1, 1, List.of()), false));
    }
    List<String> names = List.of("a", "b", "c", "d");
    columns.add(new Column("raised", new ColumnType.Category(names, Optional.empty()), false));
    Schema schema = new Schema("wide", "row", columns, OptionalLong.of(2000));
    RandomGenerator random = SEED.stream("wide");
    double[][] values = new double[width + 1][2000];
    for (int r = 0; r < 2000; r++) {
      int label = random.nextInt(4);
      values[width][r] = label;
      for (int c = 0; c < width; c++) {
        double mean = c / 25 == label ? 0.3 : -0.3;
        values[c][r] = Math.max(-1, Math.min(1, mean + 0.3 * random.nextGaussian()));
      }
    }
    FittedGenerator fitted =
        new Gan(Gan.Kind.CGAN, GanOptions.DEFAULTS.withEpochs(60))
            .mechanism(new GeneratorTask(schema, 2000, new PrivacyBudget(1, 1e-6), SEED))
            .apply(PrivateRows.of(ColumnarTable.of(schema, values)), new SeededNoise(SEED));
    Table rows = fitted.sample(500, SEED);
    int heard = 0;
    for (int r = 0; r < rows.rowCount(); r++) {
      double[] sums = new double[4];
      for (int c = 0; c < width; c++) {
        sums[c / 25] += rows.number(r, c);
      }
      double most = Arrays.stream(sums).max().getAsDouble();
      heard += sums[rows.level(r, width)] == most ? 1 : 0;
    }
    assertThat(heard / 500.0).isGreaterThan(0.8);

    String text = FittedGenerators.text(fitted);
    FittedGenerator again = FittedGenerators.parse("model", text);
    assertThat(GeneratorContract.values(again.sample(20, SEED)))
        .isEqualTo(GeneratorContract.values(fitted.sample(20, SEED)));
    assertThat(((DensityRatio) again).logRatios(rows))
        .isEqualTo(((DensityRatio) fitted).logRatios(rows));
    for (String wrong : List.of("-1", "0", "1e9", "\"2\"", "null")) {
      String spoilt = text.replaceFirst("\"label_value\":[0-9.]+", "\"label_value\":" + wrong);
      assertThat(spoilt).isNotEqualTo(text);
      assertThatThrownBy(() -> FittedGenerators.parse("model", spoilt))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("its label value");
    }
  }

  @Test
  void privateGansFindAtLeastThreeModesAtEpsilonSix() {
    assertThat(modesFound(trained(DPGAN, POINTS))).isGreaterThanOrEqualTo(3);
    assertThat(modesFound(trained(DPCGAN, MODES))).isGreaterThanOrEqualTo(3);
  }

  @Test
  void aPateGanFindsAtLeastThreeModesAtEpsilonSix() {
    assertThat(modesFound(trained(PATE_GAN, POINTS))).isGreaterThanOrEqualTo(3);
  }

  @Test
  @Tag("audit")
  void privateGansFindAtLeastThreeModesFromManyStarts() {
    for (GeneratorFitter fitter : List.of(DPGAN, PATE_GAN)) {
      for (int s = 0; s < 10; s++) {
        FittedGan gan = trained(fitter, POINTS, 6, SEED.child("start " + s));
        assertThat(modesFound(gan)).as(fitter.name() + " " + s).isGreaterThanOrEqualTo(3);
      }
    }
  }

  /** A mode is found when it has at least a fifth of its mass. */
  private static long modesFound(FittedGan gan) {
    Table rows = gan.sample(4000, SEED);
    double[] masses = masses(rows, equal(rows));
    return IntStream.range(0, 4).filter(k -> masses[k] > MASSES[k] / 5).count();
  }

  @Test
  void discriminatorWeightsBringRowsNearer() {
    assertThat(gain(trained(WITHOUT_WAVES, POINTS, 6, SEED), SEED)).isPositive();
  }

  @Test
  @Tag("audit")
  void discriminatorWeightsBringRowsNearerInEightOfTenRuns() {
    // A GAN that was trained to its end is as near as a sample of this size can tell, so one that
    // was cut short stands for it.
    Gan brief = new Gan(Gan.Kind.GAN, GanOptions.DEFAULTS.withEpochs(20));
    for (Gan gan : List.of(brief, WITHOUT_WAVES)) {
      long nearer =
          IntStream.range(0, 10)
              .mapToObj(s -> SEED.child("start " + s))
              .filter(start -> gain(trained(gan, POINTS, 6, start), start) > 0)
              .count();
      assertThat(nearer).as(gan.name()).isGreaterThanOrEqualTo(8);
    }
  }

  /** Both with the same budget; rows of the one come nearer by half. */
  @Test
  void wavesBringRowsNearerThanADiscriminatorDoes() {
    Table real = modes(POINTS, 1000, SEED.child("fresh"));
    assertThat(distance(trained(DPGAN, POINTS), real))
        .isLessThan(0.8 * distance(trained(WITHOUT_WAVES, POINTS, 6, SEED), real));
  }

  private static double distance(FittedGan gan, Table real) {
    Table rows = gan.sample(1000, SEED);
    return Metrics.wasserstein().pair(real, rows).weigh(equal(rows)).applyAsDouble(equal(real));
  }

  /** By how much weights lower the exact Wasserstein-1 distance from fresh real rows. */
  private static double gain(FittedGan gan, Seed seed) {
    Table rows = gan.sample(1000, seed);
    Table real = modes(POINTS, 1000, seed.child("fresh"));
    Metric.Pairing pair = Metrics.wasserstein().pair(real, rows);
    double plain = pair.weigh(equal(rows)).applyAsDouble(equal(real));
    double weighed =
        pair.weigh(new Weights(gan.logRatios(rows)).meanOne()).applyAsDouble(equal(real));
    return plain - weighed;
  }

  @Test
  void theTwinsSayThatTheyProtectNobody() {
    GeneratorTask task = new GeneratorTask(MODES, 4000, new PrivacyBudget(1, 1e-6), SEED);
    assertThat(Gan.gan().mechanism(task).event()).isInstanceOf(PrivacyEvent.NonPrivate.class);
    assertThat(Gan.cgan().mechanism(task).event()).isInstanceOf(PrivacyEvent.NonPrivate.class);
  }

  @Test
  void whatCannotWorkIsRefusedBeforehand() {
    GeneratorTask noDelta = new GeneratorTask(MODES, 4000, new PrivacyBudget(1, 0), SEED);
    assertThatThrownBy(() -> Gan.dpgan().mechanism(noDelta)).hasMessageContaining("delta above 0");
    assertThatThrownBy(() -> new PateGan(PateGanOptions.DEFAULTS).mechanism(noDelta))
        .hasMessageContaining("delta above 0");
    Schema numbers = new Schema("n", "row", MODES.columns().subList(0, 2), OptionalLong.empty());
    GeneratorTask noLevels = new GeneratorTask(numbers, 50, new PrivacyBudget(1, 1e-6), SEED);
    assertThatThrownBy(() -> Gan.dpcgan().mechanism(noLevels))
        .hasMessageContaining("column of levels");
    assertThatThrownBy(
            () -> new Gan(Gan.Kind.DPCGAN, GanOptions.DEFAULTS.withLabel("x")).mechanism(noDelta))
        .hasMessageContaining("\"x\"");
  }

  /** It is paid for: what noise made of it must not decide whether there is a release. */
  @Test
  void aTrainingThatBlowsUpGivesWhatWasLastSound() {
    GanOptions wild = GanOptions.DEFAULTS.withRates(1e9, 1e9).withEpochs(5);
    FittedGan gan = trained(new Gan(Gan.Kind.DPGAN, wild), POINTS, 1, SEED);
    assertThat(gan.sample(100, SEED).rowCount()).isEqualTo(100);
    assertThat(gan.history().stream().map(TrainingMoment::spent)).doesNotContain(1.0);
  }

  @Test
  void theHistoryCoversTheWholeTraining() {
    Gan brief = new Gan(Gan.Kind.DPGAN, GanOptions.DEFAULTS.withEpochs(3));
    FittedGan gan = trained(brief, MODES, 1, SEED);
    int last = gan.history().size() - 1;
    assertThat(gan.history().get(last).spent()).isEqualTo(1);
    assertThat(gan.history().get(last).generatorLoss()).isFinite();
  }
}
