package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

class ExpectedShareTest {

  private static final Schema SCHEMA =
      new Schema(
          "people",
          "person",
          List.of(
              new Column("age", new ColumnType.Numeric(0, 100, List.of()), false),
              new Column("ill", new ColumnType.YesNo("no", "yes"), false),
              new Column("fit", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.of(1_000));

  private static CountErrors errors(OptionalDouble pairs) {
    return new CountErrors(10, 20, pairs, 1_000, 1);
  }

  @Test
  void columnsAreToldByTheirOwnNoise() {
    List<ExpectedShare> columns = ExpectedShare.ofColumns(SCHEMA, errors(OptionalDouble.empty()));
    assertThat(columns).extracting(ExpectedShare::share).containsExactly(0.1, 0.5, 0.5);
    assertThat(columns.get(0).error())
        .isCloseTo(1.96 * Math.sqrt(0.09 / 1_000 + 0.0004), within(1e-12));
    assertThat(columns.get(1).error())
        .isCloseTo(1.96 * Math.sqrt(0.25 / 1_000 + 0.0001), within(1e-12));
    assertThat(columns).extracting(ExpectedShare::words).containsExactly("rough", "clear", "clear");
  }

  @Test
  void pairsAreToldWhereTheyAreCounted() {
    assertThat(ExpectedShare.ofPairs(SCHEMA, errors(OptionalDouble.empty()), 9)).isEmpty();
    List<ExpectedShare> pairs = ExpectedShare.ofPairs(SCHEMA, errors(OptionalDouble.of(30)), 9);
    assertThat(pairs)
        .extracting(ExpectedShare::name)
        .containsExactly("age by ill", "age by fit", "ill by fit");
    assertThat(pairs)
        .extracting(ExpectedShare::words)
        .containsExactly("lost in noise", "lost in noise", "rough");
    assertThat(ExpectedShare.ofPairs(SCHEMA, errors(OptionalDouble.of(30)), 2)).hasSize(2);
  }
}
