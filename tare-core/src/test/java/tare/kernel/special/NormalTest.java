package tare.kernel.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalTest {

  /** Source: mpmath 1.3, 30 digits. */
  @ParameterizedTest
  @CsvSource({
    "0, 0.5, -0.69314718055994530942",
    "0.001, 0.49960105778608893742, -0.69394538346696517877",
    "0.5, 0.30853753872598689636, -1.1759117615936186089",
    "1, 0.15865525393145705141, -1.8410216450092635058",
    "2, 0.0227501319481792072, -3.7831843336820319488",
    "3.7, 0.00010779973347738833694, -9.1352353718728758054",
    "5, 2.8665157187919391167e-7, -15.064998393988725736",
    "8.25, 7.919726314642477341e-17, -37.074589931901532919",
    "12, 1.7764821120776789977e-33, -75.410673001568795939",
    "25, 3.0566967063825609164e-138, -316.63940800802025894",
    "37, 5.7255712225245768227e-300, -689.0305855768905936",
    "100, 0, -5005.5242086942050886",
    "1e6, 0, -500000000014.73444909",
    "-0.5, 0.69146246127401310364, -0.36894641528865639307",
    "-3, 0.99865010196836990547, -0.0013508099647481937988",
    "-8, 0.9999999999999993779, -6.2209605742717858094e-16"
  })
  void tails(double x, double tail, double logTail) {
    assertThat(Normal.upperTail(x)).isCloseTo(tail, within(2e-14 * tail));
    assertThat(Normal.logUpperTail(x)).isCloseTo(logTail, within(2e-14 * Math.abs(logTail)));
  }

  @ParameterizedTest
  @CsvSource({"0.1, 0.2", "4, 4.5", "20, 21", "1, 30"})
  void millsDropAsADifference(double a, double b) {
    assertThat(Normal.millsDrop(a, b))
        .isCloseTo(Normal.mills(a) - Normal.mills(b), within(1e-14 * Normal.mills(a)));
  }

  /** Source: mpmath 1.3, 40 digits. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 1e-3, 0.00056152018158196",
    "4, 1e-6, 5.3390456800505e-8",
    "4, 4.9e-3, 0.000261336375777194",
    "15, 1e-4, 4.38643378663381e-7"
  })
  void millsDropOfCloseNumbers(double a, double width, double drop) {
    assertThat(Normal.millsDrop(a, a + width)).isCloseTo(drop, within(1e-9 * drop));
  }

  @Test
  void endsOfTheLine() {
    assertThat(Normal.mills(Double.POSITIVE_INFINITY)).isZero();
    assertThat(Normal.upperTail(Double.NEGATIVE_INFINITY)).isEqualTo(1);
    assertThat(Normal.upperTail(Double.POSITIVE_INFINITY)).isZero();
  }
}
