package tare.table;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import tare.table.Thrift.Struct;

/** Numbers the units that a column of a Parquet file names. */
final class ParquetUnits implements ParquetValues {

  private final int fixedLength;
  private final UnitKeys keys;

  private ParquetUnits(Struct leaf, UnitKeys keys) {
    fixedLength = (int) leaf.number(2, 0);
    this.keys = keys;
  }

  /** The number of the unit that each row belongs to. */
  static int[] read(
      String name, RandomAccessFile file, String column, UnitKeys keys, RowsRead heard)
      throws IOException {
    TableFaults faults = new TableFaults(name, List.of(column), "Row ");
    ParquetSource source = new ParquetSource(file);
    if (!source.leaves().containsKey(column)) {
      faults.add("The file has no column \"" + column + "\", which names the unit.");
      throw faults.exception();
    }
    int[] units = new int[source.rowCount()];
    source.read(
        column,
        new ParquetUnits(source.leaf(column), keys),
        (row, unit) -> {
          heard.count(row);
          if (!(unit >= 0)) { // NaN where the cell is null
            faults.cell(row + 1L, 0, TableFaults.CellFlaw.NO_UNIT);
          }
          units[row] = (int) unit;
        });
    if (faults.any()) {
      throw faults.exception();
    }
    return units;
  }

  @Override
  public int fixedLength() {
    return fixedLength;
  }

  @Override
  public double ofNumber(double raw) {
    return Double.isNaN(raw) ? UnitKeys.NOBODY : ofAscii(Decimals.text(raw));
  }

  /** A double holds no whole number beyond 2^53: two persons would fall together. */
  @Override
  public double ofLong(long raw) {
    return ofAscii(Long.toString(raw));
  }

  private double ofAscii(String name) {
    byte[] text = name.getBytes(StandardCharsets.US_ASCII);
    return keys.number(text, 0, text.length);
  }

  @Override
  public double ofBoolean(boolean value) {
    return ofNumber(value ? 1 : 0);
  }

  @Override
  public double ofBytes(Bytes page, int length) {
    int start = page.skip(length);
    return fixedLength > 0
        ? ofAscii(HexFormat.of().formatHex(page.array(), start, start + length))
        : keys.number(page.array(), start, start + length);
  }
}
