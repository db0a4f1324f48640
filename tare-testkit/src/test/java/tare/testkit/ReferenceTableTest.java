package tare.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceTableTest {

  @ParameterizedTest
  @ValueSource(strings = {"good.csv", "packed.csv.gz"})
  void readsNamedColumns(String resource) {
    ReferenceTable table = ReferenceTable.read(getClass(), resource);

    assertThat(table.source()).isEqualTo("counted by hand");
    assertThat(table.columns()).containsExactly("name", "value", "count");
    assertThat(table.size()).isEqualTo(2);
    assertThat(table.texts("name")).containsExactly("one", "two");
    assertThat(table.numbers("value")).containsExactly(1.5, Double.NaN);
    assertThat(table.rows().get(1).whole("count")).isEqualTo(2);
    assertThat(table.rows().get(0)).hasToString("one,1.5,1");
  }

  @ParameterizedTest
  @CsvSource({
    "sourceless.csv, first line",
    "ragged.csv, must have 2 cells",
    "rowless.csv, at least one row",
    "absent.csv, beside its test"
  })
  void refusesAFaultyResource(String resource, String rule) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReferenceTable.read(getClass(), resource))
        .withMessageContaining(rule);
  }

  @Test
  void namesAnUnknownColumn() {
    ReferenceTable table = ReferenceTable.read(getClass(), "good.csv");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.numbers("valeu"))
        .withMessageContaining("No column named \"valeu\"");
  }
}
