package tare.accounting;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * How to compose a list of losses for one question, worked out on a coarse grid: the tilt that
 * brings the part of the law that decides the answer into the middle, and the window of losses that
 * holds the tilted law.
 *
 * <p>Nothing here bears on the guarantee: a bad plan costs time or tightness, since {@link
 * ComposedLoss} counts whatever falls out of the window against the answer.
 *
 * @param tilt the exponent of the tilt, not negative
 * @param low where the window begins
 * @param high where it ends, at least
 * @param tailTilt an exponent above the tilt that bounds well what lies above the window
 * @param variance of the composed loss, tilted or not, whichever is larger
 */
record LossPlan(double tilt, double low, double high, double tailTilt, double variance) {

  /** How many natural digits of an answer a smaller tilt may cost; rounding leaves 36 in all. */
  private static final double DIGITS_TO_SPARE = 12;

  /** The log of what may fall out of the window on either side, after tilting. */
  private static final double LOG_OUTSIDE = Math.log(1e-13);

  private static final double SMALLEST_TILT = 1e-9;
  private static final double LARGEST_TILT = 1e9;

  /** Losses on a grid, each with the number of times it comes. */
  record Part(LossPmf pmf, double count) {}

  /** The plan for the epsilon at a delta. */
  static LossPlan forDelta(List<Part> coarse, double delta) {
    DoubleUnaryOperator bound = t -> (logMoment(coarse, t) - Math.log(delta)) / t;
    double best = argMin(bound, SMALLEST_TILT, LARGEST_TILT);
    double epsilon = bound.applyAsDouble(best);
    return around(coarse, sparing(coarse, epsilon, best));
  }

  /** The plan for the delta at an epsilon. */
  static LossPlan forEpsilon(List<Part> coarse, double epsilon) {
    double best = argMin(t -> logMoment(coarse, t) - t * epsilon, SMALLEST_TILT, LARGEST_TILT);
    return around(coarse, sparing(coarse, epsilon, best));
  }

  /** A plan without tilt. */
  static LossPlan untilted(List<Part> coarse) {
    return around(coarse, 0);
  }

  /** The smallest tilt that is nearly as good as the best: larger ones starve what lies below. */
  private static double sparing(List<Part> coarse, double epsilon, double best) {
    double goal = Math.min(0, logMoment(coarse, best) - best * epsilon) + DIGITS_TO_SPARE;
    if (goal >= 0) {
      return 0;
    }
    double low = 0;
    double high = best;
    for (int i = 0; i < 50 && high - low > 0.01 * high; i++) {
      double middle = (low + high) / 2;
      if (logMoment(coarse, middle) - middle * epsilon > goal) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private static LossPlan around(List<Part> coarse, double tilt) {
    double here = logMoment(coarse, tilt);
    // Chernoff's bounds on both tails of the tilted law.
    DoubleUnaryOperator above = u -> (logMoment(coarse, tilt + u) - here - LOG_OUTSIDE) / u;
    DoubleUnaryOperator below = u -> (logMoment(coarse, tilt - u) - here - LOG_OUTSIDE) / u;
    double up = argMin(above, SMALLEST_TILT, LARGEST_TILT);
    double down = argMin(below, SMALLEST_TILT, LARGEST_TILT);
    return new LossPlan(
        tilt,
        -below.applyAsDouble(down),
        above.applyAsDouble(up),
        tilt + up,
        Math.max(variance(coarse, tilt), variance(coarse, 0)));
  }

  private static double variance(List<Part> parts, double tilt) {
    double variance = 0;
    for (Part part : parts) {
      LossPmf pmf = part.pmf();
      double log = pmf.logMoment(tilt);
      double mean = 0;
      double square = 0;
      for (int i = 0; i < pmf.mass().length; i++) {
        double weight = pmf.mass()[i] * Math.exp(tilt * pmf.loss(i) - log);
        mean += weight * pmf.loss(i);
        square += weight * pmf.loss(i) * pmf.loss(i);
      }
      variance += part.count() * Math.max(0, square - mean * mean);
    }
    return variance;
  }

  static double logMoment(List<Part> parts, double tilt) {
    double sum = 0;
    for (Part part : parts) {
      sum += part.count() * part.pmf().logMoment(tilt);
    }
    return sum;
  }

  /** Golden section on a log scale, for a function with one valley. */
  private static double argMin(DoubleUnaryOperator function, double from, double to) {
    double golden = (Math.sqrt(5) - 1) / 2;
    double low = Math.log(from);
    double high = Math.log(to);
    double left = high - golden * (high - low);
    double right = low + golden * (high - low);
    double leftValue = function.applyAsDouble(Math.exp(left));
    double rightValue = function.applyAsDouble(Math.exp(right));
    while (high - low > 0.05) {
      if (leftValue <= rightValue) {
        high = right;
        right = left;
        rightValue = leftValue;
        left = high - golden * (high - low);
        leftValue = function.applyAsDouble(Math.exp(left));
      } else {
        low = left;
        left = right;
        leftValue = rightValue;
        right = low + golden * (high - low);
        rightValue = function.applyAsDouble(Math.exp(right));
      }
    }
    return Math.exp(leftValue <= rightValue ? left : right);
  }
}
