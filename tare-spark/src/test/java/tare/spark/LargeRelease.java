package tare.spark;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import tare.accounting.LossFilter;
import tare.accounting.PrivacyBudget;
import tare.curator.OpenLedger;
import tare.curator.ReleasePlan;
import tare.curator.WeightHandling;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.ParquetFile;
import tare.table.TableAppender;
import tare.weight.MomentOptions;
import tare.weight.Moments;

/**
 * A release of millions of rows in local mode: seconds of each phase, passes, the most memory the
 * process had; and the counts of all pairs by plain Spark beside it.
 *
 * <p>Usage: {@code LargeRelease FOLDER rows replicates [groups]}; {@code groups} counts the pairs
 * of columns by plain {@code groupBy} instead.
 */
public final class LargeRelease {

  private static final int COLUMNS = 24;
  private static final int FILE_ROWS = 250_000;
  private static final List<String> LEVELS = List.of("low", "mid", "high", "none", "other");

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private String phase = "start";
  private long since = System.nanoTime();

  private LargeRelease() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    int rows = Integer.parseInt(args[1]);
    new LargeRelease().run(folder, rows, Integer.parseInt(args[2]), args.length > 3);
  }

  private void run(Path folder, int rows, int replicates, boolean groups) throws IOException {
    Schema schema = schema(rows);
    Path data = folder.resolve("rows-" + rows);
    if (!Files.exists(data)) {
      make(data, schema, rows);
      Files.writeString(folder.resolve("schema-" + rows + ".json"), SchemaFile.text(schema));
    }
    SparkSession session =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .getOrCreate();
    session.sparkContext().setLogLevel("ERROR");
    Dataset<Row> frame = session.read().parquet(data.toString());
    at("ready");
    if (groups) {
      grouped(frame.persist());
    } else {
      release(frame, schema, folder.resolve("release-" + rows + "-" + replicates), replicates);
    }
    at("end");
    out.printf(Locale.ROOT, "peak resident memory: %d MB%n", peak());
    session.stop();
  }

  private void release(Dataset<Row> frame, Schema schema, Path place, int replicates)
      throws IOException {
    PrivacyBudget budget = new PrivacyBudget(1, ReleasePlan.defaultDelta(schema));
    ReleasePlan plan =
        ReleasePlan.of(budget)
            .withSeed(new Seed(1))
            .withWeights(new Moments(MomentOptions.DEFAULTS))
            .withHandling(WeightHandling.DEFAULTS.withReplicates(replicates));
    Path ledger = Files.createTempDirectory("ledger").resolve("l.ledger");
    TareSpark.Made made =
        TareSpark.release(
            frame,
            schema,
            plan,
            read -> OpenLedger.at(ledger, read, LossFilter.forOneRelease(budget)),
            place.toString(),
            (Progress) (now, part) -> at(now));
    out.printf(Locale.ROOT, "rows %d, passes %d%n", made.rows(), made.passes());
  }

  /** All pairs of columns, numbers cut into 32, counted by plain Spark: one job per pair. */
  private void grouped(Dataset<Row> frame) {
    frame.count();
    at("counting pairs by groupBy");
    List<String> names = List.of(frame.columns());
    int pairs = 0;
    for (int a = 0; a < names.size(); a++) {
      for (int b = a + 1; b < names.size(); b++) {
        if ((a * 31 + b) % 23 == 0) {
          frame.groupBy(cell(names.get(a)), cell(names.get(b))).count().collectAsList();
          pairs++;
        }
      }
    }
    out.println(pairs + " of 276 pairs");
  }

  private static org.apache.spark.sql.Column cell(String name) {
    return name.startsWith("number")
        ? functions.floor(functions.col(name).multiply(0.32))
        : functions.col(name);
  }

  private synchronized void at(String next) {
    if (next.equals(phase)) {
      return;
    }
    long now = System.nanoTime();
    out.printf(Locale.ROOT, "%7.1f s  %s%n", (now - since) / 1e9, phase);
    phase = next;
    since = now;
  }

  private static long peak() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")) >> 10)
        .findFirst()
        .orElse(0);
  }

  private static Schema schema(int rows) {
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < COLUMNS; c++) {
      columns.add(
          switch (c % 3) {
            case 0 ->
                new Column("number" + c, new ColumnType.Numeric(0, 100, List.of()), c % 2 == 1);
            case 1 -> new Column("whole" + c, new ColumnType.Whole(0, 90, List.of()), false);
            default ->
                new Column("kind" + c, new ColumnType.Category(LEVELS, Optional.empty()), false);
          });
    }
    return new Schema("large", "person", columns, OptionalLong.of(rows));
  }

  private static void make(Path data, Schema schema, int rows) throws IOException {
    Files.createDirectories(data);
    double[] row = new double[COLUMNS];
    for (int f = 0; f * FILE_ROWS < rows; f++) {
      RandomGenerator random = new Seed(f).stream("rows");
      TableAppender table = new TableAppender(schema);
      for (int r = f * FILE_ROWS; r < Math.min(rows, (f + 1) * FILE_ROWS); r++) {
        double age = random.nextDouble();
        for (int c = 0; c < COLUMNS; c++) {
          double mixed = 0.6 * age + 0.4 * random.nextDouble();
          row[c] =
              switch (c % 3) {
                case 0 -> Math.rint(10_000 * mixed * mixed) / 100;
                case 1 -> Math.rint(90 * mixed);
                default -> (int) (4.999 * mixed);
              };
        }
        table.append(row);
      }
      ParquetFile.write(
          table.finish(), data.resolve(String.format(Locale.ROOT, "part-%04d.parquet", f)));
    }
  }
}
