package tare.table;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds numbers that stand, in many files, for something else than an amount, such as -999 for a
 * missing value: those that lie apart from all other cells of their column. Private; for the
 * curator's eyes.
 */
final class SuspectCodes {

  private static final Set<Double> BELOW =
      Set.of(
          -1.0, -7.0, -8.0, -9.0, -77.0, -88.0, -99.0, -777.0, -888.0, -999.0, -9999.0, -99999.0);

  private static final Set<Double> ABOVE = Set.of(99.0, 999.0, 9999.0, 99999.0, 999999.0);

  private final Map<Double, Long> seen = new TreeMap<>();
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;

  void see(double value) {
    if (BELOW.contains(value) || ABOVE.contains(value)) {
      seen.merge(value, 1L, Long::sum);
    } else if (!Double.isNaN(value)) {
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
  }

  /** The numbers that are suspect, as they are written. */
  List<String> found() {
    return seen.keySet().stream().filter(this::isApart).map(Decimals::text).toList();
  }

  /** How many cells hold them. */
  long cells() {
    return seen.entrySet().stream()
        .filter(entry -> isApart(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** A negative number among none, or a number twice as large as any other. */
  private boolean isApart(double code) {
    boolean others = least <= greatest;
    return others && (code < 0 ? least >= 0 : greatest <= code / 2);
  }
}
