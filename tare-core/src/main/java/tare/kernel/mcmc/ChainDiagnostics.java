package tare.kernel.mcmc;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.InverseErf;

/**
 * Whether chains have mixed and what their draws are worth: rank-normalised split R-hat, effective
 * sample sizes, Monte Carlo errors.
 *
 * <p>Reference: Vehtari, Gelman, Simpson, Carpenter and Buerkner, "Rank-normalization, folding, and
 * localization: an improved R-hat for assessing convergence of MCMC", Bayesian Analysis 16 (2021).
 * Every method takes one array per chain, all of one length of at least four, and modifies none.
 */
public final class ChainDiagnostics {

  private ChainDiagnostics() {}

  /** The larger of R-hat for location and for scale; near one when the chains agree. */
  public static double rHat(double[][] chains) {
    double[][] halves = split(chains);
    double median = quantile(flat(halves), 0.5);
    double bulk = plainRHat(normalScores(halves));
    double tail = plainRHat(normalScores(mapped(halves, x -> Math.abs(x - median))));
    return Math.max(bulk, tail);
  }

  /** The effective number of draws for the bulk of the law. */
  public static double essBulk(double[][] chains) {
    return essOf(normalScores(split(chains)));
  }

  /** The smaller of the effective numbers of draws for the 5 % and the 95 % quantile. */
  public static double essTail(double[][] chains) {
    double[] all = flat(chains);
    double lower = quantile(all, 0.05);
    double upper = quantile(all, 0.95);
    return Math.min(
        essOf(split(mapped(chains, x -> x <= lower ? 1 : 0))),
        essOf(split(mapped(chains, x -> x <= upper ? 1 : 0))));
  }

  /** The effective number of draws for the mean. */
  public static double essMean(double[][] chains) {
    return essOf(split(chains));
  }

  /** The Monte Carlo standard error of the mean. */
  public static double mcseMean(double[][] chains) {
    return sd(chains) / Math.sqrt(essMean(chains));
  }

  /** The Monte Carlo standard error of the standard deviation (delta method on the variance). */
  public static double mcseSd(double[][] chains) {
    double mean = mean(chains);
    double[][] squares = mapped(chains, x -> (x - mean) * (x - mean));
    return sd(squares) / Math.sqrt(essOf(split(squares))) / (2 * sd(chains));
  }

  /** The mean of all draws. */
  public static double mean(double[][] chains) {
    return Arrays.stream(flat(chains)).average().orElse(Double.NaN);
  }

  /** The standard deviation of all draws. */
  public static double sd(double[][] chains) {
    double[] all = flat(chains);
    return Math.sqrt(variance(all, Arrays.stream(all).average().orElse(Double.NaN)));
  }

  /** The quantile of all draws together, interpolated between order statistics. */
  public static double quantile(double[][] chains, double p) {
    return quantile(flat(chains), p);
  }

  private static double quantile(double[] values, double p) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double at = p * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }

  private static double plainRHat(double[][] chains) {
    int n = chains[0].length;
    double[] means = new double[chains.length];
    double within = 0;
    for (int c = 0; c < chains.length; c++) {
      means[c] = Arrays.stream(chains[c]).sum() / n;
      within += variance(chains[c], means[c]) / chains.length;
    }
    double between = variance(means, Arrays.stream(means).sum() / means.length);
    return Math.sqrt((between + within * (n - 1) / n) / within);
  }

  /** Geyer's initial monotone sequence on the autocorrelations of all chains together. */
  private static double essOf(double[][] chains) {
    int n = chains[0].length;
    Autocorrelation rho = new Autocorrelation(chains);
    double[] kept = new double[n + 1];
    kept[0] = 1;
    double odd = rho.at(1);
    double even = 1;
    kept[1] = odd;
    int t = 0;
    while (t < n - 5 && even + odd > 0) {
      t += 2;
      even = rho.at(t);
      odd = rho.at(t + 1);
      if (even + odd >= 0) {
        kept[t] = even;
        kept[t + 1] = odd;
      }
    }
    int last = t;
    if (even > 0) {
      kept[last] = even;
    }
    for (int s = 2; s <= last - 2; s += 2) {
      double before = kept[s - 2] + kept[s - 1];
      if (kept[s] + kept[s + 1] > before) {
        kept[s] = before / 2;
        kept[s + 1] = before / 2;
      }
    }
    double tau = -1 + kept[last];
    for (int s = 0; s < last; s++) {
      tau += 2 * kept[s];
    }
    double draws = (double) n * chains.length;
    // Antithetic chains can beat independence, but no estimate of that is trusted beyond log10 of
    // the draws.
    return draws / Math.max(tau, 1 / Math.log10(draws));
  }

  /** Autocorrelations of several chains against their pooled variance, each lag when asked for. */
  private static final class Autocorrelation {
    private final double[][] centred;
    private final double within;
    private final double pooled;

    Autocorrelation(double[][] chains) {
      int n = chains[0].length;
      centred = new double[chains.length][];
      double[] means = new double[chains.length];
      double sum = 0;
      for (int c = 0; c < chains.length; c++) {
        double mean = Arrays.stream(chains[c]).sum() / n;
        means[c] = mean;
        centred[c] = Arrays.stream(chains[c]).map(x -> x - mean).toArray();
        sum += variance(chains[c], mean);
      }
      within = sum / chains.length;
      double between =
          chains.length > 1 ? variance(means, Arrays.stream(means).sum() / means.length) : 0;
      pooled = within * (n - 1) / n + between;
    }

    double at(int lag) {
      int n = centred[0].length;
      double sum = 0;
      for (double[] chain : centred) {
        for (int i = 0; i + lag < n; i++) {
          sum += chain[i] * chain[i + lag];
        }
      }
      return 1 - (within - sum / n / centred.length) / pooled;
    }
  }

  /** Each chain in two halves; the middle draw of an odd one is left out. */
  private static double[][] split(double[][] chains) {
    int n = chains[0].length;
    double[][] halves = new double[2 * chains.length][];
    for (int c = 0; c < chains.length; c++) {
      halves[2 * c] = Arrays.copyOfRange(chains[c], 0, n / 2);
      halves[2 * c + 1] = Arrays.copyOfRange(chains[c], n - n / 2, n);
    }
    return halves;
  }

  /** Draws replaced by normal quantiles of their ranks; equal draws share the mean rank. */
  private static double[][] normalScores(double[][] chains) {
    int n = chains[0].length;
    double[] all = flat(chains);
    double[] sorted = all.clone();
    Arrays.sort(sorted);
    double[][] scores = new double[chains.length][n];
    for (int i = 0; i < all.length; i++) {
      double rank = (firstAtLeast(sorted, all[i]) + 1 + firstAbove(sorted, all[i])) / 2.0;
      double p = (rank - 0.375) / (all.length + 0.25);
      scores[i / n][i % n] = Math.sqrt(2) * InverseErf.value(2 * p - 1);
    }
    return scores;
  }

  private static int firstAtLeast(double[] sorted, double value) {
    int lo = 0;
    int hi = sorted.length;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (sorted[mid] < value) {
        lo = mid + 1;
      } else {
        hi = mid;
      }
    }
    return lo;
  }

  private static int firstAbove(double[] sorted, double value) {
    return firstAtLeast(sorted, Math.nextUp(value));
  }

  private static double[][] mapped(double[][] chains, DoubleUnaryOperator map) {
    double[][] mapped = new double[chains.length][];
    Arrays.setAll(mapped, c -> Arrays.stream(chains[c]).map(map).toArray());
    return mapped;
  }

  private static double[] flat(double[][] chains) {
    return Arrays.stream(chains).flatMapToDouble(Arrays::stream).toArray();
  }

  private static double variance(double[] values, double mean) {
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum / (values.length - 1.0);
  }
}
