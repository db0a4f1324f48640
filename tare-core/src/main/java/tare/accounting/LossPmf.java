package tare.accounting;

import java.util.Arrays;

/**
 * A law of privacy loss moved onto a grid so that it can only look worse: "connect the dots" of
 * Doroshenko, Ghazi, Kamath, Kumar and Manurangsi (2022). The mass in each cell goes to the two
 * ends of the cell so that both its probability under P and that under Q stay what they were; the
 * curve of delta over exp(epsilon) becomes its own chords, which lie above it, and no law on the
 * same grid that does so is closer.
 *
 * @param spacing the distance between losses
 * @param first the loss of {@code mass[0]}, in spacings
 * @param mass the probabilities under P. Not modified after construction.
 * @param infinite the probability of an infinite loss
 */
record LossPmf(double spacing, long first, double[] mass, double infinite) {

  /** Below this spacing the split of a cell drowns in rounding: all goes to the upper end. */
  private static final double SMALLEST_SPLIT = 1e-8;

  /** Above this loss q is near underflow: all goes to the upper end. */
  private static final double LARGEST_SPLIT = 600;

  private static final int BLOCK = 32;

  /** How much of the lower end may be moved up to the first loss of the grid. */
  private static final double LOWER_TAIL = 1e-15;

  /** From where to where the losses of a law matter. */
  record Range(double low, double high) {
    double width() {
      return high - low;
    }
  }

  /** The losses between which all but a little of a law lies; {@code tail} may lie above. */
  static Range range(LossLaw law, double tail) {
    double high = law.highest();
    if (Double.isInfinite(high)) {
      high = crossing(law, tail);
    }
    return new Range(Math.min(crossing(law, 1 - LOWER_TAIL), high), high);
  }

  /** Moves a law onto the grid; what lies above the range counts as infinite. */
  static LossPmf of(LossLaw law, Range range, double spacing) {
    // A highest loss that is meant to be on the grid must not fall off it by rounding.
    long last = (long) Math.ceil(range.high() / spacing - 1e-6);
    long first = Math.min((long) Math.floor(range.low() / spacing), last - 1);
    double[] mass = new double[Math.toIntExact(last - first + 1)];
    double upperShare = -Math.expm1(-spacing);
    double[] here = new double[2];
    double[] next = new double[2];
    law.tails(first * spacing, here);
    mass[0] = 1 - here[0];
    for (int i = 1; i < mass.length; i++) {
      double loss = (first + i) * spacing;
      if (i == mass.length - 1 && law.highest() <= range.high()) {
        Arrays.fill(next, 0);
      } else {
        law.tails(loss, next);
      }
      double p = Math.max(0, here[0] - next[0]);
      double q = Math.max(0, here[1] - next[1]);
      double up = p;
      if (spacing > SMALLEST_SPLIT && loss < LARGEST_SPLIT) {
        up = Math.min(p, Math.max(0, (p - q * Math.exp(loss - spacing)) / upperShare));
      }
      mass[i - 1] += p - up;
      mass[i] += up;
      double[] swap = here;
      here = next;
      next = swap;
    }
    return trimmed(spacing, first, mass, here[0]);
  }

  /** Drops ends without mass, so that moments at large tilts find something there. */
  private static LossPmf trimmed(double spacing, long first, double[] mass, double infinite) {
    int from = 0;
    int to = mass.length;
    while (from < to - 1 && mass[from] == 0) {
      from++;
    }
    while (to > from + 1 && mass[to - 1] == 0) {
      to--;
    }
    return new LossPmf(spacing, first + from, Arrays.copyOfRange(mass, from, to), infinite);
  }

  double loss(int i) {
    return (first + i) * spacing;
  }

  /** {@code log E exp(tilt * loss)} over the finite losses. */
  double logMoment(double tilt) {
    double reference = Math.max(tilt * loss(0), tilt * loss(mass.length - 1));
    double ratio = Math.exp(tilt * spacing);
    // From one loss of the grid to the next an exponential grows by a ratio, so most of them are a
    // multiplication; after a block of these it is off by some last digits and is taken anew.
    int block = Math.abs(tilt * spacing) * BLOCK <= 1 ? BLOCK : 1;
    double sum = 0;
    for (int from = 0; from < mass.length; from += block) {
      double power = Math.exp(tilt * loss(from) - reference);
      for (int i = from; i < Math.min(from + block, mass.length); i++) {
        sum += mass[i] * power;
        power *= ratio;
      }
    }
    return reference + Math.log(sum);
  }

  /** Where the tail of a law comes down to a level. */
  private static double crossing(LossLaw law, double level) {
    double step = 1e-12;
    double low = 0;
    double high = 0;
    while (law.tail(high) > level) {
      high += step;
      step *= 2;
    }
    step = 1e-12;
    while (law.tail(low) <= level) {
      low -= step;
      step *= 2;
    }
    for (int i = 0; i < 60 && high - low > 1e-4 * Math.max(Math.abs(low), Math.abs(high)); i++) {
      double middle = (low + high) / 2;
      if (law.tail(middle) > level) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return level > 0.5 ? low : high;
  }
}
