package tare.weight;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * As how many independent rows of their own law synthetic rows count beside what was bought: all
 * together, and those with a worth of their own.
 */
final class RowsWorth {

  private final double common;
  private final Map<Integer, Double> own = new TreeMap<>();

  RowsWorth(double common) {
    this.common = common;
  }

  void put(int group, double worth) {
    own.put(group, worth);
  }

  /** The worth of all together. */
  double common() {
    return common;
  }

  /** The worth of each of some moments or shares. @param groups of each. Not modified. */
  double[] of(int[] groups) {
    return Arrays.stream(groups).mapToDouble(group -> own.getOrDefault(group, common)).toArray();
  }
}
