package tare.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import tare.accounting.PrivacyBudget;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.noise.NoiseSource;
import tare.table.Table;

/**
 * Tests a privacy claim on two neighbours by running a mechanism many times on each: accepts it, or
 * rejects it with a stated probability of false alarm. Acceptance is no proof: it says that this
 * attack found no violation on these neighbours.
 */
public final class DpTester {

  /*
   * A claim (epsilon, delta) is false on neighbours one and other when some event A of outputs has
   * P[A | one] > e^epsilon P[A | other] + delta, or the same with the two swapped. The runs are
   * split in three. On the first quarter the attack learns scores. On the second quarter one event
   * {score >= t} or {score <= t}, one direction and one point of the claim are chosen: those that
   * promise the clearest violation. On the last half, untouched so far, the two frequencies of the
   * one chosen event are bounded exactly (Clopper-Pearson, falseAlarm/2 each), and the claim is
   * rejected only if the lower bound of the one exceeds what the upper bound of the other allows.
   * Whatever was learned or chosen before, the false-alarm rate is at most the stated one.
   *
   * Power. With m = samples/2 and z the normal quantile of 1 - falseAlarm/2, a violation
   * P - e^epsilon Q - delta of more than (z + 1.7) (sqrt(P(1-P)/m) + e^epsilon sqrt(Q(1-Q)/m)) is
   * found with probability 0.95 and more, once the right event is chosen.
   *
   * The parts are those of StatDP (Ding et al. 2018: choose an event, then test it on fresh runs),
   * DP-Sniper (Bichsel et al. 2021: a learned score makes the event) and Delta-Siege (Lokna et al.
   * 2023: the point of the claim is searched as well).
   */

  private DpTester() {}

  /**
   * How hard a test tries; none of these moves a guarantee.
   *
   * @param samples runs on each neighbour
   * @param falseAlarm the probability of rejecting a true claim, at most
   * @param confidence of the lower bound on epsilon that is reported
   */
  public record Options(int samples, double falseAlarm, double confidence) {

    /** 100,000 runs on each neighbour; one false alarm in a million. */
    public static final Options DEFAULTS = new Options(100_000, 1e-6, 0.95);

    public Options {
      if (samples < 100) {
        throw new IllegalArgumentException("samples must be at least 100. Got: " + samples);
      }
      if (!(falseAlarm > 0 && falseAlarm < 1)) {
        throw new IllegalArgumentException("falseAlarm must be in (0, 1). Got: " + falseAlarm);
      }
      if (!(confidence > 0 && confidence < 1)) {
        throw new IllegalArgumentException("confidence must be in (0, 1). Got: " + confidence);
      }
    }

    public Options withSamples(int runs) {
      return new Options(runs, falseAlarm, confidence);
    }

    public Options withFalseAlarm(double rate) {
      return new Options(samples, rate, confidence);
    }
  }

  /**
   * What a test found.
   *
   * @param accepted whether the claim stands: no violation was found
   * @param tested the point of the claim that was put to the test
   * @param epsilonLowerBound no smaller epsilon can hold at {@code tested.delta()} on these
   *     neighbours, with the stated confidence; 0 if nothing was found
   * @param frequency of the chosen event on the neighbour where it is more likely
   * @param otherFrequency of the chosen event on the other neighbour
   */
  public record Result(
      boolean accepted,
      PrivacyBudget tested,
      double epsilonLowerBound,
      double frequency,
      double otherFrequency,
      Options options) {

    /** Claim, evidence and verdict in one line. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "claim eps = %.4g, delta = %.3g: %s. At that delta eps >= %.4f with %.0f %% confidence"
              + " (%d runs on each neighbour, false-alarm rate %.1g).",
          tested.epsilon(),
          tested.delta(),
          accepted ? "stands" : "VIOLATED",
          epsilonLowerBound,
          100 * options.confidence(),
          options.samples(),
          options.falseAlarm());
    }
  }

  /** Tests a mechanism on two neighbouring tables. */
  public static <R> Result test(
      Mechanism<R> mechanism,
      Table one,
      Table other,
      NoiseSource noise,
      Claim claim,
      Attack<R> attack,
      Options options) {
    return test(
        () -> mechanism.apply(PrivateRows.of(one), noise),
        () -> mechanism.apply(PrivateRows.of(other), noise),
        claim,
        attack,
        options);
  }

  /**
   * Tests anything that runs on two neighbours.
   *
   * @param one runs it once on the one neighbour, with fresh noise
   * @param other runs it once on the other neighbour, with fresh noise
   */
  public static <O> Result test(
      Supplier<? extends O> one,
      Supplier<? extends O> other,
      Claim claim,
      Attack<O> attack,
      Options options) {
    int quarter = options.samples() / 4;
    List<ToDoubleFunction<O>> scores =
        attack.learn(DpTester.<O>draw(one, quarter), DpTester.<O>draw(other, quarter));
    EventSearch<O> search =
        new EventSearch<>(scores, DpTester.<O>draw(one, quarter), DpTester.<O>draw(other, quarter));
    Chosen<O> chosen = clearestViolation(search, claim.points());
    double delta = chosen.point().delta();
    EventOfOutputs<O> largest = largestEpsilon(search, delta, 1 - options.confidence());

    int half = options.samples() - 2 * quarter;
    long[] hits = new long[4];
    for (int i = 0; i < half; i++) {
      O first = one.get();
      O second = other.get();
      count(chosen.event(), first, second, hits, 0);
      count(largest, first, second, hits, 2);
    }
    // Privacy claims hang on these bounds being of runs that no choice has seen.
    double low = ClopperPearson.lower(hits[0], half, options.falseAlarm() / 2);
    double high = ClopperPearson.upper(hits[1], half, options.falseAlarm() / 2);
    boolean accepted = low <= Math.exp(chosen.point().epsilon()) * high + delta;
    return new Result(
        accepted,
        chosen.point(),
        epsilonBound(hits[2], hits[3], half, delta, 1 - options.confidence()),
        hits[0] / (double) half,
        hits[1] / (double) half,
        options);
  }

  private static <O> List<O> draw(Supplier<? extends O> runs, int times) {
    List<O> outputs = new ArrayList<>(times);
    for (int i = 0; i < times; i++) {
      outputs.add(runs.get());
    }
    return outputs;
  }

  /** Counts an event on the neighbour where it is the more likely, then on the other. */
  private static <O> void count(EventOfOutputs<O> event, O first, O second, long[] hits, int at) {
    hits[at] += event.holds(event.swapped() ? second : first) ? 1 : 0;
    hits[at + 1] += event.holds(event.swapped() ? first : second) ? 1 : 0;
  }

  private static double epsilonBound(long hits, long others, long trials, double delta, double a) {
    double low = ClopperPearson.lower(hits, trials, a / 2);
    double high = ClopperPearson.upper(others, trials, a / 2);
    return low - delta <= high ? 0 : Math.log((low - delta) / high);
  }

  /** An event and the point of the claim that it speaks against. */
  private record Chosen<O>(EventOfOutputs<O> event, PrivacyBudget point) {}

  private static <O> Chosen<O> clearestViolation(
      EventSearch<O> search, List<PrivacyBudget> points) {
    double runs = search.runs();
    double bestWorth = Double.NEGATIVE_INFINITY;
    PrivacyBudget bestPoint = points.get(0);
    EventOfOutputs<O> bestEvent = null;
    for (PrivacyBudget point : points) {
      double odds = Math.exp(point.epsilon());
      EventSearch.Found<O> found =
          search.best(
              (p, q) ->
                  (p - odds * q - point.delta())
                      / (Math.sqrt(p * (1 - p) / runs) + odds * Math.sqrt(q * (1 - q) / runs)));
      if (bestEvent == null || found.worth() > bestWorth) {
        bestWorth = found.worth();
        bestPoint = point;
        bestEvent = found.event();
      }
    }
    return new Chosen<>(Objects.requireNonNull(bestEvent), bestPoint);
  }

  private static <O> EventOfOutputs<O> largestEpsilon(
      EventSearch<O> search, double delta, double alpha) {
    double runs = search.runs();
    double z = Math.sqrt(-2 * Math.log(alpha)); // near the normal quantile; steers, proves nothing
    return search
        .best(
            (p, q) -> {
              double low = p - z * Math.sqrt(p * (1 - p) / runs) - delta;
              double high = q + z * Math.sqrt(q * (1 - q) / runs);
              return low <= 0 ? low : Math.log1p(low / high);
            })
        .event();
  }
}
