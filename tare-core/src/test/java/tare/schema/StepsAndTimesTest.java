package tare.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepsAndTimesTest {

  @Test
  void everyNumberOfAGridIsTheNearestDoubleToItsDecimal() {
    Steps steps = Steps.of(0.1, 30, 0.1);
    for (int i = 0; i < steps.count(); i++) {
      assertThat(steps.value(i)).isEqualTo(Double.parseDouble((i + 1) / 10 + "." + (i + 1) % 10));
      assertThat(steps.position(steps.value(i))).isEqualTo(i);
    }
    assertThat(steps.position(-5)).isZero();
    assertThat(steps.position(1e300)).isEqualTo(steps.count() - 1);
  }

  @Test
  void refusesAGridThatMissesItsUpperBound() {
    assertThatThrownBy(() -> Steps.of(0, 1, 0.3))
        .hasMessage(
            "The upper bound must be a whole number of steps above the lower one. Got: bounds 0.0 and"
                + " 1.0 with step 0.3");
    assertThatThrownBy(() -> Steps.of(0, 1, 0)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> Steps.of(0, 1e15, 1e-9)).hasMessageContaining("2^53");
  }

  @ParameterizedTest
  @CsvSource({
    "DATE, 2024-02-29, 2024-02-29",
    "DATE, 1899-12-31, 1899-12-31",
    "DATE, 2024-02-29 00:00:00.000, 2024-02-29",
    "TIME, 7:05, 07:05:00",
    "TIME, 23:59:59.9, 23:59:59",
    "DATETIME, 2024-02-29 13:45, 2024-02-29T13:45:00",
    "DATETIME, 1969-12-31T23:59:59, 1969-12-31T23:59:59"
  })
  void aTimeIsReadAndWritten(TimeForm form, String text, String iso) {
    double number = parse(form, form.pattern(), text);

    assertThat(form.text(Math.floor(number))).isEqualTo(iso);
  }

  @ParameterizedTest
  @CsvSource({
    "DATE, %d.%m.%y, 1.2.69, 2069-02-01",
    "DATE, %m/%d/%Y, 02/29/2024, 2024-02-29",
    "DATETIME, %Y%m%d %H%M%S, 20240229 134500, 2024-02-29T13:45:00"
  })
  void anotherFormIsReadWhenDeclared(TimeForm form, String pattern, String text, String iso) {
    assertThat(form.text(parse(form, pattern, text))).isEqualTo(iso);
  }

  @ParameterizedTest
  @CsvSource({"DATE, %Y-%m", "DATE, %Y-%m-%d %H", "TIME, %H", "DATE, %Y-%m-%d%", "DATE, %Y-%b-%d"})
  void refusesAFormThatLacksAPart(TimeForm form, String pattern) {
    assertThatThrownBy(() -> TimePattern.of(form, pattern)).hasMessageContaining("must be made of");
  }

  @Test
  void cellsAreThoseOfACalendar() {
    long lo = LocalDate.of(2020, 1, 1).toEpochDay();
    long hi = LocalDate.of(2024, 12, 31).toEpochDay();

    assertThat(texts(TimeForm.DATE.cuts(lo, hi, 64)))
        .hasSize(59)
        .startsWith("2020-02-01", "2020-03-01")
        .endsWith("2024-12-01");
    assertThat(texts(TimeForm.DATE.cuts(lo, hi, 20))).startsWith("2020-04-01").hasSize(19);
    assertThat(texts(TimeForm.DATE.cuts(lo, hi, 300))).startsWith("2020-01-06", "2020-01-13");
    assertThat(TimeForm.DATE.cuts(lo, lo + 9, 64)).hasSize(9);
    assertThat(TimeForm.DATE.cuts(-700_000, hi, 8)).isEmpty();
    assertThat(TimeForm.TIME.cuts(0, TimeForm.DAY - 1, 48)).hasSize(47).startsWith(1800.0);
  }

  @Test
  void theSameDayOfTheWeekHasTheSameAngle() {
    TimeForm.Cycle week = TimeForm.DATE.cycles(0, 1000).get(1);
    long monday = LocalDate.of(2024, 2, 26).toEpochDay();

    assertThat(week.name()).isEqualTo("weekday");
    assertThat(week.angle(monday)).isZero();
    assertThat(week.angle(monday - 7_000)).isZero();
    assertThat(TimeForm.DATE.cycles(0, 2)).isEmpty();
  }

  private static List<String> texts(List<Double> days) {
    return days.stream().map(TimeForm.DATE::text).toList();
  }

  private static double parse(TimeForm form, String pattern, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return TimePattern.of(form, pattern).parse(bytes, 0, bytes.length);
  }
}
