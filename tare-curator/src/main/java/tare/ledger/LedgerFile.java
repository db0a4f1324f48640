package tare.ledger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A ledger's file on a real disk. */
final class LedgerFile implements LedgerDisk {

  /** File locks are held by a process, so the threads of one need a lock of their own. */
  private static final Map<Path, ReentrantReadWriteLock> THREADS = new ConcurrentHashMap<>();

  private final Path path;

  private LedgerFile(Path path) {
    this.path = path;
  }

  /** A file that exists. */
  static LedgerFile existing(Path path) throws IOException {
    return new LedgerFile(path.toRealPath());
  }

  /** A file that is made, empty, if it does not exist. */
  static LedgerFile existingOrNew(Path path) throws IOException {
    if (Files.notExists(path)) {
      Path folder = path.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
      if (folder != null) {
        forceFolder(folder);
      }
    }
    return existing(path);
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public Handle open(boolean toWrite) throws IOException {
    ReentrantReadWriteLock threads =
        THREADS.computeIfAbsent(path, unused -> new ReentrantReadWriteLock());
    Runnable unlock = toWrite ? threads.writeLock()::unlock : threads.readLock()::unlock;
    if (toWrite) {
      threads.writeLock().lock();
    } else {
      threads.readLock().lock();
    }
    try {
      return locked(toWrite, unlock);
    } catch (IOException | RuntimeException e) {
      unlock.run();
      throw e;
    }
  }

  private Handle locked(boolean toWrite, Runnable unlock) throws IOException {
    if (!toWrite) {
      return new LockedFile(FileChannel.open(path, StandardOpenOption.READ), unlock);
    }
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.lock();
      if (!lock.isValid()) {
        throw new IOException("The lock on " + path + " was lost.");
      }
      return new LockedFile(channel, unlock);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Makes a new name in a folder durable, where the system knows how. */
  private static void forceFolder(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Some systems cannot open a folder. A ledger lost whole is noticed, unlike one cut short.
      return;
    }
  }

  /** Closing the channel releases the lock of the process. */
  private record LockedFile(FileChannel channel, Runnable unlock) implements Handle {

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public byte[] readFrom(long position) throws IOException {
      ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(channel.size() - position));
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, position + buffer.position()) < 0) {
          throw new IOException("The ledger became shorter while it was read.");
        }
      }
      return buffer.array();
    }

    @Override
    public void append(byte[] bytes) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      long end = channel.size();
      while (buffer.hasRemaining()) {
        end += channel.write(buffer, end);
      }
    }

    @Override
    public void force() throws IOException {
      channel.force(true);
    }

    @Override
    public void close() throws IOException {
      try {
        channel.close();
      } finally {
        unlock.run();
      }
    }
  }
}
