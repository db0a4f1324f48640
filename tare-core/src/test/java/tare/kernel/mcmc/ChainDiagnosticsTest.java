package tare.kernel.mcmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

/** Diagnostics on chains whose truth is known. */
class ChainDiagnosticsTest {

  private final RandomGenerator random = new Seed(8).stream("chains");

  @Test
  void independentDrawsAreWorthThemselves() {
    double[][] chains = autoregressive(4, 5000, 0);
    assertThat(ChainDiagnostics.rHat(chains)).isCloseTo(1, within(0.003));
    assertThat(ChainDiagnostics.essBulk(chains)).isBetween(17_000.0, 23_000.0);
    assertThat(ChainDiagnostics.essTail(chains)).isBetween(16_000.0, 23_000.0);
    assertThat(ChainDiagnostics.mcseMean(chains)).isCloseTo(1 / Math.sqrt(20_000), within(6e-4));
    assertThat(ChainDiagnostics.mcseSd(chains)).isCloseTo(1 / Math.sqrt(40_000), within(6e-4));
  }

  @Test
  void correlatedDrawsAreWorthLessByTheKnownFactor() {
    for (double rho : new double[] {-0.4, 0.3, 0.6, 0.9}) {
      double expected = 40_000 * (1 - rho) / (1 + rho);
      assertThat(ChainDiagnostics.essMean(autoregressive(4, 10_000, rho)))
          .as("rho %s", rho)
          .isBetween(0.8 * expected, 1.25 * expected);
    }
  }

  @Test
  void chainsThatDisagreeInPlaceOrWidthAreFound() {
    double[][] shifted = autoregressive(4, 1000, 0);
    double[][] wide = autoregressive(4, 1000, 0);
    double[][] drifting = autoregressive(4, 1000, 0);
    for (int i = 0; i < 1000; i++) {
      shifted[2][i] += 1;
      wide[1][i] *= 3;
      for (double[] chain : drifting) {
        chain[i] += i / 500.0;
      }
    }
    assertThat(ChainDiagnostics.rHat(shifted)).isGreaterThan(1.05);
    assertThat(ChainDiagnostics.rHat(wide)).isGreaterThan(1.05);
    assertThat(ChainDiagnostics.rHat(drifting)).isGreaterThan(1.05);
    assertThat(ChainDiagnostics.essBulk(shifted)).isLessThan(200);
  }

  @Test
  void heavyTailsDoNotUpsetRanks() {
    double[][] cauchy = new double[4][2000];
    for (double[] chain : cauchy) {
      for (int i = 0; i < chain.length; i++) {
        chain[i] = Math.tan(Math.PI * (random.nextDouble() - 0.5));
      }
    }
    assertThat(ChainDiagnostics.rHat(cauchy)).isCloseTo(1, within(0.01));
    assertThat(ChainDiagnostics.essBulk(cauchy)).isBetween(6500.0, 9500.0);
  }

  @Test
  void quantilesInterpolate() {
    double[][] chains = {{1, 2}, {3, 4}};
    assertThat(ChainDiagnostics.quantile(chains, 0.5)).isEqualTo(2.5);
    assertThat(ChainDiagnostics.quantile(chains, 0)).isEqualTo(1);
    assertThat(ChainDiagnostics.quantile(chains, 1)).isEqualTo(4);
  }

  /** Stationary AR(1) chains of variance one. */
  private double[][] autoregressive(int count, int length, double rho) {
    double[][] chains = new double[count][length];
    for (double[] chain : chains) {
      double x = random.nextGaussian();
      for (int i = 0; i < length; i++) {
        x = rho * x + Math.sqrt(1 - rho * rho) * random.nextGaussian();
        chain[i] = x;
      }
    }
    return chains;
  }
}
