package tare.table;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

/**
 * A file among the temporary ones for what memory has no room for. It has no name from the moment
 * it is open: it is gone with whoever holds this, or with the process. For public numbers alone.
 */
public final class NamelessFile {

  private final FileChannel channel;
  private long size;

  /** An empty file. */
  public NamelessFile() throws IOException {
    channel =
        FileChannel.open(
            Files.createTempFile("tare-", ".tmp"),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  /**
   * Adds bytes at the end.
   *
   * @param bytes all that remain are written
   * @return where they begin
   */
  public synchronized long add(ByteBuffer bytes) throws IOException {
    long from = size;
    while (bytes.hasRemaining()) {
      size += channel.write(bytes, size);
    }
    return from;
  }

  /** Fills a buffer with what begins somewhere, and flips it. @param bytes Modified. */
  public void read(long from, ByteBuffer bytes) throws IOException {
    long at = from;
    while (bytes.hasRemaining()) {
      int read = channel.read(bytes, at);
      if (read < 0) {
        throw new EOFException("A temporary file ends too soon.");
      }
      at += read;
    }
    bytes.flip();
  }
}
