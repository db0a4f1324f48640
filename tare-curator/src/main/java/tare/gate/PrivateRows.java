package tare.gate;

import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import tare.table.BoundedRows;
import tare.table.EncodedRows.RowEncoder;
import tare.table.RowPass;
import tare.table.RowsRead;
import tare.table.Table;

/**
 * All that a mechanism may ask of private rows: a pass that adds them up, lots that chance draws,
 * and parts that chance makes. There is no number of rows and no position, so a table in memory, a
 * file, a database and a cluster are the same to a mechanism.
 */
public interface PrivateRows extends RowPass {

  /**
   * Rows as vectors of one length, each made when it is asked for: however many there are, they
   * take no memory but that of the rows themselves. For one thread.
   */
  interface Vectors {

    /** How many there are. */
    int count();

    /** Copies a vector. @param to Modified from {@code at} on. */
    void copy(int row, float[] to, int at);
  }

  /** Lots of rows, one after the other. */
  @FunctionalInterface
  interface Lots {

    /** The next lot; may be empty. */
    Lot next();
  }

  /**
   * Rows that chance drew, unit by unit.
   *
   * @param rows their vectors
   * @param starts the first row of each unit, ascending, and then the number of rows
   */
  record Lot(Vectors rows, int[] starts) {}

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
   * Divides the rows into parts, every unit with all its rows into one of them; a row is a unit of
   * its own unless the schema says otherwise.
   *
   * @param width the length of a row's vector
   * @param encoder what a row looks like in a part
   * @param parts how many there are
   * @param chance the part of a unit, from 0 on, by its own draw. From a noise source where privacy
   *     is claimed
   * @return the vectors of each part's rows
   */
  List<Vectors> parts(int width, RowEncoder<float[]> encoder, int parts, IntSupplier chance);

  /**
   * The same rows, heard of by somebody who may end a pass over them by throwing, every few
   * thousand rows. Rows that are elsewhere need not listen.
   */
  default PrivateRows heardBy(RowsRead heard) {
    return this;
  }

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
