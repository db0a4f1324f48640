package tare.schema;

import java.util.List;

/**
 * A statement about the cells of one row, such as {@code age >= 65}, {@code admitted <= discharged}
 * or {@code pregnant = yes implies sex = female}.
 *
 * <p>A comparison with a missing cell is neither true nor false. A rule is kept by every row that
 * does not break it; a condition is met only by rows of which it is true.
 */
public final class RowRule {

  /** The cells of a row, by position in the schema. */
  public interface Values {
    /** The number in a column of numbers, where it is not missing. */
    double number(int column);

    /** The position of the level in a column of levels, where it is not missing. */
    int level(int column);

    /** Whether the cell holds nothing. */
    boolean missing(int column);
  }

  /** Kleene's three values; their order is that of the logic. */
  enum Truth {
    NO,
    UNKNOWN,
    YES;

    Truth and(Truth other) {
      return compareTo(other) <= 0 ? this : other;
    }

    Truth implies(Truth other) {
      Truth opposite = values()[2 - ordinal()];
      return opposite.compareTo(other) >= 0 ? opposite : other;
    }

    static Truth of(boolean holds) {
      return holds ? YES : NO;
    }
  }

  /** A part of a rule. */
  sealed interface Test {
    Truth of(Values row);
  }

  /** Whether a cell is missing. */
  record Missing(int column, boolean missing) implements Test {
    @Override
    public Truth of(Values row) {
      return Truth.of(row.missing(column) == missing);
    }
  }

  /** A cell compared with a number, or a level by its index. */
  record WithValue(int column, boolean numeric, Relation comparison, double value) implements Test {
    @Override
    public Truth of(Values row) {
      return row.missing(column)
          ? Truth.UNKNOWN
          : Truth.of(comparison.holds(cell(row, column, numeric), value));
    }
  }

  /** A cell compared with another. */
  record WithColumn(int column, Relation comparison, int other) implements Test {
    @Override
    public Truth of(Values row) {
      return row.missing(column) || row.missing(other)
          ? Truth.UNKNOWN
          : Truth.of(comparison.holds(row.number(column), row.number(other)));
    }
  }

  /** How two numbers are compared. */
  enum Relation {
    AT_MOST("<="),
    AT_LEAST(">="),
    DIFFERENT("!="),
    BELOW("<"),
    ABOVE(">"),
    EQUAL("=");

    private final String sign;

    Relation(String sign) {
      this.sign = sign;
    }

    String sign() {
      return sign;
    }

    boolean holds(double a, double b) {
      return switch (this) {
        case AT_MOST -> a <= b;
        case AT_LEAST -> a >= b;
        case DIFFERENT -> a != b;
        case BELOW -> a < b;
        case ABOVE -> a > b;
        case EQUAL -> a == b;
      };
    }
  }

  private final String text;
  private final List<Test> premises;
  private final List<Test> conclusions;

  /**
   * @param premises all must be true for the rest to matter; none for a plain statement
   */
  RowRule(String text, List<Test> premises, List<Test> conclusions) {
    this.text = text;
    this.premises = List.copyOf(premises);
    this.conclusions = List.copyOf(conclusions);
  }

  /**
   * Reads a rule.
   *
   * @throws IllegalArgumentException when the text is no rule about these columns
   */
  public static RowRule parse(String text, List<Column> columns) {
    return new RowRuleParser(text, columns).rule();
  }

  /** Whether a row does not break this rule. */
  public boolean keptBy(Values row) {
    return truth(row) != Truth.NO;
  }

  /** Whether this is true of a row. */
  public boolean metBy(Values row) {
    return truth(row) == Truth.YES;
  }

  private Truth truth(Values row) {
    return all(premises, row).implies(all(conclusions, row));
  }

  private static Truth all(List<Test> tests, Values row) {
    Truth truth = Truth.YES;
    for (Test test : tests) {
      truth = truth.and(test.of(row));
    }
    return truth;
  }

  private static double cell(Values row, int column, boolean numeric) {
    return numeric ? row.number(column) : row.level(column);
  }

  /** The rule as it was written. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowRule rule && rule.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
