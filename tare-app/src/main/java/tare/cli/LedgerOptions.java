package tare.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tare.accounting.LossFilter;
import tare.accounting.PrivacyBudget;
import tare.curator.KnownRows;
import tare.curator.OpenLedger;
import tare.gate.Gate;
import tare.ledger.Ledger;
import tare.ledger.LedgerDatabase;
import tare.ledger.LedgerPlace;
import tare.progress.Progress;
import tare.schema.Schema;
import tare.table.Databases;
import tare.table.RowPass;

/** Where the ledger of a data set is, and its limit when it is new. */
public final class LedgerOptions {

  @Option(
      names = "--ledger",
      paramLabel = "FILE",
      description =
          "The data set's ledger: a file, or the address of a PostgreSQL database that a team shares"
              + " (jdbc:postgresql://...). Default: the data file's name with .ledger, beside the"
              + " data.")
  private @Nullable String given;

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

  /**
   * Opens the ledger, or begins one whose limit is the budget unless a larger one is named.
   *
   * @param rows wherever they are; they are passed over once, to know them again
   */
  public OpenLedger open(RowPass rows, Path data, PrivacyBudget budget) throws IOException {
    if (given != null && Databases.isAddress(given)) {
      return shared(given, rows.schema(), data, budget);
    }
    Path place = given != null ? Path.of(given) : LedgerPlace.beside(data);
    if (Files.exists(place)) {
      requireNoLimit(place);
    }
    return OpenLedger.at(place, rows, filter(budget), KnownRows.ofThisMachine(), Progress.SILENT);
  }

  /** The ledger in a database; what a run keeps for itself lies beside the data. */
  private OpenLedger shared(String address, Schema schema, Path data, PrivacyBudget budget)
      throws IOException {
    LedgerDatabase database = LedgerCommand.database(address);
    Optional<Ledger> there = Ledger.open(database, schema.name());
    if (there.isPresent()) {
      requireNoLimit(Path.of(schema.name()));
    }
    Ledger ledger =
        there.isPresent()
            ? there.get()
            : Ledger.create(database, schema.name(), filter(budget), Gate.neighbours(schema));
    return new OpenLedger(ledger, LedgerPlace.beside(data), there.isEmpty());
  }

  private LossFilter filter(PrivacyBudget budget) {
    boolean forOneRelease = lifetimeEpsilon == null && lifetimeDelta == null;
    PrivacyBudget limit =
        new PrivacyBudget(
            lifetimeEpsilon != null ? lifetimeEpsilon : budget.epsilon(),
            lifetimeDelta != null ? lifetimeDelta : budget.delta());
    return forOneRelease ? LossFilter.forOneRelease(limit) : LossFilter.forLife(limit);
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
