package tare.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tare.table.Weights;

class EvaluationTest {

  private static final EvaluationOptions OPTIONS =
      EvaluationOptions.DEFAULTS.withBootstraps(12).withTarget("ill");

  /** log N(50, 15) - log N(62, 15): takes the tilt of the synthetic ages off again. */
  private static Weights untilting(Table rows, double sign) {
    double[] logs = new double[rows.rowCount()];
    for (int r = 0; r < logs.length; r++) {
      double age = rows.number(r, 0);
      double tilted = ((age - 62) * (age - 62) - (age - 50) * (age - 50)) / (2 * 15 * 15);
      logs[r] = Double.isNaN(age) ? 0 : sign * tilted;
    }
    return new Weights(logs);
  }

  @Test
  void weightsThatTakeTheBiasOffAreFoundGood() {
    Table synthetic = Tables.mixed(300, 12, 4);
    Evaluation evaluation =
        Evaluation.of(
                HeldOut.of(Tables.mixed(200, 0, 3)), synthetic, untilting(synthetic, 1), OPTIONS)
            .value();
    assertThat(evaluation.verdict()).isEqualTo(Evaluation.Outcome.WEIGHTS_HELP);
    Comparison wasserstein = evaluation.comparisons().get(0);
    assertThat(wasserstein.better()).isTrue();
    assertThat(wasserstein.gain().value())
        .isCloseTo(
            wasserstein.unweighted().value() - wasserstein.weighted().value(), within(1e-12));
    assertThat(wasserstein.realHalves()).isPositive();
    assertThat(evaluation.reason()).contains("use the weights");
  }

  @Test
  void weightsThatDoubleTheBiasAreFoundBad() {
    Table synthetic = Tables.mixed(300, 12, 4);
    Evaluation evaluation =
        Evaluation.of(
                HeldOut.of(Tables.mixed(200, 0, 3)), synthetic, untilting(synthetic, -1), OPTIONS)
            .value();
    assertThat(evaluation.verdict()).isEqualTo(Evaluation.Outcome.WEIGHTS_HURT);
  }

  @Test
  void equalWeightsMakeNoDifference() {
    Table synthetic = Tables.mixed(200, 12, 4);
    Evaluation evaluation =
        Evaluation.of(HeldOut.of(Tables.mixed(100, 0, 3)), synthetic, Weights.uniform(200), OPTIONS)
            .value();
    assertThat(evaluation.verdict()).isEqualTo(Evaluation.Outcome.NO_WEIGHTS);
    assertThat(evaluation.comparisons())
        .allSatisfy(c -> assertThat(c.gain()).isEqualTo(new MeasuredValue(c.gain().value(), 0)));
  }

  @Test
  void theBootstrapFindsTheStandardErrorOfAShare() {
    Schema coin =
        new Schema(
            "coin",
            "toss",
            List.of(new Column("head", new ColumnType.YesNo("no", "yes"), false)),
            OptionalLong.empty());
    double[] tosses = new double[400];
    for (int r = 0; r < 120; r++) {
      tosses[r] = 1;
    }
    Table real = ColumnarTable.of(coin, new double[][] {tosses});
    Table synthetic = ColumnarTable.of(coin, new double[][] {{0, 0}});
    // The distance is the share of heads; its standard error is sqrt(0.3 * 0.7 / 400) = 0.0229.
    // With
    // 300 bootstraps the estimate is within 25 % but for one seed in 10^8; the seed is fixed.
    Comparison share =
        Evaluation.of(
                HeldOut.of(real),
                synthetic,
                Weights.uniform(2),
                EvaluationOptions.DEFAULTS.withBootstraps(300))
            .value()
            .comparisons()
            .stream()
            .filter(c -> c.metric().equals("one-way TV"))
            .findFirst()
            .orElseThrow();
    assertThat(share.unweighted().value()).isCloseTo(0.3, within(1e-12));
    assertThat(share.unweighted().standardError()).isCloseTo(0.0229, within(0.0057));
  }

  @Test
  void drawsRowsWhenThereAreMany() {
    Table synthetic = Tables.mixed(90, 0, 4);
    Evaluation evaluation =
        Evaluation.of(
                HeldOut.of(Tables.mixed(80, 0, 3)),
                synthetic,
                Weights.uniform(90),
                OPTIONS.withMostRows(50).withSeed(new Seed(9)))
            .value();
    assertThat(evaluation.realRows()).isEqualTo(50);
    assertThat(evaluation.syntheticRows()).isEqualTo(50);
  }

  @Test
  void resultsSayWhoseEyesTheyAreFor() {
    HeldOut heldOut = HeldOut.of(Tables.mixed(3, 0, 3));
    CuratorOnly<Integer> count = heldOut.look(Table::rowCount);
    assertThat(count.value()).isEqualTo(3);
    assertThat(count.map(n -> n + 1).toString()).isEqualTo(CuratorOnly.NOTICE).doesNotContain("4");
    assertThat(heldOut.toString()).isEqualTo("HeldOut[mixed]");
  }

  @Test
  void refusesRowsOfAnotherSchemaAndWeightsForOtherRows() {
    HeldOut heldOut = HeldOut.of(Tables.mixed(10, 0, 3));
    Schema other = new Schema("o", "row", List.of(Tables.MIXED.column(1)), OptionalLong.empty());
    Table foreign = ColumnarTable.of(other, new double[][] {{1, 2}});
    assertThatThrownBy(() -> Evaluation.of(heldOut, foreign, Weights.uniform(2), OPTIONS))
        .hasMessageContaining("same declared columns");
    assertThatThrownBy(
            () -> Evaluation.of(heldOut, Tables.mixed(5, 0, 1), Weights.uniform(4), OPTIONS))
        .hasMessage("There must be one weight per synthetic row. Got: 4 for 5 rows");
  }

  @Test
  void weightErrorComparesWeightsOfMeanOne() {
    Weights a = new Weights(new double[] {Math.log(1), Math.log(3)});
    Weights b = new Weights(new double[] {5, 5});
    // 1/2 and 3/2 against 1 and 1.
    assertThat(WeightError.meanSquared(a, b)).isCloseTo(0.25, within(1e-12));
    assertThatThrownBy(() -> WeightError.meanSquared(a, Weights.uniform(3)))
        .hasMessage("Both sets of weights must be for the same rows. Got: 2 and 3");
  }
}
