package tare.gate;

import java.util.function.LongSupplier;
import tare.table.BoundedRows;
import tare.table.EncodedRows.RowEncoder;
import tare.table.RowPass;
import tare.table.Table;

/**
 * All that a mechanism may ask of private rows: a pass that adds them up, and lots that chance
 * draws. There is no number of rows and no position, so a table in memory, a file, a database and a
 * cluster are the same to a mechanism.
 */
public interface PrivateRows extends RowPass {

  /** Lots of rows, one after the other. */
  @FunctionalInterface
  interface Lots {

    /** The vectors of the next lot's rows, one after the other, in a new array; may be empty. */
    float[] next();
  }

  /**
   * Lots into which every unit enters independently, each time with the same probability, and with
   * all its rows; a row is a unit of its own unless the schema says otherwise.
   *
   * @param width the length of a row's vector
   * @param encoder what a row looks like in a lot
   * @param rate the probability, in (0, 1]
   * @param bits 64 uniform bits at a time. From a noise source where privacy is claimed: that
   *     nobody knows who was in a lot is part of the proof
   */
  Lots lots(int width, RowEncoder<float[]> encoder, double rate, LongSupplier bits);

  /**
   * A table as a mechanism sees it: for {@link Gate}, and for audits and tests on made-up rows.
   * Whoever can call this holds the rows already.
   */
  static PrivateRows of(Table table) {
    return new TableRows(table);
  }

  /** Rows as a mechanism sees them, unit by unit. */
  static PrivateRows of(BoundedRows rows) {
    return new TableRows(rows);
  }
}
