package tare.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tare.accounting.LossFilter;
import tare.accounting.PrivacyBudget;
import tare.gate.Gate;
import tare.ledger.Ledger;
import tare.ledger.LedgerPlace;
import tare.schema.Schema;
import tare.table.Table;

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

  /** An open ledger, and where it lies. */
  record Opened(Ledger ledger, Path file, boolean isNew) {}

  /** Opens the ledger, or begins one whose limit is the budget unless a larger one is named. */
  Opened open(Table rows, Path data, PrivacyBudget budget) throws IOException {
    Path place = file != null ? file : LedgerPlace.beside(data);
    Optional<KnownRows> known = KnownRows.ofThisMachine();
    if (known.isPresent()) {
      known.get().requireNoOther(rows, place);
    }
    Opened opened = open(rows.schema(), place, budget);
    if (known.isPresent()) {
      known.get().remember(rows, opened.file());
    }
    return opened;
  }

  private Opened open(Schema schema, Path place, PrivacyBudget budget) throws IOException {
    if (Files.exists(place)) {
      requireNoLimit(place);
      Ledger ledger = Ledger.open(place);
      if (!ledger.dataSet().equals(schema.name())) {
        throw new IllegalArgumentException(
            "The ledger "
                + place
                + " is of the data set \""
                + ledger.dataSet()
                + "\", and the schema is of \""
                + schema.name()
                + "\". Name the data set's own ledger with --ledger, or mend the name in the schema.");
      }
      return new Opened(ledger, place.toRealPath(), false);
    }
    boolean forOneRelease = lifetimeEpsilon == null && lifetimeDelta == null;
    PrivacyBudget limit =
        new PrivacyBudget(
            lifetimeEpsilon != null ? lifetimeEpsilon : budget.epsilon(),
            lifetimeDelta != null ? lifetimeDelta : budget.delta());
    LossFilter filter = forOneRelease ? LossFilter.forOneRelease(limit) : LossFilter.forLife(limit);
    Ledger ledger = Ledger.create(place, schema.name(), filter, Gate.neighbours(schema));
    return new Opened(ledger, place.toRealPath(), true);
  }

  private void requireNoLimit(Path place) {
    if (lifetimeEpsilon != null || lifetimeDelta != null) {
      throw new IllegalArgumentException(
          "The limit of a ledger is set when it begins, and "
              + place
              + " exists already. Leave --lifetime-epsilon and --lifetime-delta out.");
    }
  }
}
