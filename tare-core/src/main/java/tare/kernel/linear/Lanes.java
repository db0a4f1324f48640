package tare.kernel.linear;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;

/**
 * Sums over the lanes of a vector, always in the same order.
 *
 * <p>{@code reduceLanes} adds in an order of its own, and in another one once the JIT compiler has
 * taken the loop over: the same call gave two values in one process (JDK 25, in the last digit).
 * What a release holds must not hang on how warm the process is.
 */
final class Lanes {

  private Lanes() {}

  /** The sum of a vector of at least four, one lane after the other. */
  static double sum(DoubleVector v) {
    // Written out: lanes are registers only where their number is known beforehand.
    double sum = v.lane(0) + v.lane(1) + v.lane(2) + v.lane(3);
    if (v.length() >= 8) {
      sum = sum + v.lane(4) + v.lane(5) + v.lane(6) + v.lane(7);
    }
    for (int i = 8; i < v.length(); i++) {
      sum += v.lane(i);
    }
    return sum;
  }

  /** The sum of a vector of at least four, one lane after the other. */
  static float sum(FloatVector v) {
    float sum = v.lane(0) + v.lane(1) + v.lane(2) + v.lane(3);
    if (v.length() >= 8) {
      sum = sum + v.lane(4) + v.lane(5) + v.lane(6) + v.lane(7);
    }
    if (v.length() >= 16) {
      sum = sum + v.lane(8) + v.lane(9) + v.lane(10) + v.lane(11);
      sum = sum + v.lane(12) + v.lane(13) + v.lane(14) + v.lane(15);
    }
    for (int i = 16; i < v.length(); i++) {
      sum += v.lane(i);
    }
    return sum;
  }
}
