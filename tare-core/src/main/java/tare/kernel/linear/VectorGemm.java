package tare.kernel.linear;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/*
 * B is packed, at most DEPTH rows at a time, into panels two vectors wide, or one where no more
 * columns are left; packing also does transposition and pads the last panel with zeros. BLOCK rows
 * of A, which stay in the second-level cache, pass over one panel after the other, each of which
 * stays in the first-level cache meanwhile. A micro-kernel holds a tile of four rows by two vectors,
 * or eight rows by one, in eight registers, which is what two fused multiply-adds a cycle with a
 * latency of four need; twelve are spilled by the JIT compiler of JDK 17. Tiles that hang over an
 * edge of C go through a tile of their own, so that each micro-kernel is one method: variants slow
 * each other down.
 */

/**
 * The kernel on the JDK's Vector API. Loaded only where {@code jdk.incubator.vector} is present.
 */
final class VectorGemm extends Gemm {

  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_PREFERRED;
  private static final int LANE_COUNT = LANES.length();
  private static final int ROWS = 4;
  private static final int COLUMNS = 2 * LANE_COUNT;
  private static final int NARROW_ROWS = 8;
  private static final int DEPTH = 320;
  private static final int BLOCK = 64;
  private static final int SQUARES = 64 * 2 * LANE_COUNT;

  private float[] panels = new float[0];
  private final float[] edge = new float[ROWS * COLUMNS]; // as long as a narrow tile

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
    int panelCount = (n + COLUMNS - 1) / COLUMNS;
    // Slices of one depth: a thin last one would cost a pass over all of C for little work.
    int slices = Math.max(1, (k + DEPTH - 1) / DEPTH);
    int slice = (k + slices - 1) / slices;
    int panelLength = slice * COLUMNS;
    if (panels.length < panelCount * panelLength) {
      panels = new float[panelCount * panelLength];
    }
    // The last panel; of fewer rows than a narrow tile has, a wide one wastes less.
    boolean narrowEnd = (n - 1) % COLUMNS < LANE_COUNT && m >= NARROW_ROWS;
    for (int p = 0; p < k; p += slice) {
      int depth = Math.min(slice, k - p);
      for (int j = 0; j < n; j += COLUMNS) {
        int columns = narrowEnd && n - j <= LANE_COUNT ? LANE_COUNT : COLUMNS;
        int to = j / COLUMNS * panelLength;
        pack(b, bFrom + p * bRow + j * bColumn, bRow, bColumn, depth, n - j, columns, to);
      }
      for (int i = 0; i < m; i += BLOCK) {
        int end = Math.min(m, i + BLOCK);
        for (int j = 0; j < n; j += COLUMNS) {
          boolean narrow = narrowEnd && n - j <= LANE_COUNT;
          int at = j / COLUMNS * panelLength;
          passPanel(i, end, m, n, depth, a, p * aColumn, aRow, aColumn, at, narrow, c, cFrom, j);
        }
      }
    }
  }

  @Override
  public double sumOfSquares(float[] values, int from, int length) {
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
    return Lanes.sum(s0.add(s1));
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
    float sum = Lanes.sum(s0.add(s1));
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

  /** Rows {@code first} to {@code end} of A over the panel of column {@code j}. */
  private void passPanel(
      int first,
      int end,
      int m,
      int n,
      int depth,
      float[] a,
      int aFrom,
      int aRow,
      int aColumn,
      int panel,
      boolean narrow,
      float[] c,
      int cFrom,
      int j) {
    int tileRows = narrow ? NARROW_ROWS : ROWS;
    int tileColumns = narrow ? LANE_COUNT : COLUMNS;
    int width = Math.min(tileColumns, n - j);
    int i = first;
    if (width == tileColumns) {
      for (; i + tileRows <= end; i += tileRows) {
        int from = aFrom + i * aRow;
        int to = cFrom + i * n + j;
        if (narrow) {
          narrowTile(depth, a, from, aRow, aColumn, panels, panel, c, to, n);
        } else {
          tile(depth, a, from, aRow, aColumn, panels, panel, c, to, n);
        }
      }
    }
    while (i < end) {
      // Fewer than a tile's rows left: take the last tile that fits and keep its last rows; if none
      // fits, one row in all places.
      int rows = m < tileRows ? 1 : Math.min(tileRows, end - i);
      int from = aFrom + (m < tileRows ? i : i + rows - tileRows) * aRow;
      int step = m < tileRows ? 0 : aRow;
      Arrays.fill(edge, 0);
      if (narrow) {
        narrowTile(depth, a, from, step, aColumn, panels, panel, edge, 0, LANE_COUNT);
      } else {
        tile(depth, a, from, step, aColumn, panels, panel, edge, 0, COLUMNS);
      }
      addEdge((tileRows - rows) * tileColumns, tileColumns, rows, width, c, cFrom + i * n + j, n);
      i += rows;
    }
  }

  private void addEdge(int from, int fromRow, int rows, int width, float[] c, int cFrom, int cRow) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < width; j++) {
        c[cFrom + i * cRow + j] += edge[from + i * fromRow + j];
      }
    }
  }

  /** Copies at most {@code columns} columns of B, as many as are left, and pads with zeros. */
  private void pack(
      float[] b, int from, int row, int column, int depth, int left, int columns, int to) {
    if (column == 1 && left >= COLUMNS) {
      for (int p = 0; p < depth; p++) {
        int at = from + p * row;
        FloatVector v0 = FloatVector.fromArray(LANES, b, at);
        FloatVector v1 = FloatVector.fromArray(LANES, b, at + LANE_COUNT);
        v0.intoArray(panels, to + p * COLUMNS);
        v1.intoArray(panels, to + p * COLUMNS + LANE_COUNT);
      }
      return;
    }
    int width = Math.min(columns, left);
    for (int p = 0; p < depth; p++) {
      int start = to + p * columns;
      int at = from + p * row;
      for (int j = 0; j < width; j++) {
        panels[start + j] = b[at + j * column];
      }
      for (int j = width; j < columns; j++) {
        panels[start + j] = 0;
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
      float[] panels,
      int panel,
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
      FloatVector b0 = FloatVector.fromArray(LANES, panels, panel + p * COLUMNS);
      FloatVector b1 = FloatVector.fromArray(LANES, panels, panel + p * COLUMNS + LANE_COUNT);
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

  /** The micro-kernel of narrow panels: C(8 x LANE_COUNT) += A(8 x depth) panel. */
  private static void narrowTile(
      int depth,
      float[] a,
      int aFrom,
      int aRow,
      int aColumn,
      float[] panels,
      int panel,
      float[] c,
      int cFrom,
      int cRow) {
    FloatVector c0 = FloatVector.zero(LANES);
    FloatVector c1 = FloatVector.zero(LANES);
    FloatVector c2 = FloatVector.zero(LANES);
    FloatVector c3 = FloatVector.zero(LANES);
    FloatVector c4 = FloatVector.zero(LANES);
    FloatVector c5 = FloatVector.zero(LANES);
    FloatVector c6 = FloatVector.zero(LANES);
    FloatVector c7 = FloatVector.zero(LANES);
    int at = aFrom;
    for (int p = 0; p < depth; p++) {
      FloatVector b = FloatVector.fromArray(LANES, panels, panel + p * LANE_COUNT);
      c0 = b.fma(FloatVector.broadcast(LANES, a[at]), c0);
      c1 = b.fma(FloatVector.broadcast(LANES, a[at + aRow]), c1);
      c2 = b.fma(FloatVector.broadcast(LANES, a[at + 2 * aRow]), c2);
      c3 = b.fma(FloatVector.broadcast(LANES, a[at + 3 * aRow]), c3);
      c4 = b.fma(FloatVector.broadcast(LANES, a[at + 4 * aRow]), c4);
      c5 = b.fma(FloatVector.broadcast(LANES, a[at + 5 * aRow]), c5);
      c6 = b.fma(FloatVector.broadcast(LANES, a[at + 6 * aRow]), c6);
      c7 = b.fma(FloatVector.broadcast(LANES, a[at + 7 * aRow]), c7);
      at += aColumn;
    }
    addTo(c, cFrom, c0);
    addTo(c, cFrom + cRow, c1);
    addTo(c, cFrom + 2 * cRow, c2);
    addTo(c, cFrom + 3 * cRow, c3);
    addTo(c, cFrom + 4 * cRow, c4);
    addTo(c, cFrom + 5 * cRow, c5);
    addTo(c, cFrom + 6 * cRow, c6);
    addTo(c, cFrom + 7 * cRow, c7);
  }

  private static void addTo(float[] c, int from, FloatVector left, FloatVector right) {
    addTo(c, from, left);
    addTo(c, from + LANE_COUNT, right);
  }

  private static void addTo(float[] c, int from, FloatVector vector) {
    FloatVector.fromArray(LANES, c, from).add(vector).intoArray(c, from);
  }
}
