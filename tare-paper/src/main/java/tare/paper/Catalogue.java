package tare.paper;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tare.curator.GeneratorFitters;
import tare.generator.GeneratorFitter;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimator;
import tare.weight.WeightEstimators;

/** Generators and weight methods by the names that grids use, and how tables spell them. */
final class Catalogue {

  private static final Map<String, String> TITLES =
      Map.ofEntries(
          Map.entry("none", "None"),
          Map.entry("auto", "Auto"),
          Map.entry("beta-noised", "BetaNoised"),
          Map.entry("beta-debiased", "BetaDebiased"),
          Map.entry("output-norm", "OutputNorm"),
          Map.entry("output-laplace", "OutputLaplace"),
          Map.entry("dp-mlp", "DP-MLP"),
          Map.entry("discriminator", "Discriminator"),
          Map.entry("moments", "Moments"),
          Map.entry("logreg", "LogReg (not private)"),
          Map.entry("mlp", "MLP (not private)"),
          Map.entry("privbayes", "PrivBayes"),
          Map.entry("dpgan", "DPGAN"),
          Map.entry("dpcgan", "DPCGAN"),
          Map.entry("gan", "GAN (not private)"),
          Map.entry("cgan", "CGAN (not private)"),
          Map.entry("pate-gan", "PATE-GAN"));

  private Catalogue() {}

  /** As tables spell it; steps stay after a plus sign. */
  static String title(String name) {
    int plus = name.indexOf('+');
    String base = plus < 0 ? name : name.substring(0, plus);
    return TITLES.getOrDefault(base, base) + (plus < 0 ? "" : " + " + name.substring(plus + 1));
  }

  /** Whether a weight method puts noise on what it reads of private rows. */
  static boolean isPrivate(String method) {
    return weights(method, LogisticOptions.DEFAULTS)
        .map(WeightEstimator::isPrivate)
        .orElse(!method.equals("none"));
  }

  /** Whether a method of a grid, steps aside, is in this version. */
  static boolean knows(String method) {
    String base = method.split("\\+", -1)[0];
    return base.equals("none")
        || base.equals("auto")
        || weights(base, LogisticOptions.DEFAULTS).isPresent();
  }

  static Optional<GeneratorFitter> generator(String name) {
    return GeneratorFitters.names().contains(name)
        ? Optional.of(GeneratorFitters.named(name))
        : Optional.empty();
  }

  static Optional<WeightEstimator> weights(String name, LogisticOptions options) {
    List<String> known = WeightEstimators.names();
    return known.contains(name)
        ? Optional.of(WeightEstimators.named(name, options))
        : Optional.empty();
  }
}
