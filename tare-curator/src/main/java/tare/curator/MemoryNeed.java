package tare.curator;

import java.util.Locale;
import tare.schema.Column;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.table.ColumnarTable;

/**
 * About how much memory a release takes, from public numbers: so that no run that is charged for
 * dies for want of it. Counts large arrays only, and rather too many than too few.
 */
final class MemoryNeed {

  /** The part of the heap that large arrays may fill. */
  private static final double USABLE = 0.9;

  /** Vectors while they are picked, whitened and kept. */
  private static final double COPIES_OF_VECTORS = 3;

  private MemoryNeed() {}

  /**
   * Refuses a release that this machine has not the memory for.
   *
   * @param n the public number of private rows
   * @param rows the number of synthetic rows
   * @throws RefusedException with both numbers and what to do
   */
  static void requireRoom(Schema schema, ReleasePlan plan, long n, long rows, long heap) {
    double need = bytes(schema, plan, n, rows);
    if (need > USABLE * heap) {
      throw new RefusedException(
          String.format(
              Locale.ROOT,
              "A release of %,d rows like this needs about %,.0f MB of memory. Got: %,.0f MB that"
                  + " may be used. Give Java more (-Xmx), ask for fewer rows (--rows), or leave the"
                  + " weights out.",
              rows,
              need / 1e6,
              USABLE * heap / 1e6));
    }
  }

  static double bytes(Schema schema, ReleasePlan plan, long n, long rows) {
    double columns = schema.columnCount();
    double width = width(schema);
    double vectors = COPIES_OF_VECTORS * (n + rows) * width + 8 * width * width;
    boolean fits = plan.estimator().map(method -> !method.isFree()).orElse(false);
    // Private rows are held as compact columns and once more as cells of a byte while they are
    // counted.
    double held = n * (ColumnarTable.bytesPerRow(schema) + columns);
    double drawn = plan.generator().map(made -> made.bytesPerRow(schema)).orElse(8 * columns);
    return held + rows * drawn + (fits ? 8 * vectors : 0);
  }

  /** The coordinates of an encoded row. */
  private static double width(Schema schema) {
    double width = 1;
    for (Column column : schema.columns()) {
      width += column.type().isNumeric() ? 1 : column.type().levelCount();
      width += column.missingAllowed() ? 1 : 0;
    }
    return width;
  }
}
