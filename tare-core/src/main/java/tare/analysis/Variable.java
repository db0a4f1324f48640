package tare.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tare.schema.TimeForm;

/** One column of a {@link Frame}: numbers, or codes of levels. Arrays are not copied. */
public sealed interface Variable {

  /** The column's name. */
  String name();

  /** The number of rows. */
  int size();

  /** Whether a row has no value. */
  boolean missing(int row);

  /** The cells of some rows, in their order. */
  Variable select(int[] rows);

  /**
   * Numbers; NaN is missing.
   *
   * @param time what the numbers stand for where they are times
   */
  record Numeric(String name, double[] values, Optional<TimeForm> time) implements Variable {

    /** Numbers that stand for themselves. */
    public Numeric(String name, double[] values) {
      this(name, values, Optional.empty());
    }

    @Override
    public int size() {
      return values.length;
    }

    @Override
    public boolean missing(int row) {
      return Double.isNaN(values[row]);
    }

    @Override
    public Numeric select(int[] rows) {
      return new Numeric(name, Arrays.stream(rows).mapToDouble(row -> values[row]).toArray(), time);
    }
  }

  /** Levels by their position in a list; -1 is missing. The first level is the reference. */
  record Factor(String name, List<String> levels, int[] codes) implements Variable {
    public Factor {
      levels = List.copyOf(levels);
    }

    @Override
    public int size() {
      return codes.length;
    }

    @Override
    public boolean missing(int row) {
      return codes[row] < 0;
    }

    @Override
    public Factor select(int[] rows) {
      return new Factor(name, levels, Arrays.stream(rows).map(row -> codes[row]).toArray());
    }

    /** The same cells with only the levels that occur, in the same order. */
    public Factor used() {
      int[] position = new int[levels.size()];
      for (int code : codes) {
        if (code >= 0) {
          position[code] = 1;
        }
      }
      List<String> kept =
          IntStream.range(0, position.length)
              .filter(level -> position[level] > 0)
              .mapToObj(levels::get)
              .toList();
      int next = 0;
      for (int level = 0; level < position.length; level++) {
        position[level] = position[level] > 0 ? next++ : -1;
      }
      return new Factor(
          name, kept, Arrays.stream(codes).map(code -> code < 0 ? -1 : position[code]).toArray());
    }
  }
}
