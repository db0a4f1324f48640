package tare.kernel.regression;

import java.io.Serializable;
import java.util.Arrays;
import tare.kernel.linear.ColumnKernel;

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
  int multiplied() {
    int most = -1;
    for (int j : left) {
      most = Math.max(most, j);
    }
    return most + 1;
  }

  /** Whether all coordinates before {@link #multiplied} have all their products, in order. */
  boolean hasAllPairs() {
    QuadraticMoments all = leading(width, multiplied(), multiplied());
    return Arrays.equals(left, all.left) && Arrays.equals(right, all.right);
  }

  /** The coefficients of products as a form, for {@link ColumnKernel#forms}. */
  double[] form(double[] coefficients) {
    int square = multiplied();
    double[] form = new double[square * square];
    for (int i = 0; i < left.length; i++) {
      form[left[i] * square + right[i]] = coefficients[width + i];
    }
    return ColumnKernel.packed(form, square);
  }
}
