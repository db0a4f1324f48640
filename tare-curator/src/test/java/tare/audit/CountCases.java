package tare.audit;

import static tare.gate.SmallTables.GROUPS;

import java.util.Arrays;
import java.util.List;
import tare.accounting.Accounting;
import tare.accounting.PrivacyEvent;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.gate.SmallTables;
import tare.mechanism.NoisedCount;
import tare.mechanism.NoisedCounts;
import tare.noise.DiscreteGaussian;
import tare.noise.DiscreteLaplace;
import tare.noise.NoiseSource;
import tare.table.Cells;

/** Counts with the noise they need, with 1/1.175 of it, and with other known faults. */
final class CountCases extends CaseList {

  private static final int[][] NEIGHBOURS = {{0, 1}, {2, 3}, {3, 2}};

  private CountCases() {
    super(1000);
  }

  static List<DpCase<?>> all() {
    CountCases list = new CountCases();
    list.laplaceCounts();
    list.gaussianCounts();
    list.countsByGroup();
    list.composedCounts();
    list.otherFaults();
    return list.cases();
  }

  private void laplaceCounts() {
    for (double epsilon : new double[] {0.5, 1, 2, 4}) {
      double alpha = Math.exp(-FAULT * epsilon);
      int samples = DpCase.runs(1 / (1 + alpha), alpha / (1 + alpha), epsilon, 0);
      for (int[] n : NEIGHBOURS) {
        this.<Long>pair(
            "discrete Laplace, epsilon " + epsilon + ", " + n[0] + " and " + n[1] + " rows",
            noise -> new NoisedCount(DiscreteLaplace.of(noise / epsilon)),
            rows(n[0]),
            rows(n[1]),
            Claim.of(epsilon, 0),
            Attack.score(Long::doubleValue),
            samples);
      }
    }
  }

  private void gaussianCounts() {
    for (double sigma : new double[] {0.5, 0.7, 1, 2}) {
      double[] sound = atMostZeroAndBelow(sigma);
      double[] fault = atMostZeroAndBelow(sigma / FAULT);
      double delta = sound[0] - sound[1];
      int samples = DpCase.runs(fault[0], fault[1], 0, delta);
      for (int[] n : NEIGHBOURS) {
        this.<Long>pair(
            "discrete Gaussian, sigma " + sigma + ", " + n[0] + " and " + n[1] + " rows",
            noise -> new NoisedCount(DiscreteGaussian.of(sigma * noise)),
            rows(n[0]),
            rows(n[1]),
            Claim.of(0, delta),
            Attack.score(Long::doubleValue),
            samples);
      }
    }
  }

  /** P[x <= 0] and P[x < 0] of the discrete Gaussian. */
  private static double[] atMostZeroAndBelow(double sigma) {
    double below = 0;
    for (int x = 1; x <= 100; x++) {
      below += Math.exp(-x * x / (2 * sigma * sigma));
    }
    double total = 1 + 2 * below;
    return new double[] {(1 + below) / total, below / total};
  }

  private void countsByGroup() {
    for (double epsilon : new double[] {1, 2, 4}) {
      double alpha = Math.exp(-FAULT * epsilon);
      int samples = DpCase.runs(1 / (1 + alpha), alpha / (1 + alpha), epsilon, 0);
      for (int group = 0; group < 3; group++) {
        int changed = group;
        double[][] rows = {{0.5, 0}, {-1, 2}, {1, group}};
        this.<long[]>pair(
            "counts by group, epsilon " + epsilon + ", a row in group " + group,
            noise -> new NoisedCounts("counts", GROUPS, DiscreteLaplace.of(noise / epsilon)),
            SmallTables.of(rows[0], rows[1]),
            SmallTables.of(rows),
            Claim.of(epsilon, 0),
            Attack.score(counts -> counts[changed]),
            samples);
      }
    }
  }

  /** One row told to be counted several times, and what the accountants say of that. */
  private void composedCounts() {
    for (int times : new int[] {2, 3}) {
      for (double each : new double[] {0.5, 1}) {
        double all = Accounting.epsilon(repeated(DiscreteLaplace.of(1 / each).event(), times), 0);
        double alpha = Math.exp(-FAULT * each);
        double frequency = Math.pow(1 / (1 + alpha), times);
        this.<double[]>pair(
            times + " counts of epsilon " + each,
            noise -> new Counted(times, DiscreteLaplace.of(noise / each)),
            rows(2),
            rows(3),
            Claim.of(all, 0),
            Attack.score(z -> Arrays.stream(z).map(x -> Math.max(0, x - 2)).sum()),
            DpCase.runs(frequency, frequency * Math.pow(alpha, times), all, 0));
      }
    }
  }

  private static PrivacyEvent repeated(PrivacyEvent event, int times) {
    return new PrivacyEvent.Repeated(event, times);
  }

  /** The same count, several times over, each with noise of its own. */
  private record Counted(int times, DiscreteLaplace law) implements Mechanism<double[]> {
    @Override
    public String purpose() {
      return "counts";
    }

    @Override
    public PrivacyEvent event() {
      return repeated(law.event(), times);
    }

    @Override
    public double[] apply(PrivateRows rows, NoiseSource noise) {
      double[] counts = new double[times];
      for (int i = 0; i < times; i++) {
        counts[i] = law.addTo(rows.counts(Cells.ONE)[0], noise);
      }
      return counts;
    }
  }

  private void otherFaults() {
    for (double epsilon : new double[] {1, 2, 4}) {
      Claim claim = Claim.of(epsilon, 0);
      double alpha = Math.exp(-2 * epsilon);
      int samples = DpCase.runs(1 / (1 + alpha), alpha / (1 + alpha), epsilon, 0);
      DiscreteLaplace law = DiscreteLaplace.of(1 / epsilon);
      Mechanism<double[]> twice = new Counted(2, law);
      double both = Math.pow(1 / (1 + Math.exp(-epsilon)), 2);
      add(
          "two counts for the price of one, epsilon " + epsilon,
          twice,
          rows(2),
          rows(3),
          claim,
          Attack.score(z -> Arrays.stream(z).map(x -> Math.max(0, x - 2)).sum()),
          DpCase.runs(both, both * alpha, epsilon, 0),
          false);
      Mechanism<Long> half = new NoisedCount(DiscreteLaplace.of(1 / (2 * epsilon)));
      add(
          "half the noise, epsilon " + epsilon,
          half,
          rows(2),
          rows(3),
          claim,
          Attack.score(Long::doubleValue),
          samples,
          false);
      Mechanism<Long> bare = new NoNoiseOnEmpty(law);
      add(
          "no noise on an empty cell, epsilon " + epsilon,
          bare,
          rows(0),
          rows(1),
          claim,
          Attack.score(count -> count == 0 ? 1 : 0),
          20_000,
          false);
    }
  }

  private record NoNoiseOnEmpty(DiscreteLaplace law) implements Mechanism<Long> {
    @Override
    public String purpose() {
      return "a count";
    }

    @Override
    public PrivacyEvent event() {
      return law.event();
    }

    @Override
    public Long apply(PrivateRows rows, NoiseSource noise) {
      return rows.counts(Cells.ONE)[0] == 0 ? 0L : law.addTo(rows.counts(Cells.ONE)[0], noise);
    }
  }
}
