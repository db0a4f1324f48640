package tare.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tare.accounting.LossFilter;
import tare.accounting.PrivacyBudget;
import tare.curator.GeneratorFitters;
import tare.curator.KeptFile;
import tare.curator.KnownRows;
import tare.curator.OpenLedger;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.noise.SecureNoise;
import tare.progress.CancelledException;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.ReleaseFolder;
import tare.report.ReportPage;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.BoundedRows;
import tare.table.CsvOptions;
import tare.table.UnitFile;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimators;

/**
 * How soon a cancel is heard in every phase of a release: the longest processor time of a thread
 * between two words, which is the longest that a cancel can wait on a core of its own, and then one
 * cancel in the middle of each phase, with the time until the run has ended. Every run but the
 * first takes up the one before.
 *
 * <p>Usage: {@code CancelLatency FOLDER FILE SCHEMA GENERATOR WEIGHTS REPLICATES ROWS [cancel]},
 * with rows of {@link LargeTable} for instance. Without the last word nothing is cancelled.
 */
public final class CancelLatency {

  private static final double MILLION = 1e6;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Path folder;
  private final Path file;
  private final Schema schema;
  private final ReleasePlan plan;
  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  private CancelLatency(Path folder, Path file, Schema schema, ReleasePlan plan) {
    this.folder = folder;
    this.file = file;
    this.schema = schema;
    this.plan = plan;
  }

  public static void main(String[] args) throws IOException {
    ReleasePlan open =
        ReleasePlan.of(new PrivacyBudget(1, 1e-8))
            .withGenerator(GeneratorFitters.named(args[3]))
            .withSeed(new Seed(1));
    ReleasePlan plan =
        args[4].equals("none")
            ? open.withoutWeights()
            : open.withWeights(WeightEstimators.named(args[4], LogisticOptions.DEFAULTS));
    CancelLatency latency =
        new CancelLatency(
            Files.createDirectories(Path.of(args[0])),
            Path.of(args[1]),
            SchemaFile.read(Path.of(args[2])),
            plan.withHandling(plan.handling().withReplicates(Integer.parseInt(args[5])))
                .withRows(Integer.parseInt(args[6])));
    latency.begin();
    Map<String, Phase> phases = latency.whole();
    if (args.length > 7) {
      latency.begin();
      latency.cancels(phases);
    }
    latency.begin();
  }

  /** Leaves nothing of an earlier run. */
  private void begin() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path old : all.sorted(Comparator.reverseOrder()).toList()) {
        if (!old.equals(folder)) {
          Files.delete(old);
        }
      }
    }
  }

  /** What was heard in a phase. */
  private static final class Phase {
    private int words;
    private double seconds;
    private double longest;
  }

  private Map<String, Phase> whole() throws IOException {
    Listener listener = new Listener();
    release(listener);
    listener.end();
    out.printf(
        Locale.ROOT, "%-26s %8s %10s %18s%n", "phase", "words", "seconds", "longest silence");
    listener.phases.forEach(this::tell);
    return listener.phases;
  }

  private void tell(String name, Phase phase) {
    out.printf(
        Locale.ROOT,
        "%-26s %8d %10.1f %15.0f ms%n",
        name,
        phase.words,
        phase.seconds,
        1000 * phase.longest);
  }

  /** Cancels in the middle of every phase. */
  private void cancels(Map<String, Phase> phases) throws IOException {
    out.printf(Locale.ROOT, "%-26s %s%n", "cancelled in", "ended after");
    for (Map.Entry<String, Phase> phase : phases.entrySet()) {
      Cancelling listener = new Cancelling(phase.getKey(), (phase.getValue().words + 1) / 2);
      String end;
      try {
        release(listener);
        end = "did not come to it again: its result was kept";
      } catch (CancelledException e) {
        end = String.format(Locale.ROOT, "%.0f ms", (System.nanoTime() - listener.asked) / MILLION);
      }
      out.printf(Locale.ROOT, "%-26s %s%n", phase.getKey(), end);
    }
  }

  private void release(Progress progress) throws IOException {
    progress.at("reading rows");
    CsvOptions options = CsvOptions.DEFAULTS.withHeard(read -> progress.at("reading rows"));
    BoundedRows rows = UnitFile.read(file, schema, options);
    OpenLedger ledger =
        OpenLedger.at(
            folder.resolve("ledger"),
            rows.table(),
            LossFilter.forLife(new PrivacyBudget(1000, 1e-6)),
            Optional.of(new KnownRows(folder.resolve("home"))),
            progress);
    KeptFile kept = KeptFile.of(ledger.file(), "latency");
    Gate gate = new Gate(PrivateTable.of(rows), ledger.ledger(), "latency", new SecureNoise());
    Bundle bundle = ReleaseRun.make(gate, plan, kept, progress).bundle();
    progress.at("laying out the report");
    String report = ReportPage.of(bundle, () -> progress.at("laying out the report"));
    ReleaseFolder.write(folder.resolve("release"), bundle, Map.of("report.html", report), progress);
    kept.delete();
  }

  /** Notes the longest silence of any thread. */
  private static final class Listener implements Progress {

    private record Word(String phase, long time) {}

    private final Map<String, Phase> phases = new LinkedHashMap<>();
    private final Map<Long, Word> last = new HashMap<>();
    private final long owner = Thread.currentThread().getId();
    private @Nullable Word begun;

    @Override
    public synchronized void at(String phase, double done) {
      long thread = Thread.currentThread().getId();
      Word now = new Word(phase, THREADS.getCurrentThreadCpuTime());
      Word before = last.put(thread, now);
      phases.computeIfAbsent(phase, name -> new Phase()).words++;
      boolean own = thread == owner;
      // A thread that helped in another phase was idle since.
      if (before != null && (own || before.phase().equals(phase))) {
        Phase heard = phases.computeIfAbsent(before.phase(), name -> new Phase());
        heard.longest = Math.max(heard.longest, (now.time() - before.time()) / (1000 * MILLION));
      }
      if (own && (begun == null || !begun.phase().equals(phase))) {
        close(now);
      }
    }

    private void close(Word now) {
      Word open = begun;
      if (open != null) {
        phases.computeIfAbsent(open.phase(), name -> new Phase()).seconds +=
            (now.time() - open.time()) / (1000 * MILLION);
      }
      begun = now;
    }

    void end() {
      at("end", 1);
      phases.remove("end");
    }
  }

  /** Wants no more from the so-manyth word of a phase on. */
  private static final class Cancelling implements Progress {
    private final String phase;
    private final int word;
    private int words;
    private volatile long asked;

    Cancelling(String phase, int word) {
      this.phase = phase;
      this.word = word;
    }

    @Override
    public void at(String now, double done) {
      if (asked != 0) {
        throw new CancelledException();
      }
      count(now);
    }

    private synchronized void count(String now) {
      if (now.equals(phase) && ++words == word) {
        asked = System.nanoTime();
      }
    }
  }
}
