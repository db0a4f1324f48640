package tare.kernel.zstd;

import java.util.Arrays;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Decodes the compressed blocks of one frame (RFC 8878, 3.1.1.3). */
final class ZstdBlocks {

  static final int LARGEST = 1 << 17;

  private static final int[] LENGTH_BASE = new int[36];
  private static final int[] LENGTH_BITS = new int[36];
  private static final int[] MATCH_BASE = new int[53];
  private static final int[] MATCH_BITS = new int[53];
  private static final FseTable LENGTHS;
  private static final FseTable OFFSETS;
  private static final FseTable MATCHES;

  static {
    int[] lengthBits = {1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    int[] matchBits = {1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    bases(LENGTH_BASE, LENGTH_BITS, 0, lengthBits);
    bases(MATCH_BASE, MATCH_BITS, 3, matchBits);
    try {
      LENGTHS =
          FseTable.of(
              6, 4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1,
              1, 1, 1, 1, -1, -1, -1, -1);
      OFFSETS =
          FseTable.of(
              5, 1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1,
              -1, -1);
      MATCHES =
          FseTable.of(
              6, 1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
              1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1);
    } catch (ZipException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Codes without bits come first; each code begins where the last ends. */
  private static void bases(int[] base, int[] bits, int first, int[] lastBits) {
    int plain = base.length - lastBits.length;
    int next = first;
    for (int code = 0; code < base.length; code++) {
      bits[code] = code < plain ? 0 : lastBits[code - plain];
      base[code] = next;
      next += 1 << bits[code];
    }
  }

  private final Window window;
  private final int[] recent = {1, 4, 8};
  private byte[] literals = new byte[0];
  private int literalCount;
  private @Nullable HuffmanTable huffman;
  private @Nullable FseTable lengths;
  private @Nullable FseTable offsets;
  private @Nullable FseTable matches;

  ZstdBlocks(Window window) {
    this.window = window;
  }

  void decode(Cursor in) throws ZipException {
    readLiterals(in);
    int literal = 0;
    int count = sequenceCount(in);
    if (count > 0) {
      int modes = in.u8();
      lengths = table(in, modes >>> 6, LENGTHS, lengths, 9, 36);
      offsets = table(in, modes >>> 4 & 3, OFFSETS, offsets, 8, 32);
      matches = table(in, modes >>> 2 & 3, MATCHES, matches, 9, 53);
      literal = run(new BackwardBits(in.bytes, in.at, in.end), count, lengths, offsets, matches);
    }
    window.append(literals, literal, literalCount - literal);
  }

  private int run(BackwardBits bits, int count, FseTable ll, FseTable of, FseTable ml)
      throws ZipException {
    int length = (int) bits.read(ll.log);
    int offset = (int) bits.read(of.log);
    int match = (int) bits.read(ml.log);
    int literal = 0;
    for (int i = 0; i < count; i++) {
      int offsetCode = of.symbol[offset];
      int matchCode = ml.symbol[match];
      int lengthCode = ll.symbol[length];
      long offsetValue = (1L << offsetCode) + bits.read(offsetCode);
      int matchLength = MATCH_BASE[matchCode] + (int) bits.read(MATCH_BITS[matchCode]);
      int literalLength = LENGTH_BASE[lengthCode] + (int) bits.read(LENGTH_BITS[lengthCode]);
      if (i < count - 1) {
        length = ll.next(length, bits);
        match = ml.next(match, bits);
        offset = of.next(offset, bits);
      }
      if (literalLength > literalCount - literal || bits.left() < 0) {
        throw new ZipException("a block is damaged");
      }
      window.append(literals, literal, literalLength);
      literal += literalLength;
      window.repeat(distance(offsetValue, literalLength), matchLength);
    }
    if (bits.left() != 0) {
      throw new ZipException("a block is damaged");
    }
    return literal;
  }

  /** The distance to copy from: new, or one of the last three. */
  private long distance(long value, int literalLength) {
    if (value > 3) {
      recent[2] = recent[1];
      recent[1] = recent[0];
      recent[0] = (int) Math.min(value - 3, Integer.MAX_VALUE);
      return recent[0];
    }
    int which = (int) value - 1 + (literalLength == 0 ? 1 : 0);
    int distance = which == 3 ? recent[0] - 1 : recent[which];
    if (which > 1) {
      recent[2] = recent[1];
    }
    if (which > 0) {
      recent[1] = recent[0];
      recent[0] = distance;
    }
    return distance;
  }

  private static int sequenceCount(Cursor in) throws ZipException {
    int first = in.u8();
    if (first < 128) {
      return first;
    }
    return first < 255 ? (first - 128 << 8) + in.u8() : (int) in.number(2) + 0x7F00;
  }

  private static FseTable table(
      Cursor in, int mode, FseTable usual, @Nullable FseTable last, int mostLog, int symbols)
      throws ZipException {
    FseTable table =
        switch (mode) {
          case 0 -> usual;
          case 1 -> FseTable.constant(in.u8());
          case 2 -> FseTable.read(in, mostLog, symbols);
          default -> last;
        };
    if (table == null || (table.symbol[0] & 0xFF) >= symbols) {
      throw new ZipException("a block is damaged");
    }
    return table;
  }

  private void readLiterals(Cursor in) throws ZipException {
    int first = in.u8();
    in.at--;
    int type = first & 3;
    int format = first >>> 2 & 3;
    if (type < 2) {
      int width = format == 1 ? 2 : format == 3 ? 3 : 1;
      room((int) (in.number(width) >>> (width == 1 ? 3 : 4)));
      if (type == 0) {
        System.arraycopy(in.bytes, in.skip(literalCount), literals, 0, literalCount);
      } else {
        Arrays.fill(literals, 0, literalCount, (byte) in.u8());
      }
      return;
    }
    int width = format < 2 ? 3 : format + 2;
    int digits = format < 2 ? 10 : format == 2 ? 14 : 18;
    long header = in.number(width) >>> 4;
    room((int) (header & (1 << digits) - 1));
    Cursor part = new Cursor(in.bytes, in.skip((int) (header >>> digits)), in.at);
    if (type == 2) {
      huffman = HuffmanTable.read(part);
    }
    if (huffman == null) {
      throw new ZipException("a block is damaged");
    }
    if (format == 0) {
      huffman.decode(part.bytes, part.at, part.end, literals, 0, literalCount);
    } else {
      readFourStreams(huffman, part);
    }
  }

  private void readFourStreams(HuffmanTable table, Cursor part) throws ZipException {
    int[] sizes = {(int) part.number(2), (int) part.number(2), (int) part.number(2), 0};
    int quarter = (literalCount + 3) / 4;
    if (3 * quarter > literalCount) {
      throw new ZipException("a block is damaged");
    }
    for (int s = 0; s < 4; s++) {
      int size = s < 3 ? sizes[s] : part.left();
      int from = part.skip(size);
      int to = s < 3 ? (s + 1) * quarter : literalCount;
      table.decode(part.bytes, from, from + size, literals, s * quarter, to);
    }
  }

  private void room(int count) throws ZipException {
    if (count > LARGEST) {
      throw new ZipException("a block is larger than the format allows");
    }
    literalCount = count;
    if (literals.length < count) {
      literals = new byte[LARGEST];
    }
  }
}
