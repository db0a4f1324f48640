package tare.table;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.DoubleConsumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tare.kernel.zstd.ZstdInputStream;
import tare.table.Thrift.Struct;

/**
 * Reads the pages of one column of one row group. Knows plain and dictionary-coded values, plain,
 * gzip, Snappy and Zstandard pages, and both versions of data pages; says so when it meets anything
 * else.
 */
final class ParquetChunkReader {

  /** More values in one page, or more bytes, are not believed: they would fill the memory. */
  private static final int MOST_VALUES = 1 << 24;

  private static final int MOST_BYTES = 1 << 28;

  private final int physical;
  private final boolean optional;
  private final int codec;

  private final ParquetValues values;

  private double[] dictionary = new double[0];

  ParquetChunkReader(int physical, boolean optional, int codec, ParquetValues values) {
    this.physical = physical;
    this.optional = optional;
    this.codec = codec;
    this.values = values;
  }

  /** Gives each value in order; a null as NaN. */
  void read(Bytes in, long values, DoubleConsumer sink) {
    long left = values;
    while (left > 0) {
      Struct header = Thrift.read(in);
      int unpacked = bounded(header.number(2), MOST_BYTES);
      int packed = bounded(header.number(3), MOST_BYTES);
      int start = in.skip(packed);
      Bytes page = new Bytes(in.array(), start, start + packed);
      switch ((int) header.number(1)) {
        case Parquet.DICTIONARY_PAGE -> readDictionary(header.struct(7), unpack(page, unpacked));
        case Parquet.DATA_PAGE -> {
          int count = count(header.struct(5), left);
          readPage(header.struct(5), count, unpack(page, unpacked), sink);
          left -= count;
        }
        case Parquet.DATA_PAGE_V2 -> {
          int count = count(header.struct(8), left);
          readPageV2(header.struct(8), count, page, unpacked, sink);
          left -= count;
        }
        default -> {
          // An index page holds nothing that is wanted.
        }
      }
    }
  }

  private void readDictionary(Struct header, Bytes page) {
    int count = bounded(header.number(1), MOST_VALUES);
    // Every value takes at least a bit, so this bounds what is allocated.
    if (count > 8L * page.remaining()) {
      throw new ParquetFormatException("a dictionary in it is cut short");
    }
    dictionary = plain(page, count);
  }

  private static int count(Struct header, long left) {
    return bounded(header.number(1), (int) Math.min(left, MOST_VALUES));
  }

  private void readPage(Struct header, int count, Bytes page, DoubleConsumer sink) {
    int[] present = null;
    if (optional) {
      requireRle(header.number(3, Parquet.RLE));
      int length = page.i32();
      int start = page.skip(length);
      present = HybridRle.read(new Bytes(page.array(), start, start + length), 1, count);
    }
    give(page, (int) header.number(2), count, present, sink);
  }

  private void readPageV2(Struct header, int count, Bytes page, int unpacked, DoubleConsumer sink) {
    int repetition = page.skip(header.number(6, 0));
    int length = bounded(header.number(5, 0), MOST_BYTES);
    int start = page.skip(length);
    int[] present = null;
    if (optional) {
      present = HybridRle.read(new Bytes(page.array(), start, start + length), 1, count);
    }
    int levels = start + length - repetition;
    Bytes values = header.flag(7, true) ? unpack(page, Math.max(0, unpacked - levels)) : page;
    give(values, (int) header.number(4), count, present, sink);
  }

  private void give(
      Bytes page, int encoding, int count, int @Nullable [] present, DoubleConsumer sink) {
    int stored = count;
    if (present != null) {
      stored = 0;
      for (int level : present) {
        stored += level;
      }
    }
    double[] cells = values(page, encoding, stored);
    int next = 0;
    for (int i = 0; i < count; i++) {
      sink.accept(present == null || present[i] == 1 ? cells[next++] : Double.NaN);
    }
  }

  private double[] values(Bytes page, int encoding, int count) {
    if (encoding == Parquet.PLAIN) {
      return plain(page, count);
    }
    if (encoding == Parquet.RLE && physical == Parquet.BOOLEAN) {
      page.i32();
      double[] cells = new double[count];
      int[] bits = HybridRle.read(page, 1, count);
      for (int i = 0; i < count; i++) {
        cells[i] = values.ofBoolean(bits[i] == 1);
      }
      return cells;
    }
    if (encoding != Parquet.RLE_DICTIONARY && encoding != Parquet.PLAIN_DICTIONARY) {
      throw new ParquetFormatException(
          "it uses encoding " + encoding + ". Write it with plain or dictionary encoding");
    }
    double[] cells = new double[count];
    if (count > 0) {
      int[] indices = HybridRle.read(page, page.u8(), count);
      for (int i = 0; i < count; i++) {
        if (indices[i] < 0 || indices[i] >= dictionary.length) {
          throw new ParquetFormatException("a value in it is not in its dictionary");
        }
        cells[i] = dictionary[indices[i]];
      }
    }
    return cells;
  }

  private double[] plain(Bytes page, int count) {
    double[] cells = new double[count];
    int bits = 0;
    for (int i = 0; i < count; i++) {
      cells[i] =
          switch (physical) {
            case Parquet.BOOLEAN -> {
              bits = i % 8 == 0 ? page.u8() : bits >>> 1;
              yield values.ofBoolean((bits & 1) == 1);
            }
            case Parquet.INT32 -> values.ofNumber(page.i32());
            case Parquet.INT64 -> values.ofLong(page.i64());
            case Parquet.FLOAT -> values.ofNumber(Float.intBitsToFloat(page.i32()));
            case Parquet.DOUBLE -> values.ofNumber(Double.longBitsToDouble(page.i64()));
            case Parquet.BYTE_ARRAY -> values.ofBytes(page, page.i32());
            case Parquet.FIXED_BYTES -> values.ofBytes(page, values.fixedLength());
            default -> throw new ParquetFormatException("it holds values of an unknown type");
          };
    }
    return cells;
  }

  private Bytes unpack(Bytes page, int size) {
    return switch (codec) {
      case Parquet.UNCOMPRESSED -> page;
      case Parquet.SNAPPY -> new Bytes(Snappy.unpack(page, size));
      case Parquet.GZIP -> new Bytes(unpacked(GZIPInputStream::new, page, size));
      case Parquet.ZSTD -> new Bytes(unpacked(ZstdInputStream::new, page, size));
      default ->
          throw new ParquetFormatException(
              "it is packed with a method we do not know. Write it with zstd, snappy, gzip or none");
    };
  }

  /** Makes a stream that unpacks another. */
  private interface Unpacker {
    InputStream of(InputStream packed) throws IOException;
  }

  private static byte[] unpacked(Unpacker unpacker, Bytes page, int size) {
    InputStream packed = new ByteArrayInputStream(page.array(), page.position(), page.remaining());
    try (InputStream in = unpacker.of(packed)) {
      byte[] out = in.readNBytes(size);
      if (out.length != size) {
        throw new ParquetFormatException("a packed page has another size than it says");
      }
      return out;
    } catch (IOException e) {
      throw new ParquetFormatException("a packed page is damaged");
    }
  }

  private static void requireRle(long encoding) {
    if (encoding != Parquet.RLE) {
      throw new ParquetFormatException("it marks missing values in an old way");
    }
  }

  private static int bounded(long number, int most) {
    if (number < 0 || number > most) {
      throw new ParquetFormatException("a size in it is out of range");
    }
    return (int) number;
  }
}
