package tare.table;

/**
 * Hears, every few thousand rows, how many were read or written so far. May end that by throwing;
 * what it throws is passed on.
 */
@FunctionalInterface
public interface RowsRead {

  /** Hears nothing. */
  RowsRead SILENT = rows -> {};

  /** So many rows at most are read or written between two words. */
  int EVERY = 4096;

  /** So many rows were read or written. */
  void at(long rows);

  /** Passes on every so-manyth number. */
  default void count(long rows) {
    if (rows % EVERY == 0) {
      at(rows);
    }
  }
}
