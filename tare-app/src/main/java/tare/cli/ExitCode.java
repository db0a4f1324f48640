package tare.cli;

/** What the process tells its caller. */
final class ExitCode {

  static final int FINE = 0;
  static final int CHECK_FAILED = 1;
  static final int WRONG_USAGE = 2;
  static final int BUDGET_REFUSED = 3;
  static final int BAD_INPUT = 4;
  static final int INTERNAL = 5;

  private ExitCode() {}
}
