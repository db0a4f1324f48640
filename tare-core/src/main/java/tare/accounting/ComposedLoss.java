package tare.accounting;

import java.util.Arrays;
import java.util.List;
import tare.kernel.special.Fft;

/*
 * Design. The law of a sum of losses is a convolution power, computed by FFT. Two things make it
 * exact enough at any delta:
 *
 * Tilting. Masses are multiplied by exp(tilt * loss) before and divided by it after. The FFT's
 * rounding is relative to the largest mass, so after tilting it is relative to the masses near the
 * answer, and a delta of 1e-30 keeps its digits as well as one of 1e-3 does.
 *
 * Wrapping. The FFT convolves on a ring, so masses outside the window come back inside it. They are
 * not negative, so this only adds to what is there: the answer can get worse, not better. What left
 * at the upper end is missing where it was, and is counted as an infinite loss, by Chernoff's bound.
 */

/** The law of the sum of many losses, on a window of the grid, as a curve of delta over epsilon. */
final class ComposedLoss {

  /** All deltas are raised by this much, against the rounding of doubles. */
  private static final double ROUNDING = 1e-7;

  private final double spacing;

  /** Where the curve begins, in spacings. */
  private final long first;

  /** Delta at each loss of the window, falling; infinite losses included. */
  private final double[] deltas;

  /** Composes losses that lie on one grid, on a window of a power-of-two size. */
  ComposedLoss(List<LossPlan.Part> parts, LossPlan plan, int size) {
    this.spacing = parts.get(0).pmf().spacing();
    // Room to spare goes below, where answers may lie if the plan was poor.
    this.first = (long) Math.ceil(plan.high() / spacing) + 1 - size;
    double logMoment = LossPlan.logMoment(parts, plan.tilt());
    double[] tilted = tiltedPower(parts, plan.tilt(), size);
    double infinite = infinite(parts) + above(parts, first + size - 1, plan.tailTilt());
    this.deltas = curve(tilted, plan.tilt(), logMoment, infinite);
  }

  /** A bound on the probability of finite losses above the window. */
  private double above(List<LossPlan.Part> parts, long last, double tailTilt) {
    double highest = 0;
    for (LossPlan.Part part : parts) {
      highest += part.count() * (part.pmf().first() + part.pmf().mass().length - 1);
    }
    return highest <= last
        ? 0
        : Math.exp(LossPlan.logMoment(parts, tailTilt) - tailTilt * (last * spacing));
  }

  /** The law of the sum, tilted, at each place of the ring. */
  private static double[] tiltedPower(List<LossPlan.Part> parts, double tilt, int size) {
    Fft fft = Fft.ofSize(size);
    double[] productRe = new double[size];
    double[] productIm = new double[size];
    Arrays.fill(productRe, 1);
    for (LossPlan.Part part : parts) {
      LossPmf pmf = part.pmf();
      double logMoment = pmf.logMoment(tilt);
      double[] re = new double[size];
      double[] im = new double[size];
      for (int i = 0; i < pmf.mass().length; i++) {
        if (pmf.mass()[i] > 0) {
          int place = (int) Math.floorMod(pmf.first() + i, (long) size);
          re[place] += pmf.mass()[i] * Math.exp(tilt * pmf.loss(i) - logMoment);
        }
      }
      fft.forward(re, im);
      multiplyByPower(productRe, productIm, re, im, (long) part.count());
    }
    fft.inverse(productRe, productIm);
    return productRe;
  }

  /** Multiplies one spectrum by a power of another. @param productRe Modified. */
  private static void multiplyByPower(
      double[] productRe, double[] productIm, double[] re, double[] im, long power) {
    for (int i = 0; i < re.length; i++) {
      double squared = re[i] * re[i] + im[i] * im[i];
      // log |z| <= (|z|^2 - 1) / 2: a power below exp(-90) is nothing beside rounding.
      if (power * (1 - squared) > 180) {
        productRe[i] = 0;
        productIm[i] = 0;
        continue;
      }
      double baseRe = re[i];
      double baseIm = im[i];
      double resultRe = productRe[i];
      double resultIm = productIm[i];
      for (long rest = power; rest > 0; rest >>= 1) {
        if ((rest & 1) == 1) {
          double next = resultRe * baseRe - resultIm * baseIm;
          resultIm = resultRe * baseIm + resultIm * baseRe;
          resultRe = next;
        }
        double square = baseRe * baseRe - baseIm * baseIm;
        baseIm = 2 * baseRe * baseIm;
        baseRe = square;
      }
      productRe[i] = resultRe;
      productIm[i] = resultIm;
    }
  }

  private static double infinite(List<LossPlan.Part> parts) {
    double logFinite = 0;
    for (LossPlan.Part part : parts) {
      logFinite += part.count() * Math.log1p(-part.pmf().infinite());
    }
    return -Math.expm1(logFinite);
  }

  /**
   * Sums the curve from the top: with A the mass above a loss and D the delta there, one spacing
   * lower they are A + m and (1 - e^-h) (A + m) + e^-h D, all terms positive.
   */
  private double[] curve(double[] tilted, double tilt, double logMoment, double infinite) {
    int size = tilted.length;
    double[] curve = new double[size];
    double decay = Math.exp(-spacing);
    double share = -Math.expm1(-spacing);
    double mass = 0;
    double delta = 0;
    curve[size - 1] = infinite;
    for (int i = size - 2; i >= 0; i--) {
      long index = first + i + 1;
      double m = tilted[(int) Math.floorMod(index, (long) size)];
      if (m > 0) {
        mass += m * Math.exp(logMoment - tilt * (index * spacing));
      }
      delta = share * mass + decay * delta;
      curve[i] = Math.min(1, (delta + infinite) * (1 + ROUNDING));
    }
    return curve;
  }

  /** The smallest epsilon at a delta, or NaN if it lies below the window. */
  double epsilon(double delta) {
    if (deltas[deltas.length - 1] > delta) {
      return Double.POSITIVE_INFINITY;
    }
    int i = deltas.length - 1;
    while (i > 0 && deltas[i - 1] <= delta) {
      i--;
    }
    if (i == 0) {
      return first * spacing <= 0 ? 0 : Double.NaN;
    }
    // Between two losses the curve is a chord over exp(epsilon).
    double part = (delta - deltas[i]) / (deltas[i - 1] - deltas[i]);
    return Math.max(0, (first + i) * spacing + Math.log1p(part * Math.expm1(-spacing)));
  }

  /** The smallest delta at an epsilon, or NaN if it lies below the window. */
  double delta(double epsilon) {
    double place = epsilon / spacing - first;
    if (place >= deltas.length - 1) {
      return deltas[deltas.length - 1];
    }
    if (place < 0) {
      return Double.NaN;
    }
    int i = (int) place;
    double fraction = Math.expm1(spacing * (place - i)) / Math.expm1(spacing);
    return deltas[i] + fraction * (deltas[i + 1] - deltas[i]);
  }
}
