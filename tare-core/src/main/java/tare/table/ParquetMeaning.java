package tare.table;

import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import tare.schema.ColumnType;
import tare.schema.TimeForm;
import tare.table.Thrift.Struct;

/** What the stored numbers of a Parquet column stand for: themselves, decimals, days or seconds. */
final class ParquetMeaning {

  private static final double DAY = 24 * 60 * 60;

  /** A kind of value that a file can declare. */
  private enum Kind {
    PLAIN,
    DATE,
    TIME,
    TIMESTAMP,
    DECIMAL,
    OTHER
  }

  private final Kind kind;

  /** How many stored units make one: ten to the scale of a decimal, or parts of a second. */
  private final double units;

  private ParquetMeaning(Kind kind, double units) {
    this.kind = kind;
    this.units = units;
  }

  static ParquetMeaning of(Struct leaf) {
    Struct logical = leaf.has(10) ? leaf.struct(10) : new Struct();
    if (logical.has(7) || logical.has(8)) {
      Struct time = logical.struct(logical.has(7) ? 7 : 8);
      Struct unit = time.has(2) ? time.struct(2) : new Struct();
      double parts = unit.has(1) ? 1e3 : unit.has(2) ? 1e6 : 1e9;
      return new ParquetMeaning(logical.has(7) ? Kind.TIME : Kind.TIMESTAMP, parts);
    }
    long converted = leaf.number(6, Parquet.UTF8);
    if (converted >= Parquet.UINT_8 && converted <= Parquet.INT_64) {
      return new ParquetMeaning(Kind.PLAIN, 1);
    }
    return switch ((int) converted) {
      case Parquet.UTF8, Parquet.ENUM -> new ParquetMeaning(Kind.PLAIN, 1);
      case Parquet.CONVERTED_DECIMAL ->
          new ParquetMeaning(Kind.DECIMAL, Math.pow(10, leaf.number(7, 0)));
      case Parquet.CONVERTED_DATE -> new ParquetMeaning(Kind.DATE, 1);
      case Parquet.TIME_MILLIS -> new ParquetMeaning(Kind.TIME, 1e3);
      case Parquet.TIME_MICROS -> new ParquetMeaning(Kind.TIME, 1e6);
      case Parquet.TIMESTAMP_MILLIS -> new ParquetMeaning(Kind.TIMESTAMP, 1e3);
      case Parquet.TIMESTAMP_MICROS -> new ParquetMeaning(Kind.TIMESTAMP, 1e6);
      default -> new ParquetMeaning(Kind.OTHER, 1);
    };
  }

  /** Whether the numbers stand for themselves. */
  boolean isPlain() {
    return kind == Kind.PLAIN;
  }

  /** Whether the bytes of a value are a number, not a text. */
  boolean isDecimal() {
    return kind == Kind.DECIMAL;
  }

  /** How stored numbers become those of a declared type; nothing when they stand for another. */
  Optional<DoubleUnaryOperator> asType(ColumnType type) {
    if (!(type instanceof ColumnType.Temporal time)) {
      return switch (kind) {
        case PLAIN -> Optional.of(raw -> raw);
        case DECIMAL -> Optional.of(raw -> raw / units);
        default -> Optional.empty();
      };
    }
    TimeForm form = time.form();
    return switch (kind) {
      case DATE ->
          form == TimeForm.DATE
              ? Optional.of(raw -> raw)
              : form == TimeForm.DATETIME ? Optional.of(raw -> raw * DAY) : Optional.empty();
      case TIME -> form == TimeForm.TIME ? Optional.of(raw -> raw / units) : Optional.empty();
      case TIMESTAMP ->
          form == TimeForm.DATETIME
              ? Optional.of(raw -> raw / units)
              : form == TimeForm.DATE
                  ? Optional.of(raw -> Math.floor(raw / units / DAY))
                  : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** How stored numbers become the texts that a CSV file would hold; nothing for unknown kinds. */
  Optional<DoubleFunction<String>> asText() {
    return switch (kind) {
      case PLAIN -> Optional.of(ParquetMeaning::plain);
      case DECIMAL -> Optional.of(raw -> plain(raw / units));
      case DATE -> Optional.of(TimeForm.DATE::text);
      case TIME -> Optional.of(raw -> TimeForm.TIME.text(raw / units));
      case TIMESTAMP -> Optional.of(raw -> TimeForm.DATETIME.text(raw / units));
      case OTHER -> Optional.empty();
    };
  }

  private static String plain(double value) {
    return Double.isInfinite(value) ? (value < 0 ? "-inf" : "inf") : Decimals.text(value);
  }
}
