package tare.ledger;

import java.io.IOException;
import java.nio.file.Path;

/** Where the ledger of a data set is when nobody says. */
public final class LedgerPlace {

  private LedgerPlace() {}

  /**
   * Beside the file that the rows really stand in, whatever links lead there: its name with .ledger
   * in place of what names its format.
   */
  public static Path beside(Path data) {
    Path real = real(data);
    String name = String.valueOf(real.getFileName());
    String stem = name.replaceFirst("(\\.csv|\\.tsv|\\.txt|\\.parquet)?(\\.gz|\\.zst)?$", "");
    return real.resolveSibling(stem + ".ledger");
  }

  private static Path real(Path data) {
    try {
      return data.toRealPath();
    } catch (IOException e) {
      return data; // There is no such file, which whoever reads it says better.
    }
  }
}
