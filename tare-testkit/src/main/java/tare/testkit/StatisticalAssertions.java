package tare.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.hipparchus.special.Beta;
import org.hipparchus.special.Erf;
import org.hipparchus.special.Gamma;

/**
 * Assertions about chance, each with a stated false-alarm rate: the probability that it fails
 * although what it asserts is true. The p-values are public too, so that a test can show that its
 * assertion would catch the fault it is there for.
 */
public final class StatisticalAssertions {

  /** The house rate: one false alarm in a million runs. */
  public static final double RARE = 1e-6;

  /** Cells are pooled with their neighbours until each is expected to hold this many draws. */
  private static final double SMALLEST_EXPECTATION = 25;

  private StatisticalAssertions() {}

  /**
   * Asserts that draws follow a law on cells, by the chi-squared test.
   *
   * @param observed draws per cell. Not modified.
   * @param probabilities of the cells; they must sum to one. Not modified.
   */
  public static void assertFollows(long[] observed, double[] probabilities, double falseAlarmRate) {
    assertThat(chiSquaredPValue(observed, probabilities))
        .as("chi-squared p-value of the draws under the stated law")
        .isGreaterThan(falseAlarmRate);
  }

  /**
   * Asserts that draws follow a continuous law, by the Kolmogorov-Smirnov distance and the
   * inequality of Dvoretzky, Kiefer, Wolfowitz and Massart, which holds for every sample size.
   *
   * @param draws Not modified.
   */
  public static void assertFollows(
      double[] draws, DoubleUnaryOperator distributionFunction, double falseAlarmRate) {
    assertThat(kolmogorovSmirnovPValue(draws, distributionFunction))
        .as("Kolmogorov-Smirnov p-value of the draws under the stated law")
        .isGreaterThan(falseAlarmRate);
  }

  /**
   * Asserts that the mean of independent draws is the stated one, by the normal approximation.
   *
   * @param draws Not modified.
   */
  public static void assertMean(double[] draws, double expected, double falseAlarmRate) {
    assertThat(meanPValue(draws, expected))
        .as(
            "p-value of the mean %s of %s draws if their expectation is %s",
            Arrays.stream(draws).average().orElse(Double.NaN), draws.length, expected)
        .isGreaterThan(falseAlarmRate);
  }

  /** Asserts that independent trials succeed with the stated probability; exact. */
  public static void assertProportion(
      long successes, long trials, double probability, double falseAlarmRate) {
    assertThat(binomialPValue(successes, trials, probability))
        .as("p-value of %s successes in %s trials of %s", successes, trials, probability)
        .isGreaterThan(falseAlarmRate);
  }

  /** The probability of a chi-squared distance at least as large, after pooling small cells. */
  public static double chiSquaredPValue(long[] observed, double[] probabilities) {
    if (observed.length != probabilities.length) {
      throw new IllegalArgumentException(
          "There must be as many cells as probabilities. Got: "
              + observed.length
              + " and "
              + probabilities.length);
    }
    double total = Arrays.stream(probabilities).sum();
    if (Math.abs(total - 1) > 1e-9) {
      throw new IllegalArgumentException("The probabilities must sum to one. Got: " + total);
    }
    long draws = Arrays.stream(observed).sum();
    double statistic = 0;
    int cells = 0;
    double pooledExpected = 0;
    long pooledObserved = 0;
    double left = draws;
    for (int i = 0; i < observed.length; i++) {
      pooledExpected += draws * probabilities[i];
      pooledObserved += observed[i];
      left -= draws * probabilities[i];
      boolean enough = pooledExpected >= SMALLEST_EXPECTATION && left >= SMALLEST_EXPECTATION;
      if (enough || i == observed.length - 1) {
        double difference = pooledObserved - pooledExpected;
        statistic += difference * difference / pooledExpected;
        cells++;
        pooledExpected = 0;
        pooledObserved = 0;
      }
    }
    if (cells < 2) {
      throw new IllegalArgumentException("Too few draws for a chi-squared test: " + draws);
    }
    return Gamma.regularizedGammaQ((cells - 1) / 2.0, statistic / 2);
  }

  /** An upper bound on the probability of a distribution function at least as far off. */
  public static double kolmogorovSmirnovPValue(
      double[] draws, DoubleUnaryOperator distributionFunction) {
    double[] sorted = draws.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double distance = 0;
    for (int i = 0; i < n; i++) {
      double expected = distributionFunction.applyAsDouble(sorted[i]);
      distance =
          Math.max(distance, Math.max(expected - i / (double) n, (i + 1) / (double) n - expected));
    }
    return Math.min(1, 2 * Math.exp(-2 * n * distance * distance));
  }

  /** Two-sided, by the normal approximation with the standard error of the sample. */
  public static double meanPValue(double[] draws, double expected) {
    double mean = Arrays.stream(draws).average().orElse(Double.NaN);
    double squares = 0;
    for (double draw : draws) {
      squares += (draw - mean) * (draw - mean);
    }
    double standardError = Math.sqrt(squares / (draws.length - 1.0) / draws.length);
    if (standardError == 0) {
      return mean == expected ? 1 : 0;
    }
    return Erf.erfc(Math.abs(mean - expected) / standardError / Math.sqrt(2));
  }

  /** Two-sided and exact: twice the smaller tail. */
  public static double binomialPValue(long successes, long trials, double probability) {
    double atLeast =
        successes == 0 ? 1 : Beta.regularizedBeta(probability, successes, trials - successes + 1.0);
    double atMost =
        successes == trials
            ? 1
            : 1 - Beta.regularizedBeta(probability, successes + 1.0, (double) trials - successes);
    return Math.min(1, 2 * Math.min(atLeast, atMost));
  }
}
