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
    Comparison comparison = compare(12, run -> lattice(new Seed(61).stream("run " + run)), N);
    assertThat(comparison.weighted()).isLessThan(0.1);
    assertThat(comparison.unweighted()).isGreaterThan(1);
  }

  @Test
  @Tag("audit")
  void weightedPosteriorsAreThoseOfTheRealRowsOverFiftyDataSets() {
    Comparison comparison = compare(50, run -> lattice(new Seed(62).stream("run " + run)), N);
    assertThat(comparison.weighted()).isLessThan(0.1);
    assertThat(comparison.unweighted()).isGreaterThan(1);
  }

  @Test
  @Tag("audit")
  void independentRowsShowNoBiasBeyondTheirOwnNoise() {
    // Real and synthetic rows drawn apart: one difference has an sd of about 1.7 posterior sds, the
    // mean of 50 about 0.24.
    Comparison comparison = compare(50, run -> independent(new Seed(63).stream("run " + run)), N);
    assertThat(comparison.weighted()).isLessThan(5 * 0.24);
    assertThat(comparison.unweighted()).isGreaterThan(5);
  }

  @Test
  @Tag("audit")
  void sandwichIntervalsCoverInAThousandSimulations() {
    double[] truth = populationLine();
    int[] covered = new int[2];
    for (int run = 0; run < 1000; run++) {
      Pairs pairs = independent(new Seed(64).stream("run " + run));
      Regression.Fit fit = Regression.linear(data(SYNTHETIC, pairs, 2000, true));
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
    double[] truth = populationLine();
    int covered = 0;
    for (int run = 0; run < 50; run++) {
      Pairs pairs = independent(new Seed(65).stream("run " + run));
      Regression.Fit fit = Regression.linear(data(SYNTHETIC, pairs, 2000, false));
      covered += fit.coefficients().get(1).interval(0.95).contains(truth[1]) ? 1 : 0;
    }
    assertThat(covered).isLessThan(5);
  }

  /**
   * How far posterior means are from those on real rows, in posterior sds: the mean over data sets,
   * then the largest over coefficients.
   */
  private record Comparison(double weighted, double unweighted) {}

  private interface Runs {
    Pairs of(String run);
  }

  private static Comparison compare(int runs, Runs sources, int n) {
    Sampler.Nuts sampler = Sampler.Nuts.DEFAULTS.withWarmup(300).withDraws(1000);
    double[] weighted = new double[2];
    double[] unweighted = new double[2];
    for (int run = 0; run < runs; run++) {
      Seed seed = new Seed(66).child("run " + run);
      List<Posterior.Summary> real =
          posterior(data(REAL, sources.of(run + " real"), n, false), sampler, seed);
      ModelData synthetic = data(SYNTHETIC, sources.of(run + " synthetic"), n, true);
      List<Posterior.Summary> with = posterior(synthetic, sampler, seed);
      List<Posterior.Summary> without = posterior(synthetic.unweighted(), sampler, seed);
      for (int j = 0; j < 2; j++) {
        double sd = real.get(j).sd();
        weighted[j] += (with.get(j).mean() - real.get(j).mean()) / sd / runs;
        unweighted[j] += (without.get(j).mean() - real.get(j).mean()) / sd / runs;
      }
    }
    return new Comparison(
        Arrays.stream(weighted).map(Math::abs).max().orElse(0),
        Arrays.stream(unweighted).map(Math::abs).max().orElse(0));
  }

  private static List<Posterior.Summary> posterior(ModelData data, Sampler sampler, Seed seed) {
    return Posterior.sample(BayesModel.linear(data), sampler, seed).summaries();
  }

  private static ModelData data(Mixture law, Pairs pairs, int n, boolean weighted) {
    double[] x = new double[n];
    double[] y = new double[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      double[] u = pairs.pair(i);
      x[i] = law.quantile(u[0]);
      y[i] = response(x[i]) + 0.5 * normalQuantile(u[1]);
      weights[i] = weighted ? REAL.density(x[i]) / law.density(x[i]) : 1;
    }
    List<Variable> variables = new ArrayList<>();
    variables.add(new Variable.Numeric("x", x));
    variables.add(new Variable.Numeric("y", y));
    Frame frame = new Frame(variables);
    return ModelData.of(Formula.parse("y ~ x", frame.names()), frame, weights);
  }

  private static double response(double x) {
    return 0.5 + x + 0.4 * x * x;
  }

  /** Intercept and slope of the best line under the real law, by numeric integration. */
  private static double[] populationLine() {
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
    double slope = (t1 / s0 - s1 / s0 * t0 / s0) / (s2 / s0 - s1 / s0 * s1 / s0);
    return new double[] {t0 / s0 - slope * s1 / s0, slope};
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
