package tare.gate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Cells;
import tare.table.Row;
import tare.table.Table;
import tare.table.TableAppender;

/** A small schema and neighbours under it, for tests of mechanisms. */
public final class SmallTables {

  /** A number in [-1, 1] that may be missing, and one of three groups. */
  public static final Schema SCHEMA =
      new Schema(
          "small",
          "person",
          List.of(
              new Column("x", new ColumnType.Numeric(-1, 1, List.of()), true),
              new Column(
                  "group",
                  new ColumnType.Category(List.of("a", "b", "c"), Optional.empty()),
                  false)),
          OptionalLong.empty());

  /** Counts by group. */
  public static final Cells GROUPS =
      new Cells() {
        @Override
        public int size() {
          return 3;
        }

        @Override
        public int of(Row row) {
          return row.level(1);
        }
      };

  private SmallTables() {}

  /** Rows of x and group. */
  public static Table of(double[]... rows) {
    TableAppender appender = new TableAppender(SCHEMA);
    for (double[] row : rows) {
      appender.append(row);
    }
    return appender.finish();
  }

  /** Two rows. */
  public static Table smaller() {
    return of(new double[] {0.5, 0}, new double[] {-1, 2});
  }

  /** The same two rows and one more. */
  public static Table larger() {
    return of(new double[] {0.5, 0}, new double[] {-1, 2}, new double[] {1, 1});
  }
}
