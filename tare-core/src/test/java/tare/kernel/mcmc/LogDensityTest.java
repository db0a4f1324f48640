package tare.kernel.mcmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.kernel.regression.MultinomialRegression;
import tare.random.Seed;

/** Every density's gradient against finite differences, and its value against a plain formula. */
class LogDensityTest {

  private static final int N = 1100;
  private static final int P = 3;

  private final RandomGenerator random = new Seed(21).stream("rows");
  private final double[] x = new double[N * P];
  private final double[] y = new double[N];
  private final int[] two = new int[N];
  private final int[] three = new int[N];
  private final double[] ones = new double[N];
  private final double[] weights = new double[N];

  LogDensityTest() {
    Arrays.setAll(x, i -> i % P == 0 ? 1 : random.nextGaussian());
    Arrays.setAll(y, i -> 0.3 + x[i * P + 1] - 0.5 * x[i * P + 2] + random.nextGaussian());
    Arrays.setAll(two, i -> y[i] > 0.2 ? 1 : 0);
    Arrays.setAll(three, i -> y[i] > 0.8 ? 2 : y[i] > -0.2 ? 1 : 0);
    Arrays.fill(ones, 1);
    Arrays.setAll(weights, i -> 2 * random.nextDouble());
  }

  private List<LogDensity> densities() {
    MultinomialRegression.Problem problem =
        new MultinomialRegression.Problem(x, P, three, 3, weights);
    LinearDensity linear = new LinearDensity(x, P, y, weights, 1, 10);
    return List.of(
        new LogisticDensity(x, P, two, ones, 1),
        new LogisticDensity(x, P, two, weights, 0.7),
        new MultinomialDensity(problem, 1.3),
        linear,
        new WhitenedDensity(linear, linear.centre(), linear.curvature()));
  }

  @Test
  void gradientsAreThoseOfTheValue() {
    for (LogDensity density : densities()) {
      int d = density.dimension();
      double[] gradient = new double[d];
      double[] scratch = new double[d];
      for (int repeat = 0; repeat < 5; repeat++) {
        double[] position = random.doubles(d, -1.5, 1.5).toArray();
        density.evaluate(position, gradient);
        for (int j = 0; j < d; j++) {
          double h = 1e-5;
          double[] up = position.clone();
          double[] down = position.clone();
          up[j] += h;
          down[j] -= h;
          double slope =
              (density.evaluate(up, scratch) - density.evaluate(down, scratch)) / (2 * h);
          assertThat(gradient[j])
              .as("%s, coordinate %d", density.getClass().getSimpleName(), j)
              .isCloseTo(slope, within(1e-5 * (1 + Math.abs(slope))));
        }
      }
    }
  }

  @Test
  void logisticValueIsThePlainSum() {
    double[] b = {0.2, -1, 3};
    for (double[] w : List.of(ones, weights)) {
      double expected = -0.5 * (0.04 + 1 + 9);
      for (int i = 0; i < N; i++) {
        double t = b[0] * x[i * P] + b[1] * x[i * P + 1] + b[2] * x[i * P + 2];
        expected += w[i] * (two[i] * t - Math.log1p(Math.exp(t)));
      }
      assertThat(new LogisticDensity(x, P, two, w, 1).evaluate(b, new double[P]))
          .isCloseTo(expected, within(1e-9));
    }
  }

  @Test
  void linearValueIsThePlainSumUpToAConstant() {
    LinearDensity density = new LinearDensity(x, P, y, weights, 1, 10);
    double[] a = {0.1, 0.9, -0.4, 0.2};
    double[] b = {-1, 0.5, 2, -0.7};
    double[] gradient = new double[4];
    double difference = density.evaluate(a, gradient) - density.evaluate(b, gradient);
    assertThat(difference).isCloseTo(plainLinear(a) - plainLinear(b), within(1e-8));
  }

  @Test
  void farOutTheLogisticDensityStaysFinite() {
    double[] gradient = new double[P];
    double value =
        new LogisticDensity(x, P, two, ones, 1).evaluate(new double[] {1e4, -1e5, 1e5}, gradient);
    assertThat(value).isFinite();
    assertThat(gradient).doesNotContain(Double.NaN);
  }

  private double plainLinear(double[] b) {
    double variance = Math.exp(b[P]);
    double value = b[P] - variance * variance / 200;
    for (int j = 0; j < P; j++) {
      value -= 0.5 * b[j] * b[j];
    }
    for (int i = 0; i < N; i++) {
      double residual = y[i] - b[0] * x[i * P] - b[1] * x[i * P + 1] - b[2] * x[i * P + 2];
      value -= 0.5 * weights[i] * (Math.log(variance) + residual * residual / variance);
    }
    return value;
  }
}
