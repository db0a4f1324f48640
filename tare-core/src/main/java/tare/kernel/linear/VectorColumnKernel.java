package tare.kernel.linear;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernel on the JDK's Vector API. Loaded only where {@code jdk.incubator.vector} is present.
 */
final class VectorColumnKernel extends ColumnKernel {

  private static final VectorSpecies<Double> LANES = DoubleVector.SPECIES_PREFERRED;
  private static final int WIDTH = LANES.length();

  /** Whether vectors are wide enough here to be worth it. */
  static boolean wide() {
    return WIDTH >= 4 && BLOCK % (2 * WIDTH) == 0;
  }

  @Override
  public void forms(
      double[] columns,
      int from,
      int width,
      double[] linear,
      double[] form,
      int square,
      double[] out) {
    for (int r = 0; r < BLOCK; r += 2 * WIDTH) {
      DoubleVector t0 = DoubleVector.zero(LANES);
      DoubleVector t1 = DoubleVector.zero(LANES);
      for (int j = square; j < width; j++) {
        int at = from + j * BLOCK + r;
        t0 = load(columns, at).fma(broadcast(linear[j]), t0);
        t1 = load(columns, at + WIDTH).fma(broadcast(linear[j]), t1);
      }
      t0.intoArray(out, r);
      t1.intoArray(out, r + WIDTH);
      for (int j = 0; j < square; j += TILE) {
        addTileOfForm(columns, from + r, linear, form, square, j, out, r);
      }
    }
  }

  /** What {@value #TILE} coordinates, times all before them, add to two vectors of rows. */
  private static void addTileOfForm(
      double[] columns,
      int from,
      double[] linear,
      double[] form,
      int square,
      int j,
      double[] out,
      int to) {
    int last = square - 1;
    int j1 = Math.min(j + 1, last);
    int j2 = Math.min(j + 2, last);
    int j3 = Math.min(j + 3, last);
    // Beyond the last coordinate there is nothing: the form holds zeros there.
    DoubleVector a0 = broadcast(linear[j]);
    DoubleVector a1 = broadcast(j + 1 > last ? 0 : linear[j1]);
    DoubleVector a2 = broadcast(j + 2 > last ? 0 : linear[j2]);
    DoubleVector a3 = broadcast(j + 3 > last ? 0 : linear[j3]);
    DoubleVector b0 = a0;
    DoubleVector b1 = a1;
    DoubleVector b2 = a2;
    DoubleVector b3 = a3;
    int padded = (square + TILE - 1) / TILE * TILE;
    int f = j * padded;
    int at = from;
    for (int k = 0; k <= j3; k++, f += TILE, at += BLOCK) {
      DoubleVector x = load(columns, at);
      DoubleVector y = load(columns, at + WIDTH);
      DoubleVector f0 = broadcast(form[f]);
      DoubleVector f1 = broadcast(form[f + 1]);
      DoubleVector f2 = broadcast(form[f + 2]);
      DoubleVector f3 = broadcast(form[f + 3]);
      a0 = x.fma(f0, a0);
      a1 = x.fma(f1, a1);
      a2 = x.fma(f2, a2);
      a3 = x.fma(f3, a3);
      b0 = y.fma(f0, b0);
      b1 = y.fma(f1, b1);
      b2 = y.fma(f2, b2);
      b3 = y.fma(f3, b3);
    }
    DoubleVector x = load(columns, from + j * BLOCK).mul(a0);
    DoubleVector y = load(columns, from + j * BLOCK + WIDTH).mul(b0);
    x = load(columns, from + j1 * BLOCK).fma(a1, x);
    y = load(columns, from + j1 * BLOCK + WIDTH).fma(b1, y);
    x = load(columns, from + j2 * BLOCK).fma(a2, x);
    y = load(columns, from + j2 * BLOCK + WIDTH).fma(b2, y);
    x = load(columns, from + j3 * BLOCK).fma(a3, x);
    y = load(columns, from + j3 * BLOCK + WIDTH).fma(b3, y);
    load(out, to).add(x).intoArray(out, to);
    load(out, to + WIDTH).add(y).intoArray(out, to + WIDTH);
  }

  @Override
  public double[] newSums(int width) {
    int tiles = (width + TILE - 1) / TILE;
    return new double[tiles * (tiles + 1) / 2 * TILE * TILE * WIDTH];
  }

  @Override
  public void addProducts(double[] columns, int from, int width, double[] weights, double[] sums) {
    int to = 0;
    for (int i = 0; i < width; i += TILE) {
      for (int j = 0; j <= i; j += TILE, to += TILE * TILE * WIDTH) {
        for (int a = 0; a < TILE && i + a < width; a += 2) {
          addTwo(columns, from, width, weights, i + a, j, sums, to + a * TILE * WIDTH);
        }
      }
    }
  }

  /** Two columns times {@value #TILE}; sums stay apart by lanes until they are asked for. */
  private static void addTwo(
      double[] columns,
      int from,
      int width,
      double[] weights,
      int i,
      int j,
      double[] sums,
      int to) {
    int last = width - 1;
    int p = from + Math.min(i, last) * BLOCK;
    int q = from + Math.min(i + 1, last) * BLOCK;
    int c0 = from + j * BLOCK;
    int c1 = from + Math.min(j + 1, last) * BLOCK;
    int c2 = from + Math.min(j + 2, last) * BLOCK;
    int c3 = from + Math.min(j + 3, last) * BLOCK;
    DoubleVector s0 = load(sums, to);
    DoubleVector s1 = load(sums, to + WIDTH);
    DoubleVector s2 = load(sums, to + 2 * WIDTH);
    DoubleVector s3 = load(sums, to + 3 * WIDTH);
    DoubleVector s4 = load(sums, to + 4 * WIDTH);
    DoubleVector s5 = load(sums, to + 5 * WIDTH);
    DoubleVector s6 = load(sums, to + 6 * WIDTH);
    DoubleVector s7 = load(sums, to + 7 * WIDTH);
    for (int r = 0; r < BLOCK; r += WIDTH) {
      DoubleVector w = load(weights, r);
      DoubleVector a = load(columns, p + r).mul(w);
      DoubleVector b = load(columns, q + r).mul(w);
      DoubleVector x = load(columns, c0 + r);
      s0 = a.fma(x, s0);
      s4 = b.fma(x, s4);
      x = load(columns, c1 + r);
      s1 = a.fma(x, s1);
      s5 = b.fma(x, s5);
      x = load(columns, c2 + r);
      s2 = a.fma(x, s2);
      s6 = b.fma(x, s6);
      x = load(columns, c3 + r);
      s3 = a.fma(x, s3);
      s7 = b.fma(x, s7);
    }
    s0.intoArray(sums, to);
    s1.intoArray(sums, to + WIDTH);
    s2.intoArray(sums, to + 2 * WIDTH);
    s3.intoArray(sums, to + 3 * WIDTH);
    s4.intoArray(sums, to + 4 * WIDTH);
    s5.intoArray(sums, to + 5 * WIDTH);
    s6.intoArray(sums, to + 6 * WIDTH);
    s7.intoArray(sums, to + 7 * WIDTH);
  }

  @Override
  public double product(double[] sums, int width, int i, int j) {
    int tile = i / TILE;
    int at = tile * (tile + 1) / 2 + j / TILE;
    int from = ((at * TILE + i % TILE) * TILE + j % TILE) * WIDTH;
    double sum = 0;
    for (int lane = 0; lane < WIDTH; lane++) {
      sum += sums[from + lane];
    }
    return sum;
  }

  @Override
  public double sum(double[] columns, int from, double[] weights) {
    DoubleVector s0 = DoubleVector.zero(LANES);
    DoubleVector s1 = DoubleVector.zero(LANES);
    for (int r = 0; r < BLOCK; r += 2 * WIDTH) {
      s0 = load(columns, from + r).fma(load(weights, r), s0);
      s1 = load(columns, from + r + WIDTH).fma(load(weights, r + WIDTH), s1);
    }
    return sum(s0.add(s1));
  }

  @Override
  public void solveLower(double[] lower, int width, double[] columns, int from) {
    for (int i = 0; i < width; i++) {
      double inverse = 1 / lower[i * width + i];
      for (int r = from; r < from + BLOCK; r += 4 * WIDTH) {
        solveRow(lower, i * width, i, inverse, columns, r);
      }
    }
  }

  private static void solveRow(
      double[] lower, int row, int i, double inverse, double[] columns, int from) {
    int to = from + i * BLOCK;
    DoubleVector s0 = load(columns, to);
    DoubleVector s1 = load(columns, to + WIDTH);
    DoubleVector s2 = load(columns, to + 2 * WIDTH);
    DoubleVector s3 = load(columns, to + 3 * WIDTH);
    int at = from;
    for (int k = 0; k < i; k++, at += BLOCK) {
      DoubleVector f = broadcast(-lower[row + k]);
      s0 = load(columns, at).fma(f, s0);
      s1 = load(columns, at + WIDTH).fma(f, s1);
      s2 = load(columns, at + 2 * WIDTH).fma(f, s2);
      s3 = load(columns, at + 3 * WIDTH).fma(f, s3);
    }
    s0.mul(inverse).intoArray(columns, to);
    s1.mul(inverse).intoArray(columns, to + WIDTH);
    s2.mul(inverse).intoArray(columns, to + 2 * WIDTH);
    s3.mul(inverse).intoArray(columns, to + 3 * WIDTH);
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
    int j = 0;
    for (; j < extent && j + 2 * WIDTH <= columns; j += 2 * WIDTH) {
      addTwoVectors(rows, count, columns, factors, gram, which, j);
    }
    if (j < extent) {
      PlainColumnKernel.addColumns(rows, count, columns, factors, gram, which, j, extent);
    }
  }

  private static void addTwoVectors(
      double[] rows, int count, int columns, double[] factors, double[] gram, int[] which, int j) {
    int g0 = which[0] * columns + j;
    int g1 = which[1] * columns + j;
    int g2 = which[2] * columns + j;
    int g3 = which[3] * columns + j;
    DoubleVector a0 = load(gram, g0);
    DoubleVector a1 = load(gram, g1);
    DoubleVector a2 = load(gram, g2);
    DoubleVector a3 = load(gram, g3);
    DoubleVector b0 = load(gram, g0 + WIDTH);
    DoubleVector b1 = load(gram, g1 + WIDTH);
    DoubleVector b2 = load(gram, g2 + WIDTH);
    DoubleVector b3 = load(gram, g3 + WIDTH);
    int at = j;
    for (int s = 0; s < TILE * count; s += TILE, at += columns) {
      DoubleVector x = load(rows, at);
      DoubleVector y = load(rows, at + WIDTH);
      DoubleVector f = broadcast(factors[s]);
      a0 = x.fma(f, a0);
      b0 = y.fma(f, b0);
      f = broadcast(factors[s + 1]);
      a1 = x.fma(f, a1);
      b1 = y.fma(f, b1);
      f = broadcast(factors[s + 2]);
      a2 = x.fma(f, a2);
      b2 = y.fma(f, b2);
      f = broadcast(factors[s + 3]);
      a3 = x.fma(f, a3);
      b3 = y.fma(f, b3);
    }
    a0.intoArray(gram, g0);
    a1.intoArray(gram, g1);
    a2.intoArray(gram, g2);
    a3.intoArray(gram, g3);
    b0.intoArray(gram, g0 + WIDTH);
    b1.intoArray(gram, g1 + WIDTH);
    b2.intoArray(gram, g2 + WIDTH);
    b3.intoArray(gram, g3 + WIDTH);
  }

  @Override
  public double largest(double[] logits, double[] gains, double length) {
    DoubleVector most = broadcast(Double.NEGATIVE_INFINITY);
    DoubleVector f = broadcast(length);
    int r = 0;
    for (; r <= logits.length - WIDTH; r += WIDTH) {
      most = most.max(load(gains, r).fma(f, load(logits, r)));
    }
    double largest = most.reduceLanes(VectorOperators.MAX);
    for (; r < logits.length; r++) {
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
    DoubleVector f = broadcast(length);
    DoubleVector top = broadcast(largest);
    DoubleVector s0 = DoubleVector.zero(LANES);
    DoubleVector s1 = DoubleVector.zero(LANES);
    DoubleVector s2 = DoubleVector.zero(LANES);
    int r = 0;
    for (; r <= logits.length - WIDTH; r += WIDTH) {
      DoubleVector gain = load(gains, r);
      DoubleVector share = VectorExp.of(gain.fma(f, load(logits, r)).sub(top)).mul(load(base, r));
      share.intoArray(shares, r);
      s0 = s0.add(share);
      DoubleVector first = share.mul(gain);
      s1 = s1.add(first);
      s2 = first.fma(gain, s2);
    }
    sums[0] = sum(s0);
    sums[1] = sum(s1);
    sums[2] = sum(s2);
    PlainColumnKernel.tiltFrom(r, base, logits, gains, length, largest, shares, sums);
  }

  /** Lane after lane: in which order a reduction adds hangs on whether its code is compiled yet. */
  private static double sum(DoubleVector lanes) {
    double sum = 0;
    for (int lane = 0; lane < WIDTH; lane++) {
      sum += lanes.lane(lane);
    }
    return sum;
  }

  private static DoubleVector load(double[] array, int at) {
    return DoubleVector.fromArray(LANES, array, at);
  }

  private static DoubleVector broadcast(double value) {
    return DoubleVector.broadcast(LANES, value);
  }
}
