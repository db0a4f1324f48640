package tare.table;

import java.io.Serializable;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import tare.schema.Schema;

/**
 * Rows under a schema that can be added up, and no more: no number of rows, no positions. A table
 * in memory, a file, a database and a cluster can all serve it.
 *
 * <p>What is asked travels to the rows and not the other way round: on a cluster the functions of a
 * pass, and the sums they make, are sent from machine to machine. So they, and all that they hold,
 * are serialisable.
 */
public interface RowPass {

  /** Makes an empty sum. */
  @FunctionalInterface
  interface Zero<S> extends Supplier<S>, Serializable {}

  /** Adds a row to a sum. */
  @FunctionalInterface
  interface Add<S> extends BiConsumer<S, Row>, Serializable {}

  /** Merges two sums. */
  @FunctionalInterface
  interface Merge<S> extends BinaryOperator<S>, Serializable {}

  /** The declared columns. */
  Schema schema();

  /**
   * Passes over all rows and adds them up. The order of rows means nothing.
   *
   * @param zero makes an empty sum; called once per part of the rows
   * @param add adds a row to a sum
   * @param merge merges two sums
   */
  <S> S pass(Zero<S> zero, Add<S> add, Merge<S> merge);

  /**
   * Whether the rows are all here, so that a pass may gather them. Where they are not, what is
   * asked of them must be a sum whose size does not grow with them.
   */
  default boolean inOnePlace() {
    return true;
  }

  /** Counts the rows that fall into each cell. */
  default long[] counts(Cells cells) {
    return pass(
        () -> new long[cells.size()],
        (counts, row) -> counts[cells.of(row)]++,
        (a, b) -> {
          for (int i = 0; i < a.length; i++) {
            a[i] += b[i];
          }
          return a;
        });
  }
}
