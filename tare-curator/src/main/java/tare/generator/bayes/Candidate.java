package tare.generator.bayes;

import java.util.List;
import tare.noise.Exact;

/**
 * A table that may be counted: its exact counts, its score against a public estimate, and how often
 * it was counted. Private: lives within a mechanism's {@code apply}.
 */
final class Candidate {

  private final List<Integer> columns;
  private final Exact<long[]> exact;
  long score;
  int times;

  /** Where its noised counts stand among all tables, once they are used; -1 before. */
  int table = -1;

  /**
   * Where what it says of its columns stands, first column first, if only that is used; else -1.
   */
  int sums = -1;

  /** Whether it is a pair that the cliques do not hold: then it stands among the loose ones. */
  boolean loose;

  /** The mean of its noised counts, once it was counted: public. */
  double[] noised = new double[0];

  /**
   * A table that was not counted yet.
   *
   * @param columns ascending
   */
  Candidate(List<Integer> columns, Exact<long[]> exact) {
    this.columns = List.copyOf(columns);
    this.exact = exact;
  }

  List<Integer> columns() {
    return columns;
  }

  Exact<long[]> exact() {
    return exact;
  }

  int first() {
    return columns.get(0);
  }

  int second() {
    return columns.get(1);
  }
}
