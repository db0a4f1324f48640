package tare.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Searches the events that scores and thresholds make, by their frequencies in given runs. */
final class EventSearch<O> {

  private static final int THRESHOLDS = 1_000;

  /** An event with its frequency on each neighbour; half a run is added inside and outside. */
  private record Candidate<O>(
      ToDoubleFunction<O> score, double threshold, boolean atLeast, double p, double q) {}

  /**
   * What an event is worth, by its frequency where it should be high and where it should be low.
   */
  interface Worth {
    double of(double frequency, double otherFrequency);
  }

  /** The best event and its worth. */
  record Found<O>(EventOfOutputs<O> event, double worth) {}

  private final List<Candidate<O>> candidates = new ArrayList<>();
  private final int runs;

  EventSearch(List<ToDoubleFunction<O>> scores, List<O> one, List<O> other) {
    if (scores.isEmpty()) {
      throw new IllegalArgumentException("The attack proposed no score. Give at least one.");
    }
    runs = one.size();
    for (ToDoubleFunction<O> score : scores) {
      double[] ones = sorted(one, score);
      double[] others = sorted(other, score);
      for (double threshold : thresholds(ones, others)) {
        for (boolean atLeast : new boolean[] {true, false}) {
          candidates.add(
              new Candidate<>(
                  score,
                  threshold,
                  atLeast,
                  frequency(ones, threshold, atLeast),
                  frequency(others, threshold, atLeast)));
        }
      }
    }
  }

  /** How many runs of each neighbour the frequencies come from. */
  int runs() {
    return runs;
  }

  /** The event of greatest worth, in either direction. */
  Found<O> best(Worth worth) {
    Candidate<O> best = candidates.get(0);
    boolean swapped = false;
    double most = Double.NEGATIVE_INFINITY;
    for (Candidate<O> candidate : candidates) {
      double forward = worth.of(candidate.p(), candidate.q());
      double backward = worth.of(candidate.q(), candidate.p());
      if (Math.max(forward, backward) > most) {
        most = Math.max(forward, backward);
        best = candidate;
        swapped = backward > forward;
      }
    }
    return new Found<>(
        new EventOfOutputs<>(best.score(), best.threshold(), best.atLeast(), swapped), most);
  }

  private static <O> double[] sorted(List<O> outputs, ToDoubleFunction<O> score) {
    double[] values = outputs.stream().mapToDouble(score).toArray();
    Arrays.sort(values);
    return values;
  }

  private static double[] thresholds(double[] ones, double[] others) {
    double[] thresholds = new double[2 * THRESHOLDS];
    for (int i = 0; i < THRESHOLDS; i++) {
      thresholds[2 * i] = ones[(int) ((long) i * ones.length / THRESHOLDS)];
      thresholds[2 * i + 1] = others[(int) ((long) i * others.length / THRESHOLDS)];
    }
    return Arrays.stream(thresholds).sorted().distinct().toArray();
  }

  private static double frequency(double[] sorted, double threshold, boolean atLeast) {
    int below = firstAtLeast(sorted, atLeast ? threshold : Math.nextUp(threshold));
    int hits = atLeast ? sorted.length - below : below;
    return (hits + 0.5) / (sorted.length + 1.0);
  }

  private static int firstAtLeast(double[] sorted, double threshold) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] >= threshold) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
