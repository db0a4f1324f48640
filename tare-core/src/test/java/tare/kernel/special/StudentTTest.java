package tare.kernel.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudentTTest {

  /** From R 4.2: qt(1 - (1 - p) / 2, df). */
  @ParameterizedTest
  @CsvSource({
    "0.95, 1, 12.7062047361747",
    "0.95, 2, 4.30265272974946",
    "0.9, 5, 2.01504837333302",
    "0.99, 10, 3.16927267261695",
    "0.95, 49, 2.00957523712924",
    "0.95, 1000, 1.96233908082641",
    "0, 3, 0"
  })
  void agreesWithTheReference(double probability, int df, double expected) {
    double quantile = StudentT.centralQuantile(probability, df);
    assertThat(quantile).isCloseTo(expected, within(1e-11 * (1 + expected)));
    assertThat(StudentT.central(quantile, df)).isCloseTo(probability, within(1e-13));
  }

  /** From R 4.2: 2 * pt(-t, df). One minus the centre rounds the last ones to zero, or below. */
  @ParameterizedTest
  @CsvSource({
    "0, 7, 1",
    "1, 1, 0.5",
    "2.00957523712924, 49, 0.05",
    "8.5, 49, 3.31930613140532e-11",
    "25, 49, 1.50656416642693e-29",
    "1e8, 49, 0"
  })
  void tailsAreNeverBelowZero(double t, int df, double expected) {
    assertThat(StudentT.outside(t, df))
        .isCloseTo(expected, within(1e-8 * expected + Double.MIN_NORMAL));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1, Double.NaN})
  void refusesWhatIsNoProbability(double probability) {
    assertThatThrownBy(() -> StudentT.centralQuantile(probability, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
