package tare.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a column may hold, as declared by a person: never read off the data.
 *
 * <p>To everything but the readers and writers of files a column is one of two things: numbers
 * between bounds, perhaps on a grid ({@link #step}), or levels. Times are numbers by a public code
 * ({@link TimeForm}).
 */
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
   * A decimal on a declared grid; values between two steps are rounded to the nearer one, values
   * outside are clamped. Cuts as for a number.
   */
  record Stepped(Steps steps, List<Double> cuts) implements ColumnType {
    public Stepped {
      cuts = List.copyOf(cuts);
      Rules.requireCuts(steps.lo(), steps.hi(), cuts);
    }
  }

  /**
   * A date, a time of day or both, as whole numbers by the form's public code; values outside the
   * bounds are clamped, and values between two steps rounded. Cuts are numbers by the same code.
   */
  record Temporal(TimeForm form, Steps steps, List<Double> cuts) implements ColumnType {
    public Temporal {
      cuts = List.copyOf(cuts);
      Rules.require(steps.places() == 0, "Times are counted in whole numbers", steps.distance());
      Rules.require(
          form != TimeForm.TIME || (steps.first() >= 0 && steps.last() < TimeForm.DAY),
          "Times of day must lie between 00:00:00 and 23:59:59",
          steps.first() + " to " + steps.last() + " seconds");
      Rules.requireCuts(steps.lo(), steps.hi(), cuts);
    }
  }

  /**
   * One of the declared levels. A value that is none of them becomes {@code other}, itself one of
   * the levels, if that is declared; else it is a fault.
   *
   * @param kind whether the levels are texts or whole-number codes
   */
  record Category(List<String> levels, Optional<String> other, LevelKind kind)
      implements ColumnType {
    public Category {
      levels = List.copyOf(levels);
      Rules.requireLevels(levels);
      Rules.require(
          other.isEmpty() || levels.contains(other.get()),
          "The level for other values must be one of the declared levels",
          "\"" + other.orElse("") + "\"");
      if (kind == LevelKind.CODES) {
        levels.forEach(Rules::requireCode);
      }
    }

    /** A category of texts. */
    public Category(List<String> levels, Optional<String> other) {
      this(levels, other, LevelKind.TEXTS);
    }
  }

  /** How the levels of a category are written. */
  enum LevelKind {
    TEXTS,
    /** Whole numbers that are names, not amounts. */
    CODES
  }

  /** Yes or no, as the file writes them; level 0 is no and level 1 is yes. */
  record YesNo(String no, String yes) implements ColumnType {
    public YesNo {
      Rules.requireLevels(List.of(no, yes));
    }
  }

  /**
   * Which code, such as one for "not applicable", the file has in place of a number; level 0 says
   * none. The file writes both in one column: this one follows the column of the numbers, where
   * such a cell is missing.
   *
   * @param column the name of the column of the numbers
   * @param codes as the file writes them
   */
  record CodesOf(String column, List<String> codes) implements ColumnType {

    /** The level of a cell that holds no code. */
    public static final String NONE = "(none)";

    public CodesOf {
      codes = List.copyOf(codes);
      Rules.requireLevels(codes);
      Rules.require(!codes.contains(NONE), "A code must not be the word for no code", NONE);
    }

    /** The name of the column that holds the codes of another. */
    public static String nameFor(String column) {
      return column + " (code)";
    }
  }

  /** Whether cells are read as numbers; if not they are read as levels. */
  default boolean isNumeric() {
    return this instanceof Numeric
        || this instanceof Whole
        || this instanceof Stepped
        || this instanceof Temporal;
  }

  /** The distance of two neighbouring numbers, or 0 when a column of numbers has no grid. */
  default double step() {
    return this instanceof Whole ? 1 : grid().map(Steps::distance).orElse(0.0);
  }

  /** The grid of a column of numbers, if it has one. */
  default Optional<Steps> grid() {
    if (this instanceof Whole whole) {
      return Optional.of(new Steps(whole.lo(), whole.hi(), 1, 0));
    }
    if (this instanceof Stepped stepped) {
      return Optional.of(stepped.steps());
    }
    return this instanceof Temporal time ? Optional.of(time.steps()) : Optional.empty();
  }

  /** The number nearest to a value that a column of numbers may hold. */
  default double nearest(double value) {
    if (this instanceof Stepped stepped) {
      return stepped.steps().value(stepped.steps().position(value));
    }
    if (this instanceof Temporal time) {
      return time.steps().value(time.steps().position(value));
    }
    double number = this instanceof Whole ? Math.rint(value) : value;
    return Math.min(Math.max(number, lowerBound()), upperBound());
  }

  /** The number that a text in plain form stands for in a column of numbers or times. */
  default OptionalDouble number(String text) {
    if (this instanceof Temporal time) {
      OptionalLong number = time.form().number(text);
      return number.isPresent() ? OptionalDouble.of(number.getAsLong()) : OptionalDouble.empty();
    }
    return isNumeric() && text.matches("[-+]?[0-9]+(\\.[0-9]+)?")
        ? OptionalDouble.of(Double.parseDouble(text))
        : OptionalDouble.empty();
  }

  /** The declared inner bin edges of a column of numbers, ascending; none for levels. */
  default List<Double> declaredCuts() {
    if (this instanceof Numeric numeric) {
      return numeric.cuts();
    }
    if (this instanceof Whole whole) {
      return whole.cuts();
    }
    if (this instanceof Stepped stepped) {
      return stepped.cuts();
    }
    return this instanceof Temporal time ? time.cuts() : List.of();
  }

  /** The number of levels of a category or a yes/no column. */
  default int levelCount() {
    if (this instanceof YesNo) {
      return 2; // asked of every cell that is put into a table
    }
    return this instanceof CodesOf codes ? codes.codes().size() + 1 : levels().size();
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
    if (this instanceof CodesOf codes) {
      List<String> levels = new ArrayList<>(List.of(CodesOf.NONE));
      levels.addAll(codes.codes());
      return levels;
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
    return grid().map(Steps::lo).orElseThrow(ColumnType::noBounds);
  }

  /** Upper bound of a numeric column. */
  default double upperBound() {
    if (this instanceof Numeric numeric) {
      return numeric.hi();
    }
    if (this instanceof Whole whole) {
      return whole.hi();
    }
    return grid().map(Steps::hi).orElseThrow(ColumnType::noBounds);
  }

  private static IllegalStateException noBounds() {
    return new IllegalStateException("A column of levels has no bounds.");
  }
}
