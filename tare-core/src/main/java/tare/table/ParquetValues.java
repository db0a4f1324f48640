package tare.table;

/** Turns the stored values of one Parquet column into numbers that stand for them. */
interface ParquetValues {

  /** How many bytes a value of fixed length has. */
  int fixedLength();

  double ofNumber(double raw);

  /** A whole number of 64 bits; most columns have none that a double does not hold. */
  default double ofLong(long raw) {
    return ofNumber(raw);
  }

  double ofBoolean(boolean value);

  /** Takes so many bytes from a page, which move on. */
  double ofBytes(Bytes page, int length);

  /** Where a text begins once spaces and tabs before it are left out, as they are in CSV. */
  static int trimmedStart(byte[] bytes, int start, int end) {
    int from = start;
    while (from < end && (bytes[from] == ' ' || bytes[from] == '\t')) {
      from++;
    }
    return from;
  }

  /** Where a text ends once spaces and tabs behind it are left out. */
  static int trimmedEnd(byte[] bytes, int start, int end) {
    int to = end;
    while (to > start && (bytes[to - 1] == ' ' || bytes[to - 1] == '\t')) {
      to--;
    }
    return to;
  }
}
