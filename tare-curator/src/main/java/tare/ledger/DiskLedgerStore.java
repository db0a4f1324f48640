package tare.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tare.accounting.LossFilter;
import tare.accounting.Neighbours;
import tare.schema.BadInputException;

/*
 * Design. The file only grows; a line is a record (LedgerLine). A record is written in two strokes:
 * the line, forced to disk; then a tab and a line feed that commit it, forced too. What a crash can
 * do, and what it means:
 *
 * A line that is not whole and not committed was being written when the machine stopped. Its charge
 * had not returned, so no row was read for it. It is skipped and stays where it is: the next record
 * begins on a new line and names the last whole one, which shows that nothing stood between.
 *
 * A line that is whole counts, committed or not. So a ledger may show a charge for which nothing was
 * read, and never the other way round.
 *
 * A committed line that is not whole was whole once: the file is damaged, and is refused. So is one
 * with a line that does not name its predecessor.
 */

/** Records in a file that survives crashes and is shared by processes. */
final class DiskLedgerStore implements LedgerStore {

  /**
   * What follows a line once it is safely on disk. No line has a raw tab in it, so no part of one
   * looks committed; and JSON readers do not mind it.
   */
  private static final String COMMIT = "\t\n";

  private final LedgerDisk disk;

  /** What has been read so far; the file only grows, so the rest is read from there. */
  private final LedgerChain chain;

  private long readUpTo;
  private int torn;
  private int tornAtEnd;
  private boolean endsWithNewLine = true;

  private DiskLedgerStore(LedgerDisk disk) {
    this.disk = disk;
    this.chain = new LedgerChain(disk.name());
  }

  /** Opens a ledger that exists. */
  static DiskLedgerStore open(LedgerDisk disk) throws IOException {
    DiskLedgerStore store = new DiskLedgerStore(disk);
    try (LedgerDisk.Handle handle = disk.open(false)) {
      store.catchUp(handle);
    }
    if (store.chain.isEmpty()) {
      throw new BadInputException(
          disk.name(),
          "This is not a ledger: no first line that names a data set and a limit. If making it was"
              + " cut short, nothing was ever charged; make it again.");
    }
    return store;
  }

  /** Begins a ledger in a file that has no whole first line yet. */
  static DiskLedgerStore begin(
      LedgerDisk disk, String dataSet, LossFilter filter, Neighbours neighbours, Instant now)
      throws IOException {
    DiskLedgerStore store = new DiskLedgerStore(disk);
    try (LedgerDisk.Handle handle = disk.open(true)) {
      store.catchUp(handle);
      if (!store.chain.isEmpty() || !LedgerLine.mayBeTornHeader(handle.readFrom(0))) {
        throw new FileAlreadyExistsException(disk.name());
      }
      store.appendLine(handle, LedgerLine.header(dataSet, filter, neighbours, now));
    }
    return store;
  }

  @Override
  public String dataSet() {
    return chain.header().dataSet(disk.name());
  }

  @Override
  public LossFilter filter() {
    return chain.header().filter(disk.name());
  }

  @Override
  public Optional<Neighbours> neighbours() {
    return Optional.of(chain.header().neighbours());
  }

  @Override
  public synchronized List<Ledger.Entry> entries() {
    try (LedgerDisk.Handle handle = disk.open(false)) {
      catchUp(handle);
    } catch (IOException e) {
      throw new UncheckedIOException("The ledger " + disk.name() + " could not be read.", e);
    }
    return chain.entries();
  }

  @Override
  public synchronized int tornRecords() {
    return torn + tornAtEnd;
  }

  @Override
  public synchronized <R> R exclusively(Function<Session, R> step) {
    try (LedgerDisk.Handle handle = disk.open(true)) {
      catchUp(handle);
      return step.apply(new OpenSession(handle));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The ledger " + disk.name() + " could not be used, and no row was read for it.", e);
    }
  }

  private final class OpenSession implements Session {
    private final LedgerDisk.Handle handle;

    OpenSession(LedgerDisk.Handle handle) {
      this.handle = handle;
    }

    @Override
    public List<Ledger.Entry> entries() {
      return chain.entries();
    }

    @Override
    public void append(Ledger.Entry entry) {
      try {
        appendLine(handle, chain.next(entry));
      } catch (IOException e) {
        // The line may be whole on disk, and then it counts when the ledger is next read.
        throw new UncheckedIOException(
            "\""
                + entry.purpose()
                + "\" could not be booked in "
                + disk.name()
                + ". No row was read for it, though the ledger may show it; charges before it"
                + " stand. Mend the disk, look at the ledger, and run again.",
            e);
      }
    }
  }

  private void appendLine(LedgerDisk.Handle handle, String line) throws IOException {
    String text = (endsWithNewLine ? "" : "\n") + line;
    handle.append(text.getBytes(StandardCharsets.UTF_8));
    handle.force();
    handle.append(COMMIT.getBytes(StandardCharsets.UTF_8));
    // Privacy hangs on this line: a charge returns, and a row is read, only when it has returned.
    handle.force();
    catchUp(handle);
  }

  /** Reads what was added to the file since the last time, by anyone. */
  private void catchUp(LedgerDisk.Handle handle) throws IOException {
    if (handle.size() < readUpTo) {
      throw new BadInputException(
          disk.name(), "The ledger is shorter than it was. Restore it from a backup.");
    }
    byte[] bytes = handle.readFrom(readUpTo);
    if (bytes.length > 0) {
      endsWithNewLine = bytes[bytes.length - 1] == '\n';
    }
    tornAtEnd = 0;
    int start = 0;
    int wholeUpTo = 0;
    while (start < bytes.length) {
      int end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      String text = new String(bytes, start, end - start, StandardCharsets.UTF_8);
      boolean committed = end < bytes.length && text.endsWith("\t");
      Optional<LedgerLine> line = LedgerLine.read(text.stripTrailing());
      start = end + 1;
      if (line.isPresent()) {
        chain.accept(line.get());
        torn += tornAtEnd;
        tornAtEnd = 0;
        wholeUpTo = Math.min(start, bytes.length);
      } else if (text.isBlank()) {
        continue; // The commit of a line that was read before it came.
      } else if (committed) {
        throw new BadInputException(
            disk.name(),
            "The record after record "
                + chain.last()
                + " is damaged or was edited. Restore the ledger from a backup.");
      } else {
        tornAtEnd++;
      }
    }
    readUpTo += wholeUpTo;
  }
}
