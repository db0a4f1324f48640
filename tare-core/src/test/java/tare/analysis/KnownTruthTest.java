package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.hipparchus.special.Erf;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

/**
 * Exact weights on rows of known law: x from a mixture of two normals on either side, with other
 * shares and places in the synthetic law; y given x is not linear, so that the best line depends on
 * the law of x and only weights can bring it back.
 */
class KnownTruthTest {

  /**
   * A mixture of two normals.
   *
   * @param share of the first
   */
  private record Mixture(double share, double mean1, double sd1, double mean2, double sd2) {
    double density(double x) {
      return share * normal(x, mean1, sd1) + (1 - share) * normal(x, mean2, sd2);
    }

    /** The x below which a share u of the mixture lies: bisection, then Newton's steps. */
    double quantile(double u) {
      double lo = -8;
      double hi = 8;
      for (int step = 0; step < 10; step++) {
        double mid = (lo + hi) / 2;
        if (below(mid) < u) {
          lo = mid;
        } else {
          hi = mid;
        }
      }
      double x = (lo + hi) / 2;
      for (int step = 0; step < 2; step++) {
        double move = (u - below(x)) * Math.sqrt(2 * Math.PI) / density(x);
        x += Math.max(-0.02, Math.min(0.02, move));
      }
      return x;
    }

    private double below(double x) {
      return share * cumulative((x - mean1) / sd1) + (1 - share) * cumulative((x - mean2) / sd2);
    }

    private static double cumulative(double z) {
      return 0.5 * Erf.erfc(-z / Math.sqrt(2));
    }

    private static double normal(double x, double mean, double sd) {
      double z = (x - mean) / sd;
      return Math.exp(-0.5 * z * z) / sd;
    }
  }

  private static final Mixture REAL = new Mixture(0.5, -1, 0.8, 1.2, 0.7);
  private static final Mixture SYNTHETIC = new Mixture(0.35, -0.8, 1.0, 0.9, 1.1);
  private static final int N = 5000;

  /** A source of pairs uniform in the unit square: one number for x, one for the noise in y. */
  private interface Pairs {
    double[] pair(int index);
  }

  @Test
  void weightedPosteriorsAreThoseOfTheRealRows() {
    // Evenly spread rows (a lattice with a random shift), so that what is left is the weights'
    // doing, not sampling noise.
    Comparison comparison = compare(12, run -> lattice(new Seed(61).stream("run " + run)));
    assertThat(comparison.bias()).isLessThan(0.1);
    assertThat(comparison.unweightedBias()).isGreaterThan(1);
  }

  @Test
  void weightedPosteriorsOfIndependentRowsHaveNoBias() {
    independentRowsHaveNoBias(12, new Seed(60));
  }

  @Test
  @Tag("audit")
  void weightedPosteriorsAreThoseOfTheRealRowsOverFiftyDataSets() {
    Comparison comparison = compare(50, run -> lattice(new Seed(62).stream("run " + run)));
    assertThat(comparison.bias()).isLessThan(0.1);
    assertThat(comparison.unweightedBias()).isGreaterThan(1);
  }

  @Test
  @Tag("audit")
  void weightedPosteriorsOfIndependentRowsHaveNoBiasOverFiftyDataSets() {
    independentRowsHaveNoBias(50, new Seed(63));
  }

  /**
   * Real and synthetic rows drawn apart differ by their sampling noise: for one pair of tables an
   * sd of about 2.3 posterior sds (the real rows alone would have 1, were the line right) and a
   * mean size of about 1.8; the signed mean over 50 data sets has still 0.3, more than the 0.1 that
   * is to be seen. But the first-order part of that noise is known, row by row, and has mean zero
   * under exact weights; with it taken off as a control variate, what is left is bias.
   */
  private static void independentRowsHaveNoBias(int runs, Seed seed) {
    Comparison comparison = compare(runs, run -> independent(seed.stream("run " + run)));
    assertThat(comparison.controlledBias()).isLessThan(0.1);
    assertThat(comparison.bias()).isLessThan(5 * 2.3 / Math.sqrt(runs));
    assertThat(comparison.size()).isBetween(0.8, 4.0);
    assertThat(comparison.unweightedBias()).isGreaterThan(10);
    // The twin: the same control variates do not hide a bias.
    assertThat(comparison.controlledUnweightedBias()).isGreaterThan(10);
  }

  @Test
  @Tag("audit")
  void sandwichIntervalsCoverInAThousandSimulations() {
    BestLine line = BestLine.underRealLaw();
    double[] truth = {line.intercept(), line.slope()};
    int[] covered = new int[2];
    for (int run = 0; run < 1000; run++) {
      Pairs pairs = independent(new Seed(64).stream("run " + run));
      Regression.Fit fit = Regression.linear(Rows.of(SYNTHETIC, pairs, 2000, true).data());
      for (int j = 0; j < 2; j++) {
        covered[j] += fit.coefficients().get(j).interval(0.95).contains(truth[j]) ? 1 : 0;
      }
    }
    assertThat(covered[0]).isBetween(930, 970);
    assertThat(covered[1]).isBetween(930, 970);
  }

  /** The twin: without weights the intervals miss the truth nearly always. */
  @Test
  void unweightedIntervalsMiss() {
    double truth = BestLine.underRealLaw().slope();
    int covered = 0;
    for (int run = 0; run < 50; run++) {
      Pairs pairs = independent(new Seed(65).stream("run " + run));
      Regression.Fit fit = Regression.linear(Rows.of(SYNTHETIC, pairs, 2000, false).data());
      covered += fit.coefficients().get(1).interval(0.95).contains(truth) ? 1 : 0;
    }
    assertThat(covered).isLessThan(5);
  }

  /**
   * How far posterior means are from those on real rows, in posterior sds; the largest over
   * coefficients.
   *
   * @param bias the mean over data sets of the signed difference
   * @param size the mean over data sets of its size
   * @param controlledBias the bias with the known sampling noise of both tables taken off
   */
  private record Comparison(
      double bias,
      double size,
      double controlledBias,
      double unweightedBias,
      double controlledUnweightedBias) {}

  private interface Runs {
    Pairs of(String run);
  }

  private static Comparison compare(int runs, Runs sources) {
    Sampler.Nuts sampler = Sampler.Nuts.DEFAULTS.withWarmup(300).withDraws(1000);
    BestLine line = BestLine.underRealLaw();
    double[][] means = new double[5][2];
    for (int run = 0; run < runs; run++) {
      Seed seed = new Seed(66).child("run " + run);
      Rows realRows = Rows.of(REAL, sources.of(run + " real"), N, false);
      Rows weightedRows = Rows.of(SYNTHETIC, sources.of(run + " synthetic"), N, true);
      List<Posterior.Summary> real = posterior(realRows.data(), sampler, seed);
      List<Posterior.Summary> with = posterior(weightedRows.data(), sampler, seed);
      List<Posterior.Summary> without = posterior(weightedRows.data().unweighted(), sampler, seed);
      double[] realNoise = line.noise(realRows);
      double[] weightedNoise = line.noise(weightedRows);
      for (int j = 0; j < 2; j++) {
        double unit = real.get(j).sd() * runs;
        double weighted = (with.get(j).mean() - real.get(j).mean()) / unit;
        double unweighted = (without.get(j).mean() - real.get(j).mean()) / unit;
        double noise = (weightedNoise[j] - realNoise[j]) / unit;
        means[0][j] += weighted;
        means[1][j] += Math.abs(weighted);
        means[2][j] += weighted - noise;
        means[3][j] += unweighted;
        means[4][j] += unweighted - noise;
      }
    }
    double[] largest = new double[means.length];
    Arrays.setAll(largest, k -> Arrays.stream(means[k]).map(Math::abs).max().orElse(0));
    return new Comparison(largest[0], largest[1], largest[2], largest[3], largest[4]);
  }

  private static List<Posterior.Summary> posterior(ModelData data, Sampler sampler, Seed seed) {
    return Posterior.sample(BayesModel.linear(data), sampler, seed).summaries();
  }

  /** Rows with the exact weights that make them stand for the real law, or with none. */
  private record Rows(double[] x, double[] y, double[] weights) {

    static Rows of(Mixture law, Pairs pairs, int n, boolean weighted) {
      double[] x = new double[n];
      double[] y = new double[n];
      double[] weights = new double[n];
      for (int i = 0; i < n; i++) {
        double[] u = pairs.pair(i);
        x[i] = law.quantile(u[0]);
        y[i] = response(x[i]) + 0.5 * normalQuantile(u[1]);
        // Both densities lack the same factor.
        weights[i] = weighted ? REAL.density(x[i]) / law.density(x[i]) : 1;
      }
      return new Rows(x, y, weights);
    }

    ModelData data() {
      List<Variable> variables = new ArrayList<>();
      variables.add(new Variable.Numeric("x", x));
      variables.add(new Variable.Numeric("y", y));
      Frame frame = new Frame(variables);
      return ModelData.of(Formula.parse("y ~ x", frame.names()), frame, weights);
    }
  }

  private static double response(double x) {
    return 0.5 + x + 0.4 * x * x;
  }

  /**
   * The best line under the real law, and the moments of x there, by numeric integration.
   *
   * @param mean of x
   * @param variance of x
   */
  private record BestLine(double intercept, double slope, double mean, double variance) {

    static BestLine underRealLaw() {
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double t0 = 0;
      double t1 = 0;
      for (int i = 0; i < 200_000; i++) {
        double x = -10 + i * 1e-4;
        double mass = REAL.density(x);
        s0 += mass;
        s1 += mass * x;
        s2 += mass * x * x;
        t0 += mass * response(x);
        t1 += mass * x * response(x);
      }
      double mean = s1 / s0;
      double variance = s2 / s0 - mean * mean;
      double slope = (t1 / s0 - mean * t0 / s0) / variance;
      return new BestLine(t0 / s0 - slope * mean, slope, mean, variance);
    }

    /**
     * The first-order sampling noise of a weighted least-squares line: the mean over rows of weight
     * times influence, which is zero in expectation when the weights are exact.
     */
    double[] noise(Rows rows) {
      double[] noise = new double[2];
      int n = rows.x().length;
      for (int i = 0; i < n; i++) {
        double x = rows.x()[i];
        double residual = rows.weights()[i] * (rows.y()[i] - intercept - slope * x) / n;
        double onSlope = residual * (x - mean) / variance;
        noise[0] += residual - mean * onSlope;
        noise[1] += onSlope;
      }
      return noise;
    }
  }

  private static Pairs independent(RandomGenerator random) {
    return index -> new double[] {open(random.nextDouble()), open(random.nextDouble())};
  }

  /** N pairs spread evenly: steps of 1/N against steps of the golden ratio, both shifted. */
  private static Pairs lattice(RandomGenerator random) {
    double first = random.nextDouble();
    double second = random.nextDouble();
    double golden = (Math.sqrt(5) - 1) / 2;
    return index -> new double[] {open((index + first) / N), open((second + index * golden) % 1)};
  }

  private static double open(double u) {
    return Math.min(Math.max(u, 1e-12), 1 - 1e-12);
  }

  private static double normalQuantile(double u) {
    return Math.sqrt(2) * Erf.erfInv(2 * u - 1);
  }
}
