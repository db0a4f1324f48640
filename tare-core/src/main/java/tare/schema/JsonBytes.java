package tare.schema;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bytes of a file of JSON that may be a stranger's: no more than memory holds once read. */
public final class JsonBytes {

  /** About what a byte of JSON takes in memory once it is read. */
  private static final long MEMORY_PER_BYTE = 16;

  private JsonBytes() {}

  /** All bytes; throws {@link BadInputException} where they are too many. */
  public static byte[] of(Path file) throws IOException {
    if (Files.size(file) > Runtime.getRuntime().maxMemory() / MEMORY_PER_BYTE) {
      throw new BadInputException(file.toString(), "It is too large to be read here.");
    }
    return Files.readAllBytes(file);
  }
}
