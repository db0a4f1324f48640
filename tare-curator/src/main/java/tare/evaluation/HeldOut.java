package tare.evaluation;

import java.util.function.Function;
import tare.schema.Schema;
import tare.table.Table;

/**
 * Real rows that were kept back from a release, to judge it by. They have a gate of their own:
 * nothing is charged, and in return whatever is computed from them comes out as {@link
 * CuratorOnly}.
 *
 * <p>The caller's duty: these rows had no part in making the release, and what is seen here changes
 * no setting of a release from the same data, or that choice would be an unpaid query.
 */
public final class HeldOut {

  private final Table rows;

  private HeldOut(Table rows) {
    this.rows = rows;
  }

  /** Takes rows behind the gate. */
  public static HeldOut of(Table rows) {
    if (rows.rowCount() == 0) {
      throw new IllegalArgumentException("There must be at least one held-out row. Got: 0");
    }
    return new HeldOut(rows);
  }

  /** The declared columns; public. */
  public Schema schema() {
    return rows.schema();
  }

  /** Looks at the rows; what comes out is for the curator only. */
  public <R> CuratorOnly<R> look(Function<? super Table, ? extends R> question) {
    return new CuratorOnly<>(question.apply(rows));
  }

  @Override
  public String toString() {
    return "HeldOut[" + rows.schema().name() + "]";
  }
}
