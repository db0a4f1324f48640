package tare.weight;

import java.util.OptionalDouble;
import tare.accounting.PrivacyBudget;
import tare.gate.Mechanism;
import tare.mechanism.NoisedStatistic;
import tare.model.FittedWeights;
import tare.noise.BoundedStatistic;
import tare.noise.StepGaussian;
import tare.table.RowPass;

/**
 * Weights from bought moments: one noised vector of means and products of a public map, and the
 * smallest change of the synthetic rows, in relative entropy, that gives them these moments.
 */
public record Moments(MomentOptions options) implements WeightEstimator {

  /** The name in options and files. */
  public static final String NAME = "moments";

  /** The largest noise in a log weight at which a set of moments is still bought. */
  public static final double MOST_LOG_NOISE = 2;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean composes() {
    return true;
  }

  /** Up to so many rows times epsilon half of the budget is what moments need. */
  private static final double HALF_IS_NEEDED = 20_000;

  /** What composition leaves of Gaussian noise's budget beside a half of it. */
  private static final double BESIDE_HALF = Math.sqrt(0.75);

  private static final double LEAST_SHARE = 0.1;

  /** Pairs with outcomes alone have several times less noise, and take this part of it. */
  private static final double FOR_OUTCOMES = 0.25;

  private static final double LEAST_FOR_OUTCOMES = 0.05;

  @Override
  public double usualShare() {
    return 0.5;
  }

  /**
   * Half of it up to {@value #HALF_IS_NEEDED} rows times epsilon, and less beyond: noise is small
   * beside the chance in the private rows then, and the generator makes rows of the rest. Budgets
   * add up in squares, so a share of nine tenths for the generator leaves the moments 0.44 of the
   * whole. Where pairs with outcomes alone are asked for, a quarter of that.
   */
  @Override
  public double usualShare(PrivacyBudget whole, long n) {
    double needed = BESIDE_HALF * Math.sqrt(Math.min(1, HALF_IS_NEEDED / (n * whole.epsilon())));
    double share = Math.max(LEAST_SHARE, 1 - Math.sqrt(1 - needed * needed));
    boolean outcomes = options.set().filter(MomentSet.OUTCOME_PAIRS::equals).isPresent();
    return outcomes ? Math.max(LEAST_FOR_OUTCOMES, FOR_OUTCOMES * share) : share;
  }

  @Override
  public Mechanism<FittedWeights> mechanism(WeightTask task) {
    return mechanism(MomentFit.of(task, options));
  }

  /** The mechanism of moments that are settled already. */
  public static Mechanism<FittedWeights> mechanism(MomentFit fit) {
    return new MomentMechanism(fit);
  }

  /** One noised sum, and weights from it. */
  private record MomentMechanism(MomentFit fit)
      implements NoisedStatistic<long[], long[], FittedWeights> {

    @Override
    public String purpose() {
      return "fit weights: " + NAME;
    }

    @Override
    public BoundedStatistic<RowPass, long[]> statistic() {
      return fit.mechanism().statistic();
    }

    @Override
    public StepGaussian law() {
      return fit.mechanism().law();
    }

    @Override
    public FittedWeights published(long[] noised) {
      return fit.weights(fit.mechanism().published(noised));
    }
  }

  @Override
  public OptionalDouble expectedLogNoise(WeightTask task) {
    return OptionalDouble.of(MomentFit.of(task, options).logNoise());
  }
}
