package tare.weight;

import java.util.List;
import java.util.Optional;

/** The weight methods by name, for options and files. */
public final class WeightEstimators {

  /** The method to use when nobody chose. */
  public static final String DEFAULT = Moments.NAME;

  private WeightEstimators() {}

  /** The names of all methods. */
  public static List<String> names() {
    return all(LogisticOptions.DEFAULTS).stream().map(WeightEstimator::name).toList();
  }

  /**
   * The method of a name.
   *
   * @throws IllegalArgumentException naming all methods when there is none
   */
  public static WeightEstimator named(String name, LogisticOptions options) {
    return all(options).stream()
        .filter(estimator -> estimator.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "No weight method named \""
                        + name
                        + "\". There are: "
                        + String.join(", ", names())));
  }

  private static List<WeightEstimator> all(LogisticOptions options) {
    LogisticOptions free =
        new LogisticOptions(options.features(), options.lambda(), Optional.empty());
    return List.of(
        new BetaDebiased(options),
        new BetaNoised(options),
        new OutputNorm(free),
        new OutputLaplace(free),
        new Moments(MomentOptions.DEFAULTS),
        new DpMlp(),
        new Discriminator(),
        new LogReg(options),
        new Mlp());
  }
}
