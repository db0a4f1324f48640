package tare.kernel.mcmc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

/** Both samplers on laws whose moments are known. */
class NutsTest {

  /** Two normals of correlation 0.9 with sds 1 and 10, and a logistic law of mean 3. */
  private static final LogDensity DENSITY =
      new LogDensity() {
        @Override
        public int dimension() {
          return 3;
        }

        @Override
        public double evaluate(double[] z, double[] gradient) {
          double a = z[0];
          double b = z[1] / 10;
          double c = z[2] - 3;
          double k = 1 / (1 - 0.81);
          gradient[0] = -k * (a - 0.9 * b);
          gradient[1] = -k * (b - 0.9 * a) / 10;
          gradient[2] = -Math.tanh(c / 2);
          return -0.5 * k * (a * a - 1.8 * a * b + b * b)
              - Math.abs(c)
              - 2 * Math.log1p(Math.exp(-Math.abs(c)));
        }
      };

  @Test
  void nutsFindsTheMoments() {
    RandomGenerator random = new Seed(31).stream("nuts");
    double[][][] draws = new double[3][2][];
    for (int c = 0; c < 2; c++) {
      MarkovChain chain =
          Nuts.run(DENSITY, new double[3], 500, 10_000, 0.8, 10, random, draw -> {});
      split(chain, draws, c);
      assertThat(chain.divergent()).doesNotContain(true);
    }
    agrees(draws[0], 0, 1);
    agrees(draws[1], 0, 10);
    agrees(draws[2], 3, Math.PI / Math.sqrt(3));
  }

  @Test
  void staticHmcFindsTheMoments() {
    RandomGenerator random = new Seed(32).stream("hmc");
    double[][][] draws = new double[3][2][];
    for (int c = 0; c < 2; c++) {
      MarkovChain chain =
          StaticHmc.run(DENSITY, new double[3], 500, 20_000, 0.4, 10, random, draw -> {});
      split(chain, draws, c);
    }
    agrees(draws[0], 0, 1);
    agrees(draws[1], 0, 10);
    agrees(draws[2], 3, Math.PI / Math.sqrt(3));
  }

  /** The twin: a density to the power 1.2 is narrower by 9 %, and the same check says so. */
  @Test
  void aWrongValueIsNoticed() {
    LogDensity narrower =
        new LogDensity() {
          @Override
          public int dimension() {
            return 3;
          }

          @Override
          public double evaluate(double[] z, double[] gradient) {
            return 1.2 * DENSITY.evaluate(z, gradient);
          }
        };
    RandomGenerator random = new Seed(33).stream("nuts");
    double[][][] draws = new double[3][2][];
    for (int c = 0; c < 2; c++) {
      split(Nuts.run(narrower, new double[3], 500, 10_000, 0.8, 10, random, draw -> {}), draws, c);
    }
    double error = ChainDiagnostics.sd(draws[2]) - Math.PI / Math.sqrt(3);
    assertThat(Math.abs(error) / ChainDiagnostics.mcseSd(draws[2])).isGreaterThan(5);
  }

  @Test
  void theStepSizeFollowsTheWantedAcceptance() {
    RandomGenerator random = new Seed(34).stream("nuts");
    double last = 0;
    for (double target : new double[] {0.6, 0.8, 0.95}) {
      MarkovChain chain =
          Nuts.run(DENSITY, new double[3], 2000, 4000, target, 10, random, draw -> {});
      double mean = Arrays.stream(chain.acceptance()).average().orElse(0);
      // In few dimensions the averaged step size errs to the safe side.
      assertThat(mean).isBetween(target - 0.03, Math.min(1, target + 0.3)).isGreaterThan(last);
      last = mean;
    }
  }

  @Test
  void aCliffIsADivergenceNotACrash() {
    LogDensity cliff =
        new LogDensity() {
          @Override
          public int dimension() {
            return 1;
          }

          @Override
          public double evaluate(double[] z, double[] gradient) {
            gradient[0] = 1;
            return z[0] > 0 ? Double.NaN : z[0];
          }
        };
    MarkovChain chain =
        Nuts.run(cliff, new double[] {-1}, 100, 500, 0.8, 8, new Seed(1).stream("c"), draw -> {});
    for (double[] draw : chain.draws()) {
      assertThat(draw[0]).isLessThanOrEqualTo(0);
    }
    assertThat(chain.divergent()).contains(true);
  }

  private static void split(MarkovChain chain, double[][][] draws, int index) {
    for (int j = 0; j < draws.length; j++) {
      int coordinate = j;
      draws[j][index] =
          Arrays.stream(chain.draws()).mapToDouble(draw -> draw[coordinate]).toArray();
    }
  }

  /** Five Monte Carlo errors: a false alarm in 2e6 each. */
  private static void agrees(double[][] draws, double mean, double sd) {
    assertThat(ChainDiagnostics.rHat(draws)).isLessThan(1.01);
    assertThat(Math.abs(ChainDiagnostics.mean(draws) - mean) / ChainDiagnostics.mcseMean(draws))
        .isLessThan(5);
    assertThat(Math.abs(ChainDiagnostics.sd(draws) - sd) / ChainDiagnostics.mcseSd(draws))
        .isLessThan(5);
  }
}
