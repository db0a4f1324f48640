package tare.ledger;

import java.nio.file.Path;

/** Where the ledger of a data set is when nobody says. */
public final class LedgerPlace {

  private LedgerPlace() {}

  /** Beside the data: the data file's name with .ledger. */
  public static Path beside(Path data) {
    String name = String.valueOf(data.getFileName());
    String stem = name.replaceFirst("(\\.csv)?(\\.gz)?$", "");
    return data.resolveSibling(stem + ".ledger");
  }
}
