package tare.spark;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
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
import tare.random.Seed;
import tare.table.ParquetFile;
import tare.table.Table;
import tare.weight.MomentOptions;
import tare.weight.Moments;

/**
 * Faults in a cluster of real processes on this machine: a master and two workers from Spark's own
 * jars. A release is made undisturbed, then again while workers are killed one after the other,
 * tasks fail by chance and speculation is on; both must be the same, and each charge booked once.
 *
 * <p>Usage: {@code ClusterFaults FOLDER SPARK_HOME}, where the latter has all jars, Tare's among
 * them, under jars.
 */
public final class ClusterFaults {

  private static final PrivacyBudget BUDGET = new PrivacyBudget(3, 1e-6);
  private static final List<String> OPENS =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private final Path folder;
  private final String home;
  private final List<Process> workers = new ArrayList<>(Arrays.asList(null, null));
  private int started;

  private ClusterFaults(Path folder, String home) {
    this.folder = folder;
    this.home = home;
  }

  public static void main(String[] args) throws Exception {
    new ClusterFaults(Files.createDirectories(Path.of(args[0])), args[1]).run();
  }

  private Process start(String... command) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(ProcessHandle.current().info().command().orElseThrow(), "-Xmx256m"));
    OPENS.forEach(name -> all.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    all.addAll(List.of("-cp", home + "/jars/*"));
    all.addAll(List.of(command));
    ProcessBuilder builder = new ProcessBuilder(all);
    builder.environment().put("SPARK_HOME", home);
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    File log = folder.resolve("process-" + started++ + ".log").toFile();
    return builder.redirectErrorStream(true).redirectOutput(log).start();
  }

  private void worker(int number) throws IOException {
    workers.set(
        number,
        start(
            "org.apache.spark.deploy.worker.Worker",
            "--host",
            "127.0.0." + (number + 1),
            "--cores",
            "1",
            "--memory",
            "700m",
            "--work-dir",
            folder.resolve("work").toString(),
            "--webui-port",
            "0",
            "spark://127.0.0.1:17077"));
  }

  private void run() throws Exception {
    Process master =
        start(
            "org.apache.spark.deploy.master.Master",
            "--host",
            "127.0.0.1",
            "--port",
            "17077",
            "--webui-port",
            "0");
    TimeUnit.SECONDS.sleep(6);
    worker(0);
    worker(1);
    try {
      released();
    } finally {
      workers.forEach(Process::destroyForcibly);
      master.destroyForcibly();
    }
  }

  private void released() throws Exception {
    write();
    SparkSession session =
        SparkSession.builder()
            .master("spark://127.0.0.1:17077")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.executor.memory", "600m")
            .config("spark.task.maxFailures", "50")
            .config("spark.excludeOnFailure.enabled", "false")
            .config("spark.speculation", "true")
            .config("spark.speculation.multiplier", "1.1")
            .config("spark.speculation.quantile", "0.1")
            .config("spark.sql.files.openCostInBytes", "134217728")
            .getOrCreate();
    session.sparkContext().setLogLevel("ERROR");
    Dataset<Row> frame = session.read().parquet(folder.resolve("rows").toString());
    Map<String, String> calm = release(frame, "calm");
    session
        .udf()
        .register("sometimes", (Integer age) -> thrownSometimes(age), DataTypes.IntegerType);
    Dataset<Row> flaky = frame.withColumn("age", functions.expr("sometimes(cast(age as int))"));
    Thread killer = new Thread(this::kill);
    killer.setDaemon(true);
    killer.start();
    Map<String, String> stormy = release(flaky, "stormy");
    killer.interrupt();
    killer.join();
    out.println("the same files: " + calm.equals(stormy) + ", " + calm.size() + " of them");
    out.println("charges: " + charges("calm") + " and " + charges("stormy"));
    session.stop();
  }

  private void write() throws IOException {
    Table rows = EveryKind.rows(3_000);
    Path data = Files.createDirectories(folder.resolve("rows"));
    for (int f = 0; f < 6; f++) {
      int from = 500 * f;
      ParquetFile.write(
          rows.select(IntStream.range(from, from + 500).toArray()),
          data.resolve("part-" + f + ".parquet"));
    }
  }

  private static int thrownSometimes(int age) {
    TaskContext task = TaskContext.get();
    if (task != null && task.attemptNumber() == 0 && task.partitionId() % 3 == 1) {
      throw new IllegalStateException("a fault by chance");
    }
    return age;
  }

  private void kill() {
    try {
      for (int i = 0; true; i++) {
        TimeUnit.SECONDS.sleep(10);
        workers.get(i % 2).destroyForcibly().waitFor();
        worker(i % 2);
        out.println("killed and replaced worker " + i % 2);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private Path ledger(String name) {
    return folder.resolve(name + ".ledger");
  }

  private List<String> charges(String name) throws IOException {
    return Ledger.open(ledger(name)).entries().stream().map(Ledger.Entry::purpose).toList();
  }

  private Map<String, String> release(Dataset<Row> frame, String name) throws Exception {
    long begun = System.nanoTime();
    ReleasePlan plan =
        ReleasePlan.of(BUDGET)
            .withSeed(new Seed(11))
            .withRows(140_000)
            .withWeights(new Moments(MomentOptions.DEFAULTS))
            .withHandling(WeightHandling.DEFAULTS.withReplicates(0));
    Path place = folder.resolve(name);
    TareSpark.release(
        frame,
        EveryKind.SCHEMA,
        plan,
        schema -> OpenLedger.at(ledger(name), schema, LossFilter.forOneRelease(BUDGET)),
        place.toString(),
        new SeededNoise(3));
    out.println(name + ": " + (System.nanoTime() - begun) / 1_000_000_000 + " s");
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
