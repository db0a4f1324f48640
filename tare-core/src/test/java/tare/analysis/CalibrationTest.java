package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.hipparchus.special.Erf;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tare.kernel.linear.Cholesky;
import tare.kernel.mcmc.ChainDiagnostics;
import tare.kernel.mcmc.LinearDensity;
import tare.kernel.mcmc.LogDensity;
import tare.kernel.mcmc.MarkovChain;
import tare.kernel.mcmc.Nuts;
import tare.random.Seed;
import tare.testdata.Datasets;

/**
 * Whether posteriors are calibrated: simulation-based ranks (Talts et al. 2018) and the exact
 * answer of the conjugate linear model.
 */
class CalibrationTest {

  private static final int ROWS = 25;
  private static final int BINS = 16;
  private static final int THINNED = 63;
  private static final int THIN = 3;

  /** A false alarm in a million. */
  private static final double ALARM = 1e-6;

  private enum Kind {
    LINEAR,
    LOGISTIC,
    MULTINOMIAL
  }

  @Test
  void ranksOfTheTruthAreUniform() {
    for (Kind kind : Kind.values()) {
      for (double p : rankPValues(kind, 1, 200)) {
        assertThat(p).as(kind.name()).isGreaterThan(ALARM);
      }
    }
  }

  @Test
  @Tag("audit")
  void ranksOfTheTruthAreUniformInManyRuns() {
    for (Kind kind : Kind.values()) {
      for (double p : rankPValues(kind, 1, 3000)) {
        assertThat(p).as(kind.name()).isGreaterThan(ALARM);
      }
    }
  }

  /** The twin: truths drawn from a prior three times as wide as the model's are noticed. */
  @Test
  void aWrongPriorIsNoticed() {
    for (Kind kind : Kind.values()) {
      assertThat(Arrays.stream(rankPValues(kind, 3, 200)).min().orElse(1))
          .as(kind.name())
          .isLessThan(ALARM);
    }
  }

  @Test
  void intervalsOfTheConjugateModelAreRightToOnePercent() {
    Frame boston = Datasets.frame("boston10").standardized();
    ModelData data =
        ModelData.of(
            Formula.parse("medv ~ rm + lstat + nox + dis", boston.names()),
            boston,
            Datasets.referenceWeights(boston.rowCount()));
    double variance = 0.35;
    ConjugateLinear exact = ConjugateLinear.of(data, variance);
    int p = data.design().columnCount();
    LinearDensity whole =
        new LinearDensity(
            data.design().values(), p, data.numbers(), data.weights(), 1, BayesModel.VARIANCE_SD);
    double[][][] draws = new double[p][4][];
    for (int c = 0; c < 4; c++) {
      RandomGenerator random = new Seed(41).stream("chain " + c);
      MarkovChain chain =
          Nuts.run(
              new KnownVariance(whole, variance),
              new double[p],
              1000,
              10_000,
              0.8,
              10,
              random,
              draw -> {});
      for (int j = 0; j < p; j++) {
        int parameter = j;
        draws[j][c] = Arrays.stream(chain.draws()).mapToDouble(draw -> draw[parameter]).toArray();
      }
    }
    for (int j = 0; j < p; j++) {
      double mean = exact.mean()[j];
      double sd = Math.sqrt(exact.covariance()[j * p + j]);
      // About 25,000 effective draws: the mass within an interval errs by 0.003, a third of what is
      // allowed.
      for (double level : new double[] {0.5, 0.9}) {
        double lower = ChainDiagnostics.quantile(draws[j], (1 - level) / 2);
        double upper = ChainDiagnostics.quantile(draws[j], (1 + level) / 2);
        double mass = normal((upper - mean) / sd) - normal((lower - mean) / sd);
        assertThat(mass)
            .as("%s at %s", data.design().names().get(j), level)
            .isBetween(level - 0.01, level + 0.01);
      }
      assertThat(Math.abs(ChainDiagnostics.mean(draws[j]) - mean))
          .isLessThan(5 * ChainDiagnostics.mcseMean(draws[j]));
    }
  }

  /** The chi-squared p-values of the ranks of every parameter. */
  private static double[] rankPValues(Kind kind, double truthSd, int runs) {
    Seed seed = new Seed(51).child(kind.name());
    List<int[]> ranks = new ArrayList<>();
    Sampler.Nuts sampler =
        Sampler.Nuts.DEFAULTS.withChains(1).withWarmup(150).withDraws(THINNED * THIN);
    for (int run = 0; run < runs; run++) {
      Seed own = seed.child("run " + run);
      Simulated simulated = simulate(kind, truthSd, own.stream("truth"));
      Posterior posterior = Posterior.sample(simulated.model(), sampler, own);
      int[] row = new int[simulated.truth().length];
      for (int j = 0; j < row.length; j++) {
        double[] draws = posterior.draws(j)[0];
        for (int i = 0; i < draws.length; i += THIN) {
          row[j] += draws[i] < simulated.truth()[j] ? 1 : 0;
        }
      }
      ranks.add(row);
    }
    double[] pValues = new double[ranks.get(0).length];
    Arrays.setAll(pValues, j -> uniformity(ranks.stream().mapToInt(row -> row[j]).toArray()));
    return pValues;
  }

  private record Simulated(BayesModel model, double[] truth) {}

  private static Simulated simulate(Kind kind, double truthSd, RandomGenerator random) {
    double[] x = random.doubles(ROWS, -2, 2).toArray();
    int parameters = kind == Kind.LINEAR ? 3 : kind == Kind.LOGISTIC ? 2 : 4;
    double[] truth = new double[parameters];
    Arrays.setAll(truth, j -> truthSd * random.nextGaussian());
    if (kind == Kind.LINEAR) {
      truth[2] = BayesModel.VARIANCE_SD * Math.abs(random.nextGaussian());
    }
    Variable target;
    if (kind == Kind.LINEAR) {
      double[] y = new double[ROWS];
      Arrays.setAll(
          y, i -> truth[0] + truth[1] * x[i] + Math.sqrt(truth[2]) * random.nextGaussian());
      target = new Variable.Numeric("y", y);
    } else {
      int classes = kind == Kind.LOGISTIC ? 2 : 3;
      int[] y = new int[ROWS];
      Arrays.setAll(y, i -> drawClass(truth, x[i], classes, random));
      List<String> levels = List.of("a", "b", "c").subList(0, classes);
      target = new Variable.Factor("y", levels, y);
    }
    Frame frame = new Frame(List.of(new Variable.Numeric("x", x), target));
    double[] ones = new double[ROWS];
    Arrays.fill(ones, 1);
    ModelData data = ModelData.of(Formula.parse("y ~ x", frame.names()), frame, ones);
    return new Simulated(
        switch (kind) {
          case LINEAR -> BayesModel.linear(data);
          case LOGISTIC -> new BayesModel.Logistic(data, (Variable.Factor) target);
          case MULTINOMIAL -> new BayesModel.Multinomial(data, (Variable.Factor) target);
        },
        truth);
  }

  private static int drawClass(double[] truth, double x, int classes, RandomGenerator random) {
    double[] odds = new double[classes];
    odds[0] = 1;
    double sum = 1;
    for (int k = 1; k < classes; k++) {
      odds[k] = Math.exp(truth[2 * k - 2] + truth[2 * k - 1] * x);
      sum += odds[k];
    }
    double u = sum * random.nextDouble();
    int drawn = 0;
    while (drawn < classes - 1 && u >= odds[drawn]) {
      u -= odds[drawn++];
    }
    return drawn;
  }

  private static double uniformity(int[] ranks) {
    double[] counts = new double[BINS];
    for (int rank : ranks) {
      counts[rank * BINS / (THINNED + 1)]++;
    }
    double expected = (double) ranks.length / BINS;
    double statistic =
        Arrays.stream(counts).map(c -> (c - expected) * (c - expected) / expected).sum();
    return Gamma.regularizedGammaQ((BINS - 1) / 2.0, statistic / 2);
  }

  private static double normal(double z) {
    return 0.5 * Erf.erfc(-z / Math.sqrt(2));
  }

  /** The linear model's density with its last parameter, the log variance, held fast. */
  private record KnownVariance(LinearDensity density, double variance) implements LogDensity {
    @Override
    public int dimension() {
      return density.dimension() - 1;
    }

    @Override
    public double evaluate(double[] position, double[] gradient) {
      double[] longer = Arrays.copyOf(position, position.length + 1);
      longer[position.length] = Math.log(variance);
      double[] slopes = new double[longer.length];
      double value = density.evaluate(longer, slopes);
      System.arraycopy(slopes, 0, gradient, 0, gradient.length);
      return value;
    }
  }

  /** The exact posterior of weighted linear regression with known variance and N(0, 1) priors. */
  private record ConjugateLinear(double[] mean, double[] covariance) {
    static ConjugateLinear of(ModelData data, double variance) {
      int p = data.design().columnCount();
      double[] precision = new double[p * p];
      double[] right = new double[p];
      for (int j = 0; j < p; j++) {
        precision[j * p + j] = 1;
      }
      for (int i = 0; i < data.rowCount(); i++) {
        double w = data.weights()[i] / variance;
        for (int j = 0; j < p; j++) {
          right[j] += w * data.design().value(i, j) * data.numbers()[i];
          for (int k = 0; k < p; k++) {
            precision[j * p + k] += w * data.design().value(i, j) * data.design().value(i, k);
          }
        }
      }
      Cholesky factor = Cholesky.of(precision, p);
      return new ConjugateLinear(factor.solve(right), factor.inverse());
    }
  }
}
