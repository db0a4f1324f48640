package tare.generator.bayes;

import java.util.List;
import tare.table.Cells;
import tare.table.RowPass;

/** Exact counts of every column's cells: private until they are noised. */
final class ColumnCounts {

  private ColumnCounts() {}

  /** Counts all columns in one pass over the rows. */
  static long[][] of(RowPass rows, List<? extends Cells> columns) {
    Cells[] cells = columns.toArray(Cells[]::new);
    return rows.pass(
        () -> zero(cells),
        (counts, row) -> {
          for (int c = 0; c < cells.length; c++) {
            counts[c][cells[c].of(row)]++;
          }
        },
        ColumnCounts::merged);
  }

  private static long[][] zero(Cells[] cells) {
    long[][] counts = new long[cells.length][];
    for (int c = 0; c < cells.length; c++) {
      counts[c] = new long[cells[c].size()];
    }
    return counts;
  }

  private static long[][] merged(long[][] a, long[][] b) {
    for (int c = 0; c < a.length; c++) {
      for (int i = 0; i < a[c].length; i++) {
        a[c][i] += b[c][i];
      }
    }
    return a;
  }
}
