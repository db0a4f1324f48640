package tare.weight;

import java.util.OptionalDouble;
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

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean composes() {
    return true;
  }

  @Override
  public double usualShare() {
    return 0.5;
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
