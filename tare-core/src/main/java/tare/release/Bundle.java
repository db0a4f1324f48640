package tare.release;

import java.util.Optional;
import tare.inference.Replicates;
import tare.model.FittedGenerator;
import tare.model.FittedWeights;
import tare.model.WeightModel;
import tare.schema.BadInputException;
import tare.table.Table;

/**
 * Everything a release holds, in memory. All of it is public: it came out of the gate or was
 * computed from what did.
 *
 * @param synthetic the synthetic rows
 * @param weights a weight per row and where it comes from; empty when no weights were asked for
 * @param replicates replicate weights of the same rows, for standard errors; empty when there are
 *     none, as in releases of older versions
 * @param privacy what was spent on what, and what that promises
 * @param provenance what made the release
 * @param model the fitted generator, from which more rows can be sampled at no cost; empty when the
 *     rows came from another tool
 */
public record Bundle(
    Table synthetic,
    Optional<WeightStatement> weights,
    Optional<Replicates> replicates,
    PrivacyStatement privacy,
    Provenance provenance,
    Optional<FittedGenerator> model) {

  public Bundle {
    weights.ifPresent(w -> requireOnePerRow(w.weights().size(), synthetic.rowCount()));
    replicates.ifPresent(r -> requireOnePerRow(r.rows(), synthetic.rowCount()));
  }

  /** A release without replicate weights. */
  public Bundle(
      Table synthetic,
      Optional<WeightStatement> weights,
      PrivacyStatement privacy,
      Provenance provenance,
      Optional<FittedGenerator> model) {
    this(synthetic, weights, Optional.empty(), privacy, provenance, model);
  }

  /**
   * The released weight function, for rows that were sampled later. Costs no privacy.
   *
   * @throws tare.schema.BadInputException when there is none: the release has no weights, or its
   *     method knows those of its own rows only
   */
  public FittedWeights weightFunction() {
    WeightStatement statement =
        weights.orElseThrow(
            () -> new BadInputException("weights.json", "This release has no weights."));
    return WeightModel.read("weights.json", synthetic.schema(), statement.description(), model);
  }

  private static void requireOnePerRow(int weights, int rows) {
    if (weights != rows) {
      throw new IllegalArgumentException(
          "A release needs one weight per row. Got: "
              + weights
              + " weights for "
              + rows
              + " rows.");
    }
  }
}
