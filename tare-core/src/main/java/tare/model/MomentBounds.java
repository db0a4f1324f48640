package tare.model;

import java.util.Arrays;

/**
 * How far a row counts in the public map of moment weights. What lies beyond is seen by its mean
 * alone, so narrow bounds leave slopes to the generator where rows are far out; wide ones cost
 * noise in everything.
 *
 * @param kept numbers count as far out as it takes to keep this share of their squares; 1 lets them
 *     count as far as they go
 * @param within the share of synthetic rows that are left as long as they are; 1 leaves all rows so
 * @param longest and for no more than so many standard deviations
 * @param tailPower coordinates count in the length of a row for their tail to the power of minus
 *     this: with more of it those of long tails are seen further out, at the price of more noise in
 *     them
 */
public record MomentBounds(double kept, double within, double longest, double tailPower) {

  /**
   * Where noise is larger than what the drawing of private rows leaves open: half of the rows are
   * shortened. Products of shortened rows say nearly as much of how columns go together, and noise
   * grows with the square of the longest.
   */
  public static final MomentBounds NARROW = new MomentBounds(0.95, 0.5, 10, 0.1);

  /** For public rows alone: every row counts as far as it goes. */
  static final MomentBounds NONE = new MomentBounds(1, 1, Double.POSITIVE_INFINITY, 0);

  /** Numbers count for so many standard deviations in any case. */
  static final double SHORTEST_CLIP = 3;

  /** And for no more than so many, however little noise there is. */
  private static final double LONGEST_CLIP = 24;

  private static final double CLIP_STEP = 1.1;

  /** Below this part of what chance leaves open noise has room to grow. */
  private static final double LITTLE_NOISE = 0.9;

  /** And beyond this part of that bounds stay as they are: some must be left. */
  private static final double LEAST = 0.05;

  /** Coordinates count for the number of their column's to the power of minus this. */
  private static final double SIBLING_POWER = 0.25;

  /** What the power of tails grows by where there is next to no noise. */
  private static final double MORE_TAIL = 0.35;

  public MomentBounds {
    if (!(kept > 0 && kept <= 1) || !(within > 0 && within <= 1) || !(longest >= SHORTEST_CLIP)) {
      throw new IllegalArgumentException(
          "Shares must be in (0, 1], and numbers count for at least 3 standard deviations. Got: "
              + kept
              + ", "
              + within
              + " and "
              + longest);
    }
  }

  /**
   * How many standard deviations a number counts for.
   *
   * @param sizes what public values are off their mean by, in standard deviations. Not modified.
   */
  double clip(double[] sizes) {
    double clip = kept == 1 ? longest : SHORTEST_CLIP;
    while (clip < longest && squares(sizes, clip) < kept * sizes.length) {
      clip = Math.min(longest, clip * CLIP_STEP);
    }
    return clip;
  }

  private static double squares(double[] sizes, double clip) {
    double sum = 0;
    for (double size : sizes) {
      double counted = Math.min(size, clip);
      sum += counted * counted;
    }
    return sum;
  }

  /**
   * What whitened coordinates count for in the length of a row. A row's length bounds what all its
   * products may be, so what fills it costs all others their precision. A coordinate that few rows
   * have much of counts less the longer its tail is. And one of a column that has many, a level
   * among levels, counts less the more there are: with lengths d of columns and the noise of a pair
   * of columns taken as the mean over their coordinates, that of all pairs together is least at the
   * power of minus a quarter.
   *
   * @param tails how far out each coordinate's tail is, in standard deviations. Not modified.
   * @param siblings how many coordinates its column has, itself among them. Not modified.
   */
  double[] scales(double[] tails, int[] siblings) {
    double[] scales = new double[tails.length];
    for (int j = 0; j < scales.length; j++) {
      double tail = Math.pow(Math.max(1, tails[j]), -tailPower);
      scales[j] = tail * Math.pow(siblings[j], -SIBLING_POWER);
    }
    return scales;
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
    double small = Math.max(LEAST, Math.min(1, noise / LITTLE_NOISE));
    double narrow = Math.pow(small, 3);
    return new MomentBounds(
        1 - (1 - NARROW.kept) * small * small,
        1 - (1 - NARROW.within) * narrow,
        Math.min(LONGEST_CLIP, NARROW.longest / small),
        NARROW.tailPower + MORE_TAIL * (1 - narrow));
  }
}
