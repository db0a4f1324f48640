package tare.table;

import java.util.Arrays;
import tare.schema.Column;
import tare.schema.ColumnType;

/**
 * The cells of one column in the smallest array that holds every value of its declared type
 * exactly.
 *
 * <p>Levels, and whole numbers as their distance from the lower bound, are codes from 0 with {@code
 * -1} for a missing cell; they take a byte, two or four. All other numbers are doubles with NaN for
 * a missing cell. The choice hangs on the declared type alone, never on the data.
 */
abstract sealed class ColumnStore {

  static final int MISSING = -1;

  /** Distance that turns a code into a number: the lower bound of a whole number, else 0. */
  final long base;

  private ColumnStore(long base) {
    this.base = base;
  }

  /** An empty store for a column, with room for some cells. */
  static ColumnStore of(Column column, int capacity) {
    ColumnType type = column.type();
    if (type instanceof ColumnType.Numeric) {
      return new Doubles(capacity);
    }
    if (type instanceof ColumnType.Whole whole) {
      long span = whole.hi() - whole.lo();
      return span >= 0 && span <= Integer.MAX_VALUE
          ? codes(span, whole.lo(), capacity)
          : new Doubles(capacity);
    }
    return codes(type.levelCount() - 1L, 0, capacity);
  }

  /** An empty store for any numbers. */
  static ColumnStore ofNumbers(int capacity) {
    return new Doubles(capacity);
  }

  private static ColumnStore codes(long largest, long base, int capacity) {
    if (largest <= Byte.MAX_VALUE) {
      return new Bytes(base, capacity);
    }
    return largest <= Short.MAX_VALUE ? new Shorts(base, capacity) : new Ints(base, capacity);
  }

  /** The code of a cell, or -1 when missing. */
  abstract int code(int row);

  /** Sets a cell to a code. */
  abstract void setCode(int row, int code);

  /** Bytes of heap per row. */
  abstract int width();

  abstract int capacity();

  /** Grows or trims to a capacity. */
  abstract void resize(int capacity);

  /** A new store with the named rows in their order. */
  abstract ColumnStore select(int[] rows);

  double number(int row) {
    int code = code(row);
    return code == MISSING ? Double.NaN : base + code;
  }

  /** Sets a cell to a number that lies within the declared bounds, or to NaN for missing. */
  void setNumber(int row, double value) {
    setCode(row, Double.isNaN(value) ? MISSING : (int) ((long) value - base));
  }

  boolean missing(int row) {
    return code(row) == MISSING;
  }

  private static final class Bytes extends ColumnStore {
    private byte[] codes;

    Bytes(long base, int capacity) {
      super(base);
      codes = new byte[capacity];
    }

    @Override
    int code(int row) {
      return codes[row];
    }

    @Override
    void setCode(int row, int code) {
      codes[row] = (byte) code;
    }

    @Override
    int width() {
      return Byte.BYTES;
    }

    @Override
    int capacity() {
      return codes.length;
    }

    @Override
    void resize(int capacity) {
      codes = Arrays.copyOf(codes, capacity);
    }

    @Override
    Bytes select(int[] rows) {
      Bytes selected = new Bytes(base, rows.length);
      for (int i = 0; i < rows.length; i++) {
        selected.codes[i] = codes[rows[i]];
      }
      return selected;
    }
  }

  private static final class Shorts extends ColumnStore {
    private short[] codes;

    Shorts(long base, int capacity) {
      super(base);
      codes = new short[capacity];
    }

    @Override
    int code(int row) {
      return codes[row];
    }

    @Override
    void setCode(int row, int code) {
      codes[row] = (short) code;
    }

    @Override
    int width() {
      return Short.BYTES;
    }

    @Override
    int capacity() {
      return codes.length;
    }

    @Override
    void resize(int capacity) {
      codes = Arrays.copyOf(codes, capacity);
    }

    @Override
    Shorts select(int[] rows) {
      Shorts selected = new Shorts(base, rows.length);
      for (int i = 0; i < rows.length; i++) {
        selected.codes[i] = codes[rows[i]];
      }
      return selected;
    }
  }

  private static final class Ints extends ColumnStore {
    private int[] codes;

    Ints(long base, int capacity) {
      super(base);
      codes = new int[capacity];
    }

    @Override
    int code(int row) {
      return codes[row];
    }

    @Override
    void setCode(int row, int code) {
      codes[row] = code;
    }

    @Override
    int width() {
      return Integer.BYTES;
    }

    @Override
    int capacity() {
      return codes.length;
    }

    @Override
    void resize(int capacity) {
      codes = Arrays.copyOf(codes, capacity);
    }

    @Override
    Ints select(int[] rows) {
      Ints selected = new Ints(base, rows.length);
      for (int i = 0; i < rows.length; i++) {
        selected.codes[i] = codes[rows[i]];
      }
      return selected;
    }
  }

  private static final class Doubles extends ColumnStore {
    private double[] numbers;

    Doubles(int capacity) {
      super(0);
      numbers = new double[capacity];
    }

    @Override
    int code(int row) {
      throw new IllegalStateException("A column of doubles has no codes.");
    }

    @Override
    void setCode(int row, int code) {
      throw new IllegalStateException("A column of doubles has no codes.");
    }

    @Override
    double number(int row) {
      return numbers[row];
    }

    @Override
    void setNumber(int row, double value) {
      numbers[row] = value;
    }

    @Override
    boolean missing(int row) {
      return Double.isNaN(numbers[row]);
    }

    @Override
    int width() {
      return Double.BYTES;
    }

    @Override
    int capacity() {
      return numbers.length;
    }

    @Override
    void resize(int capacity) {
      numbers = Arrays.copyOf(numbers, capacity);
    }

    @Override
    Doubles select(int[] rows) {
      Doubles selected = new Doubles(rows.length);
      for (int i = 0; i < rows.length; i++) {
        selected.numbers[i] = numbers[rows[i]];
      }
      return selected;
    }
  }
}
