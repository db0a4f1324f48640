package tare.cli;

import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tare.curator.AutoWeights;
import tare.curator.GeneratorFitters;
import tare.curator.ReleasePlan;
import tare.curator.ReleasePlan.Split;
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

  private Optional<String> whyTheseWeights = Optional.empty();

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

  /** The plan of these options, its weights chosen where nobody chose. */
  ReleasePlan plan(Schema schema) {
    ReleasePlan plan = weights.plan(schema).withGenerator(GeneratorFitters.named(generator));
    Split split = plan.split();
    plan =
        plan.withSplit(
            new Split(
                split.countEpsilon(),
                weightShare != null ? weightShare : split.weightEpsilon(),
                weightDeltaShare != null ? weightDeltaShare : split.weightDelta()));
    AutoWeights choice = AutoWeights.settle(schema, rows == null ? plan : plan.withRows(rows));
    whyTheseWeights = choice.why();
    return choice.plan();
  }

  /** Why {@link #plan} chose the weights, where the choice was left to it. */
  Optional<String> whyTheseWeights() {
    return whyTheseWeights;
  }
}
