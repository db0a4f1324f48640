package tare.spark;

import com.sun.management.OperatingSystemMXBean;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import tare.accounting.LossFilter;
import tare.accounting.PrivacyBudget;
import tare.curator.OpenLedger;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.curator.WeightHandling;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.noise.SecureNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.ReleaseFolder;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.ParquetFile;
import tare.table.Table;
import tare.table.TableAppender;
import tare.weight.BetaNoised;
import tare.weight.MomentOptions;
import tare.weight.Moments;
import tare.weight.WeightEstimator;

/**
 * A release of millions of rows in local mode: seconds of each phase by the clock and of all cores
 * together, passes, the most memory the process had; beside it the same on one machine without
 * Spark, and the counts of pairs by plain Spark.
 *
 * <p>Usage: {@code LargeRelease FOLDER rows WHAT}, where {@code WHAT} is {@code make} (the rows),
 * {@code release}, {@code logistic} (with weights of a logistic regression instead of moments),
 * {@code machine} (without Spark), {@code groups} (all pairs by plain {@code groupBy}) or {@code
 * some-groups} (every 23rd of them). The law is made up: every column hangs on one other and some
 * on a second one. A fourth word {@code heavy} gives numbers heavy tails and categories levels of
 * which the rarest has two rows in a thousand.
 */
public final class LargeRelease {

  private static final int COLUMNS = 24;
  private static final int FILE_ROWS = 250_000;
  private static final int SOME_PAIRS = 23;
  private static final List<String> LEVELS = List.of("low", "mid", "high", "none", "other");

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private final Path folder;
  private final int rows;
  private final boolean heavy;
  private final Schema schema;
  private final Path data;
  private WeightEstimator weights = new Moments(MomentOptions.DEFAULTS);
  private String phase = "start";
  private long since = System.nanoTime();
  private long sinceCpu = cpu();

  private LargeRelease(Path folder, int rows, boolean heavy) {
    this.folder = folder;
    this.rows = rows;
    this.heavy = heavy;
    this.schema = schema();
    this.data = folder.resolve((heavy ? "heavy-" : "rows-") + rows);
  }

  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    boolean heavy = args.length > 3 && args[3].equals("heavy");
    new LargeRelease(folder, Integer.parseInt(args[1]), heavy).run(args[2]);
  }

  private void run(String what) throws IOException {
    switch (what) {
      case "make" -> make();
      case "machine" -> machine();
      case "release" -> onSpark(this::release);
      case "logistic" -> {
        weights = new BetaNoised();
        onSpark(this::release);
      }
      case "groups" -> onSpark(frame -> grouped(frame.persist(), 1));
      case "some-groups" -> onSpark(frame -> grouped(frame.persist(), SOME_PAIRS));
      default -> throw new IllegalArgumentException("This is not known: " + what);
    }
    at("end");
    out.printf(Locale.ROOT, "peak resident memory: %d MB%n", peak());
  }

  private interface Work {
    void of(Dataset<Row> frame) throws IOException;
  }

  private void onSpark(Work work) throws IOException {
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
    work.of(frame);
    at("end");
    session.stop();
  }

  private PrivacyBudget budget() {
    return new PrivacyBudget(1, ReleasePlan.defaultDelta(schema));
  }

  private ReleasePlan plan() {
    return ReleasePlan.of(budget())
        .withSeed(new Seed(1))
        .withWeights(weights)
        .withHandling(WeightHandling.DEFAULTS.withReplicates(0));
  }

  private OpenLedger ledger(Schema read) throws IOException {
    Path ledger = Files.createTempDirectory(folder, "ledger").resolve("l.ledger");
    return OpenLedger.at(ledger, read, LossFilter.forOneRelease(budget()));
  }

  private void release(Dataset<Row> frame) throws IOException {
    String place = folder.resolve("release-" + System.nanoTime()).toString();
    TareSpark.Made made =
        TareSpark.release(
            frame,
            schema,
            plan(),
            read -> ledger(read.schema()),
            place,
            (Progress) (now, part) -> at(now));
    out.printf(Locale.ROOT, "rows %d, passes %d%n", made.rows(), made.passes());
    made.some().weightsRefused().ifPresent(out::println);
    made.some()
        .bundle()
        .weights()
        .ifPresent(w -> out.println(w.description().details().path("misfit")));
  }

  /** The same release by one machine. */
  private void machine() throws IOException {
    at("reading rows");
    List<Path> files;
    try (Stream<Path> all = Files.list(data)) {
      files = all.sorted().toList();
    }
    TableAppender table = new TableAppender(schema);
    double[] row = new double[COLUMNS];
    for (Path file : files) {
      Table some = ParquetFile.read(file, schema);
      for (int r = 0; r < some.rowCount(); r++) {
        for (int c = 0; c < COLUMNS; c++) {
          row[c] = some.value(r, c);
        }
        table.append(row);
      }
    }
    Gate gate =
        new Gate(
            PrivateTable.of(table.finish()), ledger(schema).ledger(), "large", new SecureNoise());
    Bundle made = ReleaseRun.run(gate, plan(), (Progress) (now, part) -> at(now));
    at("writing rows");
    ReleaseFolder.write(folder.resolve("machine-" + System.nanoTime()), made, Map.of());
  }

  /** Every so many-th pair of columns, numbers cut into 32, by plain Spark: one job per pair. */
  private void grouped(Dataset<Row> frame, int every) {
    at("reading rows");
    frame.count();
    at("counting pairs by groupBy");
    List<String> names = List.of(frame.columns());
    int pairs = 0;
    for (int a = 0; a < names.size(); a++) {
      for (int b = a + 1; b < names.size(); b++) {
        if ((a * 31 + b) % every == 0) {
          frame.groupBy(cell(names.get(a)), cell(names.get(b))).count().collectAsList();
          pairs++;
        }
      }
    }
    out.println(pairs + " of 276 pairs");
  }

  private static org.apache.spark.sql.Column cell(String name) {
    return name.startsWith("kind")
        ? functions.col(name)
        : functions.floor(functions.col(name).multiply(name.startsWith("number") ? 0.32 : 0.35));
  }

  private static long cpu() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private synchronized void at(String next) {
    if (next.equals(phase)) {
      return;
    }
    long now = System.nanoTime();
    long nowCpu = cpu();
    out.printf(
        Locale.ROOT,
        "%7.1f s %7.1f s of all cores  %s%n",
        (now - since) / 1e9,
        (nowCpu - sinceCpu) / 1e9,
        phase);
    phase = next;
    since = now;
    sinceCpu = nowCpu;
  }

  private static long peak() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")) >> 10)
        .findFirst()
        .orElse(0);
  }

  private Schema schema() {
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < COLUMNS; c++) {
      columns.add(
          switch (c % 3) {
            case 0 ->
                new Column(
                    "number" + c,
                    new ColumnType.Numeric(0, heavy ? 1e5 : 100, List.of()),
                    c % 2 == 1);
            case 1 -> new Column("whole" + c, new ColumnType.Whole(0, 90, List.of()), false);
            default ->
                new Column("kind" + c, new ColumnType.Category(LEVELS, Optional.empty()), false);
          });
    }
    return new Schema("large", "person", columns, OptionalLong.of(rows));
  }

  private void make() throws IOException {
    Files.createDirectories(data);
    Files.writeString(folder.resolve(data.getFileName() + ".json"), SchemaFile.text(schema));
    for (int f = 0; f * FILE_ROWS < rows; f++) {
      RandomGenerator random = new Seed(f).stream("rows");
      TableAppender table = new TableAppender(schema);
      for (int r = f * FILE_ROWS; r < Math.min(rows, (f + 1) * FILE_ROWS); r++) {
        table.append(row(random));
      }
      ParquetFile.write(
          table.finish(), data.resolve(String.format(Locale.ROOT, "part-%04d.parquet", f)));
    }
  }

  private double[] row(RandomGenerator random) {
    double[] hidden = new double[COLUMNS];
    double[] row = new double[COLUMNS];
    for (int c = 0; c < COLUMNS; c++) {
      double own = random.nextDouble();
      double strength = 0.3 + 0.05 * (c % 7);
      hidden[c] = c == 0 ? own : strength * hidden[(5 * c + 1) % c] + (1 - strength) * own;
      if (c % 6 == 5) {
        hidden[c] = 0.8 * hidden[c] + 0.2 * hidden[c / 2];
      }
      double mixed = hidden[c];
      row[c] = heavy ? heavy(c % 3, mixed) : even(c % 3, mixed);
    }
    return row;
  }

  private static double even(int kind, double mixed) {
    return switch (kind) {
      case 0 -> Math.rint(10_000 * mixed * mixed) / 100;
      case 1 -> Math.rint(90 * mixed);
      default -> (int) (4.999 * mixed);
    };
  }

  /** A power law, a law of counts that falls as fast, and levels from 85 % to 0.2 %. */
  private static double heavy(int kind, double mixed) {
    double tail = Math.pow(1.001 - mixed, -1.5) - 1;
    return switch (kind) {
      case 0 -> Math.rint(100 * Math.min(1e5, 10 * tail)) / 100;
      case 1 -> Math.rint(Math.min(90, tail));
      default -> mixed < 0.7 ? 0 : mixed < 0.8 ? 1 : mixed < 0.87 ? 2 : mixed < 0.92 ? 3 : 4;
    };
  }
}
