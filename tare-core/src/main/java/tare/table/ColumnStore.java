package tare.table;

import java.io.Serializable;
import java.util.Arrays;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Steps;

/**
 * The cells of one column in the smallest array that holds every value of its declared type
 * exactly.
 *
 * <p>Levels, and numbers on a grid as their position there, are codes from 0 with {@code -1} for a
 * missing cell; they take a byte, two or four. All other numbers are doubles with NaN for a missing
 * cell. The choice hangs on the declared type alone, never on the data.
 */
abstract sealed class ColumnStore implements Serializable {

  static final int MISSING = -1;

  private static final Steps NO_CODES = new Steps(0, 1, 1, 0);

  /** Turns a code into a number: the grid of a column of numbers, else the codes themselves. */
  final Steps steps;

  private ColumnStore(Steps steps) {
    this.steps = steps;
  }

  /** An empty store for a column, with room for some cells. */
  static ColumnStore of(Column column, int capacity) {
    ColumnType type = column.type();
    if (!type.isNumeric()) {
      return codes(new Steps(0, Math.max(1, type.levelCount() - 1L), 1, 0), capacity);
    }
    return type.grid()
        .filter(steps -> steps.count() <= Integer.MAX_VALUE)
        .map(steps -> codes(steps, capacity))
        .orElseGet(() -> new Doubles(capacity));
  }

  /** An empty store for any numbers. */
  static ColumnStore ofNumbers(int capacity) {
    return new Doubles(capacity);
  }

  private static ColumnStore codes(Steps steps, int capacity) {
    long largest = steps.count() - 1;
    if (largest <= Byte.MAX_VALUE) {
      return new Bytes(steps, capacity);
    }
    return largest <= Short.MAX_VALUE ? new Shorts(steps, capacity) : new Ints(steps, capacity);
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

  /** The array that holds the cells. */
  abstract Object cells();

  /** Copies the first cells of a store of the same kind to a place in this one. */
  final void copy(ColumnStore from, int at, int count) {
    System.arraycopy(from.cells(), 0, cells(), at, count);
  }

  /** A new store with the named rows in their order. */
  abstract ColumnStore select(int[] rows);

  double number(int row) {
    int code = code(row);
    return code == MISSING ? Double.NaN : steps.value(code);
  }

  /** Puts the numbers of some cells. @param out Modified. */
  void put(int from, int count, double[] out) {
    for (int r = 0; r < count; r++) {
      out[r] = number(from + r);
    }
  }

  /** Sets a cell to a number that lies within the declared bounds, or to NaN for missing. */
  void setNumber(int row, double value) {
    setCode(row, Double.isNaN(value) ? MISSING : (int) steps.position(value));
  }

  boolean missing(int row) {
    return code(row) == MISSING;
  }

  private static final class Bytes extends ColumnStore {
    private byte[] codes;

    Bytes(Steps steps, int capacity) {
      super(steps);
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
    Object cells() {
      return codes;
    }

    @Override
    Bytes select(int[] rows) {
      Bytes selected = new Bytes(steps, rows.length);
      for (int i = 0; i < rows.length; i++) {
        selected.codes[i] = codes[rows[i]];
      }
      return selected;
    }
  }

  private static final class Shorts extends ColumnStore {
    private short[] codes;

    Shorts(Steps steps, int capacity) {
      super(steps);
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
    Object cells() {
      return codes;
    }

    @Override
    Shorts select(int[] rows) {
      Shorts selected = new Shorts(steps, rows.length);
      for (int i = 0; i < rows.length; i++) {
        selected.codes[i] = codes[rows[i]];
      }
      return selected;
    }
  }

  private static final class Ints extends ColumnStore {
    private int[] codes;

    Ints(Steps steps, int capacity) {
      super(steps);
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
    Object cells() {
      return codes;
    }

    @Override
    Ints select(int[] rows) {
      Ints selected = new Ints(steps, rows.length);
      for (int i = 0; i < rows.length; i++) {
        selected.codes[i] = codes[rows[i]];
      }
      return selected;
    }
  }

  private static final class Doubles extends ColumnStore {
    private double[] numbers;

    Doubles(int capacity) {
      super(NO_CODES);
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
    Object cells() {
      return numbers;
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
