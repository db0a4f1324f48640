package tare.curator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tare.noise.SecureNoise;
import tare.progress.Progress;
import tare.schema.Column;
import tare.table.Table;

/**
 * Which rows were charged to which ledger, on the curator's machine alone: a keyed fingerprint of
 * the rows, whatever file, format or order they come in, and the place of their ledger. Without the
 * key, which never leaves the folder, a fingerprint says nothing.
 *
 * <p>It knows the very same rows only. Rows that were changed, added or left out are others to it.
 */
public final class KnownRows {

  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_LONGS = 4;

  /** Different cells of a column whose hashes are kept; others are hashed each time. */
  private static final int MOST_KNOWN = 1 << 15;

  private static final int ROWS_AT_ONCE = 1 << 14;

  private final Path folder;

  /**
   * @param folder where key and list lie
   */
  public KnownRows(Path folder) {
    this.folder = folder;
  }

  /** In the curator's home, or where the environment says; empty when that says "none". */
  public static Optional<KnownRows> ofThisMachine() {
    String place = System.getProperty("tare.home", System.getenv("TARE_HOME"));
    if ("none".equals(place)) {
      return Optional.empty();
    }
    return Optional.of(
        new KnownRows(
            place != null ? Path.of(place) : Path.of(System.getProperty("user.home"), ".tare")));
  }

  /**
   * Refuses a ledger for rows that were charged to another one that still exists.
   *
   * @throws IllegalArgumentException naming the other ledger
   */
  public void requireNoOther(Table rows, Path ledger) throws IOException {
    requireNoOther(print(rows, Progress.SILENT), ledger);
  }

  /** What tells rows from others, to be taken once. */
  record Print(String text) {}

  /** Takes the print of rows; tells that it goes on, and may be ended. */
  Print print(Table rows, Progress progress) throws IOException {
    return new Print(fingerprint(rows, progress));
  }

  void requireNoOther(Print rows, Path ledger) throws IOException {
    String print = rows.text();
    for (String line : lines()) {
      String[] parts = line.split("\t", 2);
      Path other = Path.of(parts[parts.length - 1]);
      boolean same = parts[0].equals(print) && Files.exists(other);
      if (same && !other.equals(real(ledger))) {
        throw new IllegalArgumentException(
            "These rows were charged before, to the ledger "
                + other
                + ". A data set has one ledger for its whole life: use --ledger "
                + other
                + ". Nothing was charged.");
      }
    }
  }

  /** Whether the very same rows were charged to a ledger. */
  public boolean know(Table rows) throws IOException {
    if (lines().isEmpty()) {
      return false;
    }
    String print = fingerprint(rows, Progress.SILENT);
    return lines().stream().anyMatch(line -> line.startsWith(print));
  }

  /** Remembers which ledger the rows are charged to. */
  public void remember(Table rows, Path ledger) throws IOException {
    remember(print(rows, Progress.SILENT), ledger);
  }

  void remember(Print rows, Path ledger) throws IOException {
    String line = rows.text() + "\t" + real(ledger);
    if (!lines().contains(line)) {
      try {
        Files.writeString(
            list(), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(
            "That these rows are charged to "
                + ledger
                + " could not be noted in "
                + list()
                + ". Nothing was charged. Make room there, or name another folder in TARE_HOME.",
            e);
      }
    }
  }

  private static Path real(Path file) throws IOException {
    return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath().normalize();
  }

  private Path list() {
    return folder.resolve("charged");
  }

  private List<String> lines() throws IOException {
    return Files.exists(list()) ? Files.readAllLines(list()) : List.of();
  }

  /** The sum of keyed row hashes, so that the order of rows and columns does not matter. */
  private String fingerprint(Table rows, Progress progress) throws IOException {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key(), ALGORITHM));
      long high = 0;
      long low = 0;
      List<Map<Double, long[]>> known =
          rows.schema().columns().stream().<Map<Double, long[]>>map(c -> new HashMap<>()).toList();
      for (int r = 0; r < rows.rowCount(); r++) {
        if (r % ROWS_AT_ONCE == 0) {
          progress.at("opening the ledger", (double) r / rows.rowCount());
        }
        ByteBuffer hash = ByteBuffer.wrap(rowHash(mac, rows, r, known));
        high += hash.getLong();
        low += hash.getLong();
      }
      ByteBuffer sums = ByteBuffer.allocate(3 * Long.BYTES);
      sums.putLong(rows.rowCount()).putLong(high).putLong(low);
      return HexFormat.of().formatHex(mac.doFinal(sums.array()));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("Every Java has " + ALGORITHM + ".", e);
    }
  }

  /**
   * @param known hashes of cells that come again, by column. Modified.
   */
  private static byte[] rowHash(Mac mac, Table rows, int r, List<Map<Double, long[]>> known) {
    long high = 0;
    long low = 0;
    for (int c = 0; c < rows.schema().columnCount(); c++) {
      double value = rows.value(r, c);
      long[] hash = known.get(c).get(value);
      if (hash == null) {
        hash = cellHash(mac, rows.schema().column(c), value);
        if (known.get(c).size() < MOST_KNOWN) {
          known.get(c).put(value, hash);
        }
      }
      high += hash[0];
      low += hash[1];
    }
    return mac.doFinal(ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array());
  }

  private static long[] cellHash(Mac mac, Column column, double value) {
    boolean number = column.type().isNumeric() || Double.isNaN(value);
    String cell = number ? Double.toString(value) : column.type().levels().get((int) value);
    String text = column.name() + "\n" + cell;
    ByteBuffer hash = ByteBuffer.wrap(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    return new long[] {hash.getLong(), hash.getLong()};
  }

  private byte[] key() throws IOException {
    Path file = folder.resolve("key");
    if (Files.notExists(file)) {
      Files.createDirectories(folder);
      SecureNoise noise = new SecureNoise();
      ByteBuffer key = ByteBuffer.allocate(KEY_LONGS * Long.BYTES);
      for (int i = 0; i < KEY_LONGS; i++) {
        key.putLong(noise.nextLong());
      }
      // A file made for one's own eyes, put in place whole.
      Path fresh = Files.createTempFile(folder, "key", ".new");
      Files.write(fresh, key.array());
      Files.move(fresh, file);
    }
    return Files.readAllBytes(file);
  }
}
