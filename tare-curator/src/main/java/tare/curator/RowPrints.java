package tare.curator;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import tare.schema.Column;
import tare.schema.Schema;
import tare.table.Row;

/**
 * Keyed hashes of rows, added up: the same whatever the order of rows and columns, wherever the
 * rows are and in however many parts. What comes back from there has the sums and not the key.
 */
final class RowPrints implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final String ALGORITHM = "HmacSHA256";

  /** Different cells of a column whose hashes are kept; others are hashed each time. */
  private static final int MOST_KNOWN = 1 << 15;

  private transient @Nullable Hashing hashing;
  private long count;
  private long high;
  private long low;

  /** Nothing yet. @param key Not modified. */
  RowPrints(Schema schema, byte[] key) {
    hashing = new Hashing(schema, key);
  }

  /** HMAC under the curator's key. @param key Not modified. */
  static Mac keyed(byte[] key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new AssertionError("Every Java has " + ALGORITHM + ".", e);
    }
  }

  void add(Row row) {
    if (hashing == null) {
      throw new IllegalStateException("These sums have come back from their rows.");
    }
    ByteBuffer hash = ByteBuffer.wrap(hashing.of(row));
    high += hash.getLong();
    low += hash.getLong();
    count++;
  }

  RowPrints plus(RowPrints other) {
    high += other.high;
    low += other.low;
    count += other.count;
    return this;
  }

  long count() {
    return count;
  }

  /** What the print of all rows is made of. */
  byte[] bytes() {
    return ByteBuffer.allocate(3 * Long.BYTES).putLong(count).putLong(high).putLong(low).array();
  }

  /** Hashes rows where they are. */
  private static final class Hashing {
    private final List<Column> columns;
    private final Mac mac;
    private final List<Map<Double, long[]>> known = new ArrayList<>();

    Hashing(Schema schema, byte[] key) {
      columns = schema.columns();
      mac = keyed(key);
      columns.forEach(column -> known.add(new HashMap<>()));
    }

    byte[] of(Row row) {
      long high = 0;
      long low = 0;
      for (int c = 0; c < columns.size(); c++) {
        double value = value(row, c);
        long[] hash = known.get(c).get(value);
        if (hash == null) {
          hash = cell(columns.get(c), value);
          if (known.get(c).size() < MOST_KNOWN) {
            known.get(c).put(value, hash);
          }
        }
        high += hash[0];
        low += hash[1];
      }
      return mac.doFinal(ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array());
    }

    private double value(Row row, int column) {
      if (row.missing(column)) {
        return Double.NaN;
      }
      return columns.get(column).type().isNumeric() ? row.number(column) : row.level(column);
    }

    private long[] cell(Column column, double value) {
      boolean number = column.type().isNumeric() || Double.isNaN(value);
      String cell = number ? Double.toString(value) : column.type().levels().get((int) value);
      String text = column.name() + "\n" + cell;
      ByteBuffer hash = ByteBuffer.wrap(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
      return new long[] {hash.getLong(), hash.getLong()};
    }
  }
}
