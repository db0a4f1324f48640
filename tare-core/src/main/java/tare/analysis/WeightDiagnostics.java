package tare.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import tare.kernel.tail.FiniteVarianceTest;
import tare.kernel.tail.LogWeights;
import tare.kernel.tail.ParetoSmoothing;
import tare.release.Verdict;
import tare.table.Weights;

/**
 * What a set of importance weights is worth, and whether to use it.
 *
 * @param n the number of rows
 * @param ess Kish's effective sample size, between 1 and n
 * @param maxShare the largest weight as a share of all
 * @param paretoK the shape of the upper tail as in Pareto smoothed importance sampling; NaN when
 *     the tail has too few or only equal weights
 * @param koopmanP small when the weights' variance looks infinite ({@link FiniteVarianceTest}); NaN
 *     when the tail has too few distinct weights
 * @param expectedNoise the standard deviation of privacy noise in a log weight, from public
 *     numbers, where known
 * @param verdict the worst of all findings
 * @param findings one for every check, in the order of the fields
 */
public record WeightDiagnostics(
    int n,
    double ess,
    double maxShare,
    double paretoK,
    double koopmanP,
    OptionalDouble expectedNoise,
    Verdict verdict,
    List<Finding> findings) {

  /** The largest noise in a log weight with which bought moments still pay. */
  public static final double MOST_NOISE_OF_MOMENTS = 2;

  /** The same for an estimated ratio. */
  public static final double MOST_NOISE = 1;

  /** Of the mean weight: with less a row is as good as left out. */
  private static final double LEAST_THAT_COUNTS = 1e-3;

  /**
   * One check: what it says about the weights and why.
   *
   * @param reason the number, the threshold, the meaning and the next step, in words
   */
  public record Finding(Verdict verdict, String reason) {}

  public WeightDiagnostics {
    findings = List.copyOf(findings);
  }

  /** Diagnoses weights of which nothing else is known. */
  public static WeightDiagnostics of(Weights weights) {
    return of(weights, OptionalDouble.empty());
  }

  /**
   * Diagnoses weights.
   *
   * @param expectedNoise the standard deviation of the privacy noise in a log weight, a public
   *     number, where known
   */
  public static WeightDiagnostics of(Weights weights, OptionalDouble expectedNoise) {
    return of(weights, expectedNoise, Origin.RATIO);
  }

  /**
   * Judges weights that carry privacy noise of a size nobody knows, such as those of a network that
   * was trained with noise: never better than {@link Verdict#USE_WITH_CARE}.
   */
  public static WeightDiagnostics ofUnknownNoise(Weights weights) {
    return of(weights, OptionalDouble.empty(), Origin.UNKNOWN_NOISE);
  }

  /**
   * Judges weights that give rows bought moments: the log weight is a function of a row's vector of
   * bounded length, the moments are met whatever the tail, and their noise is known and counted by
   * replicates.
   */
  public static WeightDiagnostics ofMoments(Weights weights, double expectedNoise) {
    return of(weights, OptionalDouble.of(expectedNoise), Origin.MOMENTS);
  }

  /** Where weights come from, which decides what may be feared of them. */
  private enum Origin {
    RATIO,
    UNKNOWN_NOISE,
    MOMENTS
  }

  private static WeightDiagnostics of(
      Weights weights, OptionalDouble expectedNoise, Origin origin) {
    double[] logWeights = weights.logWeights();
    requireUsable(logWeights);
    int n = logWeights.length;
    double ess = LogWeights.kishSize(logWeights);
    double maxShare = LogWeights.largestShare(logWeights);
    double k = ParetoSmoothing.smooth(logWeights).shape();
    double p = FiniteVarianceTest.of(logWeights).pValue();
    List<Finding> findings = new ArrayList<>();
    findings.add(aboutSize(n, ess));
    findings.add(aboutLargest(n, maxShare));
    if (origin == Origin.MOMENTS) {
      findings.add(aboutBoundedTail(n, maxShare, k));
    } else {
      findings.add(aboutTail(k));
      findings.add(aboutVariance(p));
    }
    expectedNoise.ifPresent(
        noise -> {
          findings.add(origin == Origin.MOMENTS ? aboutNoiseOfMoments(noise) : aboutNoise(noise));
          findings.add(aboutSignal(spread(logWeights), noise, origin));
        });
    if (origin == Origin.UNKNOWN_NOISE) {
      findings.add(
          finding(
              Verdict.USE_WITH_CARE,
              "How much of these weights is privacy noise cannot be told for this method. Compare with the"
                  + " unweighted analysis."));
    }
    Verdict verdict = findings.stream().map(Finding::verdict).reduce(Verdict.USE, Verdict::and);
    return new WeightDiagnostics(n, ess, maxShare, k, p, expectedNoise, verdict, findings);
  }

  /**
   * The reasons of the findings that made the verdict; all of them when it is {@link Verdict#USE}.
   */
  public List<String> reasons() {
    return findings.stream()
        .filter(finding -> finding.verdict() == verdict)
        .map(Finding::reason)
        .toList();
  }

  private static void requireUsable(double[] logWeights) {
    if (logWeights.length == 0) {
      throw new IllegalArgumentException("Weights to diagnose must be at least one. Got: none");
    }
    boolean positive = false;
    for (int i = 0; i < logWeights.length; i++) {
      double logWeight = logWeights[i];
      if (Double.isNaN(logWeight) || logWeight == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "A log weight must be a number below infinity. Got: "
                + logWeight
                + " at row "
                + (i + 1));
      }
      positive |= logWeight > Double.NEGATIVE_INFINITY;
    }
    if (!positive) {
      throw new IllegalArgumentException("At least one weight must be above zero. Got: all zero");
    }
  }

  private static Finding aboutSize(int n, double ess) {
    double share = ess / n;
    String size = String.format(Locale.ROOT, ess < 100 ? "%.1f" : "%,.0f", ess);
    String part = String.format(Locale.ROOT, share < 0.1 ? "%.2g" : "%.0f", 100 * share);
    if (share < 0.01 || (ess < 10 && share < 0.5)) {
      return finding(
          Verdict.DO_NOT_USE,
          "Effective sample size %s of %,d rows (%s %%; below 1 %% or 10 rows nothing can be estimated): a"
              + " handful of rows carries all the weight. Analyse the rows unweighted, or release again with"
              + " smoother weights.",
          size,
          n,
          part);
    }
    if (share < 0.1 || ess < 100) {
      return finding(
          Verdict.USE_WITH_CARE,
          "Effective sample size %s of %,d rows (%s %%; 10 %% and 100 rows are comfortable): intervals will be"
              + " wide. Report them, and compare with the unweighted analysis.",
          size,
          n,
          part);
    }
    return finding(
        Verdict.USE,
        "Effective sample size %s of %,d rows (%s %%; 10 %% and 100 rows are comfortable).",
        size,
        n,
        part);
  }

  private static Finding aboutLargest(int n, double share) {
    if (n >= 10 && share > 0.5) {
      return finding(
          Verdict.DO_NOT_USE,
          "The largest weight is %.1f %% of all (over 50 %%): every estimate is mostly one row. Truncate or"
              + " Pareto-smooth the weights, or analyse the rows unweighted.",
          100 * share);
    }
    if (n >= 10 && share > Math.max(0.05, 5.0 / n)) {
      return finding(
          Verdict.USE_WITH_CARE,
          "The largest weight is %.1f %% of all (over 5 %%): one row moves every estimate. Repeat the analysis"
              + " without it.",
          100 * share);
    }
    return finding(Verdict.USE, "The largest weight is %.2g %% of all (below 5 %%).", 100 * share);
  }

  private static Finding aboutTail(double k) {
    if (Double.isNaN(k)) {
      return finding(
          Verdict.USE,
          "Pareto k cannot be estimated: the largest weights are too few or all equal, so no tail shows.");
    }
    if (k > 0.7) {
      return finding(
          Verdict.DO_NOT_USE,
          "Pareto k = %.2f (over 0.7): weighted means converge too slowly to be trusted at any practical size%s."
              + " Pareto-smooth or truncate the weights, or release with more budget for them.",
          k,
          k >= 1 ? "; at 1 and above their mean does not even exist" : "");
    }
    if (k > 0.5) {
      return finding(
          Verdict.USE_WITH_CARE,
          "Pareto k = %.2f (between 0.5 and 0.7): the variance of the weights may be infinite and convergence is"
              + " slow. Pareto-smooth the weights, and distrust standard errors.",
          k);
    }
    return finding(Verdict.USE, "Pareto k = %.2f (0.5 or less: the variance is finite).", k);
  }

  /**
   * A tail test asks what weights that were not seen might do. Here the weight is a known function
   * of rows that can be drawn at will, within a public bound: its variance is finite, and the
   * effective size counts all of it.
   */
  private static Finding aboutBoundedTail(int n, double maxShare, double k) {
    return finding(
        Verdict.USE,
        "The largest weight is %.3g times the mean. Weights of moments are bounded, so no tail is to be feared"
            + " beyond it%s.",
        maxShare * n,
        Double.isNaN(k) ? "" : String.format(Locale.ROOT, " (Pareto k = %.2f is no verdict)", k));
  }

  private static Finding aboutVariance(double p) {
    if (Double.isNaN(p)) {
      return finding(
          Verdict.USE,
          "The test for finite variance needs at least 20 distinct tail weights: not run.");
    }
    if (p < 0.05) {
      return finding(
          Verdict.USE_WITH_CARE,
          "Finite variance is rejected (Koopman, Shephard and Creal: p = %.2g, below 0.05): standard errors of"
              + " weighted means are not reliable. Pareto-smooth or truncate the weights.",
          p);
    }
    return finding(
        Verdict.USE,
        "Finite variance is not rejected (Koopman, Shephard and Creal: p = %.2g; 0.05 or more).",
        p);
  }

  private static Finding aboutNoise(double noise) {
    double left = 100 * Math.exp(-noise * noise);
    if (noise > MOST_NOISE) {
      return finding(
          Verdict.DO_NOT_USE,
          "Privacy noise in a log weight has sd %.2f (over 1): by itself it leaves %.2g %% of the effective sample"
              + " size, so the noise outweighs what the weights correct. Use the rows unweighted, or give the"
              + " weights more epsilon or a larger lambda.",
          noise,
          left);
    }
    if (noise > 0.5) {
      return finding(
          Verdict.USE_WITH_CARE,
          "Privacy noise in a log weight has sd %.2f (over 0.5): by itself it leaves %.2g %% of the effective"
              + " sample size. Compare with the unweighted analysis.",
          noise,
          left);
    }
    return finding(
        Verdict.USE,
        "Privacy noise in a log weight has sd %.2g (0.5 or less): it leaves %.3g %% of the effective sample size.",
        noise,
        left);
  }

  /**
   * Moments are bought one by one, so their noise is nobody's bias: it makes intervals wide, and
   * replicates count it. Up to {@value #MOST_NOISE_OF_MOMENTS} slopes and means were clearly nearer
   * to the truth than those of a generator with the whole budget; beyond it less and less so.
   */
  private static Finding aboutNoiseOfMoments(double noise) {
    double left = 100 * Math.exp(-noise * noise);
    if (noise > MOST_NOISE_OF_MOMENTS) {
      return finding(
          Verdict.DO_NOT_USE,
          "Privacy noise in a log weight has sd %.2f (over 2): by itself it leaves %.2g %% of the effective sample"
              + " size, and outweighs what the moments correct. Release without weights, with more epsilon, or"
              + " with fewer columns or levels.",
          noise,
          left);
    }
    if (noise > 1) {
      return finding(
          Verdict.USE_WITH_CARE,
          "Privacy noise in a log weight has sd %.2f (over 1): by itself it leaves %.2g %% of the effective sample"
              + " size. Intervals count it and are wide for it; an estimate without its interval says little.",
          noise,
          left);
    }
    return finding(
        Verdict.USE,
        "Privacy noise in a log weight has sd %.2g (1 or less; intervals count it): it leaves %.3g %% of the"
            + " effective sample size.",
        noise,
        left);
  }

  /**
   * Whether the weights say more than their noise does. The log weights' variance is that of the
   * estimated ratio plus that of the noise. Leaving the weights out costs the first, using them
   * costs the second, so they pay only where the first is the larger.
   */
  private static Finding aboutSignal(double spread, double noise, Origin origin) {
    double signal = Math.sqrt(Math.max(0, spread * spread - noise * noise));
    if (origin == Origin.MOMENTS && signal < noise) {
      return finding(
          Verdict.USE_WITH_CARE,
          "The log weights vary with sd %.2f, of which privacy noise makes up sd %.2f and what is corrected sd %.2f:"
              + " the generator had left little to correct. Estimates are right on average and replicates count the"
              + " noise, but rows without weights would have had narrower intervals.",
          spread,
          noise,
          signal);
    }
    if (noise > 0 && signal < noise) {
      return finding(
          Verdict.DO_NOT_USE,
          "The log weights vary with sd %.2f, of which privacy noise makes up sd %.2f and what is corrected sd %.2f:"
              + " the noise is the larger part, so these weights cannot tell whether there is anything to correct. Use"
              + " the rows unweighted, judge them by their own expected errors, or give the weights more epsilon.",
          spread,
          noise,
          signal);
    }
    if (noise > 0 && signal < 2 * noise) {
      return finding(
          Verdict.USE_WITH_CARE,
          "The log weights vary with sd %.2f, of which privacy noise makes up sd %.2f and what is corrected sd %.2f,"
              + " less than twice the noise. Compare with the unweighted analysis.",
          spread,
          noise,
          signal);
    }
    return finding(
        Verdict.USE,
        "The log weights vary with sd %.2f, of which privacy noise makes up sd %.2f (half of the rest or less).",
        spread,
        noise);
  }

  /**
   * The standard deviation of the positive weights' logarithms, where a row that weighs less than a
   * thousandth of the mean counts as if it had that: how far below a row is that is as good as left
   * out tells nothing, and a few such rows made up all of it.
   */
  private static double spread(double[] logWeights) {
    double[] finite = Arrays.stream(logWeights).filter(Double::isFinite).toArray();
    double top = Arrays.stream(finite).max().orElse(0);
    double part = Arrays.stream(finite).map(w -> Math.exp(w - top)).average().orElse(1);
    double least = top + Math.log(LEAST_THAT_COUNTS * part);
    double[] counted = Arrays.stream(finite).map(w -> Math.max(least, w)).toArray();
    double mean = Arrays.stream(counted).average().orElse(0);
    double squares = Arrays.stream(counted).map(w -> (w - mean) * (w - mean)).sum();
    return Math.sqrt(squares / Math.max(1, counted.length));
  }

  private static Finding finding(Verdict verdict, String format, Object... numbers) {
    return new Finding(verdict, String.format(Locale.ROOT, format, numbers));
  }
}
