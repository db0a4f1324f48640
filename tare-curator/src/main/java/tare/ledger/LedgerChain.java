package tare.ledger;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tare.schema.BadInputException;

/** The records of a ledger as they were read, each the successor of the one before. */
final class LedgerChain {

  private final String source;
  private final List<Ledger.Entry> entries = new ArrayList<>();
  private @Nullable LedgerLine header;
  private long nextNumber;
  private String lastHash = "";

  /**
   * @param source what to call the ledger in messages
   */
  LedgerChain(String source) {
    this.source = source;
  }

  boolean isEmpty() {
    return header == null;
  }

  LedgerLine header() {
    if (header == null) {
      throw new IllegalStateException("A ledger is only used once its first line is whole.");
    }
    return header;
  }

  List<Ledger.Entry> entries() {
    return List.copyOf(entries);
  }

  /** The number of the last record. */
  long last() {
    return nextNumber - 1;
  }

  /** The line of a charge that comes next. */
  String next(Ledger.Entry entry) {
    return LedgerLine.entry(nextNumber, lastHash, entry);
  }

  /** Takes the next line; refuses one that does not follow. */
  void accept(LedgerLine line) {
    if (line.number() != nextNumber || !line.previous().equals(lastHash)) {
      throw new BadInputException(
          source,
          "Record "
              + line.number()
              + " does not follow record "
              + (nextNumber - 1)
              + ": a record was changed, lost or moved. Restore the ledger from a backup.");
    }
    if (line.number() == 0) {
      line.dataSet(source);
      header = line;
    } else {
      entries.add(line.entry(source));
    }
    nextNumber++;
    lastHash = line.hash();
  }
}
