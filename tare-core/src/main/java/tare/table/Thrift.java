package tare.table;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The compact protocol of Apache Thrift, as far as the metadata of a Parquet file needs it. A
 * struct is a tree of values by field number: {@code Boolean}, {@code Long}, {@code byte[]}, {@code
 * List} and {@code Struct}.
 */
final class Thrift {

  private static final int STOP = 0;
  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int BYTE = 3;
  private static final int I16 = 4;
  private static final int I32 = 5;
  private static final int I64 = 6;
  private static final int DOUBLE = 7;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int SET = 10;
  private static final int MAP = 11;
  private static final int STRUCT = 12;

  private static final int DEEPEST = 32;

  private Thrift() {}

  /** Values by field number. Whole numbers are written as 32 bits if they were put as such. */
  static final class Struct {
    private final Map<Integer, Object> fields = new TreeMap<>();

    Struct put(int field, int value) {
      fields.put(field, value);
      return this;
    }

    Struct put(int field, long value) {
      fields.put(field, value);
      return this;
    }

    Struct put(int field, boolean value) {
      fields.put(field, value);
      return this;
    }

    Struct put(int field, String value) {
      fields.put(field, value.getBytes(StandardCharsets.UTF_8));
      return this;
    }

    Struct put(int field, Struct value) {
      fields.put(field, value);
      return this;
    }

    /** A list of values of one kind. */
    Struct put(int field, List<?> values) {
      fields.put(field, values);
      return this;
    }

    boolean has(int field) {
      return fields.containsKey(field);
    }

    /** A whole number, or a value for want of it. */
    long number(int field, long otherwise) {
      Object value = fields.get(field);
      return value instanceof Number number ? number.longValue() : otherwise;
    }

    long number(int field) {
      if (fields.get(field) instanceof Number number) {
        return number.longValue();
      }
      throw new ParquetFormatException("a number is missing in the metadata");
    }

    boolean flag(int field, boolean otherwise) {
      return fields.get(field) instanceof Boolean flag ? flag : otherwise;
    }

    String text(int field) {
      if (fields.get(field) instanceof byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
      }
      throw new ParquetFormatException("a text is missing in the metadata");
    }

    Struct struct(int field) {
      if (fields.get(field) instanceof Struct struct) {
        return struct;
      }
      throw new ParquetFormatException("a part of the metadata is missing");
    }

    List<String> texts(int field) {
      List<String> texts = new ArrayList<>();
      if (fields.get(field) instanceof List<?> values) {
        for (Object value : values) {
          if (value instanceof byte[] bytes) {
            texts.add(new String(bytes, StandardCharsets.UTF_8));
          }
        }
      }
      return texts;
    }

    List<Struct> structs(int field) {
      List<Struct> structs = new ArrayList<>();
      if (fields.get(field) instanceof List<?> values) {
        for (Object value : values) {
          if (value instanceof Struct struct) {
            structs.add(struct);
          }
        }
      }
      return structs;
    }
  }

  // --- writing ------------------------------------------------------------------------------

  static byte[] bytes(Struct struct) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(struct, out);
    return out.toByteArray();
  }

  private static void write(Struct struct, ByteArrayOutputStream out) {
    int last = 0;
    for (Map.Entry<Integer, Object> field : struct.fields.entrySet()) {
      // Parquet's field numbers lie close together, so the short form always does.
      int kind = kind(field.getValue());
      out.write((field.getKey() - last) << 4 | kind);
      last = field.getKey();
      writeValue(field.getValue(), out);
    }
    out.write(STOP);
  }

  private static int kind(Object value) {
    if (value instanceof Boolean flag) {
      return flag ? TRUE : FALSE;
    }
    if (value instanceof Integer) {
      return I32;
    }
    if (value instanceof Long) {
      return I64;
    }
    if (value instanceof byte[]) {
      return BINARY;
    }
    return value instanceof List ? LIST : STRUCT;
  }

  private static void writeValue(Object value, ByteArrayOutputStream out) {
    if (value instanceof Number number) {
      long n = number.longValue();
      writeVarint(n << 1 ^ n >> 63, out);
    } else if (value instanceof byte[] bytes) {
      writeVarint(bytes.length, out);
      out.writeBytes(bytes);
    } else if (value instanceof Struct struct) {
      write(struct, out);
    } else if (value instanceof List<?> values) {
      int kind = values.isEmpty() ? STRUCT : kind(values.get(0));
      if (values.size() < 15) {
        out.write(values.size() << 4 | kind);
      } else {
        out.write(0xF0 | kind);
        writeVarint(values.size(), out);
      }
      values.forEach(element -> writeValue(element, out));
    }
  }

  static void writeVarint(long value, ByteArrayOutputStream out) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  // --- reading ------------------------------------------------------------------------------

  static Struct read(Bytes in) {
    return read(in, 0);
  }

  private static Struct read(Bytes in, int depth) {
    if (depth > DEEPEST) {
      throw new ParquetFormatException("the metadata is nested too deep");
    }
    Struct struct = new Struct();
    int last = 0;
    while (true) {
      int head = in.u8();
      int kind = head & 0xF;
      if (kind == STOP) {
        return struct;
      }
      int delta = head >>> 4;
      last = delta == 0 ? (int) zigzag(in.varint()) : last + delta;
      Object value =
          kind == TRUE || kind == FALSE ? Boolean.valueOf(kind == TRUE) : value(kind, in, depth);
      struct.fields.put(last, value);
    }
  }

  private static Object value(int kind, Bytes in, int depth) {
    return switch (kind) {
      case TRUE, FALSE -> in.u8() == TRUE;
      case BYTE -> (long) (byte) in.u8();
      case I16, I32, I64 -> zigzag(in.varint());
      case DOUBLE -> in.i64();
      case BINARY -> in.take(in.length());
      case LIST, SET -> list(in, depth);
      case MAP -> map(in, depth);
      case STRUCT -> read(in, depth + 1);
      default -> throw new ParquetFormatException("the metadata holds an unknown kind of value");
    };
  }

  private static List<Object> list(Bytes in, int depth) {
    int head = in.u8();
    int size = head >>> 4 == 15 ? in.length() : head >>> 4;
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      values.add(value(head & 0xF, in, depth + 1));
    }
    return values;
  }

  private static List<Object> map(Bytes in, int depth) {
    int size = in.length();
    List<Object> values = new ArrayList<>();
    if (size > 0) {
      int kinds = in.u8();
      for (int i = 0; i < size; i++) {
        values.add(value(kinds >>> 4, in, depth + 1));
        values.add(value(kinds & 0xF, in, depth + 1));
      }
    }
    return values;
  }

  private static long zigzag(long value) {
    return value >>> 1 ^ -(value & 1);
  }
}
