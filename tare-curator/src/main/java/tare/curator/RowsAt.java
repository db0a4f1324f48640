package tare.curator;

/** Where a release's rows are while it is made: what this machine must have memory for. */
enum RowsAt {
  /** All here, private and synthetic. */
  THIS_MACHINE,
  /** Elsewhere; here are some synthetic ones, to weigh and to look at. */
  OTHER_MACHINES;

  /** The most synthetic rows that are drawn and weighed together; more are drawn in blocks. */
  static final int MOST_HERE = 100_000;

  /** The fewest of many: fewer would have as many candidates. */
  static final int FEWEST_HERE = 5_000;

  long privateRowsHere(long rows) {
    return this == THIS_MACHINE ? rows : 0;
  }

  /** Whether all of a release's rows are weighed together: each has a weight of its own. */
  boolean allTogether(ReleasePlan plan) {
    return this == THIS_MACHINE && plan.estimator().isPresent() && !plan.carriedByRows();
  }
}
