package tare.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tare.accounting.PrivacyBudget;
import tare.curator.ReleasePlan;
import tare.curator.ReleasePlan.Split;
import tare.curator.WeightChoice;
import tare.model.WeightSteps;
import tare.random.Seed;
import tare.schema.Schema;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimators;

/** The budget of a release and how its rows are weighed, as options. */
final class WeightOptions {

  private static final String AUTO = "auto";
  private static final String NONE = "none";

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
      names = "--weights",
      paramLabel = "NAME",
      defaultValue = AUTO,
      description =
          "What weighs the rows. One of: ${COMPLETION-CANDIDATES}. Default: auto, which is moments where"
              + " public numbers say that they pay, else the discriminator's weights where the generator has"
              + " one, else none.",
      completionCandidates = WeightNames.class)
  private String weights = AUTO;

  @Option(
      names = "--weight-steps",
      paramLabel = "STEPS",
      defaultValue = "",
      description =
          "What to do to the weights afterwards, in order, for instance psis or temper=0.5,truncate=20.")
  private String steps = "";

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "The start of all public chance (sampling, initial values). Never of the noise.")
  private @Nullable Long seed;

  @Option(
      names = "--count-share",
      paramLabel = "F",
      description = "The share of epsilon for the row count, where none is declared. Default: 0.02")
  private @Nullable Double countShare;

  @Option(
      names = "--replicates",
      paramLabel = "B",
      description =
          "How many replicate weights, for standard errors, where the weights are moments; 0 for none. Default: 50")
  private @Nullable Integer replicates;

  @Option(
      names = "--accept-weak-delta",
      description =
          "Accept a delta of one over the number of rows or more; the statement will say so.")
  private boolean acceptWeakDelta;

  static final class WeightNames extends java.util.ArrayList<String> {
    private static final long serialVersionUID = 1L;

    WeightNames() {
      add(AUTO);
      addAll(WeightEstimators.names());
      add(NONE);
    }
  }

  /** The same options with an epsilon for those who named none. */
  WeightOptions withDefaultEpsilon(double otherwise) {
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
    return new PrivacyBudget(epsilon, delta != null ? delta : ReleasePlan.defaultDelta(schema));
  }

  /** How the rows are to be weighed. */
  private WeightChoice choice() {
    return switch (weights) {
      case AUTO -> new WeightChoice.Automatic();
      case NONE -> new WeightChoice.None();
      default -> new WeightChoice.Method(WeightEstimators.named(weights, LogisticOptions.DEFAULTS));
    };
  }

  /** The plan of these options, with the usual generator. */
  ReleasePlan plan(Schema schema) {
    ReleasePlan plan =
        ReleasePlan.of(budget(schema)).withWeights(choice()).withSteps(WeightSteps.parse(steps));
    if (seed != null) {
      plan = plan.withSeed(new Seed(seed));
    }
    if (countShare != null) {
      Split split = plan.split();
      plan = plan.withSplit(new Split(countShare, split.weightEpsilon(), split.weightDelta()));
    }
    if (replicates != null) {
      plan = plan.withHandling(plan.handling().withReplicates(replicates));
    }
    return acceptWeakDelta ? plan.acceptingWeakDelta() : plan;
  }
}
