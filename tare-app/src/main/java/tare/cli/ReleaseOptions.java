package tare.cli;

import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tare.curator.AutoWeights;
import tare.curator.ReleasePlan;
import tare.curator.ReleasePlan.Split;
import tare.generator.GeneratorFitters;
import tare.schema.Schema;

/** What a release is made of, as options: generator, weights, budget and its split. */
final class ReleaseOptions {

  @Mixin private WeightOptions weights = new WeightOptions();

  @Option(
      names = "--generator",
      paramLabel = "NAME",
      defaultValue = "privbayes",
      description =
          "What makes the rows. One of: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}",
      completionCandidates = GeneratorNames.class)
  private String generator = "privbayes";

  @Option(
      names = "--rows",
      paramLabel = "N",
      description =
          "How many synthetic rows. Default: as many as there are private ones, as far as that is public.")
  private @Nullable Integer rows;

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

  private @Nullable String whyTheseWeights;

  static final class GeneratorNames extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    GeneratorNames() {
      super(GeneratorFitters.names());
    }
  }

  /** The same options with an epsilon for those who named none. */
  ReleaseOptions withDefaultEpsilon(double otherwise) {
    weights.withDefaultEpsilon(otherwise);
    return this;
  }

  ReleasePlan plan(Schema schema) {
    ReleasePlan plan =
        new ReleasePlan(
            weights.budget(schema),
            new Split(
                weights.countShare(),
                weightShare != null ? weightShare : Split.DEFAULTS.weightEpsilon(),
                weightDeltaShare != null ? weightDeltaShare : Split.DEFAULTS.weightDelta()),
            Optional.of(GeneratorFitters.named(generator)),
            weights.automatic() ? Optional.empty() : weights.estimator(),
            weights.steps(),
            rows == null ? OptionalInt.empty() : OptionalInt.of(rows),
            weights.seed(),
            weights.acceptWeakDelta());
    if (!weights.automatic()) {
      return plan;
    }
    AutoWeights choice = AutoWeights.choose(schema, plan, schema.publicRowCount());
    whyTheseWeights = choice.why();
    return choice.plan();
  }

  /** Why {@link #plan} chose the weights, where the choice was left to it. */
  Optional<String> whyTheseWeights() {
    return Optional.ofNullable(whyTheseWeights);
  }
}
