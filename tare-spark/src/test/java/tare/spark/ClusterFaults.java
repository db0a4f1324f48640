package tare.spark;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.ExceptionFailure;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.TaskContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import tare.accounting.LossFilter;
import tare.accounting.PrivacyBudget;
import tare.curator.OpenLedger;
import tare.curator.ReleasePlan;
import tare.curator.WeightHandling;
import tare.gate.EveryKind;
import tare.ledger.Ledger;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.table.ParquetFile;
import tare.table.Table;
import tare.weight.MomentOptions;
import tare.weight.Moments;

/**
 * Faults in a cluster of real processes.
 *
 * <p>A release is made undisturbed, then again while in each phase a worker is killed with its
 * executor in the middle of a task, tasks fail at their first attempt and speculation is on. Both
 * must be the same, and each charge booked once. Then rows that are not as declared are handed
 * over, and the logs of all processes are searched for what their cells held.
 *
 * <p>In the middle of a task, and not by the clock: before a phase that reads rows all workers are
 * replaced, so that rows are read again, and whoever reads them waits (at the file {@code hold})
 * until it has been killed. Of the phases that draw rows, one is struck once a task has begun, and
 * the one that writes when a part is half written.
 *
 * <p>Usage: {@code ClusterFaults FOLDER SPARK_HOME}, where the latter has all jars, Tare's among
 * them, under jars.
 */
public final class ClusterFaults {

  private static final PrivacyBudget BUDGET = new PrivacyBudget(3, 1e-6);
  private static final List<String> READING =
      List.of("reading rows", "counting columns", "counting pairs", "estimating weights");

  /** So many in all that weights are settled with the rows to come. */
  private static final int FILE_ROWS = 17_000;

  /** A value that no log may hold. */
  private static final String SECRET = "very-private-77123";

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private final Path folder;
  private final StandaloneCluster cluster;
  private final Tasks tasks = new Tasks();

  private ClusterFaults(Path folder, StandaloneCluster cluster) {
    this.folder = folder;
    this.cluster = cluster;
  }

  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[0]));
    try (StandaloneCluster cluster = new StandaloneCluster(folder, args[1])) {
      new ClusterFaults(folder, cluster).run();
    }
  }

  private void run() throws Exception {
    write();
    SparkSession session =
        SparkSession.builder()
            .master(StandaloneCluster.MASTER)
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.executor.memory", "600m")
            .config("spark.task.maxFailures", "50")
            .config("spark.stage.maxConsecutiveAttempts", "50")
            .config("spark.excludeOnFailure.enabled", "false")
            .config("spark.speculation", "true")
            .config("spark.speculation.multiplier", "1.1")
            .config("spark.speculation.quantile", "0.1")
            .config("spark.sql.files.openCostInBytes", "134217728")
            .getOrCreate();
    session.sparkContext().setLogLevel("ERROR");
    Dataset<Row> frame = session.read().parquet(folder.resolve("rows").toString());
    Map<String, String> calm = release(frame, "calm", Progress.SILENT);
    Map<String, String> stormy = stormy(session, frame);
    out.println("the same files: " + calm.equals(stormy) + ", " + calm.size() + " of them");
    out.println("charges: " + charges("calm") + " and " + charges("stormy"));
    tasks.ends.forEach((phase, ends) -> out.println(phase + ": " + ends));
    refused(frame.withColumn("age", functions.lit(SECRET)), "noage");
    refused(frame.withColumn("ill", functions.lit(SECRET)), "nolevel");
    session.stop();
    out.println("logs that hold a private value: " + cluster.logsWith(SECRET));
    out.println("logs that were searched: " + cluster.logsWith(""));
  }

  private Map<String, String> stormy(SparkSession session, Dataset<Row> frame) throws Exception {
    String place = folder.toString();
    session
        .udf()
        .register("held", (Integer age) -> held(age, Path.of(place)), DataTypes.IntegerType);
    session.sparkContext().addSparkListener(tasks);
    Storm storm = new Storm(session);
    Map<String, String> files =
        release(frame.withColumn("age", functions.expr("held(cast(age as int))")), "stormy", storm);
    storm.end();
    return files;
  }

  private void write() throws IOException {
    Table rows = EveryKind.declared(6 * FILE_ROWS);
    Path data = Files.createDirectories(folder.resolve("rows"));
    for (int f = 0; f < 6; f++) {
      int from = FILE_ROWS * f;
      ParquetFile.write(
          rows.select(IntStream.range(from, from + FILE_ROWS).toArray()),
          data.resolve("part-" + f + ".parquet"));
    }
  }

  /**
   * Runs in executors: fails now and then, and waits to be killed while there is a {@code hold}.
   */
  private static int held(int age, Path place) throws Exception {
    TaskContext task = TaskContext.get();
    if (task != null && task.attemptNumber() == 0 && task.partitionId() % 3 == 1) {
      throw new IllegalStateException("a fault by chance");
    }
    while (task != null && Files.exists(place.resolve("hold"))) {
      if (Files.notExists(place.resolve("waiting"))) {
        Files.writeString(place.resolve("waiting"), "");
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return age;
  }

  /** How tasks began and ended, phase by phase. */
  private static final class Tasks extends SparkListener {

    private final Map<Integer, String> phases = new ConcurrentSkipListMap<>();
    private final Map<String, Map<String, Integer>> ends = new ConcurrentSkipListMap<>();
    private volatile String phase = "";
    private volatile String host = "";

    @Override
    public void onStageSubmitted(SparkListenerStageSubmitted stage) {
      phases.put(
          stage.stageInfo().stageId(),
          stage.properties().getProperty("spark.job.description", "other"));
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart start) {
      host = start.taskInfo().host();
      phase = phases.getOrDefault(start.stageId(), "other");
      if (start.taskInfo().speculative()) {
        count(start.stageId(), "begun twice");
      }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      count(
          end.stageId(),
          end.reason() instanceof ExecutorLostFailure
              ? "lost with their worker"
              : end.reason() instanceof ExceptionFailure ? "failed" : "ended otherwise");
    }

    private void count(int stage, String how) {
      ends.computeIfAbsent(phases.getOrDefault(stage, "other"), p -> new TreeMap<>())
          .merge(how, 1, Integer::sum);
    }
  }

  /** Kills a worker in each phase, in the middle of a task. */
  private final class Storm implements Progress {

    private final SparkSession session;
    private final Set<String> seen = new HashSet<>();
    private Thread killer = new Thread(() -> {});

    Storm(SparkSession session) {
      this.session = session;
    }

    @Override
    public synchronized void at(String now, double part) {
      if (!seen.add(now)) {
        return;
      }
      end();
      session.sparkContext().setJobDescription(now);
      try {
        if (READING.contains(now)) {
          Files.deleteIfExists(folder.resolve("waiting"));
          Files.writeString(folder.resolve("hold"), "");
          cluster.killAll();
          begin(now, () -> Files.exists(folder.resolve("waiting")));
        } else if (now.equals("settling weights") || now.equals("adding up weights")) {
          begin(now, () -> true);
        } else if (now.equals("drawing and writing rows")) {
          begin(now, this::halfWritten);
        }
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    private boolean halfWritten() {
      try (Stream<Path> files = Files.walk(folder, 3)) {
        return files.anyMatch(path -> String.valueOf(path.getFileName()).startsWith("_part-"));
      } catch (IOException | java.io.UncheckedIOException e) {
        return false; // something went away while we looked
      }
    }

    private void begin(String now, BooleanSupplier ready) {
      killer = new Thread(() -> strike(now, ready));
      killer.start();
    }

    private void strike(String now, BooleanSupplier ready) {
      try {
        while (!(tasks.phase.equals(now) && ready.getAsBoolean())) {
          TimeUnit.MILLISECONDS.sleep(5);
        }
        cluster.kill(tasks.host);
        Files.deleteIfExists(folder.resolve("hold"));
        out.println("killed and replaced " + tasks.host + " while " + now);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    void end() {
      try {
        killer.join(60_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Path ledger(String name) {
    return folder.resolve(name + ".ledger");
  }

  private List<String> charges(String name) throws IOException {
    return Ledger.open(ledger(name)).entries().stream().map(Ledger.Entry::purpose).toList();
  }

  private void make(Dataset<Row> frame, String name, Progress progress) throws IOException {
    ReleasePlan plan =
        ReleasePlan.of(BUDGET)
            .withSeed(new Seed(11))
            .withRows(270_000)
            .withWeights(new Moments(MomentOptions.DEFAULTS))
            .withHandling(
                WeightHandling.DEFAULTS
                    .withReplicates(0)
                    .withCorrection(WeightHandling.Correction.IN_WEIGHTS));
    TareSpark.release(
        frame,
        EveryKind.declared(6 * FILE_ROWS).schema(),
        plan,
        read -> OpenLedger.at(ledger(name), read.schema(), LossFilter.forOneRelease(BUDGET)),
        folder.resolve(name).toString(),
        new SeededNoise(3),
        progress);
  }

  private void refused(Dataset<Row> frame, String name) throws IOException {
    try {
      make(frame, name, Progress.SILENT);
      out.println("NOT REFUSED: " + name);
    } catch (BadInputException e) {
      String said = String.valueOf(e.getMessage());
      out.println(
          "refused: "
              + said.lines().limit(2).toList()
              + "; charged: "
              + Files.exists(ledger(name))
              + "; told: "
              + said.contains(SECRET));
    }
  }

  private Map<String, String> release(Dataset<Row> frame, String name, Progress progress)
      throws Exception {
    long begun = System.nanoTime();
    make(frame, name, progress);
    out.println(name + ": " + (System.nanoTime() - begun) / 1_000_000_000 + " s");
    Path place = folder.resolve(name);
    Map<String, String> sums = new TreeMap<>();
    try (Stream<Path> files = Files.walk(place)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String path = place.relativize(file).toString();
        if (path.endsWith(".parquet") || path.equals("model.json") || path.equals("weights.json")) {
          byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
          sums.put(path, HexFormat.of().formatHex(hash));
        }
      }
    }
    return sums;
  }
}
