package tare.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SchemaTest {

  private static final Column AGE =
      new Column("age", new ColumnType.Whole(0, 120, List.of(18.0, 65.0)), false);

  @Test
  void findsColumnsByNameAndPosition() {
    Schema schema = new Schema("people", "person", List.of(AGE), OptionalLong.of(10));

    assertThat(schema.indexOf("age")).isZero();
    assertThat(schema.indexOf("Age")).isEqualTo(-1);
    assertThat(schema.column(0)).isEqualTo(AGE);
    assertThat(schema.missingValues()).containsExactly("");
  }

  @Test
  void boundsMustBeFiniteAndOrdered() {
    refused("Bounds must be finite", () -> numeric(Double.NaN, 1));
    refused("Bounds must be finite", () -> numeric(0, Double.POSITIVE_INFINITY));
    refused("and so must their distance", () -> numeric(-1e308, 1e308));
    refused("below the upper one. Got: [2.0, 1.0]", () -> numeric(2, 1));
    refused("below the upper one", () -> numeric(1, 1));
    refused("within 2^53", () -> new ColumnType.Whole(0, (1L << 53) + 1, List.of()));
    refused("within 2^53", () -> new ColumnType.Whole(Long.MIN_VALUE, 0, List.of()));
  }

  @Test
  void cutsMustAscendWithinTheBounds() {
    for (List<Double> cuts :
        List.of(
            List.of(0.0),
            List.of(1.0),
            List.of(0.5, 0.5),
            List.of(0.6, 0.5),
            List.of(Double.NaN))) {
      refused("Cuts must ascend", () -> new ColumnType.Numeric(0, 1, cuts));
    }
    assertThat(new ColumnType.Numeric(0, 1, List.of(0.25, 0.5)).cuts()).hasSize(2);
  }

  @Test
  void levelsMustBeDifferentPlainTexts() {
    refused("at least one level", () -> category());
    refused("all be different. Got: \"a\" twice", () -> category("a", "b", "a"));
    refused("must not be blank", () -> category("a", " "));
    refused("begin or end with a space", () -> category("a", "b "));
    refused("one line of plain text", () -> category("a\nb"));
    refused("must be whole characters", () -> category("a\ud800"));
    refused(
        "one of the declared levels",
        () -> new ColumnType.Category(List.of("a"), Optional.of("other")));
    refused("all be different", () -> new ColumnType.YesNo("x", "x"));
  }

  @Test
  void columnsMustBeDifferentAndTellable() {
    refused("must not be blank", () -> new Column("", AGE.type(), false));
    refused("at least one column", () -> schema());
    refused("all be different. Got: \"age\" twice", () -> schema(AGE, AGE));
    Column ward = new Column("ward", category("a", "?"), true);
    refused(
        "A level of column \"ward\" must not be a missing value too. Got: \"?\"",
        () -> schema(List.of("", "?"), List.of(), ward));
    refused("both declared and left out", () -> schema(List.of(), List.of("ward"), ward));
    refused("Missing values must all be different", () -> schema(List.of("", ""), List.of(), AGE));
  }

  @Test
  void aSchemaNeedsANameAUnitAndAPositiveCount() {
    refused(
        "The name of a schema", () -> new Schema("", "row", List.of(AGE), OptionalLong.empty()));
    refused(
        "what one row stands for", () -> new Schema("s", " ", List.of(AGE), OptionalLong.of(1)));
    refused("at least 1", () -> new Schema("s", "row", List.of(AGE), OptionalLong.of(0)));
  }

  private static void refused(String rule, ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(rule);
  }

  private static ColumnType numeric(double lo, double hi) {
    return new ColumnType.Numeric(lo, hi, List.of());
  }

  private static ColumnType category(String... levels) {
    return new ColumnType.Category(List.of(levels), Optional.empty());
  }

  private static Schema schema(Column... columns) {
    return new Schema("s", "row", List.of(columns), OptionalLong.empty());
  }

  private static Schema schema(
      List<String> missingValues, List<String> ignored, Column... columns) {
    return new Schema("s", "row", List.of(columns), OptionalLong.empty(), missingValues, ignored);
  }
}
