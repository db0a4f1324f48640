package tare.inference;

/**
 * A range that holds the truth in a share of all repetitions.
 *
 * @param level the share, between 0 and 1
 */
public record Interval(double level, double lower, double upper) {

  public Interval {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level must be in (0, 1). Got: " + level);
    }
  }

  /** Whether a value lies within, the ends included. */
  public boolean contains(double value) {
    return value >= lower && value <= upper;
  }
}
