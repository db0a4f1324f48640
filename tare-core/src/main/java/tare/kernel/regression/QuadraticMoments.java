package tare.kernel.regression;

import tare.kernel.linear.RowKernel;

/**
 * Moments of rows: every coordinate, then the products of some pairs of coordinates. Rows are never
 * blown up to all their products unless a block of them is asked for: a sum over all moments is a
 * quadratic form, and their weighted means are entries of a Gram matrix.
 *
 * @param width the number of coordinates of a row
 * @param left the first coordinate of each pair, not smaller than the second. Not copied.
 * @param right the second coordinate of each pair. Not copied.
 */
public record QuadraticMoments(int width, int[] left, int[] right) {

  private static final int BLOCK = 256;

  /** Coordinates alone. */
  public static QuadraticMoments first(int width) {
    return new QuadraticMoments(width, new int[0], new int[0]);
  }

  /** Coordinates and the products of the first {@code leading} ones with all. */
  public static QuadraticMoments leading(int width, int leading) {
    int pairs = 0;
    for (int j = 0; j < width; j++) {
      pairs += Math.min(j + 1, leading);
    }
    int[] left = new int[pairs];
    int[] right = new int[pairs];
    for (int j = 0, at = 0; j < width; j++) {
      for (int k = 0; k < Math.min(j + 1, leading); k++, at++) {
        left[at] = j;
        right[at] = k;
      }
    }
    return new QuadraticMoments(width, left, right);
  }

  /** Coordinates and all their products, squares too. */
  public static QuadraticMoments all(int width) {
    return leading(width, width);
  }

  /** The number of moments. */
  public int size() {
    return width + left.length;
  }

  /** Writes the moments of one row. @param out Modified. */
  public void put(double[] rows, int from, double[] out, int outFrom) {
    System.arraycopy(rows, from, out, outFrom, width);
    for (int i = 0; i < left.length; i++) {
      out[outFrom + width + i] = rows[from + left[i]] * rows[from + right[i]];
    }
  }

  /** For every row, the sum of its moments times their coefficients. Nothing is modified. */
  public double[] products(double[] rows, int count, double[] coefficients) {
    double[] form = new double[width * width];
    for (int i = 0; i < left.length; i++) {
      form[left[i] * width + right[i]] = coefficients[width + i];
    }
    RowKernel kernel = RowKernel.forValues((long) count * width * width);
    double[] products = new double[count];
    for (int r = 0; r < count; r++) {
      int at = r * width;
      double sum = 0;
      for (int j = 0; j < width; j++) {
        double inner =
            left.length == 0 ? 0 : kernel.dot(form, j * width, rows, at, Math.min(j + 1, width));
        sum += rows[at + j] * (coefficients[j] + inner);
      }
      products[r] = sum;
    }
    return products;
  }

  /** Weighted sums of the moments over rows. Nothing is modified. */
  public double[] sums(double[] rows, int count, double[] weights) {
    double[] sums = new double[size()];
    double[] gram = new double[width * width];
    RowKernel kernel = RowKernel.forValues((long) count * width);
    for (int from = 0; from < count; from += BLOCK) {
      int some = Math.min(BLOCK, count - from);
      for (int r = from; r < from + some; r++) {
        RowKernel.PLAIN.addScaled(weights[r], rows, r * width, sums, 0, width);
      }
      if (left.length > 0) {
        kernel.addOuterProducts(rows, from, some, width, weights, from, gram, 0, width);
      }
    }
    for (int i = 0; i < left.length; i++) {
      sums[width + i] = gram[left[i] * width + right[i]];
    }
    return sums;
  }
}
