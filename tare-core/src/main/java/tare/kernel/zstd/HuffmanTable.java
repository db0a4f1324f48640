package tare.kernel.zstd;

import java.util.Arrays;
import java.util.zip.ZipException;

/** The decoding table of a Huffman code of bytes (RFC 8878, 4.2). */
final class HuffmanTable {

  private static final int MOST_BITS = 11;

  private final int log;
  private final byte[] symbol;
  private final byte[] bits;

  private HuffmanTable(int log) {
    this.log = log;
    symbol = new byte[1 << log];
    bits = new byte[1 << log];
  }

  static HuffmanTable read(Cursor in) throws ZipException {
    int header = in.u8();
    int[] weights = new int[256];
    int count =
        header < 128 ? readPacked(in, header, weights) : readPlain(in, header - 127, weights);
    return of(weights, count);
  }

  private static int readPlain(Cursor in, int count, int[] weights) throws ZipException {
    int from = in.skip((count + 1) / 2);
    for (int i = 0; i < count; i++) {
      weights[i] = in.bytes[from + i / 2] >>> (i % 2 == 0 ? 4 : 0) & 0xF;
    }
    return count;
  }

  /** Two states take turns until the bits are used up. */
  private static int readPacked(Cursor in, int length, int[] weights) throws ZipException {
    Cursor part = new Cursor(in.bytes, in.skip(length), in.at);
    FseTable table = FseTable.read(part, 6, 256);
    BackwardBits stream = new BackwardBits(part.bytes, part.at, part.end);
    int state = (int) stream.read(table.log);
    int other = (int) stream.read(table.log);
    int count = 0;
    while (true) {
      if (count > 253) {
        throw new ZipException("a Huffman code has too many symbols");
      }
      weights[count++] = table.symbol[state];
      state = table.next(state, stream);
      if (stream.left() < 0) {
        weights[count++] = table.symbol[other];
        return count;
      }
      int swapped = state;
      state = other;
      other = swapped;
    }
  }

  /** A table from weights; that of the last symbol is what is missing to a power of two. */
  private static HuffmanTable of(int[] weights, int count) throws ZipException {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += 1 << weights[i] >> 1;
    }
    int log = 32 - Integer.numberOfLeadingZeros(sum);
    int rest = (1 << log) - sum;
    if (sum == 0 || log > MOST_BITS || Integer.bitCount(rest) != 1) {
      throw new ZipException("a Huffman code is damaged");
    }
    weights[count] = 32 - Integer.numberOfLeadingZeros(rest);
    HuffmanTable table = new HuffmanTable(log);
    int at = 0;
    for (int weight = 1; weight <= log; weight++) {
      for (int s = 0; s <= count; s++) {
        if (weights[s] == weight) {
          int to = at + (1 << weight - 1);
          Arrays.fill(table.symbol, at, to, (byte) s);
          Arrays.fill(table.bits, at, to, (byte) (log + 1 - weight));
          at = to;
        }
      }
    }
    return table;
  }

  /**
   * Decodes a stream that holds exactly so many symbols.
   *
   * @param out Modified.
   */
  void decode(byte[] in, int start, int end, byte[] out, int from, int to) throws ZipException {
    BackwardBits stream = new BackwardBits(in, start, end);
    for (int i = from; i < to; i++) {
      int code = stream.peek(log);
      out[i] = symbol[code];
      stream.skip(bits[code]);
    }
    if (stream.left() != 0) {
      throw new ZipException("a Huffman stream has another length than it says");
    }
  }
}
