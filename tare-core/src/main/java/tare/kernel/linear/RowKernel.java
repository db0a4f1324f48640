package tare.kernel.linear;

/**
 * The inner loops over rows of a row-major double matrix that logistic regression spends its time
 * in. Bare loops: callers check sizes.
 *
 * <p>Small problems get the plain kernel, which is at full speed a hundred times sooner after the
 * start of a JVM; large ones the kernel on the JDK's Vector API where that module is present. The
 * two agree up to the order of sums.
 */
public abstract sealed class RowKernel permits PlainRowKernel, VectorRowKernel {

  /** Below this many matrix values warming up the vector kernel costs more than it brings. */
  private static final long LARGE = 1 << 20;

  /** The scalar twin, which runs everywhere. */
  public static final RowKernel PLAIN = new PlainRowKernel();

  /** The kernel that is done first with a matrix of so many values. */
  public static RowKernel forValues(long values) {
    return values < LARGE ? PLAIN : VectorModule.KERNEL;
  }

  /** The inner product of two stretches of {@code length} values. */
  public abstract double dot(double[] a, int aFrom, double[] b, int bFrom, int length);

  /** {@code y += factor * x} over {@code length} values. @param y Modified. */
  public abstract void addScaled(
      double factor, double[] x, int xFrom, double[] y, int yFrom, int length);

  /** Inner products of four consecutive rows with a vector. @param out Modified; 4 values. */
  public abstract void dotFour(
      double[] matrix, int from, int columns, double[] vector, double[] out);

  /** {@code sum += f0 row0 + ... + f3 row3} for four consecutive rows. @param sum Modified. */
  public abstract void addFour(
      double[] matrix, int from, int columns, double[] factors, double[] sum);

  /**
   * Adds weighted outer products of consecutive rows to the lower triangle of a matrix.
   *
   * @param weights one per row, from {@code weightsFrom} on
   * @param gram {@code columns x columns}, of which rows {@code gramFrom} to {@code gramTo} are
   *     updated. Modified.
   */
  public abstract void addOuterProducts(
      double[] matrix,
      int firstRow,
      int rows,
      int columns,
      double[] weights,
      int weightsFrom,
      double[] gram,
      int gramFrom,
      int gramTo);

  /** A class of its own, so that the vector kernel is not loaded where its module is absent. */
  private static final class VectorModule {
    static final RowKernel KERNEL =
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent() ? vector() : PLAIN;

    private static RowKernel vector() {
      return VectorRowKernel.wide() ? new VectorRowKernel() : PLAIN;
    }
  }
}
