package tare.table;

/** Unpacks the Snappy format, which most writers of Parquet use. */
final class Snappy {

  private Snappy() {}

  /** Unpacks the rest of the bytes into a new array of a known size. */
  static byte[] unpack(Bytes in, int size) {
    if (in.varint() != size) {
      throw new ParquetFormatException("a packed page has another size than it says");
    }
    byte[] out = new byte[size];
    int at = 0;
    while (in.remaining() > 0) {
      int tag = in.u8();
      if ((tag & 3) == 0) {
        int length = literalLength(in, tag >>> 2);
        requireRoom(out, at, length);
        System.arraycopy(in.array(), in.skip(length), out, at, length);
        at += length;
      } else {
        int length = (tag & 3) == 1 ? (tag >>> 2 & 7) + 4 : (tag >>> 2) + 1;
        int offset =
            switch (tag & 3) {
              case 1 -> (tag >>> 5) << 8 | in.u8();
              case 2 -> in.u8() | in.u8() << 8;
              default -> in.i32();
            };
        requireRoom(out, at, length);
        if (offset <= 0 || offset > at) {
          throw new ParquetFormatException("a packed page is damaged");
        }
        // Byte by byte: the copy may overlap what it writes.
        for (int end = at + length; at < end; at++) {
          out[at] = out[at - offset];
        }
      }
    }
    if (at != size) {
      throw new ParquetFormatException("a packed page is damaged");
    }
    return out;
  }

  private static int literalLength(Bytes in, int code) {
    if (code < 60) {
      return code + 1;
    }
    int length = 0;
    for (int i = 0; i < code - 59; i++) {
      length |= in.u8() << (8 * i);
    }
    if (length < 0 || length == Integer.MAX_VALUE) {
      throw new ParquetFormatException("a packed page is damaged");
    }
    return length + 1;
  }

  private static void requireRoom(byte[] out, int at, int length) {
    if (length > out.length - at) {
      throw new ParquetFormatException("a packed page is damaged");
    }
  }
}
