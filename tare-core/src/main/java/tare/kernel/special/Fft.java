package tare.kernel.special;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The fast Fourier transform of a power-of-two number of complex values, kept as two arrays.
 *
 * <p>The forward transform leaves its values in bit-reversed order and the inverse one takes them
 * so: for a convolution, where values are only multiplied place by place, the order does not
 * matter, and two passes of shuffling are saved.
 */
public final class Fft {

  private static final int LARGEST = 1 << 24;
  private static final Map<Integer, Fft> BY_SIZE = new ConcurrentHashMap<>();

  private final int size;

  /**
   * Roots of unity: {@code exp(-i pi j / half)} at {@code half + j}, for each half a power of 2.
   */
  private final double[] cos;

  private final double[] sin;

  private Fft(int size) {
    this.size = size;
    cos = new double[size];
    sin = new double[size];
    for (int half = 1; half < size; half *= 2) {
      for (int j = 0; j < half; j++) {
        cos[half + j] = Math.cos(Math.PI * j / half);
        sin[half + j] = -Math.sin(Math.PI * j / half);
      }
    }
  }

  /** The transform of a size; its roots of unity are computed once. */
  public static Fft ofSize(int size) {
    if (size < 1 || size > LARGEST || Integer.bitCount(size) != 1) {
      throw new IllegalArgumentException(
          "The size must be a power of two up to " + LARGEST + ". Got: " + size);
    }
    return BY_SIZE.computeIfAbsent(size, Fft::new);
  }

  /** The length of the transform. */
  public int size() {
    return size;
  }

  /**
   * Transforms in place; the result is in bit-reversed order.
   *
   * @param re real parts. Modified.
   * @param im imaginary parts. Modified.
   */
  public void forward(double[] re, double[] im) {
    requireSize(re, im);
    for (int half = size / 2; half >= 2; half /= 2) {
      for (int start = 0; start < size; start += 2 * half) {
        for (int j = 0; j < half; j++) {
          int a = start + j;
          int b = a + half;
          double differenceRe = re[a] - re[b];
          double differenceIm = im[a] - im[b];
          re[a] += re[b];
          im[a] += im[b];
          double c = cos[half + j];
          double s = sin[half + j];
          re[b] = differenceRe * c - differenceIm * s;
          im[b] = differenceRe * s + differenceIm * c;
        }
      }
    }
    addAndSubtractPairs(re, im);
  }

  /**
   * Undoes {@link #forward}, in place: takes bit-reversed order, gives the natural one.
   *
   * @param re real parts. Modified.
   * @param im imaginary parts. Modified.
   */
  public void inverse(double[] re, double[] im) {
    requireSize(re, im);
    addAndSubtractPairs(re, im);
    for (int half = 2; half < size; half *= 2) {
      for (int start = 0; start < size; start += 2 * half) {
        for (int j = 0; j < half; j++) {
          int a = start + j;
          int b = a + half;
          double c = cos[half + j];
          double s = -sin[half + j];
          double turnedRe = re[b] * c - im[b] * s;
          double turnedIm = re[b] * s + im[b] * c;
          re[b] = re[a] - turnedRe;
          im[b] = im[a] - turnedIm;
          re[a] += turnedRe;
          im[a] += turnedIm;
        }
      }
    }
    double scale = 1.0 / size;
    for (int i = 0; i < size; i++) {
      re[i] *= scale;
      im[i] *= scale;
    }
  }

  /** The step between neighbours, whose root of unity is one. */
  private void addAndSubtractPairs(double[] re, double[] im) {
    for (int a = 0; a + 1 < size; a += 2) {
      double secondRe = re[a + 1];
      double secondIm = im[a + 1];
      re[a + 1] = re[a] - secondRe;
      im[a + 1] = im[a] - secondIm;
      re[a] += secondRe;
      im[a] += secondIm;
    }
  }

  private void requireSize(double[] re, double[] im) {
    if (re.length != size || im.length != size) {
      throw new IllegalArgumentException(
          "Both arrays must have " + size + " values. Got: " + re.length + " and " + im.length);
    }
  }
}
