package tare.kernel.zstd;

import java.util.Arrays;
import java.util.zip.ZipException;

/**
 * The decoding table of a finite-state entropy code: each state has a symbol, and the bits that
 * lead to the next one (RFC 8878, 4.1.1).
 */
final class FseTable {

  final int log;
  final byte[] symbol;
  final byte[] bits;
  final int[] base;

  private FseTable(int log) {
    this.log = log;
    symbol = new byte[1 << log];
    bits = new byte[1 << log];
    base = new int[1 << log];
  }

  /** The code that knows one symbol and reads no bits. */
  static FseTable constant(int only) {
    FseTable table = new FseTable(0);
    table.symbol[0] = (byte) only;
    return table;
  }

  /**
   * A table from counts of states per symbol; -1 means less than one.
   *
   * @param counts with the sum of the number of states. Not modified.
   */
  static FseTable of(int log, int... counts) throws ZipException {
    FseTable table = new FseTable(log);
    int size = 1 << log;
    int[] next = new int[counts.length];
    int high = size;
    for (int s = 0; s < counts.length; s++) {
      next[s] = Math.abs(counts[s]);
      if (counts[s] < 0) {
        table.symbol[--high] = (byte) s;
      }
    }
    int at = 0;
    for (int s = 0; s < counts.length; s++) {
      for (int i = 0; i < counts[s]; i++) {
        table.symbol[at] = (byte) s;
        do {
          at = at + (size >> 1) + (size >> 3) + 3 & size - 1;
        } while (at >= high);
      }
    }
    if (at != 0) {
      throw new ZipException("a table of probabilities is damaged");
    }
    for (int state = 0; state < size; state++) {
      int count = next[table.symbol[state] & 0xFF]++;
      table.bits[state] = (byte) (log - 31 + Integer.numberOfLeadingZeros(count));
      table.base[state] = (count << table.bits[state]) - size;
    }
    return table;
  }

  /** Reads counts and makes their table. */
  static FseTable read(Cursor in, int mostLog, int mostSymbols) throws ZipException {
    ForwardBits bits = new ForwardBits(in);
    int log = bits.read(4) + 5;
    if (log > mostLog) {
      throw new ZipException("a table of probabilities is too large");
    }
    int[] counts = new int[mostSymbols];
    int symbols = 0;
    int remaining = 1 << log;
    while (remaining > 0) {
      require(symbols < mostSymbols);
      int width = 32 - Integer.numberOfLeadingZeros(remaining + 1);
      int value = bits.read(width);
      int low = (1 << width - 1) - 1;
      int threshold = (1 << width) - 2 - remaining;
      if ((value & low) < threshold) {
        bits.unread();
        value &= low;
      } else if (value > low) {
        value -= threshold;
      }
      int count = value - 1;
      remaining -= Math.abs(count);
      counts[symbols++] = count;
      for (int repeat = count == 0 ? 3 : 0; repeat == 3; ) {
        repeat = bits.read(2);
        symbols += repeat;
        require(symbols <= mostSymbols);
      }
    }
    require(remaining == 0);
    bits.finish();
    return of(log, Arrays.copyOf(counts, symbols));
  }

  int next(int state, BackwardBits in) {
    return base[state] + (int) in.read(bits[state]);
  }

  private static void require(boolean fine) throws ZipException {
    if (!fine) {
      throw new ZipException("a table of probabilities is damaged");
    }
  }

  /** Bits from the lowest of the first byte on. */
  private static final class ForwardBits {
    private final Cursor in;
    private long at;

    ForwardBits(Cursor in) {
      this.in = in;
    }

    int read(int count) throws ZipException {
      int value = 0;
      for (int i = 0; i < count; i++, at++) {
        int from = in.at + (int) (at >>> 3);
        if (from >= in.end) {
          throw new ZipException("a table of probabilities is cut short");
        }
        value |= (in.bytes[from] >>> (at & 7) & 1) << i;
      }
      return value;
    }

    void unread() {
      at--;
    }

    void finish() throws ZipException {
      in.skip((int) (at + 7 >>> 3));
    }
  }
}
