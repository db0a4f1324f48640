package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.model.NoiseCorrection;
import tare.model.NoiseLaw;
import tare.random.Seed;
import tare.table.Weights;
import tare.testdata.Datasets;

/** What weighted rows are worth, and intervals that redraw the privacy noise. */
class BootstrapTest {

  @Test
  void withoutNoiseTheErrorsAreTheSandwichOnes() {
    Frame boston = Datasets.frame("boston10").standardized();
    ModelData data =
        ModelData.of(
            Formula.parse("medv ~ rm + lstat", boston.names()),
            boston,
            Datasets.referenceWeights(boston.rowCount()));
    Regression.Fit fit = Regression.linear(data);
    Bootstrap.Result result =
        Bootstrap.of(
            data,
            new WeightNoise.None("and nothing else"),
            Regression::linear,
            Bootstrap.Options.DEFAULTS.withReplicates(1500),
            new Seed(1));
    for (int j = 0; j < 3; j++) {
      // An sd from 1,500 replicates errs by 2 %; the two methods differ by as much again at this n.
      double error = fit.coefficients().get(j).standardError();
      assertThat(result.standardErrors()[j]).isCloseTo(error, within(0.15 * error));
      assertThat(result.intervals().get(j).contains(fit.estimates()[j])).isTrue();
    }
    assertThat(result.failed()).isZero();
    assertThat(result.covers()).isEqualTo("the drawing of the rows and nothing else");
  }

  @Test
  void intervalsThatRedrawTheNoiseCoverAndOthersDoNot() {
    int runs = 150;
    int withNoise = 0;
    int withoutNoise = 0;
    for (int run = 0; run < runs; run++) {
      Seed seed = new Seed(81).child("run " + run);
      Noisy noisy = noisy(400, 0.12, seed.stream("rows"));
      withNoise += covers(noisy, noisy.noise(), seed) ? 1 : 0;
      withoutNoise += covers(noisy, new WeightNoise.None(""), seed) ? 1 : 0;
    }
    // True coverage about 0.94 and 0.6: 150 runs cross 0.82 with chance below 1e-6 either way.
    assertThat((double) withNoise / runs).isGreaterThan(0.82);
    assertThat((double) withoutNoise / runs).isLessThan(0.8);
  }

  @Test
  void everyLawIsDrawnWithItsOwnVarianceAndLeavesTheExpectedWeight() {
    double[] x = {0.5, 0.3, -0.2};
    double squared = 0.25 + 0.09 + 0.04;
    double scale = 0.25;
    Map<NoiseLaw, Double> variances =
        Map.of(
            NoiseLaw.LAPLACE, 2 * scale * scale * squared,
            NoiseLaw.GAUSSIAN, scale * scale * squared,
            NoiseLaw.SPHERICAL, 4 * scale * scale * squared);
    variances.forEach(
        (law, variance) -> {
          RandomGenerator random = new Seed(82).stream(law.name());
          WeightNoise debiased =
              new WeightNoise.OnCoefficients(x, new NoiseCorrection(law, scale, 3), true);
          WeightNoise plain =
              new WeightNoise.OnCoefficients(x, new NoiseCorrection(law, scale, 3), false);
          int n = 40_000;
          double mean = 0;
          double weight = 0;
          double squares = 0;
          for (int i = 0; i < n; i++) {
            double moved = plain.redrawn(new double[] {0}, random)[0];
            squares += moved * moved / n;
            mean += moved / n;
            weight += Math.exp(debiased.redrawn(new double[] {0}, random)[0]) / n;
          }
          // Six standard errors or more of 40,000 draws of these laws.
          assertThat(mean).as(law.name()).isCloseTo(0, within(6 * Math.sqrt(variance / n)));
          assertThat(squares).as(law.name()).isCloseTo(variance, within(0.09 * variance));
          assertThat(weight).as(law.name()).isCloseTo(1, within(7 * Math.sqrt(variance / n)));
        });
  }

  @Test
  void noiseOnRowsLeavesTheExpectedWeight() {
    for (NoiseLaw law : List.of(NoiseLaw.LAPLACE, NoiseLaw.GAUSSIAN)) {
      RandomGenerator random = new Seed(83).stream(law.name());
      double[] redrawn = new WeightNoise.OnRows(law, 0.2).redrawn(new double[40_000], random);
      double mean = Arrays.stream(redrawn).map(Math::exp).average().orElse(0);
      // The sd of exp(noise) is at most 0.3 for both laws: ten standard errors.
      assertThat(mean).as(law.name()).isCloseTo(1, within(0.015));
    }
  }

  @Test
  void effectiveRowsOfEqualWeightsAreTheRows() {
    Frame boston = Datasets.frame("boston10").standardized();
    double[] ones = new double[boston.rowCount()];
    Arrays.fill(ones, 3);
    Regression.Fit fit =
        Regression.linear(ModelData.of(Formula.parse("medv ~ .", boston.names()), boston, ones));
    assertThat(fit.effectiveRows()).isCloseTo(506, within(1e-6));
    assertThat(fit.effectiveRows(3)).isCloseTo(506, within(1e-6));
  }

  /**
   * The ratio of covariances is the one that says how many real rows are as sure; its square is
   * not. Checked on the variance of the estimate over many data sets.
   */
  @Test
  void effectiveRowsAgreeWithTheVarianceOfTheEstimate() {
    int n = 300;
    int runs = 2000;
    RandomGenerator random = new Seed(84).stream("rows");
    double claimed = 0;
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      double[] x = new double[n];
      double[] weights = new double[n];
      for (int i = 0; i < n; i++) {
        x[i] = 0.6 + random.nextGaussian();
        weights[i] = Math.exp(-0.6 * x[i]);
      }
      Frame frame = new Frame(List.of(new Variable.Numeric("x", x)));
      Regression.Fit fit =
          Regression.linear(ModelData.of(Formula.parse("x ~ 1", frame.names()), frame, weights));
      claimed += fit.effectiveRows() / runs;
      squares += fit.estimates()[0] * fit.estimates()[0] / runs;
    }
    // Real rows have variance one, so n rows of them give 1/n: the true effective number is
    // 1/variance.
    double truth = 1 / squares;
    assertThat(claimed).isCloseTo(truth, within(0.12 * truth));
    double squared = n * (claimed / n) * (claimed / n);
    assertThat(Math.abs(squared - truth)).isGreaterThan(0.2 * truth);
  }

  @Test
  void impossibleOptionsAreRefused() {
    assertThatThrownBy(() -> new Bootstrap.Options(1, 0.9)).hasMessageContaining("at least 2");
    assertThatThrownBy(() -> new Bootstrap.Options(10, 1)).hasMessageContaining("(0, 1)");
  }

  /** Rows from N(0.5, 1) with the exact weight to N(0, 1) plus one draw of Gaussian noise. */
  private record Noisy(double[] x, Weights weights, WeightNoise noise) {}

  private static Noisy noisy(int n, double sigma, RandomGenerator random) {
    double[] x = new double[n];
    double[] logWeights = new double[n];
    double[] features = new double[2 * n];
    for (int i = 0; i < n; i++) {
      x[i] = 0.5 + random.nextGaussian();
      logWeights[i] = -0.5 * x[i] + 0.125;
      features[2 * i] = 1;
      features[2 * i + 1] = x[i];
    }
    WeightNoise noise =
        new WeightNoise.OnCoefficients(
            features, new NoiseCorrection(NoiseLaw.GAUSSIAN, sigma, 2), true);
    return new Noisy(x, new Weights(noise.redrawn(logWeights, random)), noise);
  }

  private static boolean covers(Noisy noisy, WeightNoise noise, Seed seed) {
    Bootstrap.Result result =
        Bootstrap.of(
            noisy.weights(),
            noise,
            (rows, weights) -> {
              double sum = 0;
              double total = 0;
              for (int i = 0; i < rows.length; i++) {
                sum += weights[i] * noisy.x()[rows[i]];
                total += weights[i];
              }
              return new double[] {sum / total};
            },
            Bootstrap.Options.DEFAULTS.withReplicates(200),
            seed);
    return result.intervals().get(0).contains(0);
  }
}
