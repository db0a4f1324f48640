package tare.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
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
    "54.19312, 21.608, 54.2",
    "21.608, 21.608, 21.6",
    "41234.5, 12345, '41,200'",
    "0.51234, 0.0123, 0.512",
    "3.5, 0, 3.5"
  })
  void numbersBesideTheirSpread(double value, double spread, String words) {
    assertThat(Html.numberBeside(value, spread)).isEqualTo(words);
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

  @Test
  void whatIsNotAllIsNotToldAsAll() {
    assertThat(Html.percent(0.99959)).isEqualTo("over 99.9 %");
    assertThat(Html.percent(0.9994)).isEqualTo("99.9 %");
    assertThat(Html.percent(1)).isEqualTo("100 %");
  }
}
