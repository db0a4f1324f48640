package tare.curator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tare.model.RuledRows;
import tare.schema.Column;
import tare.schema.Schema;

/** The sentences of a privacy statement that every release has. */
final class Notes {

  /** The most columns that a sentence names. */
  private static final int MOST_NAMES = 5;

  private Notes() {}

  static List<String> unprotected(Schema schema) {
    List<String> texts = new ArrayList<>();
    texts.add("The schema: column names, declared bounds and categories.");
    if (schema.publicRowCount().isPresent()) {
      texts.add("The number of rows, which the curator declared public.");
    }
    texts.add("The options of the release and the time it was made.");
    return texts;
  }

  static List<String> of(ReleasePlan plan) {
    List<String> texts = new ArrayList<>();
    texts.add(
        "Noise comes from AES-CTR keyed by the operating system's secure generator; it has no seed and was not kept.");
    texts.add(
        "Noise on counts and coefficients is drawn exactly on integers or a power-of-two grid; bulk noise in DP-SGD is"
            + " floating point from the same source.");
    texts.add("Row sampling and all other public chance follow the seed in the provenance.");
    if (plan.acceptWeakDelta()) {
      texts.add(
          "The curator accepted a delta that may be as large as one over the number of rows.");
    }
    return texts;
  }

  /** What a network cannot see of numbers that crowd into a small part of their bounds. */
  static Optional<String> ofEvenNumbers(Schema schema) {
    List<String> even =
        schema.columns().stream()
            .filter(column -> column.type().isNumeric() && column.type().declaredCuts().isEmpty())
            .map(Column::name)
            .toList();
    if (even.isEmpty()) {
      return Optional.empty();
    }
    String more = even.size() > MOST_NAMES ? " and " + (even.size() - MOST_NAMES) + " more" : "";
    return Optional.of(
        "Networks saw these numbers evenly over their declared bounds: "
            + String.join(", ", even.subList(0, Math.min(MOST_NAMES, even.size())))
            + more
            + ". Where most values lie in a small part of the bounds, as amounts of money do, means"
            + " and quantiles of the rows may be far off; cuts in the schema (tare:cuts) mend that.");
  }

  /** How the rows stand with the schema's rules. */
  static String ofRules(RuledRows ruled) {
    if (ruled.breaking() > 0) {
      return String.format(
          Locale.ROOT,
          "THE RULES ARE NOT KEPT: hardly any row of the model keeps all declared rules, so %d of %d"
              + " drawn rows were left as they are and may break them. Look at the rules.",
          ruled.breaking(),
          ruled.table().rowCount());
    }
    return String.format(
        Locale.ROOT,
        "Every row keeps the declared rules; %.1f %% of the model's rows did and were kept. The rest"
            + " was drawn again, which moves the rows' law from what was counted to what the rules"
            + " allow.",
        100 * ruled.kept());
  }
}
