package tare.table;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import tare.schema.ColumnType;
import tare.table.Thrift.Struct;

/** Turns the stored values of one Parquet column into cells of a declared one. */
final class ParquetColumnValues implements ParquetValues {

  /** The cells of the column, or nothing for an extra column of plain numbers. */
  private final Optional<CellTexts> texts;

  private final DoubleUnaryOperator meaning;
  private final boolean decimal;
  private final boolean wantsCodes;
  private final int fixedLength;

  private ParquetColumnValues(
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
  static ParquetColumnValues of(CellTexts texts, Struct leaf, ColumnType type, boolean wantsCodes) {
    DoubleUnaryOperator meaning = ParquetMeaning.of(leaf).asType(type).orElse(raw -> raw);
    return new ParquetColumnValues(Optional.of(texts), meaning, leaf, wantsCodes);
  }

  static ParquetColumnValues plain(Struct leaf) {
    return new ParquetColumnValues(Optional.empty(), raw -> raw, leaf, false);
  }

  @Override
  public int fixedLength() {
    return fixedLength;
  }

  @Override
  public double ofNumber(double raw) {
    double value = meaning.applyAsDouble(raw);
    return texts.isEmpty() ? value : wanted(texts.get(), texts.get().ofNumber(value));
  }

  @Override
  public double ofBoolean(boolean value) {
    return texts.isEmpty() ? (value ? 1 : 0) : wanted(texts.get(), texts.get().ofBoolean(value));
  }

  @Override
  public double ofBytes(Bytes page, int length) {
    int start = page.skip(length);
    if (decimal) {
      byte[] digits = Arrays.copyOfRange(page.array(), start, start + length);
      return length == 0 ? Double.NaN : ofNumber(new BigInteger(digits).doubleValue());
    }
    if (texts.isEmpty()) {
      return Double.NaN;
    }
    int from = ParquetValues.trimmedStart(page.array(), start, start + length);
    int to = ParquetValues.trimmedEnd(page.array(), from, start + length);
    return wanted(texts.get(), texts.get().ofText(page.array(), from, to));
  }

  private double wanted(CellTexts cells, double value) {
    return wantsCodes && value != CellTexts.FLAWED ? cells.code() : value;
  }
}
