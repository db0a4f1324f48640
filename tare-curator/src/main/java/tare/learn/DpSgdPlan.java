package tare.learn;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tare.accounting.Calibration;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.PrivacyEvent.NonPrivate;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;
import tare.noise.FloatGaussian;
import tare.schema.RefusedException;

/**
 * The numbers of a run of DP-SGD that its privacy hangs on. All are public and fixed before a row
 * is read.
 *
 * @param samplingRate the probability with which each private row enters each lot
 * @param noiseMultiplier standard deviation of the noise over the clip; 0 means no privacy at all
 * @param steps the number of steps, all of which are taken
 * @param clip the largest norm of one row's gradient; infinite for no clipping, without privacy
 *     only
 * @param lotSize what sums of gradients are divided by: the expected size of a lot, a constant
 * @param clipping what a gradient is measured by when it is clipped
 */
public record DpSgdPlan(
    double samplingRate,
    double noiseMultiplier,
    long steps,
    double clip,
    double lotSize,
    Clipping clipping) {

  public DpSgdPlan {
    if (!(samplingRate > 0 && samplingRate <= 1)) {
      throw new IllegalArgumentException(
          "The sampling rate must be in (0, 1]. Got: " + samplingRate);
    }
    if (!(noiseMultiplier >= 0) || Double.isInfinite(noiseMultiplier)) {
      throw new IllegalArgumentException(
          "The noise multiplier must be finite and not negative. Got: " + noiseMultiplier);
    }
    if (steps < 1) {
      throw new IllegalArgumentException("There must be at least one step. Got: " + steps);
    }
    if (noiseMultiplier > 0 ? !(clip >= 1e-6 && clip <= 1e6) : !(clip > 0)) {
      throw new IllegalArgumentException(
          "With noise the clip must be in [1e-6, 1e6]; without, positive. Got: " + clip);
    }
    if (!(lotSize > 0) || Double.isInfinite(lotSize)) {
      throw new IllegalArgumentException("The lot size must be positive. Got: " + lotSize);
    }
  }

  /** A plan that clips gradients by their own norm. */
  public DpSgdPlan(
      double samplingRate, double noiseMultiplier, long steps, double clip, double lotSize) {
    this(samplingRate, noiseMultiplier, steps, clip, lotSize, Clipping.GRADIENT);
  }

  /**
   * The plan with the least noise that stays within a budget. Reads nothing private.
   *
   * @throws RefusedException if no noise is enough, or the budget has no delta
   */
  public static DpSgdPlan calibrated(
      PrivacyBudget budget, double samplingRate, long steps, double clip, double lotSize) {
    if (!(budget.delta() > 0)) {
      throw new RefusedException(
          "DP-SGD adds Gaussian noise, which needs a delta above 0. Got: " + budget.delta());
    }
    DpSgdPlan unit = new DpSgdPlan(samplingRate, 1, steps, clip, lotSize);
    return unit.withNoiseMultiplier(
        Calibration.noiseMultiplier(sigma -> unit.withNoiseMultiplier(sigma).event(), budget));
  }

  private DpSgdPlan withNoiseMultiplier(double multiplier) {
    return new DpSgdPlan(samplingRate, multiplier, steps, clip, lotSize, clipping);
  }

  /** The same plan with another way to measure gradients. */
  public DpSgdPlan withClipping(Clipping kind) {
    return new DpSgdPlan(samplingRate, noiseMultiplier, steps, clip, lotSize, kind);
  }

  /** A run without privacy: no clipping, no noise. */
  public static DpSgdPlan nonPrivate(double samplingRate, long steps, double lotSize) {
    return new DpSgdPlan(samplingRate, 0, steps, Double.POSITIVE_INFINITY, lotSize);
  }

  /** Whether rows are protected at all. */
  public boolean isPrivate() {
    return noiseMultiplier > 0;
  }

  /** The lots of all steps, at the rate that is accounted for, and not one more. */
  Supplier<Examples> lots(LotSource rows, LongSupplier bits) {
    // Privacy hangs on this line: lots are drawn at the rate that the event names.
    Supplier<Examples> lots = rows.lots(samplingRate, bits);
    AtomicLong taken = new AtomicLong();
    return () -> {
      if (taken.getAndIncrement() >= steps) {
        throw new IllegalStateException(
            "All " + steps + " steps that were accounted for have been taken.");
      }
      return lots.get();
    };
  }

  /** The noise of each step, made for sums that one row moves by the clip at most. */
  FloatGaussian noise() {
    return new FloatGaussian(noiseMultiplier, clip);
  }

  /** What the run costs; docs/proofs/dp-sgd.md has the proof. */
  public PrivacyEvent event() {
    return isPrivate()
        ? new Repeated(new PoissonSampled(samplingRate, noise().event()), steps)
        : new NonPrivate();
  }
}
