package tare.kernel.linear;

/**
 * The inner loops of tilts: over blocks of {@value #BLOCK} rows that lie column by column, so that
 * one instruction serves several rows. A block that is not full ends in rows of any finite numbers.
 * Bare loops: callers check sizes.
 *
 * <p>Few rows get the plain kernel, which adds up in the same order on every machine; many the
 * kernel on the JDK's Vector API where that module is present. The two agree up to rounding.
 */
public abstract sealed class ColumnKernel permits PlainColumnKernel, VectorColumnKernel {

  /** Rows of a block. */
  public static final int BLOCK = 256;

  /** Rows of a Gram matrix that are summed together. */
  public static final int TILE = 4;

  /** Up to so many rows are added up in the same way everywhere. */
  private static final int FEW_ROWS = 4096;

  /** The scalar twin, which runs everywhere. */
  public static final ColumnKernel PLAIN = new PlainColumnKernel();

  /** The kernel for a matrix of so many rows. */
  public static ColumnKernel forRows(int rows) {
    return rows <= FEW_ROWS ? PLAIN : VectorModule.KERNEL;
  }

  /** How many blocks so many rows fill. */
  public static int blocks(int rows) {
    return (rows + BLOCK - 1) / BLOCK;
  }

  /** Where a value stands in rows of so many columns. */
  public static int at(int row, int column, int width) {
    return row / BLOCK * BLOCK * width + column * BLOCK + row % BLOCK;
  }

  /** Rows that lie row by row, as blocks. @param rows row-major. Not modified. */
  public static double[] columns(double[] rows, int count, int width) {
    double[] columns = new double[Math.multiplyExact(blocks(count) * BLOCK, width)];
    for (int r = 0; r < count; r++) {
      int to = at(r, 0, width);
      for (int j = 0; j < width; j++) {
        columns[to + j * BLOCK] = rows[r * width + j];
      }
    }
    return columns;
  }

  /**
   * A quadratic form of each row of a block: the sum over j of {@code x_j (linear_j + sum over k of
   * form_jk x_k)}.
   *
   * @param from where the block begins
   * @param form see {@link #packed}
   * @param square coordinates from here on are in no product
   * @param out Modified: {@value #BLOCK} values
   */
  public abstract void forms(
      double[] columns,
      int from,
      int width,
      double[] linear,
      double[] form,
      int square,
      double[] out);

  /** Room for {@link #addProducts} of so many columns. */
  public abstract double[] newSums(int width);

  /**
   * Adds weighted products of all columns of a block with each other.
   *
   * @param weights one per row of the block; zero for rows that are none
   * @param sums from {@link #newSums}. Modified.
   */
  public abstract void addProducts(
      double[] columns, int from, int width, double[] weights, double[] sums);

  /** The weighted products of columns {@code i} and {@code j}, {@code j} not the larger. */
  public abstract double product(double[] sums, int width, int i, int j);

  /** The weighted sum of a column of a block. @param weights one per row of the block */
  public abstract double sum(double[] columns, int from, double[] weights);

  /**
   * Solves {@code L x = b} for every row of a block.
   *
   * @param lower row-major, width x width
   * @param columns of which the first {@code width} of the block are b. Modified: they become x.
   */
  public abstract void solveLower(double[] lower, int width, double[] columns, int from);

  /**
   * Adds products of {@value #TILE} columns of some rows with the first columns to rows of a Gram
   * matrix.
   *
   * @param rows row-major
   * @param factors for each row the values of the {@value #TILE} columns, times the row's weight
   * @param gram {@code columns} wide. Modified: rows {@code which}, up to {@code extent} columns.
   * @param which the {@value #TILE} rows of the Gram matrix
   */
  public abstract void addTile(
      double[] rows,
      int count,
      int columns,
      double[] factors,
      double[] gram,
      int[] which,
      int extent);

  /** The largest of {@code logits + length gains}. */
  public abstract double largest(double[] logits, double[] gains, double length);

  /**
   * Puts {@code base exp(logits + length gains - largest)} into {@code shares}.
   *
   * @param shares Modified.
   * @param sums Modified: the sum of shares, and of shares times gains and their squares
   */
  public abstract void tilt(
      double[] base,
      double[] logits,
      double[] gains,
      double length,
      double largest,
      double[] shares,
      double[] sums);

  /**
   * The lower triangle of a form, {@value #TILE} rows beside each other, as {@link #forms} wants
   * it.
   *
   * @param form row-major, square x square; nothing above the diagonal. Not modified.
   */
  public static double[] packed(double[] form, int square) {
    int tiles = (square + TILE - 1) / TILE;
    double[] packed = new double[tiles * TILE * tiles * TILE];
    for (int j = 0; j < square; j++) {
      for (int k = 0; k <= j; k++) {
        packed[(j / TILE * tiles * TILE + k) * TILE + j % TILE] = form[j * square + k];
      }
    }
    return packed;
  }

  /** A class of its own, so that the vector kernel is not loaded where its module is absent. */
  private static final class VectorModule {
    static final ColumnKernel KERNEL =
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent() ? vector() : PLAIN;

    private static ColumnKernel vector() {
      return VectorColumnKernel.wide() ? new VectorColumnKernel() : PLAIN;
    }
  }
}
