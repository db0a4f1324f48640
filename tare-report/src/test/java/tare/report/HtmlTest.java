package tare.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers have no more digits than their error leaves them. */
class HtmlTest {

  @ParameterizedTest
  @CsvSource({
    "52.34567, 0.9213, 52.35 ± 0.92",
    "52.34567, 9.213, 52.3 ± 9.2",
    "41234.567, 1234.5, '41,200 ± 1,200'",
    "0.0312345, 0.00071, 0.03123 ± 0.00071",
    "-3.14159, 12, -3 ± 12",
    "7, 0, 7",
    "7.25, NaN, 7.25",
    "7.25, Infinity, 7.25"
  })
  void numbersWithTheirError(double value, double error, String words) {
    assertThat(Html.number(value, error)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "0.123456, 0.0123, 12.3 % ± 1.2 %",
    "0.123456, 0.00123, 12.35 % ± 0.12 %",
    "0.123456, 0.000012, 12.35 % ± 0.00 %",
    "0.5, 0.21, 50 % ± 21 %",
    "0.0512, NaN, 5.12 %",
    "0, 0, 0 % ± 0 %"
  })
  void sharesWithTheirError(double share, double error, String words) {
    assertThat(Html.percent(share, error)).isEqualTo(words);
  }
}
