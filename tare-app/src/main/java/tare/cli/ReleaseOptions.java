package tare.cli;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tare.curator.ReleasePlan;
import tare.curator.ReleasePlan.Split;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorFitters;
import tare.privacy.PrivacyBudget;
import tare.privacy.SecureNoise;
import tare.random.Seed;
import tare.schema.Schema;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimator;
import tare.weight.WeightEstimators;
import tare.weight.WeightSteps;

/** What a release is made of, as options: budget, split, generator, weights. */
final class ReleaseOptions {

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      description = "The privacy loss the whole release may cost.")
  private @Nullable Double epsilon;

  @Option(
      names = "--delta",
      paramLabel = "D",
      description = "The chance of a larger loss. Default: 1/(10 n), at most 1e-6.")
  private @Nullable Double delta;

  @Option(
      names = "--generator",
      paramLabel = "NAME",
      defaultValue = "privbayes",
      description =
          "What makes the rows. One of: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}",
      completionCandidates = GeneratorNames.class)
  private String generator = "privbayes";

  @Option(
      names = "--weights",
      paramLabel = "NAME",
      defaultValue = "beta-debiased",
      description =
          "What weighs the rows. One of: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}",
      completionCandidates = WeightNames.class)
  private String weights = "beta-debiased";

  @Option(
      names = "--weight-steps",
      paramLabel = "STEPS",
      defaultValue = "",
      description = "What to do to the weights afterwards, in order, for instance psis or temper=0.5,truncate=20.")
  private String steps = "";

  @Option(
      names = "--rows",
      paramLabel = "N",
      description =
          "How many synthetic rows. Default: as many as there are private ones, as far as that is public.")
  private @Nullable Integer rows;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "The start of all public chance (sampling, initial values). Never of the noise.")
  private @Nullable Long seed;

  @Option(
      names = "--weight-share",
      paramLabel = "F",
      description = "The share of epsilon for the weights. Default: 0.1")
  private @Nullable Double weightShare;

  @Option(
      names = "--weight-delta-share",
      paramLabel = "F",
      description = "The share of delta for the weights. Default: 0.3")
  private @Nullable Double weightDeltaShare;

  @Option(
      names = "--count-share",
      paramLabel = "F",
      description = "The share of epsilon for the row count, where none is declared. Default: 0.02")
  private @Nullable Double countShare;

  @Option(
      names = "--accept-weak-delta",
      description =
          "Accept a delta of one over the number of rows or more; the statement will say so.")
  private boolean acceptWeakDelta;

  static final class GeneratorNames extends java.util.ArrayList<String> {
    private static final long serialVersionUID = 1L;

    GeneratorNames() {
      super(GeneratorFitters.names());
    }
  }

  static final class WeightNames extends java.util.ArrayList<String> {
    private static final long serialVersionUID = 1L;

    WeightNames() {
      super(WeightEstimators.names());
      add("none");
    }
  }

  /** The same options with an epsilon for those who named none. */
  ReleaseOptions withDefaultEpsilon(double otherwise) {
    if (epsilon == null) {
      epsilon = otherwise;
    }
    return this;
  }

  /** The budget of the whole release. */
  PrivacyBudget budget(Schema schema) {
    if (epsilon == null) {
      throw new IllegalArgumentException(
          "A release needs --epsilon, the privacy loss it may cost; 1 is a usual choice.");
    }
    if (!(epsilon > 0) || epsilon.isInfinite()) {
      throw new IllegalArgumentException("--epsilon must be above 0 and finite. Got: " + epsilon);
    }
    OptionalLong n = schema.publicRowCount();
    double chosen =
        delta != null ? delta : n.isPresent() ? ReleasePlan.defaultDelta(n.getAsLong()) : 1e-6;
    return new PrivacyBudget(epsilon, chosen);
  }

  ReleasePlan plan(Schema schema) {
    GeneratorFitter fitter = GeneratorFitters.named(generator);
    Optional<WeightEstimator> estimator =
        weights.equals("none") ? Optional.empty() : Optional.of(WeightEstimators.named(weights, LogisticOptions.DEFAULTS));
    return new ReleasePlan(
        budget(schema),
        split(),
        Optional.of(fitter),
        estimator,
        WeightSteps.parse(steps),
        rows == null ? OptionalInt.empty() : OptionalInt.of(rows),
        new Seed(seed != null ? seed : new SecureNoise().nextLong() >>> 11),
        acceptWeakDelta);
  }

  private Split split() {
    return new Split(
        countShare != null ? countShare : Split.DEFAULTS.countEpsilon(),
        weightShare != null ? weightShare : Split.DEFAULTS.weightEpsilon(),
        weightDeltaShare != null ? weightDeltaShare : Split.DEFAULTS.weightDelta());
  }
}
