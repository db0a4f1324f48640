package tare.privacy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import tare.schema.BadInputException;

/**
 * A ledger in a file of its own. One step at a time holds the file's lock, against other threads
 * and other processes, and reads the file afresh; a record is on disk before {@code append}
 * returns.
 */
final class LedgerFile implements LedgerStore {

  /** File locks are for processes; threads of this one queue here. */
  private static final ConcurrentMap<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

  private final Path file;
  private final String dataSet;
  private final PrivacyBudget limit;

  private LedgerFile(Path file, LedgerLines lines) {
    this.file = file;
    this.dataSet = lines.dataSet();
    this.limit = lines.limit();
  }

  /** Opens a ledger that exists. */
  static LedgerFile open(Path file) throws IOException {
    return withDisk(
        file,
        disk -> {
          LedgerLines lines = LedgerLines.of(name(file), disk.read());
          if (!lines.begun()) {
            throw new BadInputException(
                name(file), "It is not a ledger, or was never begun. Check the path.");
          }
          return new LedgerFile(file, lines);
        });
  }

  /** Begins a ledger; throws {@link FileAlreadyExistsException} where one exists. */
  static LedgerFile create(Path file, String dataSet, PrivacyBudget limit, Instant now)
      throws IOException {
    return withDisk(
        file,
        disk -> {
          LedgerLines before = LedgerLines.of(name(file), disk.read());
          if (before.begun()) {
            throw new FileAlreadyExistsException(file.toString());
          }
          commit(disk, before.pending(), before.header(dataSet, limit, now));
          return new LedgerFile(file, LedgerLines.of(name(file), disk.read()));
        },
        StandardOpenOption.CREATE);
  }

  @Override
  public String dataSet() {
    return dataSet;
  }

  @Override
  public PrivacyBudget limit() {
    return limit;
  }

  @Override
  public <R> R locked(Function<Session, R> step) {
    try {
      return withDisk(file, disk -> step.apply(new OnDisk(name(file), disk)));
    } catch (IOException e) {
      throw new UncheckedIOException("The ledger cannot be read or written: " + file, e);
    }
  }

  /** A step's view of the disk. */
  record OnDisk(String source, LedgerDisk disk) implements Session {

    @Override
    public List<Ledger.Entry> entries() {
      return lines().entries();
    }

    @Override
    public void append(Ledger.Entry entry) {
      LedgerLines lines = lines();
      try {
        commit(disk, lines.pending(), lines.line(entry));
      } catch (IOException e) {
        throw new UncheckedIOException("The charge could not be booked, so nothing was read.", e);
      }
    }

    private LedgerLines lines() {
      try {
        return LedgerLines.of(source, disk.read());
      } catch (IOException e) {
        throw new UncheckedIOException("The ledger cannot be read.", e);
      }
    }
  }

  /** Writes a record, then, once it is safe, the line feed that commits it. */
  static void commit(LedgerDisk disk, String pending, String line) throws IOException {
    disk.append((pending + line).getBytes(StandardCharsets.UTF_8));
    disk.force();
    disk.append(new byte[] {'\n'});
    disk.force();
  }

  /** Work on a disk that may fail. */
  private interface Work<R> {
    R on(LedgerDisk disk) throws IOException;
  }

  private static <R> R withDisk(Path file, Work<R> work, StandardOpenOption... more)
      throws IOException {
    ReentrantLock threads =
        THREADS.computeIfAbsent(file.toAbsolutePath().normalize(), f -> new ReentrantLock());
    threads.lock();
    try (FileChannel channel = open(file, more);
        FileLock lock = channel.lock()) {
      return work.on(new ChannelDisk(channel));
    } finally {
      threads.unlock();
    }
  }

  private static FileChannel open(Path file, StandardOpenOption... more) throws IOException {
    return more.length == 0
        ? FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)
        : FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, more[0]);
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /** A file as a disk. */
  private record ChannelDisk(FileChannel channel) implements LedgerDisk {

    @Override
    public byte[] read() throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
      while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
        // reads on until all is there
      }
      return bytes.array();
    }

    @Override
    public void append(byte[] bytes) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      long at = channel.size();
      while (buffer.hasRemaining()) {
        at += channel.write(buffer, at);
      }
    }

    @Override
    public void force() throws IOException {
      channel.force(true);
    }
  }
}
