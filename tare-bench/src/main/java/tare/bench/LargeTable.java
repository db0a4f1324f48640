package tare.bench;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.CsvFile;
import tare.table.CsvOptions;
import tare.table.ParquetFile;
import tare.table.Table;
import tare.table.TableFile;

/**
 * Reads a large table once into compact columns and writes it out again: seconds of each phase,
 * what the columns take, and the most memory that the process ever had.
 *
 * <p>Usage: {@code LargeTable FOLDER [rows]}, with {@code -Xmx1500m}. The folder gets large.csv
 * (about 450 MB for the 5,000,000 rows that are the default; kept if it is there) and its schema,
 * for {@code tare release}.
 */
public final class LargeTable {

  private static final int COLUMNS = 24;
  private static final List<String> LEVELS = List.of("low", "mid", "high", "none", "other");

  private LargeTable() {}

  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[0]));
    int rows = args.length > 1 ? Integer.parseInt(args[1]) : 5_000_000;
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    Schema schema = schema(rows);
    Path csv = folder.resolve("large.csv");
    if (!Files.exists(csv)) {
      make(csv, rows);
      Files.writeString(folder.resolve("large.schema.json"), SchemaFile.text(schema));
    }
    out.printf(Locale.ROOT, "large.csv: %d MB%n", Files.size(csv) >> 20);
    Table table = timed("reading CSV", out, () -> TableFile.read(csv, schema, CsvOptions.DEFAULTS));
    Path again = folder.resolve("again.csv");
    Path parquet = folder.resolve("again.parquet");
    timed("writing CSV", out, () -> written(() -> CsvFile.write(table, again)));
    timed("writing Parquet", out, () -> written(() -> ParquetFile.write(table, parquet)));
    out.printf(
        Locale.ROOT,
        "again.csv: %d MB, again.parquet: %d MB%n",
        Files.size(again) >> 20,
        Files.size(parquet) >> 20);
    Table second =
        timed("reading Parquet", out, () -> TableFile.read(parquet, schema, CsvOptions.DEFAULTS));
    out.println(second.rowCount() == table.rowCount() ? "same rows" : "ROWS DIFFER");
    Files.delete(again);
    Files.delete(parquet);
  }

  private interface Writing {
    void run() throws IOException;
  }

  private static boolean written(Writing writing) throws IOException {
    writing.run();
    return true;
  }

  private static <T> T timed(String phase, PrintStream out, Callable<T> work) throws Exception {
    long start = System.nanoTime();
    T result = work.call();
    double seconds = (System.nanoTime() - start) / 1e9;
    System.gc();
    Runtime heap = Runtime.getRuntime();
    out.printf(
        Locale.ROOT,
        "%-16s %6.1f s, %4d MB of heap after it, %4d MB the most the process had%n",
        phase,
        seconds,
        heap.totalMemory() - heap.freeMemory() >> 20,
        peak() >> 20);
    return result;
  }

  /** The high-water mark of resident memory where the system tells it, or 0. */
  private static long peak() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .findFirst()
        .orElse(0);
  }

  /** Six numbers, six whole numbers, seven categories, five yes/no columns. */
  private static Schema schema(int rows) {
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < COLUMNS; c++) {
      columns.add(new Column("c" + c, type(c), c % 5 == 4));
    }
    return new Schema("large", "row", columns, OptionalLong.of(rows));
  }

  private static ColumnType type(int c) {
    if (c < 6) {
      return new ColumnType.Numeric(0, 100_000, List.of());
    }
    if (c < 12) {
      return new ColumnType.Whole(0, c < 9 ? 100 : 20_000, List.of());
    }
    return c < 19
        ? new ColumnType.Category(LEVELS, Optional.empty())
        : new ColumnType.YesNo("no", "yes");
  }

  private static void make(Path csv, int rows) throws IOException {
    RandomGenerator chance = new Seed(1).stream("large table");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(csv), 1 << 16)) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < COLUMNS; c++) {
        line.append(c > 0 ? "," : "").append('c').append(c);
      }
      for (int r = 0; r < rows; r++) {
        line.append('\n');
        double common = chance.nextDouble();
        for (int c = 0; c < COLUMNS; c++) {
          cell(c, (common + chance.nextDouble()) / 2, line.append(c > 0 ? "," : ""));
        }
        out.write(line.toString().getBytes(StandardCharsets.US_ASCII));
        line.setLength(0);
      }
      out.write('\n');
    }
  }

  private static void cell(int c, double u, StringBuilder line) {
    if (c % 5 == 4 && u > 0.9) {
      return;
    }
    if (c < 6) {
      // Skewed, with cents or tenths.
      double value = Math.expm1(9 * u * u);
      line.append((long) value).append('.').append((long) (value * (c < 3 ? 100 : 10)) % 10);
    } else if (c < 12) {
      line.append((long) (u * u * (c < 9 ? 100 : 20_000)));
    } else if (c < 19) {
      line.append(LEVELS.get((int) (u * 5)));
    } else {
      line.append(u < 0.6 ? "no" : "yes");
    }
  }
}
