package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static tare.audit.DrawnReleases.descends;
import static tare.audit.DrawnReleases.run;

import org.junit.jupiter.api.Test;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.audit.DrawTape.Heard;
import tare.audit.DrawnReleases.Run;
import tare.curator.GeneratorFitters;
import tare.model.FeatureKind;
import tare.model.Features;
import tare.model.FittedWeights;
import tare.noise.DiscreteGaussian;
import tare.noise.DiscreteLaplace;
import tare.table.Table;
import tare.table.TableAppender;
import tare.table.Weights;
import tare.weight.MlpOptions;
import tools.jackson.databind.JsonNode;

/** What fitting weights draws: see {@link DrawnReleases}. */
class WeightsDrawnAsChargedTest {

  @Test
  void dpMlp() {
    Heard fit = run("independent", "dp-mlp").of("fit weights");
    descends(fit, fit.charged, MlpOptions.DEFAULTS.clip());
  }

  /** What a row may move the coefficients by: R / (n lambda), R = 1.25 sqrt(width). */
  private static double coefficientBound(Run run, JsonNode details, int width) {
    return 1.25 * Math.sqrt(width) / (run.n() * details.path("lambda").asDouble());
  }

  /** The standard deviation of Gaussian noise over the proved bound is what was charged. */
  private static void scaled(Heard fit, double spacing, double bound) {
    double sd = ((DiscreteGaussian) fit.laws.get(0)).sigma() * spacing;
    double charged = ((Gaussian) fit.charged).noiseMultiplier();
    assertThat(sd / bound).isBetween(charged, charged * 1.01);
  }

  private static void beta(String method) {
    Run run = run("independent", method);
    Heard fit = run.of("fit weights");
    JsonNode details = ((FittedWeights) fit.output).description().details();
    JsonNode noised = details.path("noised_coefficients");
    double bound = coefficientBound(run, details, noised.size());
    if (!fit.vectors.isEmpty()) {
      double epsilon = ((PrivacyEvent.Spherical) fit.charged).epsilon();
      assertThat(fit.vectors.get(0).scale()).isBetween(bound / epsilon, 1.01 * bound / epsilon);
      return;
    }
    assertThat(fit.laws).hasSize(noised.size());
    int largest = 0;
    for (int j = 0; j < noised.size(); j++) {
      largest = Math.abs(fit.outputs.get(j)) > Math.abs(fit.outputs.get(largest)) ? j : largest;
    }
    scaled(fit, noised.get(largest).asDouble() / fit.outputs.get(largest), bound);
  }

  @Test
  void betaNoised() {
    beta("beta-noised");
  }

  @Test
  void betaDebiased() {
    beta("beta-debiased");
  }

  /** The largest singular value, by plain power iteration. */
  private static double largestSingularValue(double[] matrix, int rows) {
    int width = matrix.length / rows;
    double[] v = new double[width];
    java.util.Arrays.fill(v, 1);
    double value = 0;
    for (int i = 0; i < 500; i++) {
      double[] next = new double[width];
      for (int r = 0; r < rows; r++) {
        double dot = 0;
        for (int j = 0; j < width; j++) {
          dot += matrix[r * width + j] * v[j];
        }
        for (int j = 0; j < width; j++) {
          next[j] += dot * matrix[r * width + j];
        }
      }
      double norm = Math.sqrt(java.util.Arrays.stream(next).map(x -> x * x).sum());
      value = Math.sqrt(norm / Math.sqrt(java.util.Arrays.stream(v).map(x -> x * x).sum()));
      for (int j = 0; j < width; j++) {
        v[j] = next[j] / norm;
      }
    }
    return value;
  }

  /** Log weights with noise on every row: their bound, and the spacing of their grid. */
  private record Outputs(Heard fit, double bound, double spacing, int rows) {}

  private static Outputs outputs(String method) {
    // Enough for independent Laplace noise on 150 log weights to have a debiased weight at all.
    PrivacyBudget much = new PrivacyBudget(60, 1e-6);
    Run run = run(GeneratorFitters.named("independent"), method, much);
    Heard fit = run.of("fit weights");
    FittedWeights fitted = (FittedWeights) fit.output;
    Table synthetic = run.bundle().synthetic();
    Weights weights = fitted.weigh(synthetic);
    assertThat(fit.laws).hasSize(synthetic.rowCount());
    Features features = Features.of(FeatureKind.WHITENED, synthetic);
    double sigma = largestSingularValue(features.encode(synthetic), synthetic.rowCount());
    double bound = sigma * coefficientBound(run, fitted.description().details(), features.width());
    long steps = fit.outputs.get(0) - fit.outputs.get(1);
    double spacing = (weights.logWeights()[0] - weights.logWeights()[1]) / steps;
    return new Outputs(fit, bound, Math.abs(spacing), synthetic.rowCount());
  }

  @Test
  void outputNorm() {
    Outputs outputs = outputs("output-norm");
    scaled(outputs.fit(), outputs.spacing(), outputs.bound());
  }

  /** The scale of Laplace noise over the bound in L1, which is the root of N times that in L2. */
  @Test
  void outputLaplace() {
    Outputs outputs = outputs("output-laplace");
    double scale = ((DiscreteLaplace) outputs.fit().laws.get(0)).scale() * outputs.spacing();
    double inL1 = Math.sqrt(outputs.rows()) * outputs.bound();
    double least = 1 / Accounting.epsilon(outputs.fit().charged, 0);
    assertThat(scale / inL1).isBetween(least * (1 - 1e-6), least * 1.01);
  }

  @Test
  void moments() {
    Run run = run("independent", "moments");
    Heard fit = run.of("fit weights");
    double bound = ((FittedWeights) fit.output).description().details().path("bound").asDouble();
    // A grid of thirty bits within the bound.
    double inSteps = Math.floor(Math.scalb(bound, 29 - Math.getExponent(bound)));
    double charged = ((Gaussian) fit.charged).noiseMultiplier();
    assertThat(((DiscreteGaussian) fit.laws.get(0)).sigma() / inSteps)
        .isBetween(charged, charged * 1.001);
  }

  /** No row's vector is longer than the proof says, wherever the row lies. */
  @Test
  void featuresAreNoLongerThanTheirRadius() {
    Table synthetic = run("independent", "none").bundle().synthetic();
    TableAppender extremes = new TableAppender(SixColumns.SCHEMA);
    for (int i = 0; i < 96; i++) {
      extremes.append(
          i % 2 == 0 ? 0 : 100,
          i / 2 % 2,
          i / 4 % 3,
          i / 12 % 2 == 0 ? 10 : Double.NaN,
          i / 24 % 2,
          i / 48);
    }
    Table rows = extremes.finish();
    for (FeatureKind kind : FeatureKind.values()) {
      Features features = Features.of(kind, synthetic);
      double radius =
          kind == FeatureKind.WHITENED ? 1.25 * Math.sqrt(features.width()) : Math.sqrt(7 / 4.0);
      double[] encoded = features.encode(rows);
      for (int r = 0; r < rows.rowCount(); r++) {
        double squares = 0;
        for (int j = 0; j < features.width(); j++) {
          double x = encoded[r * features.width() + j];
          squares += x * x;
        }
        assertThat(Math.sqrt(squares)).isLessThanOrEqualTo(radius * (1 + 1e-12));
      }
    }
  }
}
