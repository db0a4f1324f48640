package tare.table;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import tare.kernel.zstd.ZstdInputStream;
import tare.schema.BadInputException;

/**
 * The text of a file that may be packed with gzip or Zstandard; its first bytes tell. What unpacks
 * to far more than any table would is refused: a few bytes could fill the memory.
 */
final class PackedInput extends FilterInputStream {

  private static final int PEEK = 4;

  /** Text that every packed file may hold, and how many times its own size beyond that. */
  private static final long FREE = 1L << 28;

  private static final long LARGEST_RATIO = 200;

  private final String source;
  private final String kind;
  private final Counted packed;
  private long unpacked;

  private PackedInput(String source, String kind, Counted packed, InputStream text) {
    super(text);
    this.source = source;
    this.kind = kind;
    this.packed = packed;
  }

  /** Whether a file begins like a Parquet file. */
  static boolean isParquet(byte[] head) {
    return startsWith(head, 'P', 'A', 'R', '1');
  }

  /** Opens a stream of UTF-8 whatever the encoding of the file. */
  static InputStream open(String source, InputStream raw, Charset encoding) throws IOException {
    InputStream in = new BufferedInputStream(open(source, raw), 1 << 16);
    in.mark(PEEK);
    byte[] head = in.readNBytes(2);
    in.reset();
    if (startsWith(head, 0xFF, 0xFE) || startsWith(head, 0xFE, 0xFF)) {
      return new TranscodedInput(in, StandardCharsets.UTF_16);
    }
    return encoding.equals(StandardCharsets.UTF_8) ? in : new TranscodedInput(in, encoding);
  }

  /** Opens a stream; refuses what begins like a file of another kind. */
  private static InputStream open(String source, InputStream raw) throws IOException {
    Counted counted = new Counted(raw);
    BufferedInputStream in = new BufferedInputStream(counted, 1 << 16);
    in.mark(PEEK);
    byte[] head = in.readNBytes(PEEK);
    in.reset();
    if (startsWith(head, 0x1F, 0x8B)) {
      return new PackedInput(source, "gzip", counted, gzip(source, in));
    }
    if (startsWith(head, 0x28, 0xB5, 0x2F, 0xFD)) {
      return new PackedInput(source, "zstd", counted, new ZstdInputStream(in));
    }
    if (startsWith(head, 'P', 'K', 3, 4)) {
      throw new BadInputException(
          source, "This is a zip archive or a spreadsheet. Unpack it, or export it as CSV.");
    }
    if (isParquet(head)) {
      throw new BadInputException(source, "This is a Parquet file, and CSV is wanted here.");
    }
    return in;
  }

  private static InputStream gzip(String source, InputStream in) throws IOException {
    try {
      return new GZIPInputStream(in, 1 << 16);
    } catch (ZipException | EOFException e) {
      throw damaged(source, "gzip");
    }
  }

  private static BadInputException damaged(String source, String kind) {
    return new BadInputException(
        source, "The " + kind + " data is damaged or cut short. Make or copy the file again.");
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int from, int count) throws IOException {
    int read = readSound(bytes, from, count);
    unpacked += Math.max(read, 0);
    if (unpacked > FREE && unpacked / LARGEST_RATIO > packed.count) {
      throw new BadInputException(
          source,
          "The file unpacks to over "
              + LARGEST_RATIO
              + " times its size. If it is meant to, unpack it first.");
    }
    return read;
  }

  private int readSound(byte[] bytes, int from, int count) throws IOException {
    try {
      return in.read(bytes, from, count);
    } catch (ZipException | EOFException e) {
      throw damaged(source, kind);
    }
  }

  private static boolean startsWith(byte[] head, int... magic) {
    for (int i = 0; i < magic.length; i++) {
      if (i >= head.length || (head[i] & 0xFF) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      count += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] bytes, int from, int most) throws IOException {
      int read = in.read(bytes, from, most);
      count += Math.max(read, 0);
      return read;
    }
  }
}
