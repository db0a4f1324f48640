package tare.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import tare.kernel.mlp.Activation;
import tare.kernel.mlp.MlpShape;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tools.jackson.databind.node.ObjectNode;

/** The scale on which networks see numbers, and models that know which one they learned on. */
class NumberScaleTest {

  private static final ColumnType PAYMENTS =
      new ColumnType.Numeric(0, 1_700_000, List.of(500.0, 2_000.0, 10_000.0));

  private static Schema schema(ColumnType type) {
    return new Schema(
        "bills", "bill", List.of(new Column("paid", type, false)), OptionalLong.of(9));
  }

  @Test
  void everyCellOfDeclaredCutsHasTheSameRoom() {
    NumberScale scale = NumberScale.byCuts(PAYMENTS);
    double[] edges = {0, 500, 2_000, 10_000, 1_700_000};
    for (int k = 0; k < edges.length; k++) {
      assertThat(scale.scaled(edges[k])).isCloseTo(k / 2.0 - 1, Offset.offset(1e-12));
    }
    // 500 to 2,000 is even; 2,000 to 10,000 is more than four times and goes by ratios.
    assertThat(scale.scaled(1_250)).isCloseTo(-0.25, Offset.offset(1e-12));
    assertThat(scale.scaled(Math.sqrt(2_000 * 10_000.0))).isCloseTo(0.25, Offset.offset(1e-12));
  }

  /** Also where numbers are below zero, where a cell holds zero, and on a grid. */
  @Test
  void itIncreasesAndLeadsBack() {
    for (ColumnType type :
        List.of(
            PAYMENTS,
            new ColumnType.Numeric(-1e6, 1e6, List.of(-1000.0, -10.0, 10.0, 1000.0)),
            new ColumnType.Whole(1, 1_000_000, List.of(10.0, 1000.0)),
            new ColumnType.Numeric(1, 1_000_000, List.of()))) {
      NumberScale scale = NumberScale.byCuts(type);
      double last = -2;
      for (int i = 0; i <= 1000; i++) {
        double number = scale.number(i / 500.0 - 1);
        assertThat(number).isBetween(type.lowerBound(), type.upperBound());
        double place = scale.scaled(number);
        assertThat(place).isCloseTo(i / 500.0 - 1, Offset.offset(1e-9)).isGreaterThan(last);
        last = place;
      }
      assertThat(scale.number(-7)).isEqualTo(type.lowerBound());
    }
  }

  /** Without cuts it is the even scale, whatever the bounds: nothing moves for older schemas. */
  @Test
  void itIsEvenWithoutCuts() {
    NumberScale scale = NumberScale.byCuts(new ColumnType.Numeric(1, 1_000_001, List.of()));
    assertThat(scale.scaled(250_001)).isEqualTo(-0.5);
    assertThat(scale.number(0.5)).isEqualTo(750_001);
  }

  private static FittedGan gan(Schema schema) {
    MlpShape generator = MlpShape.oneHidden(1, 2, 1, Activation.TANH);
    float[] parameters = new float[generator.parameterCount()];
    Arrays.fill(parameters, 0.7f);
    return new FittedGan(
        schema, -1, LabelLaw.NONE, generator, parameters, generator, parameters, List.of());
  }

  /** A model of before, whose networks learned on the even scale, draws the rows it always drew. */
  @Test
  void modelsKeepTheScaleTheyLearnedOn() {
    FittedGan now = gan(schema(PAYMENTS));
    ObjectNode json = (ObjectNode) FittedGenerators.toJson(now);
    Table rows = now.sample(200, new Seed(1));
    assertThat(column(FittedGenerators.fromJson("now", json).sample(200, new Seed(1))))
        .isEqualTo(column(rows));
    ((ObjectNode) json.get("parameters")).remove("numbers");
    FittedGan before = (FittedGan) FittedGenerators.fromJson("before", json);
    FittedGan even = gan(schema(new ColumnType.Numeric(0, 1_700_000, List.of())));
    assertThat(column(before.sample(200, new Seed(1))))
        .isEqualTo(column(even.sample(200, new Seed(1))))
        .isNotEqualTo(column(rows));
    assertThat(before.logRatios(rows))
        .isEqualTo(even.logRatios(ColumnarTable.of(even.schema(), new double[][] {rows.values(0)})))
        .isNotEqualTo(now.logRatios(rows));
    assertThat(FittedGenerators.toJson(before)).isEqualTo(json);
    assertThat(FittedGenerators.toJson(even).toString()).doesNotContain("by cuts");
  }

  private static double[] column(Table rows) {
    return rows.values(0);
  }
}
