package tare.kernel;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/*
 * B is packed into panels two vectors wide and at most DEPTH rows deep, so that a panel stays in the
 * first-level cache while all rows of A pass over it; packing also does transposition and pads the
 * last panel with zeros. One micro-kernel holds a tile of four rows by two vectors in eight
 * registers, which is what two fused multiply-adds a cycle with a latency of four need. Tiles that
 * hang over an edge of C go through a tile of their own, so that there is exactly one kernel for the
 * JIT compiler to see: variants of it in one JVM slow each other down.
 */

/**
 * The kernel on the JDK's Vector API. Loaded only where {@code jdk.incubator.vector} is present.
 */
final class VectorGemm extends Gemm {

  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_PREFERRED;
  private static final int LANE_COUNT = LANES.length();
  private static final int ROWS = 4;
  private static final int COLUMNS = 2 * LANE_COUNT;
  private static final int DEPTH = 256;
  private static final int SQUARES = 64 * 2 * LANE_COUNT;

  private float[] panel = new float[0];
  private final float[] edge = new float[ROWS * COLUMNS];

  /** Whether vectors are wide enough here to be worth it. */
  static boolean wide() {
    return LANE_COUNT >= 4;
  }

  @Override
  void multiply(
      int m,
      int n,
      int k,
      float[] a,
      int aRow,
      int aColumn,
      float[] b,
      int bFrom,
      int bRow,
      int bColumn,
      float[] c,
      int cFrom,
      boolean add) {
    if (!add) {
      Arrays.fill(c, cFrom, cFrom + m * n, 0);
    }
    if (panel.length < Math.min(k, DEPTH) * COLUMNS) {
      panel = new float[DEPTH * COLUMNS];
    }
    for (int p = 0; p < k; p += DEPTH) {
      int depth = Math.min(DEPTH, k - p);
      for (int j = 0; j < n; j += COLUMNS) {
        int width = Math.min(COLUMNS, n - j);
        pack(b, bFrom + p * bRow + j * bColumn, bRow, bColumn, depth, width);
        passPanel(m, n, depth, a, p * aColumn, aRow, aColumn, c, cFrom + j, width);
      }
    }
  }

  @Override
  double sumOfSquares(float[] values, int from, int length) {
    double sum = 0;
    int end = from + length;
    int at = from;
    // In float within a block, where no lane adds more than 64 squares to itself; blocks in double.
    for (; at + 2 * LANE_COUNT <= end; at += SQUARES) {
      sum += blockOfSquares(values, at, Math.min(at + SQUARES, end));
    }
    int tail = end - length % (2 * LANE_COUNT);
    return sum + Dense.sumOfSquares(values, tail, end - tail);
  }

  /** The squares of all whole pairs of vectors in a stretch. */
  private static double blockOfSquares(float[] values, int from, int to) {
    FloatVector s0 = FloatVector.zero(LANES);
    FloatVector s1 = FloatVector.zero(LANES);
    for (int i = from; i + 2 * LANE_COUNT <= to; i += 2 * LANE_COUNT) {
      FloatVector v0 = FloatVector.fromArray(LANES, values, i);
      FloatVector v1 = FloatVector.fromArray(LANES, values, i + LANE_COUNT);
      s0 = v0.fma(v0, s0);
      s1 = v1.fma(v1, s1);
    }
    return s0.add(s1).reduceLanes(VectorOperators.ADD);
  }

  @Override
  float dot(float[] a, int aFrom, float[] b, int bFrom, int length) {
    FloatVector s0 = FloatVector.zero(LANES);
    FloatVector s1 = FloatVector.zero(LANES);
    int p = 0;
    for (; p + 2 * LANE_COUNT <= length; p += 2 * LANE_COUNT) {
      FloatVector a0 = FloatVector.fromArray(LANES, a, aFrom + p);
      FloatVector a1 = FloatVector.fromArray(LANES, a, aFrom + p + LANE_COUNT);
      s0 = a0.fma(FloatVector.fromArray(LANES, b, bFrom + p), s0);
      s1 = a1.fma(FloatVector.fromArray(LANES, b, bFrom + p + LANE_COUNT), s1);
    }
    float sum = s0.add(s1).reduceLanes(VectorOperators.ADD);
    for (; p < length; p++) {
      sum += a[aFrom + p] * b[bFrom + p];
    }
    return sum;
  }

  // Loops over two arrays from different places are not vectorised by the JIT compilers, which
  // cannot
  // tell that the arrays are not the same.

  @Override
  void scaledRow(int n, float factor, float[] b, int bFrom, float[] c, int cFrom) {
    int j = 0;
    for (; j + LANE_COUNT <= n; j += LANE_COUNT) {
      FloatVector.fromArray(LANES, b, bFrom + j).mul(factor).intoArray(c, cFrom + j);
    }
    for (; j < n; j++) {
      c[cFrom + j] = factor * b[bFrom + j];
    }
  }

  @Override
  void addRows(int n, int rows, float[] b, float[] c, int cFrom) {
    int j = 0;
    for (; j + LANE_COUNT <= n; j += LANE_COUNT) {
      FloatVector sum = FloatVector.fromArray(LANES, c, cFrom + j);
      for (int p = 0; p < rows; p++) {
        sum = sum.add(FloatVector.fromArray(LANES, b, p * n + j));
      }
      sum.intoArray(c, cFrom + j);
    }
    for (; j < n; j++) {
      float sum = c[cFrom + j];
      for (int p = 0; p < rows; p++) {
        sum += b[p * n + j];
      }
      c[cFrom + j] = sum;
    }
  }

  @Override
  void addWeightedRows(int n, int rows, float[] f, float[] b, float[] c, int cFrom) {
    int j = 0;
    for (; j + LANE_COUNT <= n; j += LANE_COUNT) {
      FloatVector sum = FloatVector.fromArray(LANES, c, cFrom + j);
      for (int p = 0; p < rows; p++) {
        FloatVector row = FloatVector.fromArray(LANES, b, p * n + j);
        sum = row.fma(FloatVector.broadcast(LANES, f[p]), sum);
      }
      sum.intoArray(c, cFrom + j);
    }
    for (; j < n; j++) {
      float sum = c[cFrom + j];
      for (int p = 0; p < rows; p++) {
        sum += f[p] * b[p * n + j];
      }
      c[cFrom + j] = sum;
    }
  }

  /** All rows of A over one packed panel. */
  private void passPanel(
      int m,
      int n,
      int depth,
      float[] a,
      int aFrom,
      int aRow,
      int aColumn,
      float[] c,
      int cFrom,
      int width) {
    int i = 0;
    if (width == COLUMNS) {
      for (; i + ROWS <= m; i += ROWS) {
        tile(depth, a, aFrom + i * aRow, aRow, aColumn, panel, c, cFrom + i * n, n);
      }
    }
    while (i < m) {
      // Fewer than a tile's rows left: take the last tile that fits and keep its last rows; if none
      // fits, one row in all four places.
      int rows = m < ROWS ? 1 : Math.min(ROWS, m - i);
      int from = m < ROWS ? i : i + rows - ROWS;
      Arrays.fill(edge, 0);
      tile(depth, a, aFrom + from * aRow, m < ROWS ? 0 : aRow, aColumn, panel, edge, 0, COLUMNS);
      addEdge(rows, width, c, cFrom + i * n, n);
      i += rows;
    }
  }

  private void addEdge(int rows, int width, float[] c, int cFrom, int n) {
    for (int i = 0; i < rows; i++) {
      int from = (ROWS - rows + i) * COLUMNS;
      for (int j = 0; j < width; j++) {
        c[cFrom + i * n + j] += edge[from + j];
      }
    }
  }

  private void pack(float[] b, int from, int row, int column, int depth, int width) {
    if (column == 1 && width == COLUMNS) {
      for (int p = 0; p < depth; p++) {
        int at = from + p * row;
        FloatVector left = FloatVector.fromArray(LANES, b, at);
        FloatVector right = FloatVector.fromArray(LANES, b, at + LANE_COUNT);
        left.intoArray(panel, p * COLUMNS);
        right.intoArray(panel, p * COLUMNS + LANE_COUNT);
      }
      return;
    }
    for (int p = 0; p < depth; p++) {
      int to = p * COLUMNS;
      int at = from + p * row;
      for (int j = 0; j < width; j++) {
        panel[to + j] = b[at + j * column];
      }
      for (int j = width; j < COLUMNS; j++) {
        panel[to + j] = 0;
      }
    }
  }

  /**
   * The micro-kernel: C(4 x COLUMNS) += A(4 x depth) panel(depth x COLUMNS).
   *
   * <p>Every accumulator starts from a zero of its own, and the places of A are sums with the
   * running index: in other, equal-looking forms the JIT compiler boxes vectors and runs at half
   * the speed.
   */
  private static void tile(
      int depth,
      float[] a,
      int aFrom,
      int aRow,
      int aColumn,
      float[] panel,
      float[] c,
      int cFrom,
      int cRow) {
    FloatVector c00 = FloatVector.zero(LANES);
    FloatVector c01 = FloatVector.zero(LANES);
    FloatVector c10 = FloatVector.zero(LANES);
    FloatVector c11 = FloatVector.zero(LANES);
    FloatVector c20 = FloatVector.zero(LANES);
    FloatVector c21 = FloatVector.zero(LANES);
    FloatVector c30 = FloatVector.zero(LANES);
    FloatVector c31 = FloatVector.zero(LANES);
    int at = aFrom;
    for (int p = 0; p < depth; p++) {
      FloatVector b0 = FloatVector.fromArray(LANES, panel, p * COLUMNS);
      FloatVector b1 = FloatVector.fromArray(LANES, panel, p * COLUMNS + LANE_COUNT);
      FloatVector x = FloatVector.broadcast(LANES, a[at]);
      c00 = b0.fma(x, c00);
      c01 = b1.fma(x, c01);
      x = FloatVector.broadcast(LANES, a[at + aRow]);
      c10 = b0.fma(x, c10);
      c11 = b1.fma(x, c11);
      x = FloatVector.broadcast(LANES, a[at + 2 * aRow]);
      c20 = b0.fma(x, c20);
      c21 = b1.fma(x, c21);
      x = FloatVector.broadcast(LANES, a[at + 3 * aRow]);
      c30 = b0.fma(x, c30);
      c31 = b1.fma(x, c31);
      at += aColumn;
    }
    addTo(c, cFrom, c00, c01);
    addTo(c, cFrom + cRow, c10, c11);
    addTo(c, cFrom + 2 * cRow, c20, c21);
    addTo(c, cFrom + 3 * cRow, c30, c31);
  }

  private static void addTo(float[] c, int from, FloatVector left, FloatVector right) {
    FloatVector.fromArray(LANES, c, from).add(left).intoArray(c, from);
    FloatVector.fromArray(LANES, c, from + LANE_COUNT).add(right).intoArray(c, from + LANE_COUNT);
  }
}
