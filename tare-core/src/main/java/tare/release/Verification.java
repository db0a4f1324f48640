package tare.release;

import java.util.List;

/**
 * What a check of a release folder found.
 *
 * @param checks every check that was made, in order
 */
public record Verification(List<Check> checks) {

  /**
   * One check.
   *
   * @param name what was checked
   * @param passed whether it holds
   * @param detail what was seen, and what to do when it does not hold
   */
  public record Check(String name, boolean passed, String detail) {}

  public Verification {
    checks = List.copyOf(checks);
  }

  /** Whether every check holds. */
  public boolean passed() {
    return checks.stream().allMatch(Check::passed);
  }
}
