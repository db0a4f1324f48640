package tare.curator;

/** Where a release's rows are while it is made: what this machine must have memory for. */
enum RowsAt {
  /** All here, private and synthetic. */
  THIS_MACHINE,
  /** Elsewhere; here are some synthetic ones, to weigh and to look at. */
  OTHER_MACHINES;

  /** The most synthetic rows that are drawn and weighed together; more are drawn in blocks. */
  static final int MOST_HERE = 100_000;

  long privateRowsHere(long rows) {
    return this == THIS_MACHINE ? rows : 0;
  }

  /**
   * How many of a release's rows are drawn and weighed together: all of them where each has a
   * weight of its own.
   */
  int rowsHere(ReleasePlan plan, int rows) {
    boolean together = plan.estimator().isPresent() && !plan.carriedByRows();
    return this == THIS_MACHINE && together ? rows : Math.min(rows, MOST_HERE);
  }
}
