package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnRole;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/** Which moments are bought, by public numbers alone. */
class MomentPurchaseTest {

  private final Table synthetic = Tables.mixedRows(3_000, 0, new Seed(1));

  @Test
  void fewRowsBuyMeansAlone() {
    WeightTask few = Tables.task(synthetic, 60, 1, 1e-6);
    WeightTask many = Tables.task(synthetic, 60_000, 1, 1e-6);
    assertThat(MomentFit.of(few, MomentOptions.DEFAULTS).plan().set()).isEqualTo(MomentSet.MEANS);
    assertThat(MomentFit.of(many, MomentOptions.DEFAULTS).plan().set())
        .isEqualTo(MomentSet.ALL_PAIRS);
  }

  /**
   * The rows of eight numbers at n = 130: all pairs drown in noise, those with one of them do not.
   */
  @Test
  void whereAllPairsDrownThoseWithDeclaredOutcomesAreBought() {
    Table rows = Tables.gaussian(2_000, 8, 0, new Seed(4).stream("numbers"));
    MomentOptions pairs = MomentOptions.DEFAULTS.withPoorest(MomentSet.OUTCOME_PAIRS);
    assertThatThrownBy(() -> MomentFit.of(Tables.task(rows, 130, 1, 1e-6), pairs))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("tare:role");
    MomentPlan bought = MomentFit.of(Tables.task(withOutcome(rows, 3), 130, 1, 1e-6), pairs).plan();
    assertThat(bought.set()).isEqualTo(MomentSet.OUTCOME_PAIRS);
    int means = bought.features().width();
    assertThat(bought.moments().size()).isEqualTo(means + 8);
    MomentPlan rich =
        MomentFit.of(Tables.task(withOutcome(rows, 3), 90_000, 1, 1e-6), pairs).plan();
    assertThat(rich.set()).isEqualTo(MomentSet.ALL_PAIRS);
    assertThat(rich.features().leading()).isZero();
  }

  @Test
  void pairsWithOutcomesNeedAnOutcome() {
    MomentOptions only = MomentOptions.DEFAULTS.withSet(MomentSet.OUTCOME_PAIRS);
    assertThatThrownBy(() -> MomentFit.of(Tables.task(synthetic, 20_000, 1, 1e-6), only))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("need a declared outcome");
  }

  private static Table withOutcome(Table rows, int outcome) {
    Schema schema = rows.schema();
    List<Column> columns = new ArrayList<>(schema.columns());
    Column plain = columns.get(outcome);
    columns.set(
        outcome,
        new Column(
            plain.name(), plain.type(), plain.missingAllowed(), plain.form(), ColumnRole.OUTCOME));
    double[][] values =
        IntStream.range(0, columns.size()).mapToObj(rows::values).toArray(double[][]::new);
    return ColumnarTable.of(
        new Schema(schema.name(), schema.unit(), columns, schema.publicRowCount()), values);
  }

  @Test
  void whatCannotWorkIsRefusedBeforeAnythingIsCharged() {
    assertThatThrownBy(
            () -> new Moments(MomentOptions.DEFAULTS).mechanism(Tables.task(synthetic, 100, 1, 0)))
        .hasMessageContaining("delta above 0");
    Table alike = synthetic.select(new int[40]);
    assertThatThrownBy(
            () -> new Moments(MomentOptions.DEFAULTS).mechanism(Tables.task(alike, 100, 1, 1e-6)))
        .hasMessageContaining("alike");
  }
}
