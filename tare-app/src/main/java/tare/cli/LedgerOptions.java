package tare.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tare.accounting.PrivacyBudget;
import tare.ledger.Ledger;
import tare.ledger.LedgerPlace;
import tare.schema.Schema;

/** Where the ledger of a data set is, and its limit when it is new. */
final class LedgerOptions {

  @Option(
      names = "--ledger",
      paramLabel = "FILE",
      description =
          "The data set's ledger. Default: the data file's name with .ledger, beside the data.")
  private @Nullable Path file;

  @Option(
      names = "--lifetime-epsilon",
      paramLabel = "E",
      description =
          "For a new ledger: what the data set may spend in its whole life. Default: this release's epsilon.")
  private @Nullable Double lifetimeEpsilon;

  @Option(
      names = "--lifetime-delta",
      paramLabel = "D",
      description = "For a new ledger: the delta of that limit. Default: this release's delta.")
  private @Nullable Double lifetimeDelta;

  /** Opens the ledger, or begins one whose limit is the budget unless a larger one is named. */
  Ledger open(Schema schema, Path data, PrivacyBudget budget) throws IOException {
    Path place = file != null ? file : LedgerPlace.beside(data);
    if (Files.exists(place)) {
      if (lifetimeEpsilon != null || lifetimeDelta != null) {
        throw new IllegalArgumentException(
            "The limit of a ledger is set when it begins, and "
                + place
                + " exists already. Leave --lifetime-epsilon and --lifetime-delta out.");
      }
      return Ledger.open(place);
    }
    PrivacyBudget limit =
        new PrivacyBudget(
            lifetimeEpsilon != null ? lifetimeEpsilon : budget.epsilon(),
            lifetimeDelta != null ? lifetimeDelta : budget.delta());
    return Ledger.create(place, schema.name(), limit);
  }
}
