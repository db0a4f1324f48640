package tare.schema;

import java.util.List;

/**
 * An input cannot be used as it is: a schema file, a table file, a release folder. It carries every
 * fault that was found, so that a person can mend them all at once.
 *
 * <p>No fault holds the content of a cell: a line number and a column name say where to look.
 */
public final class BadInputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> faults;

  /**
   * @param source what was read, for instance a file name
   * @param faults at least one sentence: the rule, the value (never a private one), the remedy
   */
  public BadInputException(String source, List<String> faults) {
    super(message(source, faults));
    this.faults = List.copyOf(faults);
  }

  /** One fault. @param source what was read */
  public BadInputException(String source, String fault) {
    this(source, List.of(fault));
  }

  /** Every fault found, in the order of the input; never empty. */
  public List<String> faults() {
    return faults;
  }

  private static String message(String source, List<String> faults) {
    if (faults.isEmpty()) {
      throw new IllegalArgumentException("A bad input must have at least one fault. Got: none");
    }
    if (faults.size() == 1) {
      return source + ": " + faults.get(0);
    }
    return source + ":\n  - " + String.join("\n  - ", faults);
  }
}
