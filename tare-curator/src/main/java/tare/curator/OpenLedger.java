package tare.curator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tare.accounting.LossFilter;
import tare.gate.Gate;
import tare.ledger.Ledger;
import tare.progress.Progress;
import tare.schema.Schema;
import tare.table.RowPass;
import tare.table.Table;

/**
 * The ledger of a data set, open, and where it lies: the way to it that command line, studio and
 * programs share.
 *
 * @param file where it lies, and beside it what a run keeps for itself
 * @param isNew whether it was begun just now
 */
public record OpenLedger(Ledger ledger, Path file, boolean isNew) {

  /**
   * Opens the ledger at a place, or begins one there. Nothing is charged.
   *
   * @param rows the rows it is for; no other ledger that still exists may know them
   * @param limit of a ledger that has yet to begin
   * @param known where rows are remembered; empty to remember nothing
   * @throws IllegalArgumentException when the rows, or the ledger, belong to another data set
   */
  public static OpenLedger at(Path place, Table rows, LossFilter limit, Optional<KnownRows> known)
      throws IOException {
    return at(place, rows, limit, known, Progress.SILENT);
  }

  /** The same for one who may want no more of it: of millions of rows it takes a while. */
  public static OpenLedger at(
      Path place, Table rows, LossFilter limit, Optional<KnownRows> known, Progress progress)
      throws IOException {
    return at(place, (RowPass) rows, limit, known, progress);
  }

  /**
   * The same for rows that may be anywhere: they are passed over once, unless nothing is to be
   * remembered.
   */
  public static OpenLedger at(
      Path place, RowPass rows, LossFilter limit, Optional<KnownRows> known, Progress progress)
      throws IOException {
    if (known.isEmpty()) {
      return at(place, rows.schema(), limit);
    }
    KnownRows.Print print = known.get().print(rows, progress);
    known.get().requireNoOther(print, place);
    OpenLedger opened = at(place, rows.schema(), limit);
    known.get().remember(print, opened.file());
    return opened;
  }

  /** Opens the ledger at a place, or begins one there, for rows that are not to be remembered. */
  public static OpenLedger at(Path place, Schema schema, LossFilter limit) throws IOException {
    return Files.exists(place) ? existing(place, schema) : begun(place, schema, limit);
  }

  private static OpenLedger existing(Path place, Schema schema) throws IOException {
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
    return new OpenLedger(ledger, place.toRealPath(), false);
  }

  private static OpenLedger begun(Path place, Schema schema, LossFilter limit) throws IOException {
    Ledger ledger = Ledger.create(place, schema.name(), limit, Gate.neighbours(schema));
    return new OpenLedger(ledger, place.toRealPath(), true);
  }
}
