package tare.table;

/**
 * How far the largest numbers of a column are from its usual ones, to a factor of two. Private; for
 * the curator's eyes.
 */
final class Magnitudes {

  /** The largest is so many doublings above the middle one: 64 times as large and more. */
  private static final int FAR = 6;

  /** Fewer numbers tell nothing. */
  private static final long FEWEST = 20;

  /** Doublings of one, up and down, beyond which all numbers count alike. */
  private static final int FURTHEST = 64;

  private final long[] cells = new long[2 * FURTHEST + 1];
  private long seen;

  void see(double number) {
    if (number != 0 && Double.isFinite(number)) {
      int doublings = Math.max(-FURTHEST, Math.min(FURTHEST, Math.getExponent(number)));
      cells[doublings + FURTHEST]++;
      seen++;
    }
  }

  /** Whether a few numbers are far larger than most that are not zero. */
  boolean isSkewed() {
    long below = 0;
    int middle = -1;
    int largest = -1;
    for (int e = 0; e < cells.length; e++) {
      below += cells[e];
      middle = middle < 0 && 2 * below >= seen ? e : middle;
      largest = cells[e] > 0 ? e : largest;
    }
    return seen >= FEWEST && largest - middle >= FAR;
  }
}
