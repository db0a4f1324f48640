package tare.kernel.regression;

import java.io.Serializable;
import java.util.Arrays;
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
public record QuadraticMoments(int width, int[] left, int[] right) implements Serializable {

  private static final int BLOCK = 256;

  /** Coordinates alone. */
  public static QuadraticMoments first(int width) {
    return new QuadraticMoments(width, new int[0], new int[0]);
  }

  /**
   * Coordinates and the products of the first {@code leading} ones with the first {@code crossed}.
   */
  public static QuadraticMoments leading(int width, int crossed, int leading) {
    int pairs = 0;
    for (int j = 0; j < crossed; j++) {
      pairs += Math.min(j + 1, leading);
    }
    int[] left = new int[pairs];
    int[] right = new int[pairs];
    for (int j = 0, at = 0; j < crossed; j++) {
      for (int k = 0; k < Math.min(j + 1, leading); k++, at++) {
        left[at] = j;
        right[at] = k;
      }
    }
    return new QuadraticMoments(width, left, right);
  }

  /** Coordinates and all their products, squares too. */
  public static QuadraticMoments all(int width) {
    return leading(width, width, width);
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

  /** Coordinates from here on are in no product. */
  private int multiplied() {
    int most = -1;
    for (int j : left) {
      most = Math.max(most, j);
    }
    return most + 1;
  }

  /** For every row, the sum of its moments times their coefficients. Nothing is modified. */
  public double[] products(double[] rows, int count, double[] coefficients) {
    double[] products = new double[count];
    putProducts(rows, 0, count, coefficients, products);
    return products;
  }

  /** The same for some rows. @param products of all rows. Modified. */
  void putProducts(double[] rows, int first, int last, double[] coefficients, double[] products) {
    int square = multiplied();
    double[] form = new double[square * square];
    for (int i = 0; i < left.length; i++) {
      form[left[i] * square + right[i]] = coefficients[width + i];
    }
    double[] columns = new double[width * BLOCK];
    double[] inner = new double[BLOCK];
    for (int from = first; from < last; from += BLOCK) {
      int some = Math.min(BLOCK, last - from);
      transpose(rows, from, some, columns);
      Arrays.fill(products, from, from + some, 0);
      for (int j = 0; j < width; j++) {
        Arrays.fill(inner, 0, some, coefficients[j]);
        for (int k = 0; j < square && k <= j; k++) {
          addColumn(form[j * square + k], columns, k * BLOCK, inner, some);
        }
        for (int r = 0; r < some; r++) {
          products[from + r] += columns[j * BLOCK + r] * inner[r];
        }
      }
    }
  }

  /** Rows as columns, so that the loops below run over rows and the JIT makes vectors of them. */
  private void transpose(double[] rows, int from, int some, double[] columns) {
    for (int r = 0; r < some; r++) {
      int at = (from + r) * width;
      for (int j = 0; j < width; j++) {
        columns[j * BLOCK + r] = rows[at + j];
      }
    }
  }

  private static void addColumn(
      double factor, double[] columns, int from, double[] sum, int length) {
    if (factor != 0) {
      for (int r = 0; r < length; r++) {
        sum[r] += factor * columns[from + r];
      }
    }
  }

  /** Weighted sums of the moments over rows. Nothing is modified. */
  public double[] sums(double[] rows, int count, double[] weights) {
    return sums(rows, 0, count, weights);
  }

  /** The same over some rows. Nothing is modified. */
  double[] sums(double[] rows, int first, int last, double[] weights) {
    double[] sums = new double[size()];
    int square = multiplied();
    double[] gram = new double[width * square];
    RowKernel kernel = RowKernel.forValues((long) (last - first) * width);
    for (int from = first; from < last; from += BLOCK) {
      int some = Math.min(BLOCK, last - from);
      for (int r = from; r < from + some; r++) {
        RowKernel.PLAIN.addScaled(weights[r], rows, r * width, sums, 0, width);
      }
      if (square > 0) {
        kernel.addOuterProducts(rows, from, some, width, weights, from, gram, 0, square);
      }
    }
    for (int i = 0; i < left.length; i++) {
      sums[width + i] = gram[left[i] * width + right[i]];
    }
    return sums;
  }
}
