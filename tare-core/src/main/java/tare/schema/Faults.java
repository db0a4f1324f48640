package tare.schema;

import java.util.ArrayList;
import java.util.List;

/** Gathers the faults of one input, so that a person sees them all at once. */
public final class Faults {

  /** More than these are counted only. */
  public static final int SHOWN = 25;

  private final String source;
  private final List<String> shown = new ArrayList<>();
  private long count;

  /**
   * @param source what is read, for instance a file name
   */
  public Faults(String source) {
    this.source = source;
  }

  /** Adds a fault: rule, value, remedy, and never the content of a cell. */
  public void add(String fault) {
    if (shown.size() < SHOWN) {
      shown.add(fault);
    }
    count++;
  }

  /** Whether there is a fault. */
  public boolean any() {
    return count > 0;
  }

  /** Whether further faults would not be shown; a caller may then skip wording them. */
  public boolean full() {
    return shown.size() == SHOWN;
  }

  /** Throws what was gathered, if anything was. */
  public void throwIfAny() {
    if (any()) {
      throw exception();
    }
  }

  /** What was gathered as an exception; at least one fault must have been added. */
  public BadInputException exception() {
    List<String> faults = new ArrayList<>(shown);
    if (count > shown.size()) {
      faults.add("... and " + (count - shown.size()) + " more.");
    }
    return new BadInputException(source, faults);
  }
}
