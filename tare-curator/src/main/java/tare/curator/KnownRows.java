package tare.curator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import tare.noise.SecureNoise;
import tare.progress.Progress;
import tare.schema.Schema;
import tare.table.RowPass;
import tare.table.Table;

/**
 * Which rows were charged to which ledger, on the curator's machine alone: a keyed fingerprint of
 * the rows, whatever file, format or order they come in, and the place of their ledger. Without the
 * key, which never leaves the folder, a fingerprint says nothing.
 *
 * <p>It knows the very same rows only. Rows that were changed, added or left out are others to it.
 */
public final class KnownRows {

  private static final int KEY_LONGS = 4;

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

  /**
   * Takes the print of rows, in one pass; tells that it goes on, and may be ended. Of rows that are
   * elsewhere the key travels to them, with what is asked: whoever has it there has the rows.
   */
  Print print(RowPass rows, Progress progress) throws IOException {
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
  private String fingerprint(RowPass rows, Progress progress) throws IOException {
    byte[] key = key();
    Schema schema = rows.schema();
    RowPrints prints =
        rows instanceof Table table
            ? rows.pass(
                () -> new RowPrints(schema, key),
                (sum, row) -> {
                  if (sum.count() % ROWS_AT_ONCE == 0) {
                    progress.at("opening the ledger", (double) sum.count() / table.rowCount());
                  }
                  sum.add(row);
                },
                RowPrints::plus)
            : rows.pass(() -> new RowPrints(schema, key), RowPrints::add, RowPrints::plus);
    return HexFormat.of().formatHex(RowPrints.keyed(key).doFinal(prints.bytes()));
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
