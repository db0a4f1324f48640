package tare.table;

import java.nio.charset.StandardCharsets;
import java.util.List;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.TableFaults.CellFlaw;

/**
 * Turns the values of one Parquet column into cells of a declared column: see {@link Table#value}.
 * What does not fit becomes {@link #FLAWED}.
 */
final class ParquetCells {

  /** No cell of a declared column is infinite, so this can stand for a fault. */
  static final double FLAWED = Double.NEGATIVE_INFINITY;

  private final ColumnType type;
  private final TextCodes codes;

  ParquetCells(Column column, Schema schema) {
    type = column.type();
    codes = new TextCodes(type.isNumeric() ? List.of() : type.levels(), schema.missingValues());
  }

  /** What is wrong with a flawed cell of this column. */
  CellFlaw flaw() {
    if (!type.isNumeric()) {
      return CellFlaw.UNKNOWN_LEVEL;
    }
    return type instanceof ColumnType.Whole ? CellFlaw.NOT_WHOLE : CellFlaw.NOT_A_NUMBER;
  }

  double ofNumber(double value) {
    if (Double.isNaN(value)) {
      return value;
    }
    if (!type.isNumeric()) {
      return ofText(Decimals.text(value).getBytes(StandardCharsets.US_ASCII));
    }
    boolean fits =
        Double.isFinite(value) && (type instanceof ColumnType.Numeric || value == Math.rint(value));
    return fits ? value : FLAWED;
  }

  double ofBoolean(boolean value) {
    if (type instanceof ColumnType.YesNo || type.isNumeric()) {
      return value ? 1 : 0;
    }
    return ofText(String.valueOf(value).getBytes(StandardCharsets.US_ASCII));
  }

  double ofText(byte[] bytes) {
    return ofText(bytes, 0, bytes.length);
  }

  double ofText(byte[] bytes, int start, int end) {
    int code = codes.code(bytes, start, end);
    if (code >= 0) {
      return code;
    }
    if (code == ColumnStore.MISSING) {
      return Double.NaN;
    }
    if (start < end
        && type instanceof ColumnType.Category category
        && category.other().isPresent()) {
      return category.levels().indexOf(category.other().get());
    }
    return FLAWED;
  }
}
