package tare.kernel.linear;

/**
 * Dense products of float matrices, row-major in plain arrays.
 *
 * <p>An instance owns the scratch memory of its packed panels, so one instance serves one thread.
 * {@link #create()} picks the kernel on the JDK's Vector API where that module is present, and the
 * plain one elsewhere; the two agree up to rounding.
 *
 * <p>Any finite or non-finite value may stand in the operands; rounding is that of float sums over
 * the inner index, in an order that the kernel chooses.
 */
public abstract sealed class Gemm permits PlainGemm, VectorGemm {

  /** The fastest kernel this JVM can run. */
  public static Gemm create() {
    return VectorModule.PRESENT ? VectorModule.newGemm() : new PlainGemm();
  }

  /** C = A B, or C += A B. A is m x k, B is k x n. @param c Modified; m x n. */
  public final void product(
      int m, int n, int k, float[] a, float[] b, int bFrom, float[] c, boolean add) {
    check(m, k, a.length, 0, "A");
    check(k, n, b.length, bFrom, "B");
    check(m, n, c.length, 0, "C");
    if (n == 1) {
      columnProduct(m, k, a, b, bFrom, c, add);
    } else {
      multiply(m, n, k, a, k, 1, b, bFrom, n, 1, c, 0, add);
    }
  }

  /** C = A B'. A is m x k, B is n x k. @param c Modified; m x n. */
  public final void productTransposedRight(
      int m, int n, int k, float[] a, float[] b, int bFrom, float[] c) {
    check(m, k, a.length, 0, "A");
    check(n, k, b.length, bFrom, "B");
    check(m, n, c.length, 0, "C");
    if (k == 1) {
      for (int i = 0; i < m; i++) {
        scaledRow(n, a[i], b, bFrom, c, i * n);
      }
    } else {
      multiply(m, n, k, a, k, 1, b, bFrom, 1, k, c, 0, false);
    }
  }

  /** C += A' B. A is k x m, B is k x n. @param c Modified; m x n, from {@code cFrom} on. */
  public final void addTransposedLeftProduct(
      int m, int n, int k, float[] a, float[] b, float[] c, int cFrom) {
    check(k, m, a.length, 0, "A");
    check(k, n, b.length, 0, "B");
    check(m, n, c.length, cFrom, "C");
    if (n == 1) {
      addWeightedRows(m, k, b, a, c, cFrom);
    } else {
      multiply(m, n, k, a, 1, m, b, 0, n, 1, c, cFrom, true);
    }
  }

  /** Adds up the rows of A, which is m x n. @param c Modified; n places from {@code cFrom} on. */
  public final void addRowSum(int m, int n, float[] a, float[] c, int cFrom) {
    check(m, n, a.length, 0, "A");
    check(1, n, c.length, cFrom, "C");
    addRows(n, m, a, c, cFrom);
  }

  /**
   * C = A B or C += A B, where A(i, p) stands at {@code i * aRow + p * aColumn}, B(p, j) at {@code
   * bFrom + p * bRow + j * bColumn}, and C(i, j) at {@code cFrom + i * n + j}.
   */
  abstract void multiply(
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
      boolean add);

  /**
   * The sum of squares, within a relative 1e-5. Squares may be taken in float: a value beyond 1e19
   * may give infinity, one below 1e-19 may count for nothing. @param values Not modified.
   */
  public abstract double sumOfSquares(float[] values, int from, int length);

  /** The sum of products of two stretches. */
  abstract float dot(float[] a, int aFrom, float[] b, int bFrom, int length);

  /** A matrix by one column: tiles would stay mostly empty. */
  private void columnProduct(
      int m, int k, float[] a, float[] b, int bFrom, float[] c, boolean add) {
    for (int i = 0; i < m; i++) {
      c[i] = (add ? c[i] : 0) + dot(a, i * k, b, bFrom, k);
    }
  }

  /** c = factor * b, over stretches of length n that do not overlap. */
  abstract void scaledRow(int n, float factor, float[] b, int bFrom, float[] c, int cFrom);

  /** c += b_0 + b_1 + ..., over the rows of B, each of length n. */
  abstract void addRows(int n, int rows, float[] b, float[] c, int cFrom);

  /** c += f_0 b_0 + f_1 b_1 + ..., over the rows of B, each of length n. */
  abstract void addWeightedRows(int n, int rows, float[] f, float[] b, float[] c, int cFrom);

  private static void check(int rows, int columns, int length, int from, String name) {
    if (rows < 0 || columns < 0 || from < 0 || (long) from + (long) rows * columns > length) {
      throw new IllegalArgumentException(
          name
              + " must hold "
              + rows
              + " x "
              + columns
              + " values from position "
              + from
              + ". Its length is "
              + length
              + ".");
    }
  }

  /**
   * Whether {@code jdk.incubator.vector} may be used; a class of its own, so that {@link
   * VectorGemm} is not loaded, and its missing imports not noticed, where the module is absent.
   */
  private static final class VectorModule {
    static final boolean PRESENT =
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent() && VectorGemm.wide();

    static Gemm newGemm() {
      return new VectorGemm();
    }
  }
}
