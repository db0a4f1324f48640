package tare.learn;

import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tare.kernel.mlp.Loss;
import tare.kernel.mlp.MlpPass;
import tare.noise.NoiseSource;

/*
 * One step, in the notation of docs/proofs/dp-sgd.md:
 *
 *     direction = (1/L) [ N(0, sigma^2 C^2 I) + sum over private lot of clip(g_i) + s sum over public lot of clip(g_j) ]
 *
 * The sum starts as the noise rather than as zeros, so there is no path on which a step, however
 * empty its lot, goes without. Private and public rows pass through the network in the same blocks;
 * a public row differs in its factor alone.
 *
 * The methods without an access modifier are the joints at which the tests put mutants.
 */

/**
 * Directions of descent that are private in the rows of one table: DP-SGD (Abadi et al. 2016) with
 * Poisson lots and ghost clipping, where public rows may take part (Ghalebikesabi et al. 2022).
 *
 * <p>Calling {@link #direction} {@code plan.steps()} times costs {@code plan.event()}; the engine
 * refuses to go on after that. Whatever is computed from directions is free. For one thread.
 *
 * <p>Erratum to Ghalebikesabi et al., Algorithm 1: noise is added there once per private row of the
 * lot, so that a lot without private rows gets none, and the update goes uphill. Here noise is
 * added once per step, always.
 */
public class DpSgd {

  /**
   * Clipping aims this much below the clip, relatively, so that the roundings of float arithmetic
   * do not carry a row over it; docs/proofs/dp-sgd.md counts them.
   */
  static final double CLIP_MARGIN = 0x1p-13;

  /** A gradient this long or longer, or not a number, is not clipped but left out. */
  static final double LONGEST = 1e15;

  private final DpSgdPlan plan;
  private final MlpPass pass;
  private final Loss loss;
  private final @Nullable NoiseSource noise;
  private final Supplier<Examples> lots;
  private final double[] squaredNorms;
  private final float[] factors;
  private final float[] targets;
  private final float[] shares;
  private int block;

  /** An engine whose directions are private. */
  public static DpSgd privately(
      DpSgdPlan plan, MlpPass pass, Loss loss, LotSource privateRows, NoiseSource noise) {
    if (!plan.isPrivate()) {
      throw new IllegalArgumentException(
          "A private engine needs a noise multiplier above 0. Got: " + plan.noiseMultiplier());
    }
    return new DpSgd(plan, pass, loss, privateRows, noise, noise::nextLong);
  }

  /** An engine that protects nobody: same lots, same loop, no noise; repeatable. */
  public static DpSgd withoutPrivacy(
      DpSgdPlan plan, MlpPass pass, Loss loss, LotSource rows, RandomGenerator random) {
    if (plan.isPrivate()) {
      throw new IllegalArgumentException(
          "An engine without noise cannot keep a plan with noise multiplier "
              + plan.noiseMultiplier()
              + ".");
    }
    return new DpSgd(plan, pass, loss, rows, null, random::nextLong);
  }

  DpSgd(
      DpSgdPlan plan,
      MlpPass pass,
      Loss loss,
      LotSource privateRows,
      @Nullable NoiseSource noise,
      LongSupplier lotBits) {
    if (plan.clipping() == Clipping.LOGIT && loss != Loss.LOG) {
      throw new IllegalArgumentException("Clipping by the logit needs the log loss. Got: " + loss);
    }
    this.plan = plan;
    this.pass = pass;
    this.loss = loss;
    this.noise = noise;
    this.lots = plan.lots(privateRows, lotBits);
    this.squaredNorms = new double[pass.capacity()];
    this.factors = new float[pass.capacity()];
    this.targets = new float[pass.capacity()];
    this.shares = new float[pass.capacity()];
  }

  /** The plan that is kept. */
  public DpSgdPlan plan() {
    return plan;
  }

  /**
   * The next direction of descent: draws a lot of private rows, adds the given public rows, clips
   * every row's gradient, adds noise.
   *
   * @param parameters Not modified.
   * @param publicRows where the public lot lies
   * @param publicLot which of them take part
   * @param publicScale the weight of public rows' clipped gradients beside private ones
   * @param direction Modified; as long as the parameters.
   */
  public final void direction(
      float[] parameters,
      Examples publicRows,
      int[] publicLot,
      double publicScale,
      float[] direction) {
    Examples privateLot = drawLot();
    begin(direction, privateLot.size());
    block = 0;
    for (int row = 0; row < privateLot.size(); row++) {
      push(parameters, privateLot, row, 1, direction);
    }
    for (int row : publicLot) {
      push(parameters, publicRows, row, publicScale, direction);
    }
    flush(parameters, direction);
    float scale = (float) (1 / plan.lotSize());
    for (int i = 0; i < direction.length; i++) {
      direction[i] *= scale;
    }
  }

  /** The private rows of the next lot. */
  Examples drawLot() {
    return lots.get();
  }

  /**
   * Starts a sum of gradients.
   *
   * @param privateRowsInLot must not matter to anything
   */
  void begin(float[] sum, int privateRowsInLot) {
    if (noise == null) {
      Arrays.fill(sum, 0);
    } else {
      // Privacy hangs on this line: every step, whatever its lot, begins with its noise.
      plan.noise().begin(sum, noise);
    }
  }

  /**
   * What a row's gradient is multiplied by.
   *
   * @param squaredNorm of the gradient of the row's loss
   * @param outputDelta the derivative of the row's loss at its first output
   */
  double clipFactor(double squaredNorm, double outputDelta) {
    if (plan.clipping() == Clipping.LOGIT) {
      // At most 1 for targets in [0, 1]; the minimum holds the bound whatever the targets are. A
      // derivative of zero gives zero or not a number, and with it a factor that takes nothing.
      double slope = Math.min(1, Math.abs(outputDelta));
      return boundedFactor(squaredNorm / (slope * slope), plan.clip());
    }
    return boundedFactor(squaredNorm, plan.clip());
  }

  static double boundedFactor(double squaredNorm, double clip) {
    double norm = Math.sqrt(squaredNorm);
    // Privacy hangs on these lines: after them no row moves the sum by more than clip.
    if (!(norm < LONGEST)) { // also when not a number
      return 0;
    }
    double bound = clip * (1 - CLIP_MARGIN);
    return norm <= bound ? 1 : bound / norm;
  }

  private void push(float[] parameters, Examples rows, int row, double scale, float[] sum) {
    if (block == pass.capacity()) {
      flush(parameters, sum);
    }
    rows.copyInputs(row, pass.inputs(), block * pass.shape().inputs());
    targets[block] = rows.target(row);
    shares[block] = rows.share(row);
    factors[block] = (float) scale;
    block++;
  }

  /** Takes the gathered block through the network and adds its clipped gradients. */
  private void flush(float[] parameters, float[] sum) {
    int rows = block;
    pass.forward(parameters, rows);
    loss.deltas(pass.outputs(), pass.shape().outputs(), targets, rows, pass.outputDeltas());
    pass.backward(parameters, rows);
    if (plan.clip() < Double.POSITIVE_INFINITY) {
      int outputs = pass.shape().outputs();
      pass.squaredNorms(rows, squaredNorms);
      for (int i = 0; i < rows; i++) {
        // To clip g to a part of the clip is to clip g over that part to all of it.
        double squaredNorm = squaredNorms[i] / ((double) shares[i] * shares[i]);
        factors[i] *= (float) clipFactor(squaredNorm, pass.outputDeltas()[i * outputs]);
      }
    }
    pass.scaleExamples(rows, factors);
    pass.addGradient(rows, sum);
    block = 0;
  }
}
