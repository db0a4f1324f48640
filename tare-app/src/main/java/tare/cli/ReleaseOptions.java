package tare.cli;

import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tare.curator.AutoWeights;
import tare.curator.GeneratorFitters;
import tare.curator.ReleasePlan;
import tare.curator.ReleasePlan.Split;
import tare.curator.WeightHandling;
import tare.curator.WeightHandling.Correction;
import tare.schema.Schema;

/** What a release is made of, as options: generator, weights, budget and its split. */
public final class ReleaseOptions {

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

  @ArgGroup(multiplicity = "0..1")
  private Placed placed = new Placed();

  /** Where the correction goes; at most one of the two. */
  static final class Placed {
    @Option(
        names = "--resample",
        description =
            "Draw many rows and keep them in proportion to their weights, so that the released rows need none."
                + " What moments do unless told otherwise.")
    private boolean inRows;

    @Option(
        names = "--keep-weights",
        description = "Leave the rows as they were drawn, and the correction in the weight column.")
    private boolean inWeights;

    WeightHandling on(WeightHandling handling) {
      if (inRows) {
        return handling.withCorrection(Correction.IN_ROWS);
      }
      return inWeights ? handling.withCorrection(Correction.IN_WEIGHTS) : handling;
    }
  }

  @Option(
      names = "--weight-share",
      paramLabel = "F",
      description =
          "The share of epsilon for the weights. Default: 0.5 for moments, which get all that composition leaves;"
              + " 0.1 for others")
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
  public ReleasePlan plan(Schema schema) {
    ReleasePlan plan = weights.plan(schema).withGenerator(GeneratorFitters.named(generator));
    Split split = plan.split();
    plan =
        plan.withSplit(
            new Split(
                split.countEpsilon(),
                weightShare != null ? OptionalDouble.of(weightShare) : split.weightEpsilon(),
                weightDeltaShare != null ? weightDeltaShare : split.weightDelta()));
    plan = plan.withHandling(placed.on(plan.handling()));
    AutoWeights choice = AutoWeights.settle(schema, rows == null ? plan : plan.withRows(rows));
    whyTheseWeights = choice.why();
    return choice.plan();
  }

  /** Why {@link #plan} chose the weights, where the choice was left to it. */
  Optional<String> whyTheseWeights() {
    return whyTheseWeights;
  }
}
