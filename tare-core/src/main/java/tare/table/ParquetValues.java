package tare.table;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import tare.schema.ColumnType;
import tare.table.Thrift.Struct;

/** Turns the stored values of one Parquet column into cells. */
final class ParquetValues {

  /** The cells of the column, or nothing for an extra column of plain numbers. */
  private final Optional<CellTexts> texts;

  private final DoubleUnaryOperator meaning;
  private final boolean decimal;
  private final boolean wantsCodes;
  private final int fixedLength;

  private ParquetValues(
      Optional<CellTexts> texts, DoubleUnaryOperator meaning, Struct leaf, boolean wantsCodes) {
    this.texts = texts;
    this.meaning = meaning;
    this.wantsCodes = wantsCodes;
    decimal = ParquetMeaning.of(leaf).isDecimal();
    fixedLength = (int) leaf.number(2, 0);
  }

  /**
   * @param wantsCodes whether the cells wanted are those of the column's codes
   */
  static ParquetValues of(CellTexts texts, Struct leaf, ColumnType type, boolean wantsCodes) {
    DoubleUnaryOperator meaning = ParquetMeaning.of(leaf).asType(type).orElse(raw -> raw);
    return new ParquetValues(Optional.of(texts), meaning, leaf, wantsCodes);
  }

  static ParquetValues plain(Struct leaf) {
    return new ParquetValues(Optional.empty(), raw -> raw, leaf, false);
  }

  /** How many bytes a value of fixed length has. */
  int fixedLength() {
    return fixedLength;
  }

  double ofNumber(double raw) {
    double value = meaning.applyAsDouble(raw);
    return texts.isEmpty() ? value : wanted(texts.get(), texts.get().ofNumber(value));
  }

  double ofBoolean(boolean value) {
    return texts.isEmpty() ? (value ? 1 : 0) : wanted(texts.get(), texts.get().ofBoolean(value));
  }

  double ofBytes(Bytes page, int length) {
    int start = page.skip(length);
    if (decimal) {
      byte[] digits = Arrays.copyOfRange(page.array(), start, start + length);
      return length == 0 ? Double.NaN : ofNumber(new BigInteger(digits).doubleValue());
    }
    return texts.isEmpty()
        ? Double.NaN
        : wanted(texts.get(), texts.get().ofText(page.array(), start, start + length));
  }

  private double wanted(CellTexts cells, double value) {
    return wantsCodes && value != CellTexts.FLAWED ? cells.code() : value;
  }
}
