package tare.curator;

import java.util.Locale;
import java.util.Optional;
import tare.generator.GeneratorFitter;
import tare.model.HeldCells;
import tare.model.Resampling;
import tare.schema.Column;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.weight.MomentReplicates;
import tare.weight.WeightEstimator;

/**
 * About how much memory a release takes, from public numbers: so that no run that is charged for
 * dies for want of it. Counts large arrays only, and rather too many than too few.
 *
 * @param plan its weights settled
 * @param heap what Java may take, in bytes
 */
record MemoryNeed(Schema schema, ReleasePlan plan, RowsAt at, long heap) {

  /** The part of the heap that large arrays may fill where a number of rows was asked for. */
  private static final double USABLE = 0.9;

  /** The same where nobody asked: what a collector always finds in one piece. */
  private static final double COMFORTABLE = 0.6;

  /** So many synthetic rows there are whatever the memory. */
  private static final int FEWEST_ROWS = 1000;

  /** Vectors while they are picked, whitened and kept. */
  private static final double COPIES_OF_VECTORS = 3;

  /** A matrix of second derivatives, and sums of it that are kept exactly. */
  private static final double MATRICES = 4;

  /** Half of what an array holds: private rows that are more by half are gathered all the same. */
  private static final double LONGEST_ARRAY = 1 << 30;

  /** What is held of a private row beside its cells: where its unit begins, and in which lot. */
  private static final double BYTES_OF_A_PICK = 24;

  /** A tilt's shares, logits and chance, one number a row each. */
  private static final double NUMBERS_OF_A_TILT = 6;

  /** Weights, their logarithms, and a column that a page sorts, for every released row. */
  private static final double NUMBERS_OF_A_ROW = 3;

  static MemoryNeed of(Schema schema, ReleasePlan plan, RowsAt at) {
    return new MemoryNeed(schema, plan, at, Runtime.getRuntime().maxMemory());
  }

  /**
   * Refuses a release that this machine has not the memory for. Without a wish there are as many
   * rows as it has memory for, so that only private rows, or very wide ones, are refused.
   *
   * @param n the public number of private rows
   * @throws RefusedException with both numbers and what to do
   */
  void requireRoom(long n) {
    long rows = plan.rows().isPresent() ? plan.rows().getAsInt() : Math.min(FEWEST_ROWS, n);
    requireArrays(
        at.privateRowsHere(n), at.allTogether(plan) ? rows : Math.min(rows, RowsAt.MOST_HERE));
    double need = bytes(n, rows);
    if (need > USABLE * heap) {
      throw new RefusedException(
          String.format(
              Locale.ROOT,
              "A release of %,d rows like this needs about %,.0f MB of memory. Got: %,.0f MB that"
                  + " may be used. Give Java more (-Xmx), ask for fewer rows (--rows), leave the"
                  + " weights out, or use privbayes in place of a network.",
              rows,
              need / 1e6,
              USABLE * heap / 1e6));
    }
  }

  /**
   * Refuses rows beside which the release would not fit, where there are more of them than are
   * public: better before anything is charged than after. Rows decide it, so it is for the
   * curator's own screen, like a file that is too large to be read.
   *
   * @param exact how many private rows there are
   * @throws RefusedException with what to do
   */
  void requireRoomBeside(long exact) {
    long n = schema.publicRowCount().orElse(exact);
    double more = Math.max(0, exact - n) * (ColumnarTable.bytesPerRow(schema) + BYTES_OF_A_PICK);
    double need = bytes(n, rows(n)) + more;
    if (exact > n && need > USABLE * heap) {
      throw new RefusedException(
          String.format(
              Locale.ROOT,
              "There are more private rows than the schema declares, and with them a release needs"
                  + " about %,.0f MB of memory. Got: %,.0f MB that may be used. Nothing was charged."
                  + " Give Java more (-Xmx), or declare how many rows there are about.",
              need / 1e6,
              USABLE * heap / 1e6));
    }
  }

  /**
   * How many synthetic rows there will be: as many as are wanted, or as many as there is memory
   * for. Never refuses: the row count may have been bought to ask this.
   *
   * @param n the public number of private rows, or a bought one
   */
  int rows(long n) {
    int wanted = plan.rowsFor(n);
    if (bytes(n, wanted) <= room()) {
      return wanted;
    }
    int few = Math.min(FEWEST_ROWS, wanted);
    int many = wanted;
    while (many - few > 1) {
      int middle = few + (many - few) / 2;
      if (bytes(n, middle) <= room()) {
        few = middle;
      } else {
        many = middle;
      }
    }
    return few;
  }

  /**
   * How many of so many rows are drawn and weighed together: all, where each has a weight of its
   * own, and else as many as are worth it or have room, the others in blocks after them.
   *
   * @param n the public number of private rows, or a bought one
   */
  int here(long n, int rows) {
    if (at.allTogether(plan)) {
      return rows;
    }
    int here = Math.min(rows, RowsAt.MOST_HERE);
    while (here > fewestHere(rows) && bytes(n, rows, here) > room()) {
      here = Math.max(fewestHere(rows), here / 2);
    }
    return here;
  }

  private int fewestHere(int rows) {
    return at.allTogether(plan) ? rows : Math.min(rows, RowsAt.FEWEST_HERE);
  }

  private double room() {
    return (plan.rows().isPresent() ? USABLE : COMFORTABLE) * heap;
  }

  /** About how many bytes all large arrays take at the worst moment, where it takes the least. */
  double bytes(long n, long rows) {
    int drawn = (int) Math.min(rows, Integer.MAX_VALUE / 2);
    return bytes(n, drawn, fewestHere(drawn));
  }

  private double bytes(long n, long rows, long here) {
    long held = at.privateRowsHere(n);
    double weighing = weighing(held, here);
    // Private rows are held as compact columns, with a number that says where each unit begins,
    // until the last charge: without weights that is the generator's.
    double rowsHeld = held * (ColumnarTable.bytesPerRow(schema) + 4.0);
    double paid = Math.max(fitting(held), plan.estimator().isPresent() ? weighing : 0);
    double copies = plan.carriedByRows() ? Float.BYTES * plan.handling().replicates() : 0;
    // Of many rows replicate weights are not held: they go to a file.
    double made = (at == RowsAt.THIS_MACHINE ? rows : here) * releasedRow() + here * copies;
    // A block is drawn while weights are settled, and again for the release.
    double block = rows > here ? block() : 0;
    double published = Math.max(weighing + Math.max(reruns(held), block), made + block);
    return Math.max(rowsHeld + paid, published);
  }

  /** What it takes to fit the generator. */
  private double fitting(long n) {
    return plan.generator().map(made -> made.fittingBytes(schema, n)).orElse(0.0);
  }

  /** Refuses more vectors, or a wider matrix, than an array can hold. */
  private void requireArrays(long n, long rows) {
    boolean network = plan.generator().map(GeneratorFitter::knowsRatio).orElse(false);
    boolean fits = plan.estimator().map(method -> !method.isFree()).orElse(false);
    // Moments are added up row by row, and lots are drawn from the rows as they are: no vector of a
    // private row is kept.
    boolean privateVectors = plan.estimator().map(m -> !m.isFree() && !m.composes()).orElse(false);
    double coordinates =
        privateVectors ? Math.max(Math.max(n, rows), width()) * width() : rows * width();
    if ((network || fits) && coordinates > LONGEST_ARRAY) {
      throw new RefusedException(
          String.format(
              Locale.ROOT,
              "Networks and weights hold rows as vectors, of up to %,.0f numbers in all. Got: about"
                  + " %,.0f. Use privbayes without weights, or fewer rows or levels.",
              LONGEST_ARRAY,
              coordinates));
    }
  }

  /** What a release holds of a row at its end. */
  private double releasedRow() {
    return ColumnarTable.bytesPerRow(schema) + 8 * NUMBERS_OF_A_ROW;
  }

  /** What it takes to draw rows and to fit weights to them. */
  private double weighing(long n, long rows) {
    Optional<WeightEstimator> fits = plan.estimator().filter(method -> !method.isFree());
    if (fits.isEmpty()) {
      return rows * drawnRow();
    }
    double width = width();
    if (!plan.carriedByRows()) {
      return rows * drawnRow()
          + 8 * (COPIES_OF_VECTORS * (n + rows) * width + MATRICES * width * width);
    }
    double candidates = Resampling.candidates((int) rows);
    double tilted = seenRow() + 8 * (width + NUMBERS_OF_A_TILT);
    return candidates * (drawnRow() + tilted) + rows * seenRow();
  }

  /**
   * Each thread reruns the release on rows that it knows by their positions, and draws new ones.
   */
  private double reruns(long n) {
    boolean some = plan.carriedByRows() && plan.handling().replicates() > 0;
    double rerun = 8.0 * n + MomentReplicates.MOST_OF_MODEL * drawnRow();
    return some ? rerun * Runtime.getRuntime().availableProcessors() : 0;
  }

  /** What it takes to draw and weigh one block of a large release. */
  private double block() {
    int size = RowBlocks.ROWS;
    double candidates = (double) Resampling.candidates(2 * RowsAt.MOST_HERE) / RowsAt.MOST_HERE;
    double threads = Runtime.getRuntime().availableProcessors();
    return size
        * (candidates * (drawnRow() + seenRow()) + seenRow() + 8 * threads * NUMBERS_OF_A_TILT);
  }

  private double drawnRow() {
    double columns = schema.columnCount();
    double drawn = plan.generator().map(made -> made.bytesPerRow(schema)).orElse(8 * columns);
    return drawn + (schema.rules().isEmpty() ? 0 : 8 * columns);
  }

  /** The coordinates of an encoded row. */
  private double width() {
    double width = 1;
    for (Column column : schema.columns()) {
      width += column.type().isNumeric() ? 1 : column.type().levelCount();
      width += column.missingAllowed() ? 1 : 0;
    }
    return width;
  }

  /** What a tilt sees of a row: its vector, what is cut off it, and the number of each cell. */
  private double seenRow() {
    int columns = schema.columnCount();
    double held = HeldCells.bytesPerRow(columns);
    return 8 * (width() + columns) + Integer.BYTES * columns + held;
  }
}
