package tare.noise;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Lots into which every row enters independently with one probability.
 *
 * <p>The gap to the next row that enters is geometric, so a lot costs time in its own size rather
 * than in that of the table. Gaps come from 53 random bits each: probabilities are exact to 2^-53.
 */
public final class PoissonLots {

  private final double rate;
  private final LongSupplier bits;
  private final double logStay; // log(1 - rate)
  private int[] drawn = new int[64];

  /**
   * Lots of one rate.
   *
   * @param rate in (0, 1]
   * @param bits 64 uniform bits at a time. For private rows they must come from a noise source:
   *     that nobody knows who was in the lot is part of the privacy proof
   */
  public PoissonLots(double rate, LongSupplier bits) {
    if (!(rate > 0 && rate <= 1)) {
      throw new IllegalArgumentException("The sampling rate must be in (0, 1]. Got: " + rate);
    }
    this.rate = rate;
    this.bits = bits;
    // log1p, because rates are often below 1e-8.
    this.logStay = Math.log1p(-rate);
  }

  /** The rows of the next lot, ascending. */
  public int[] draw(int rows) {
    if (rate == 1) {
      int[] all = new int[rows];
      Arrays.setAll(all, i -> i);
      return all;
    }
    int count = 0;
    // P[gap >= g] = (1 - rate)^g = P[log(u) <= g log(1 - rate)], u uniform on (0, 1].
    for (double at = gap(); at < rows; at += 1 + gap()) {
      if (count == drawn.length) {
        drawn = Arrays.copyOf(drawn, (int) Math.min(rows, 2L * count));
      }
      drawn[count++] = (int) at;
    }
    return Arrays.copyOf(drawn, count);
  }

  private double gap() {
    double u = ((bits.getAsLong() >>> 11) + 1) * 0x1p-53;
    return Math.floor(Math.log(u) / logStay);
  }
}
