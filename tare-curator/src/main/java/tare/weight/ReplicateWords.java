package tare.weight;

import java.util.ArrayList;
import java.util.List;

/** What replicates of a release are said to cover, one sentence each. */
final class ReplicateWords {

  private ReplicateWords() {}

  /** What differs between replicates. */
  static List<String> covers(boolean refitted) {
    List<String> covers = new ArrayList<>();
    covers.add("The sampling of the private rows, had there been others of the same law.");
    covers.add(
        "The privacy noise in the bought moments, and how far the rows before them are off where"
            + " these were believed.");
    if (refitted) {
      covers.add(
          "The generator's own uncertainty: it was fitted again to rows of the released law, with"
              + " the same noise.");
    }
    covers.add("The drawing of the released rows.");
    return covers;
  }

  /**
   * What no replicate knows of.
   *
   * @param set what was bought
   * @param drawnAgain reruns that fell apart
   */
  static List<String> leavesOut(MomentSet set, boolean refitted, int drawnAgain) {
    List<String> left = new ArrayList<>();
    if (set == MomentSet.OUTCOME_PAIRS) {
      left.add(
          "How columns go together of which none is a declared outcome: only pairs with outcomes were"
              + " bought, the others are as the generator has them, and slopes that hang on them are"
              + " off by more than their intervals say. Models with several explaining columns are"
              + " among these.");
    }
    if (set == MomentSet.MEANS) {
      left.add(
          "How columns go together: only means were bought, so slopes and correlations are as the"
              + " generator has them, and off by more than their intervals say.");
    }
    if (!refitted) {
      left.add("The generator's own uncertainty, for statistics that moments do not carry.");
    }
    left.add(
        "What neither generator nor moments can show of the private rows: relations of three and more"
            + " columns, and shapes finer than the generator's cells.");
    if (drawnAgain > 0) {
      left.add(
          "Releases whose model falls apart: "
              + drawnAgain
              + " reruns left the tilt less than a fifth of the effective rows that this release"
              + " has, or far from its moments, and were drawn again.");
    }
    return left;
  }
}
