package tare.schema;

import java.util.List;
import java.util.Optional;

/** What a column may hold, as declared by a person: never read off the data. */
public sealed interface ColumnType {

  /**
   * A number in {@code [lo, hi]}; values outside are clamped. Cuts, if declared, are the inner bin
   * edges, ascending.
   */
  record Numeric(double lo, double hi, List<Double> cuts) implements ColumnType {
    public Numeric {
      cuts = List.copyOf(cuts);
      Rules.requireBounds(lo, hi);
      Rules.requireCuts(lo, hi, cuts);
    }
  }

  /**
   * A whole number in {@code [lo, hi]}, within 2^53 of zero; values outside are clamped. Cuts as
   * for a number.
   */
  record Whole(long lo, long hi, List<Double> cuts) implements ColumnType {
    public Whole {
      cuts = List.copyOf(cuts);
      Rules.requireWholeBounds(lo, hi);
      Rules.requireCuts(lo, hi, cuts);
    }
  }

  /**
   * One of the declared levels. A value that is none of them becomes {@code other}, itself one of
   * the levels, if that is declared; else it is a fault.
   */
  record Category(List<String> levels, Optional<String> other) implements ColumnType {
    public Category {
      levels = List.copyOf(levels);
      Rules.requireLevels(levels);
      Rules.require(
          other.isEmpty() || levels.contains(other.get()),
          "The level for other values must be one of the declared levels",
          "\"" + other.orElse("") + "\"");
    }
  }

  /** Yes or no, as the file writes them; level 0 is no and level 1 is yes. */
  record YesNo(String no, String yes) implements ColumnType {
    public YesNo {
      Rules.requireLevels(List.of(no, yes));
    }
  }

  /** Whether cells are read as numbers; if not they are read as levels. */
  default boolean isNumeric() {
    return this instanceof Numeric || this instanceof Whole;
  }

  /** The number of levels of a category or a yes/no column. */
  default int levelCount() {
    return levels().size();
  }

  /**
   * The levels of a category or a yes/no column, in declared order ({@code other} included among
   * them).
   */
  default List<String> levels() {
    if (this instanceof Category category) {
      return category.levels();
    }
    if (this instanceof YesNo yesNo) {
      return List.of(yesNo.no(), yesNo.yes());
    }
    throw new IllegalStateException("A numeric column has no levels.");
  }

  /** Lower bound of a numeric column. */
  default double lowerBound() {
    if (this instanceof Numeric numeric) {
      return numeric.lo();
    }
    if (this instanceof Whole whole) {
      return whole.lo();
    }
    throw new IllegalStateException("A column of levels has no bounds.");
  }

  /** Upper bound of a numeric column. */
  default double upperBound() {
    if (this instanceof Numeric numeric) {
      return numeric.hi();
    }
    if (this instanceof Whole whole) {
      return whole.hi();
    }
    throw new IllegalStateException("A column of levels has no bounds.");
  }
}
