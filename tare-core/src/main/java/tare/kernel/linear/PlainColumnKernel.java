package tare.kernel.linear;

import java.util.Arrays;

/**
 * The kernel in plain Java, for a JVM without the Vector API; the twin the fast one is tested by.
 */
final class PlainColumnKernel extends ColumnKernel {

  @Override
  public void forms(
      double[] columns,
      int from,
      int width,
      double[] linear,
      double[] form,
      int square,
      double[] out) {
    int padded = (square + TILE - 1) / TILE * TILE;
    double[] row = new double[width];
    for (int r = 0; r < BLOCK; r++) {
      double sum = 0;
      for (int j = 0; j < width; j++) {
        row[j] = columns[from + j * BLOCK + r];
        sum += linear[j] * row[j];
      }
      for (int j = 0; j < square; j += TILE) {
        sum += tileOfForm(row, form, j * padded, j, square);
      }
      out[r] = sum;
    }
  }

  private static double tileOfForm(double[] row, double[] form, int from, int j, int square) {
    int last = Math.min(j + TILE, square);
    double a0 = 0;
    double a1 = 0;
    double a2 = 0;
    double a3 = 0;
    for (int k = 0, f = from; k < last; k++, f += TILE) {
      a0 += form[f] * row[k];
      a1 += form[f + 1] * row[k];
      a2 += form[f + 2] * row[k];
      a3 += form[f + 3] * row[k];
    }
    double sum = a0 * row[j];
    sum += j + 1 < square ? a1 * row[j + 1] : 0;
    sum += j + 2 < square ? a2 * row[j + 2] : 0;
    return sum + (j + 3 < square ? a3 * row[j + 3] : 0);
  }

  @Override
  public double[] newSums(int width) {
    return new double[width * width];
  }

  @Override
  public void addProducts(double[] columns, int from, int width, double[] weights, double[] sums) {
    double[] a = new double[BLOCK];
    double[] b = new double[BLOCK];
    for (int i = 0; i < width; i += 2) {
      int second = Math.min(i + 1, width - 1);
      for (int r = 0; r < BLOCK; r++) {
        a[r] = weights[r] * columns[from + i * BLOCK + r];
        b[r] = weights[r] * columns[from + second * BLOCK + r];
      }
      for (int j = 0; j <= second; j += 2) {
        addFour(columns, from, width, a, b, i, second, j, sums);
      }
    }
  }

  private static void addFour(
      double[] columns,
      int from,
      int width,
      double[] a,
      double[] b,
      int i,
      int second,
      int j,
      double[] sums) {
    int x = from + j * BLOCK;
    int y = from + Math.min(j + 1, second) * BLOCK;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    for (int r = 0; r < BLOCK; r++) {
      double left = columns[x + r];
      double right = columns[y + r];
      s0 += a[r] * left;
      s1 += a[r] * right;
      s2 += b[r] * left;
      s3 += b[r] * right;
    }
    sums[i * width + j] += s0;
    if (j + 1 <= i) {
      sums[i * width + j + 1] += s1;
    }
    if (second > i) {
      sums[second * width + j] += s2;
      if (j + 1 <= second) {
        sums[second * width + j + 1] += s3;
      }
    }
  }

  @Override
  public double product(double[] sums, int width, int i, int j) {
    return sums[i * width + j];
  }

  @Override
  public double sum(double[] columns, int from, double[] weights) {
    return RowKernel.PLAIN.dot(columns, from, weights, 0, BLOCK);
  }

  @Override
  public void solveLower(double[] lower, int width, double[] columns, int from) {
    double[] row = new double[width];
    for (int r = from; r < from + BLOCK; r++) {
      for (int i = 0; i < width; i++) {
        double rest = columns[r + i * BLOCK] - RowKernel.PLAIN.dot(lower, i * width, row, 0, i);
        row[i] = rest / lower[i * width + i];
        columns[r + i * BLOCK] = row[i];
      }
    }
  }

  @Override
  public void addTile(
      double[] rows,
      int count,
      int columns,
      double[] factors,
      double[] gram,
      int[] which,
      int extent) {
    addColumns(rows, count, columns, factors, gram, which, 0, extent);
  }

  /** The same for columns {@code first} to {@code extent}. */
  static void addColumns(
      double[] rows,
      int count,
      int columns,
      double[] factors,
      double[] gram,
      int[] which,
      int first,
      int extent) {
    for (int j = first; j < extent; j += 2) {
      boolean two = j + 1 < extent;
      int second = two ? 1 : 0;
      double[] sums = new double[2 * TILE];
      for (int s = 0, at = j; s < TILE * count; s += TILE, at += columns) {
        double x = rows[at];
        double y = rows[at + second];
        sums[0] += x * factors[s];
        sums[1] += x * factors[s + 1];
        sums[2] += x * factors[s + 2];
        sums[3] += x * factors[s + 3];
        sums[4] += y * factors[s];
        sums[5] += y * factors[s + 1];
        sums[6] += y * factors[s + 2];
        sums[7] += y * factors[s + 3];
      }
      for (int t = 0; t < TILE; t++) {
        gram[which[t] * columns + j] += sums[t];
        if (two) {
          gram[which[t] * columns + j + 1] += sums[TILE + t];
        }
      }
    }
  }

  @Override
  public double largest(double[] logits, double[] gains, double length) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int r = 0; r < logits.length; r++) {
      largest = Math.max(largest, logits[r] + length * gains[r]);
    }
    return largest;
  }

  @Override
  public void tilt(
      double[] base,
      double[] logits,
      double[] gains,
      double length,
      double largest,
      double[] shares,
      double[] sums) {
    Arrays.fill(sums, 0);
    tiltFrom(0, base, logits, gains, length, largest, shares, sums);
  }

  /** The same from a row on, added to what is there. */
  static void tiltFrom(
      int from,
      double[] base,
      double[] logits,
      double[] gains,
      double length,
      double largest,
      double[] shares,
      double[] sums) {
    double sum = sums[0];
    double first = sums[1];
    double second = sums[2];
    for (int r = from; r < logits.length; r++) {
      double share = base[r] * Math.exp(logits[r] + length * gains[r] - largest);
      shares[r] = share;
      sum += share;
      first += share * gains[r];
      second += share * gains[r] * gains[r];
    }
    sums[0] = sum;
    sums[1] = first;
    sums[2] = second;
  }
}
