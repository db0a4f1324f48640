package tare.kernel.linear;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernel on the JDK's Vector API. Loaded only where {@code jdk.incubator.vector} is present.
 */
final class VectorRowKernel extends RowKernel {

  private static final VectorSpecies<Double> LANES = DoubleVector.SPECIES_PREFERRED;
  private static final int WIDTH = LANES.length();

  /** Whether vectors are wide enough here to be worth it. */
  static boolean wide() {
    return WIDTH >= 4;
  }

  @Override
  public double dot(double[] a, int aFrom, double[] b, int bFrom, int length) {
    DoubleVector s0 = DoubleVector.zero(LANES);
    DoubleVector s1 = DoubleVector.zero(LANES);
    DoubleVector s2 = DoubleVector.zero(LANES);
    DoubleVector s3 = DoubleVector.zero(LANES);
    int j = 0;
    for (; j <= length - 4 * WIDTH; j += 4 * WIDTH) {
      s0 = load(a, aFrom + j).fma(load(b, bFrom + j), s0);
      s1 = load(a, aFrom + j + WIDTH).fma(load(b, bFrom + j + WIDTH), s1);
      s2 = load(a, aFrom + j + 2 * WIDTH).fma(load(b, bFrom + j + 2 * WIDTH), s2);
      s3 = load(a, aFrom + j + 3 * WIDTH).fma(load(b, bFrom + j + 3 * WIDTH), s3);
    }
    for (; j <= length - WIDTH; j += WIDTH) {
      s0 = load(a, aFrom + j).fma(load(b, bFrom + j), s0);
    }
    double sum = Lanes.sum(s0.add(s1).add(s2.add(s3)));
    for (; j < length; j++) {
      sum += a[aFrom + j] * b[bFrom + j];
    }
    return sum;
  }

  @Override
  public void addScaled(double factor, double[] x, int xFrom, double[] y, int yFrom, int length) {
    DoubleVector f = DoubleVector.broadcast(LANES, factor);
    int j = 0;
    for (; j <= length - WIDTH; j += WIDTH) {
      load(x, xFrom + j).fma(f, load(y, yFrom + j)).intoArray(y, yFrom + j);
    }
    for (; j < length; j++) {
      y[yFrom + j] += factor * x[xFrom + j];
    }
  }

  @Override
  public void dotFour(double[] matrix, int from, int columns, double[] vector, double[] out) {
    DoubleVector s0 = DoubleVector.zero(LANES);
    DoubleVector s1 = DoubleVector.zero(LANES);
    DoubleVector s2 = DoubleVector.zero(LANES);
    DoubleVector s3 = DoubleVector.zero(LANES);
    int row1 = from + columns;
    int row2 = row1 + columns;
    int row3 = row2 + columns;
    int j = 0;
    for (; j <= columns - WIDTH; j += WIDTH) {
      DoubleVector v = load(vector, j);
      s0 = load(matrix, from + j).fma(v, s0);
      s1 = load(matrix, row1 + j).fma(v, s1);
      s2 = load(matrix, row2 + j).fma(v, s2);
      s3 = load(matrix, row3 + j).fma(v, s3);
    }
    double t0 = Lanes.sum(s0);
    double t1 = Lanes.sum(s1);
    double t2 = Lanes.sum(s2);
    double t3 = Lanes.sum(s3);
    for (; j < columns; j++) {
      double v = vector[j];
      t0 += matrix[from + j] * v;
      t1 += matrix[row1 + j] * v;
      t2 += matrix[row2 + j] * v;
      t3 += matrix[row3 + j] * v;
    }
    out[0] = t0;
    out[1] = t1;
    out[2] = t2;
    out[3] = t3;
  }

  @Override
  public void addFour(double[] matrix, int from, int columns, double[] factors, double[] sum) {
    DoubleVector f0 = DoubleVector.broadcast(LANES, factors[0]);
    DoubleVector f1 = DoubleVector.broadcast(LANES, factors[1]);
    DoubleVector f2 = DoubleVector.broadcast(LANES, factors[2]);
    DoubleVector f3 = DoubleVector.broadcast(LANES, factors[3]);
    int row1 = from + columns;
    int row2 = row1 + columns;
    int row3 = row2 + columns;
    int j = 0;
    for (; j <= columns - WIDTH; j += WIDTH) {
      DoubleVector s = load(sum, j);
      s = load(matrix, from + j).fma(f0, s);
      s = load(matrix, row1 + j).fma(f1, s);
      s = load(matrix, row2 + j).fma(f2, s);
      s = load(matrix, row3 + j).fma(f3, s);
      s.intoArray(sum, j);
    }
    for (; j < columns; j++) {
      sum[j] +=
          (factors[0] * matrix[from + j] + factors[1] * matrix[row1 + j])
              + (factors[2] * matrix[row2 + j] + factors[3] * matrix[row3 + j]);
    }
  }

  @Override
  public void addOuterProducts(
      double[] matrix,
      int firstRow,
      int rows,
      int columns,
      double[] weights,
      int weightsFrom,
      double[] gram,
      int gramFrom,
      int gramTo) {
    int r = 0;
    for (; r <= rows - 4; r += 4) {
      int at = (firstRow + r) * columns;
      for (int i = gramFrom; i < gramTo; i++) {
        addFourScaled(matrix, at, columns, i, weights, weightsFrom + r, gram);
      }
    }
    for (; r < rows; r++) {
      int at = (firstRow + r) * columns;
      for (int i = gramFrom; i < gramTo; i++) {
        addScaled(weights[weightsFrom + r] * matrix[at + i], matrix, at, gram, i * columns, i + 1);
      }
    }
  }

  /** Four rows' part in row {@code i} of the lower triangle. */
  private static void addFourScaled(
      double[] matrix, int at, int columns, int i, double[] weights, int w, double[] gram) {
    int row1 = at + columns;
    int row2 = row1 + columns;
    int row3 = row2 + columns;
    double c0 = weights[w] * matrix[at + i];
    double c1 = weights[w + 1] * matrix[row1 + i];
    double c2 = weights[w + 2] * matrix[row2 + i];
    double c3 = weights[w + 3] * matrix[row3 + i];
    DoubleVector f0 = DoubleVector.broadcast(LANES, c0);
    DoubleVector f1 = DoubleVector.broadcast(LANES, c1);
    DoubleVector f2 = DoubleVector.broadcast(LANES, c2);
    DoubleVector f3 = DoubleVector.broadcast(LANES, c3);
    int to = i * columns;
    int j = 0;
    for (; j <= i + 1 - WIDTH; j += WIDTH) {
      DoubleVector s = load(gram, to + j);
      s = load(matrix, at + j).fma(f0, s);
      s = load(matrix, row1 + j).fma(f1, s);
      s = load(matrix, row2 + j).fma(f2, s);
      s = load(matrix, row3 + j).fma(f3, s);
      s.intoArray(gram, to + j);
    }
    for (; j <= i; j++) {
      gram[to + j] +=
          (c0 * matrix[at + j] + c1 * matrix[row1 + j])
              + (c2 * matrix[row2 + j] + c3 * matrix[row3 + j]);
    }
  }

  private static DoubleVector load(double[] array, int at) {
    return DoubleVector.fromArray(LANES, array, at);
  }
}
