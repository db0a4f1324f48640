package tare.model;

import java.util.Arrays;

/**
 * How far a row counts in the public map of moment weights. What lies beyond is seen by its mean
 * alone, so narrow bounds leave slopes to the generator where rows are far out; wide ones cost
 * noise in everything.
 *
 * @param clip numbers count for no more than so many standard deviations
 * @param within the share of synthetic rows that are left as long as they are; 1 leaves all rows so
 */
public record MomentBounds(double clip, double within) {

  /** Where noise is larger than what the drawing of private rows leaves open. */
  public static final MomentBounds NARROW = new MomentBounds(3, 0.97);

  /** For public rows alone: every row counts as far as it goes. */
  static final MomentBounds NONE = new MomentBounds(Double.POSITIVE_INFINITY, 1);

  /** Below this part of what chance leaves open noise has room to grow. */
  private static final double LITTLE_NOISE = 1.1;

  private static final double WIDEST_CLIP = 6;
  private static final double CLIP_POWER = 0.75;

  public MomentBounds {
    if (!(clip > 0) || !(within > 0 && within <= 1)) {
      throw new IllegalArgumentException(
          "A clip must be positive and a share in (0, 1]. Got: " + clip + " and " + within);
    }
  }

  /** The longest that a row may be, of rows of these lengths. */
  double radius(double[] lengths) {
    if (within == 1) {
      return Double.POSITIVE_INFINITY;
    }
    double[] sorted = lengths.clone();
    Arrays.sort(sorted);
    int last = (int) Math.min(sorted.length - 1L, Math.round(within * sorted.length));
    return Math.max(1, sorted[last]);
  }

  /**
   * Bounds that are the wider the less noise there is: what they leave out is a bias, and beside
   * the chance in the private rows a bias counts for more the more of them there are.
   *
   * @param noise the standard deviation of the noise in a product's mean under narrow bounds, over
   *     that of its chance among the private rows
   */
  public static MomentBounds forNoise(double noise) {
    double small = Math.min(1, noise / LITTLE_NOISE);
    return new MomentBounds(
        Math.min(WIDEST_CLIP, NARROW.clip / Math.pow(small, CLIP_POWER)),
        1 - (1 - NARROW.within) * small * small);
  }
}
