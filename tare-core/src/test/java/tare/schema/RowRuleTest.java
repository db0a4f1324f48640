package tare.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowRuleTest {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("age", new ColumnType.Whole(0, 120, List.of()), true),
          new Column("from day", new ColumnType.Numeric(0, 99, List.of()), false),
          new Column("to", new ColumnType.Numeric(0, 99, List.of()), true),
          new Column("sex", new ColumnType.Category(List.of("f", "m"), Optional.empty()), false),
          new Column("pregnant", new ColumnType.YesNo("no", "yes"), true));

  /** NaN is missing. */
  private static RowRule.Values row(double... cells) {
    return new RowRule.Values() {
      @Override
      public double number(int column) {
        return cells[column];
      }

      @Override
      public int level(int column) {
        return (int) cells[column];
      }

      @Override
      public boolean missing(int column) {
        return Double.isNaN(cells[column]);
      }
    };
  }

  private static final RowRule.Values MOTHER = row(30, 1, 5, 0, 1);
  private static final RowRule.Values MAN = row(70, 6, 5, 1, 0);
  private static final RowRule.Values UNKNOWN = row(Double.NaN, 6, Double.NaN, 1, Double.NaN);

  private static RowRule rule(String text) {
    return RowRule.parse(text, COLUMNS);
  }

  @Test
  void comparesCellsWithValuesAndWithEachOther() {
    assertThat(rule("age >= 65").metBy(MAN)).isTrue();
    assertThat(rule("age>=65").metBy(MOTHER)).isFalse();
    assertThat(rule("'from day' <= to").metBy(MOTHER)).isTrue();
    assertThat(rule("'from day' <= to").metBy(MAN)).isFalse();
    assertThat(rule("age < 40 and sex = f").metBy(MOTHER)).isTrue();
    assertThat(rule("sex != f").metBy(MAN)).isTrue();
    assertThat(rule("to is missing").metBy(UNKNOWN)).isTrue();
    assertThat(rule("to is not missing").metBy(UNKNOWN)).isFalse();
  }

  @Test
  void anImplicationIsBrokenOnlyByAPremiseWithoutItsConclusion() {
    RowRule rule = rule("pregnant = yes implies sex = f and age < 60");
    assertThat(rule.keptBy(MOTHER)).isTrue();
    assertThat(rule.keptBy(MAN)).isTrue();
    assertThat(rule.keptBy(row(70, 1, 5, 0, 1))).isFalse();
    assertThat(rule.keptBy(row(30, 1, 5, 1, 1))).isFalse();
  }

  /** What cannot be compared breaks no rule and meets no condition. */
  @Test
  void missingCellsAreNeitherTrueNorFalse() {
    assertThat(rule("age >= 65").keptBy(UNKNOWN)).isTrue();
    assertThat(rule("age >= 65").metBy(UNKNOWN)).isFalse();
    assertThat(rule("pregnant = yes implies sex = f").keptBy(UNKNOWN)).isTrue();
    assertThat(rule("pregnant = yes implies sex = f").metBy(UNKNOWN)).isFalse();
    assertThat(rule("age >= 65 implies sex = m").metBy(UNKNOWN)).isTrue();
  }

  @Test
  void whatIsNoRuleIsRefusedWithTheReason() {
    assertThatThrownBy(() -> rule("agee >= 65")).hasMessageContaining("Did you mean \"age\"?");
    assertThatThrownBy(() -> rule("sex >= f")).hasMessageContaining("by = and != only");
    assertThatThrownBy(() -> rule("sex = female")).hasMessageContaining("no level of \"sex\"");
    assertThatThrownBy(() -> rule("age >= old")).hasMessageContaining("with a number");
    assertThatThrownBy(() -> rule("age >=")).hasMessageContaining("too early");
    assertThatThrownBy(() -> rule("age is big")).hasMessageContaining("\"missing\" is needed");
    assertThatThrownBy(() -> rule("age = 3 or age = 4")).hasMessageContaining("implies");
    assertThatThrownBy(() -> rule("")).hasMessageContaining("made of columns");
  }

  @Test
  void rulesStandInTheSchemaFile() {
    Schema schema =
        SchemaFile.parse(
            "s.json",
            """
            {"tare:name": "s", "tare:unit": "person", "tare:rules": ["a <= b"], "fields": [
              {"name": "a", "type": "number", "constraints": {"minimum": 0, "maximum": 1}},
              {"name": "b", "type": "number", "constraints": {"minimum": 0, "maximum": 1}}]}
            """
                .getBytes(StandardCharsets.UTF_8));
    assertThat(schema.rules()).containsExactly(RowRule.parse("a <= b", schema.columns()));
    Schema again = SchemaFile.fromJson("s.json", SchemaFile.toJson(schema));
    assertThat(again).isEqualTo(schema);
    assertThat(schema.plain().rules()).isEqualTo(schema.rules());
  }

  @Test
  void aRuleOfNoColumnIsAFaultOfTheFile() {
    assertThatThrownBy(
            () ->
                SchemaFile.parse(
                    "s.json",
                    """
                    {"tare:name": "s", "tare:unit": "person", "tare:rules": ["a <= c"], "fields": [
                      {"name": "a", "type": "number", "constraints": {"minimum": 0, "maximum": 1}}]}
                    """
                        .getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("a <= c");
  }
}
