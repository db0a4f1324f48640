package tare.noise;

import java.util.Objects;

/**
 * Gaussian draws by the ziggurat of Marsaglia and Tsang (2000) with 256 layers. Layer, sign and
 * position are taken from bits of their own (Doornik 2005), so no two of them are tied.
 *
 * <p>The law is that of real-valued N(0, 1) up to rounding: positions within a layer have 55 bits
 * for doubles and 23 bits for floats. The draws are symmetric about zero and never zero.
 */
final class Ziggurat {

  private static final int LAYERS = 256;

  /** Where the tail begins. */
  private static final double TAIL = 3.6541528853610088;

  /** The area of each layer under exp(-x^2/2). */
  private static final double AREA = 0.00492867323399;

  /** X[i]: right edge of layer i, widest first; X[0] is the width the base would have as a box. */
  private static final double[] X = new double[LAYERS + 1];

  /** F[i] = exp(-X[i]^2/2). */
  private static final double[] F = new double[LAYERS + 1];

  /** A 56-bit position below INSIDE[i] lies under the curve without further ado. */
  private static final long[] INSIDE = new long[LAYERS];

  private static final double[] WIDTH = new double[LAYERS];
  private static final int[] INSIDE_FLOAT = new int[LAYERS];
  private static final float[] WIDTH_FLOAT = new float[LAYERS];

  static {
    X[0] = AREA / Math.exp(-0.5 * TAIL * TAIL);
    X[1] = TAIL;
    for (int i = 2; i < LAYERS; i++) {
      double previous = X[i - 1];
      X[i] = Math.sqrt(-2 * Math.log(AREA / previous + Math.exp(-0.5 * previous * previous)));
    }
    X[LAYERS] = 0;
    for (int i = 0; i <= LAYERS; i++) {
      F[i] = Math.exp(-0.5 * X[i] * X[i]);
    }
    for (int i = 0; i < LAYERS; i++) {
      double inside = X[i + 1] / X[i];
      INSIDE[i] = (long) (inside * 0x1p55);
      WIDTH[i] = X[i] * 0x1p-55;
      INSIDE_FLOAT[i] = (int) (inside * 0x1p23);
      WIDTH_FLOAT[i] = (float) (X[i] * 0x1p-23);
    }
  }

  private Ziggurat() {}

  /** Fills with N(0, sd^2). @param out Modified. */
  static void fill(BitBuffer bits, double sd, double[] out, int from, int length) {
    Objects.checkFromIndexSize(from, length, out.length);
    requireSd(sd);
    for (int i = from; i < from + length; i++) {
      out[i] = sd * next(bits);
    }
  }

  /** Fills with N(0, sd^2). @param out Modified. */
  static void fill(BitBuffer bits, float sd, float[] out, int from, int length) {
    Objects.checkFromIndexSize(from, length, out.length);
    requireSd(sd);
    int end = from + length;
    int at = from;
    while (at < end) {
      at += fillInside(bits, sd, out, at, Math.min(end - at, bits.ready()));
      if (at < end) {
        out[at++] = sd * nextFloat(bits);
      }
    }
  }

  /**
   * Draws that lie inside their layers, up to the first that may not, which is left in the buffer.
   *
   * @return how many were written
   */
  private static int fillInside(BitBuffer bits, float sd, float[] out, int from, int most) {
    int[] words = bits.words();
    int first = bits.position();
    int count = 0;
    for (; count < most; count++) {
      int word = words[first + count];
      int layer = word & (LAYERS - 1);
      int position = (word >> 8) | 1;
      if (Math.abs(position) >= INSIDE_FLOAT[layer]) {
        break;
      }
      out[from + count] = sd * (position * WIDTH_FLOAT[layer]);
    }
    bits.skip(count);
    return count;
  }

  private static float nextFloat(BitBuffer bits) {
    int word = bits.nextInt();
    int layer = word & (LAYERS - 1);
    int position = (word >> 8) | 1;
    float x = position * WIDTH_FLOAT[layer];
    return Math.abs(position) < INSIDE_FLOAT[layer] || underCurve(bits, layer, x)
        ? x
        : outside(bits, layer, x);
  }

  private static double next(BitBuffer bits) {
    while (true) {
      long word = bits.nextLong();
      int layer = (int) word & (LAYERS - 1);
      // Odd, so that positions are symmetric about zero.
      long position = (word >> 8) | 1;
      double x = position * WIDTH[layer];
      if (Math.abs(position) < INSIDE[layer] || underCurve(bits, layer, x)) {
        return x;
      }
      if (layer == 0) {
        return tail(bits, x < 0);
      }
    }
  }

  /** A float draw whose first position was rejected. */
  private static float outside(BitBuffer bits, int layer, float x) {
    return (float) (layer == 0 ? tail(bits, x < 0) : next(bits));
  }

  /** Decides a position in the wedge of its layer; the base has none. */
  private static boolean underCurve(BitBuffer bits, int layer, double x) {
    return layer > 0 && F[layer] + unit(bits) * (F[layer + 1] - F[layer]) < Math.exp(-0.5 * x * x);
  }

  /** The tail beyond TAIL, after Marsaglia (1964). */
  private static double tail(BitBuffer bits, boolean negative) {
    double x;
    double y;
    do {
      x = -Math.log(unit(bits)) / TAIL;
      y = -Math.log(unit(bits));
    } while (y + y < x * x);
    return negative ? -(TAIL + x) : TAIL + x;
  }

  /** Uniform on (0, 1), in steps of 2^-53, never an end. */
  private static double unit(BitBuffer bits) {
    return ((bits.nextLong() >>> 11) + 0.5) * 0x1p-53;
  }

  private static void requireSd(double sd) {
    if (!(sd >= 0) || Double.isInfinite(sd)) {
      throw new IllegalArgumentException(
          "The standard deviation must be finite and not negative. Got: " + sd);
    }
  }
}
