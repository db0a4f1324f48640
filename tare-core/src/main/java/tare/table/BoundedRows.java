package tare.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import tare.schema.Schema;

/**
 * Rows of which each unit has at most a declared number, unit after unit. Which rows of a unit are
 * kept hangs on its name and on their order among its own rows: on no cell and on no other unit
 * (docs/proofs/units.md).
 *
 * @param table the rows that were kept
 * @param starts the first row of each unit, ascending, and then the number of rows. Not modified.
 */
public record BoundedRows(Table table, int[] starts) {

  public BoundedRows {
    if (starts.length < 1 || starts[0] != 0 || starts[starts.length - 1] != table.rowCount()) {
      throw new IllegalArgumentException("Units must begin at row 0 and end with the last row.");
    }
  }

  /** A table whose every row is a unit. */
  public static BoundedRows ofRows(Table table) {
    int[] starts = new int[table.rowCount() + 1];
    Arrays.setAll(starts, r -> r);
    return new BoundedRows(table, starts);
  }

  /**
   * Bounds what each unit contributes, as the schema says.
   *
   * @param names the name of each row's unit
   */
  public static BoundedRows of(Table table, List<String> names) {
    UnitKeys keys = new UnitKeys(table.schema().missingValues());
    int[] units = new int[names.size()];
    for (int r = 0; r < units.length; r++) {
      byte[] name = names.get(r).getBytes(StandardCharsets.UTF_8);
      units[r] = keys.number(name, 0, name.length);
      if (units[r] == UnitKeys.NOBODY) {
        throw new IllegalArgumentException("Row " + (r + 1) + " does not say whose it is.");
      }
    }
    return of(table, units, keys.hashes(), table.schema().rowsPerUnit());
  }

  /**
   * Bounds what each unit contributes.
   *
   * @param units the number of each row's unit. Not modified.
   * @param hashes a hash of each unit's name, by number. Not modified.
   */
  static BoundedRows of(Table table, int[] units, long[] hashes, int most) {
    int[] ends = new int[hashes.length + 1];
    for (int unit : units) {
      ends[unit + 1]++;
    }
    for (int u = 0; u < hashes.length; u++) {
      ends[u + 1] += ends[u];
    }
    int[] next = ends.clone();
    int[] rows = new int[units.length];
    for (int r = 0; r < units.length; r++) {
      rows[next[units[r]]++] = r; // a unit's rows, in the order they came
    }
    int[] kept = new int[units.length];
    int[] starts = new int[hashes.length + 1];
    int count = 0;
    for (int u = 0; u < hashes.length; u++) {
      for (int position : chosen(hashes[u], ends[u + 1] - ends[u], most)) {
        kept[count++] = rows[ends[u] + position];
      }
      starts[u + 1] = count;
    }
    return new BoundedRows(table.select(Arrays.copyOf(kept, count)), starts);
  }

  /**
   * Which of a unit's rows are kept, ascending.
   *
   * @param hash the first of the numbers that tell it from others
   * @param rows how many it has
   * @param most how many it may keep
   */
  public static int[] chosen(long hash, int rows, int most) {
    int[] all = new int[rows];
    Arrays.setAll(all, i -> i);
    if (rows <= most) {
      return all;
    }
    // Privacy hangs on this line: the row's number is one among the unit's own rows. A position in
    // the file would let one unit more change what every other unit keeps.
    long[] order = new long[rows];
    for (int i = 0; i < rows; i++) {
      order[i] = (mixed(hash + i * 0x9E3779B97F4A7C15L) & ~0xFFFFFFFFL) | i;
    }
    Arrays.sort(order);
    int[] chosen = new int[most];
    Arrays.setAll(chosen, i -> (int) order[i]);
    Arrays.sort(chosen);
    return chosen;
  }

  /** The finaliser of SplitMix64 (Steele, Lea & Flood 2014): every bit hangs on every bit. */
  private static long mixed(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** The schema of the rows. */
  public Schema schema() {
    return table.schema();
  }
}
