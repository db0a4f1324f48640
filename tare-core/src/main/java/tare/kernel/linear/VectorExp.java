package tare.kernel.linear;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;

/*
 * The Vector API has an exponential of its own. Compiled code takes it from a library, code that is
 * not compiled yet from Math, and the two differ in the last digit: the same tilt came out otherwise
 * in a process that had just begun. Here are sums and products alone, which are the same everywhere.
 *
 * exp(x) = 2^k exp(r), k the nearest whole number to x / log 2 and |r| <= log(2) / 2; exp(r) by its
 * series, whose next term is below 5e-18.
 */

/** The exponential of each lane, the same to the last digit whether or not its code is compiled. */
final class VectorExp {

  /** Added to a number, it leaves the nearest whole one in the last bits. */
  private static final double ROUNDING = 0x1.8p52;

  private static final double LOG_2_HIGH = 0x1.62e42fefa39efp-1;
  private static final double LOG_2_LOW = 0x1.abc9e3b39803fp-56;

  /** Below this an exponential is next to nothing and its exponent would not fit. */
  private static final double LEAST = -708;

  private static final double MOST = 709;

  private static final int DEGREE = 13;
  private static final double[] SERIES = new double[DEGREE + 1];

  static {
    SERIES[0] = 1;
    for (int i = 1; i <= DEGREE; i++) {
      SERIES[i] = SERIES[i - 1] / i;
    }
  }

  private VectorExp() {}

  /** The exponentials; of what is below -708 that of -708, of what is above 709 that of 709. */
  static DoubleVector of(DoubleVector x) {
    DoubleVector within = x.max(LEAST).min(MOST);
    DoubleVector shifted = within.mul(1 / Math.log(2)).add(ROUNDING);
    DoubleVector k = shifted.sub(ROUNDING);
    DoubleVector r = k.fma(k.broadcast(-LOG_2_HIGH), within);
    r = k.fma(k.broadcast(-LOG_2_LOW), r);
    DoubleVector sum = r.broadcast(SERIES[DEGREE]);
    for (int i = DEGREE - 1; i >= 0; i--) {
      sum = sum.fma(r, r.broadcast(SERIES[i]));
    }
    // The last bits of what was shifted are k: moved to where a double has its exponent.
    DoubleVector power =
        shifted
            .reinterpretAsLongs()
            .add(1023)
            .lanewise(VectorOperators.LSHL, 52)
            .reinterpretAsDoubles();
    return sum.mul(power);
  }
}
