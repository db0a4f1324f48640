package tare.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import tare.privacy.PrivacyBudget;
import tare.privacy.PrivacyEvent;
import tare.privacy.SeededNoise;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tare.table.Weights;

class GanTest {

  private static final Seed SEED = new Seed(11);

  private static final Schema MODES =
      new Schema(
          "modes",
          "point",
          List.of(
              new Column("x", new ColumnType.Numeric(-3, 3, List.of()), false),
              new Column("y", new ColumnType.Numeric(-3, 3, List.of()), false),
              new Column(
                  "mode",
                  new ColumnType.Category(List.of("a", "b", "c", "d"), Optional.empty()),
                  false)),
          OptionalLong.of(4000));

  /** Four modes with masses 0.4, 0.3, 0.2 and 0.1, and their names. */
  private static Table modes(int n) {
    RandomGenerator random = SEED.stream("modes");
    double[][] columns = new double[3][n];
    for (int i = 0; i < n; i++) {
      double u = random.nextDouble();
      int mode = u < 0.4 ? 0 : u < 0.7 ? 1 : u < 0.9 ? 2 : 3;
      columns[0][i] = (mode % 2 == 0 ? -1.5 : 1.5) + 0.3 * random.nextGaussian();
      columns[1][i] = (mode / 2 == 0 ? -1.5 : 1.5) + 0.3 * random.nextGaussian();
      columns[2][i] = mode;
    }
    return ColumnarTable.of(MODES, columns);
  }

  private static double[] masses(Table rows, double[] weights) {
    double[] masses = new double[4];
    for (int i = 0; i < rows.rowCount(); i++) {
      int mode = (rows.number(i, 0) > 0 ? 1 : 0) + (rows.number(i, 1) > 0 ? 2 : 0);
      masses[mode] += weights[i] / rows.rowCount();
    }
    return masses;
  }

  private static FittedGan trained(GeneratorFitter fitter, double epsilon) {
    GeneratorTask task = new GeneratorTask(MODES, 4000, new PrivacyBudget(epsilon, 1e-6), SEED);
    return (FittedGan) fitter.fit(task).apply(modes(4000), new SeededNoise(5));
  }

  @Test
  void aConditionalGanFindsEveryModeUnderItsLabel() {
    FittedGan gan = trained(new Gan(true, false, GanOptions.DEFAULTS.withEpochs(60)), 1);
    Table rows = gan.sample(4000, SEED);
    double[] masses = masses(rows, Weights.uniform(4000).meanOne());
    double[] truth = {0.4, 0.3, 0.2, 0.1};
    int underLabel = 0;
    for (int i = 0; i < rows.rowCount(); i++) {
      int mode = (rows.number(i, 0) > 0 ? 1 : 0) + (rows.number(i, 1) > 0 ? 2 : 0);
      underLabel += rows.level(i, 2) == mode ? 1 : 0;
    }
    for (int k = 0; k < 4; k++) {
      assertThat(masses[k]).isBetween(truth[k] - 0.1, truth[k] + 0.1);
    }
    assertThat(underLabel / 4000.0).isGreaterThan(0.9);
  }

  @Test
  void discriminatorWeightsBringTheMassesNearerToTheTruth() {
    FittedGan gan = trained(new Gan(false, false, GanOptions.DEFAULTS.withEpochs(60)), 1);
    Table rows = gan.sample(8000, SEED);
    double[] plain = masses(rows, Weights.uniform(8000).meanOne());
    double[] weighed = masses(rows, new Weights(gan.logRatios(rows)).meanOne());
    assertThat(distance(weighed)).isLessThan(distance(plain));
  }

  private static double distance(double[] masses) {
    double[] truth = {0.4, 0.3, 0.2, 0.1};
    double sum = 0;
    for (int k = 0; k < 4; k++) {
      sum += Math.abs(masses[k] - truth[k]) / 2;
    }
    return sum;
  }

  @Test
  void theTwinsSayThatTheyProtectNobody() {
    GeneratorTask task = new GeneratorTask(MODES, 4000, new PrivacyBudget(1, 1e-6), SEED);
    assertThat(new Gan(false, false, GanOptions.DEFAULTS).fit(task).event())
        .isInstanceOf(PrivacyEvent.NonPrivate.class);
    assertThat(new Gan(true, false, GanOptions.DEFAULTS).fit(task).event())
        .isInstanceOf(PrivacyEvent.NonPrivate.class);
  }

  @Test
  void whatCannotWorkIsRefusedBeforehand() {
    GeneratorTask noDelta = new GeneratorTask(MODES, 4000, new PrivacyBudget(1, 0), SEED);
    assertThatThrownBy(() -> new Gan(false, true, GanOptions.DEFAULTS).fit(noDelta))
        .hasMessageContaining("delta above 0");
    assertThatThrownBy(() -> new PateGan(PateGanOptions.DEFAULTS).fit(noDelta))
        .hasMessageContaining("delta above 0");
    Schema numbers = new Schema("n", "row", MODES.columns().subList(0, 2), OptionalLong.empty());
    GeneratorTask noLevels = new GeneratorTask(numbers, 50, new PrivacyBudget(1, 1e-6), SEED);
    assertThatThrownBy(() -> new Gan(true, true, GanOptions.DEFAULTS).fit(noLevels))
        .hasMessageContaining("column of levels");
    assertThatThrownBy(() -> new Gan(true, true, GanOptions.DEFAULTS.withLabel("x")).fit(noDelta))
        .hasMessageContaining("\"x\"");
  }

  @Test
  void aTrainingThatBlowsUpEndsWithAClearError() {
    GanOptions wild = GanOptions.DEFAULTS.withRates(1e9, 1e9).withEpochs(5);
    assertThatThrownBy(() -> trained(new Gan(false, true, wild), 1))
        .isInstanceOf(GanDivergedException.class)
        .hasMessageContaining("Its budget is spent");
  }

  @Test
  void theHistoryCoversTheWholeTraining() {
    FittedGan gan = trained(new Gan(false, true, GanOptions.DEFAULTS.withEpochs(3)), 1);
    int last = gan.history().size() - 1;
    assertThat(gan.history().path(last).path("spent").asDouble()).isEqualTo(1);
    assertThat(gan.history().path(last).path("generator_loss").asDouble()).isFinite();
  }

  /** The codec's gradient against finite differences of what a draw passes straight through. */
  @Test
  void gradientsPassThroughTheDraws() {
    RowCodec codec = RowCodec.of(Examples.MIXED, -1);
    RandomGenerator random = SEED.stream("gradient");
    int width = codec.width();
    float[] outputs = new float[width];
    float[] rowGradient = new float[width];
    for (int i = 0; i < width; i++) {
      outputs[i] = (float) random.nextGaussian();
      rowGradient[i] = (float) random.nextGaussian();
    }
    float[] slopes = outputs.clone();
    float[] row = new float[width];
    codec.draw(slopes, 0, random, row, 0);
    float[] deltas = new float[width];
    codec.backward(slopes, rowGradient, deltas, 0);
    // Column 0 is a number: the derivative of tanh. Region (levels) is a softmax; its deltas sum to
    // zero.
    double t = Math.tanh(outputs[0]);
    assertThat((double) deltas[0]).isCloseTo(rowGradient[0] * (1 - t * t), Offset.offset(1e-5));
    double sum = 0;
    for (int i = width - 6; i < width - 2; i++) {
      sum += deltas[i];
    }
    assertThat(sum).isCloseTo(0, Offset.offset(1e-5));
  }

  @Test
  void rowsSurviveTheCodec() {
    Table rows = Examples.correlated(200, SEED);
    RowCodec codec = RowCodec.of(Examples.MIXED, -1);
    double[][] columns = new double[Examples.MIXED.columnCount()][200];
    float[] row = new float[codec.width()];
    for (int r = 0; r < 200; r++) {
      codec.encode(rows, r, row, 0);
      codec.decode(row, 0, columns, r);
    }
    Table back = ColumnarTable.of(Examples.MIXED, columns);
    for (int r = 0; r < 200; r++) {
      for (int c = 0; c < Examples.MIXED.columnCount(); c++) {
        assertThat(back.missing(r, c)).isEqualTo(rows.missing(r, c));
        if (!rows.missing(r, c)) {
          assertThat(back.value(r, c)).isCloseTo(rows.value(r, c), Offset.offset(1e-3));
        }
      }
    }
  }
}
