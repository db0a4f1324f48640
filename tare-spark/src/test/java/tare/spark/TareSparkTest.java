package tare.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.accounting.LossFilter;
import tare.accounting.PrivacyBudget;
import tare.curator.Kept;
import tare.curator.KnownRows;
import tare.curator.OpenLedger;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.curator.WeightHandling;
import tare.gate.EveryKind;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.ledger.Ledger;
import tare.ledger.LedgerDatabase;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.FolderCheck;
import tare.release.ReleaseFolder;
import tare.release.Verification;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.table.Databases;
import tare.table.Table;
import tare.table.Weights;
import tare.testkit.PostgresServer;
import tare.weight.LogisticOptions;
import tare.weight.MomentOptions;
import tare.weight.MomentSettling;
import tare.weight.Moments;
import tare.weight.WeightEstimator;
import tare.weight.WeightEstimators;

class TareSparkTest {

  private static final PrivacyBudget BUDGET = new PrivacyBudget(3, 1e-6);
  private static final Table ROWS = EveryKind.rows(3_000);

  @TempDir static Path folder;

  private static Dataset<Row> frame;

  @BeforeAll
  static void write() throws IOException {
    frame = LocalSpark.written(ROWS, folder.resolve("rows"), 2);
  }

  private static ReleasePlan plan() {
    return ReleasePlan.of(BUDGET)
        .withSeed(new Seed(11))
        .withWeights(new Moments(MomentOptions.DEFAULTS))
        .withHandling(WeightHandling.DEFAULTS.withReplicates(4));
  }

  private static Ledger ledger(Path place) throws IOException {
    return OpenLedger.at(place, ROWS.schema(), LossFilter.forOneRelease(BUDGET)).ledger();
  }

  private static TareSpark.Made released(Dataset<Row> rows, ReleasePlan plan, Path out)
      throws IOException {
    return released(rows, ROWS.schema(), plan, out);
  }

  private static TareSpark.Made released(
      Dataset<Row> rows, Schema schema, ReleasePlan plan, Path out) throws IOException {
    return TareSpark.release(
        rows,
        schema,
        plan,
        read ->
            OpenLedger.at(
                Path.of(out + ".ledger"), read.schema(), LossFilter.forOneRelease(BUDGET)),
        out.toString(),
        new SeededNoise(3),
        Progress.SILENT);
  }

  private static void requireVerified(Path release) throws IOException {
    assertThat(FolderCheck.of(release).checks()).allMatch(Verification.Check::passed);
  }

  /** Rows, model, weights and replicates of a small release are those of one machine. */
  @Test
  void aSmallReleaseIsThatOfOneMachine() throws IOException {
    ReleasePlan plan = plan().withRows(2_000);
    Path out = folder.resolve("small");
    TareSpark.Made made = released(frame.repartition(5), plan, out);
    Bundle here = here(plan, "small");
    requireVerified(out);
    Bundle there = ReleaseFolder.read(out);
    requireSameRows(there, here);
    assertThat(coefficients(there)).isEqualTo(coefficients(here));
    assertThat(there.synthetic().rowCount()).isEqualTo(2_000);
    assertThat(there.replicates().orElseThrow().replicate(2))
        .usingComparatorWithPrecision(1e-5)
        .containsExactly(here.replicates().orElseThrow().replicate(2));
    assertThat(there.privacy()).isEqualTo(here.privacy());
    assertThat(made.passes()).isLessThanOrEqualTo(5);
  }

  /** The same release by one machine, with the same noise. */
  private static Bundle here(ReleasePlan plan, String name) throws IOException {
    return here(ROWS, plan, name);
  }

  private static Bundle here(Table rows, ReleasePlan plan, String name) throws IOException {
    Ledger ledger = ledger(folder.resolve(name + " here.ledger"));
    Gate gate = new Gate(PrivateTable.of(rows), ledger, name, new SeededNoise(3));
    return ReleaseRun.make(gate, plan, Kept.NOTHING, Progress.SILENT).bundle();
  }

  private static void requireSameRows(Bundle there, Bundle here) {
    assertThat(there.model().orElseThrow().parameters())
        .isEqualTo(here.model().orElseThrow().parameters());
    for (int c = 0; c < ROWS.schema().columnCount(); c++) {
      assertThat(there.synthetic().values(c)).containsExactly(here.synthetic().values(c));
    }
  }

  private static WeightEstimator logistic(String method) {
    return WeightEstimators.named(method, LogisticOptions.DEFAULTS);
  }

  /** The fit is a pass for each step of its solver, and ends where that of one machine does. */
  @ParameterizedTest
  @ValueSource(strings = {"beta-noised", "beta-debiased", "output-norm"})
  void logisticWeightsAreThoseOfOneMachine(String method) throws IOException {
    ReleasePlan plan = plan().withWeights(logistic(method)).withRows(2_000);
    Path out = folder.resolve(method);
    TareSpark.Made made = released(frame.repartition(5), plan, out);
    Bundle here = here(plan, method);
    requireVerified(out);
    Bundle there = ReleaseFolder.read(out);
    requireSameRows(there, here);
    double step = 0x1p-20 * here.weights().orElseThrow().description().noiseScale();
    assertThat(there.weights().orElseThrow().weights().logWeights())
        .containsExactly(
            here.weights().orElseThrow().weights().normalised().logWeights(),
            within(1e-9 + 10 * step));
    assertThat(there.privacy()).isEqualTo(here.privacy());
    assertThat(made.passes()).isBetween(7, 20);
  }

  /** More rows than are drawn in one place have weights by the same coefficients. */
  @Test
  void manyRowsHaveLogisticWeights() throws IOException {
    ReleasePlan plan = plan().withWeights(logistic("beta-debiased"));
    Path out = folder.resolve("many weighted");
    released(frame, plan.withRows(140_000), out);
    requireVerified(out);
    Weights weights = ReleaseFolder.read(out).weights().orElseThrow().weights();
    assertThat(weights.size()).isEqualTo(140_000);
    assertThat(Arrays.stream(weights.meanOne()).max().orElseThrow()).isBetween(1.01, 1_000.0);
  }

  /** Weights of given rows cannot be had for rows that nobody has drawn yet. */
  @Test
  void outputWeightsOfManyRowsAreRefusedBeforeARowIsRead() {
    ReleasePlan plan = plan().withWeights(logistic("output-norm"));
    for (ReleasePlan many : List.of(plan, plan.withRows(100_001))) {
      assertThatThrownBy(() -> released(frame, many, folder.resolve("refused")))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("--rows");
    }
    assertThat(folder.resolve("refused.ledger")).doesNotExist();
  }

  private static String coefficients(Bundle bundle) {
    return bundle
        .weights()
        .orElseThrow()
        .description()
        .details()
        .path("noised_coefficients")
        .toString();
  }

  private static Map<String, String> parts(Path release) throws IOException {
    Map<String, String> sums = new TreeMap<>();
    try (Stream<Path> files = Files.walk(release)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".parquet")).toList()) {
        sums.put(
            release.relativize(file).toString(),
            Base64.getEncoder().encodeToString(Files.readAllBytes(file)));
      }
    }
    return sums;
  }

  /** More rows than one machine makes: drawn in blocks, the same whatever the partitions. */
  @Test
  void manyRowsAreTheSameWhateverThePartitions() throws IOException {
    ReleasePlan plan = plan().withRows(140_000);
    Path one = folder.resolve("one");
    Path seven = folder.resolve("seven");
    released(frame.repartition(1), plan, one);
    released(frame.repartition(7), plan, seven);
    requireVerified(one);
    assertThat(parts(one)).hasSize(4).isEqualTo(parts(seven));
    Bundle bundle = ReleaseFolder.read(one);
    assertThat(bundle.synthetic().rowCount()).isEqualTo(140_000);
    assertThat(bundle.replicates().orElseThrow().rows()).isEqualTo(140_000);
    assertThat(mean(bundle.synthetic(), 1)).isBetween(mean(ROWS, 1) - 3, mean(ROWS, 1) + 3);
  }

  /**
   * Of so many private rows that weights are settled with the rows to come: the same rows and
   * coefficients as on one machine, and a job more for each look at them.
   */
  @Test
  void settledRowsAreThoseOfOneMachine() throws Exception {
    Table many = EveryKind.declared(100_000);
    Dataset<Row> rows = LocalSpark.written(many, folder.resolve("many rows"), 3);
    ReleasePlan plan =
        plan().withRows(140_000).withHandling(WeightHandling.DEFAULTS.withReplicates(0));
    assertThat(jobs(rows.repartition(7), many.schema(), plan, "settled"))
        .isEqualTo(9 + MomentSettling.LOOKS);
    Bundle there = ReleaseFolder.read(folder.resolve("settled"));
    Bundle here = here(many, plan, "settled");
    requireSameRows(there, here);
    assertThat(coefficients(there)).isEqualTo(coefficients(here));
    assertThat(there.weights().orElseThrow().description().details().path("settled_with").asInt())
        .isBetween(400_000, 400_010);
  }

  private static double mean(Table rows, int column) {
    return Arrays.stream(rows.values(column)).average().orElse(Double.NaN);
  }

  /** Where the correction is in the weights, these have mean one over all parts. */
  @Test
  void weightsAreNormalisedOverAllParts() throws IOException {
    ReleasePlan plan =
        plan()
            .withRows(140_000)
            .withHandling(
                WeightHandling.DEFAULTS
                    .withReplicates(0)
                    .withCorrection(WeightHandling.Correction.IN_WEIGHTS));
    Path out = folder.resolve("weighted");
    released(frame, plan, out);
    requireVerified(out);
    assertThat(ReleaseFolder.read(out).weights().orElseThrow().weights().size()).isEqualTo(140_000);
  }

  /** Rows that one machine charged to a ledger are known again where Spark reads them. */
  @Test
  void aSecondLedgerForTheSameRowsIsRefused() throws IOException {
    KnownRows known = new KnownRows(folder.resolve("home"));
    Path first = folder.resolve("first.ledger");
    Path second = folder.resolve("second.ledger");
    LossFilter limit = LossFilter.forOneRelease(BUDGET);
    OpenLedger.at(first, ROWS, limit, Optional.of(known));
    try (SparkRows rows = SparkRows.of(frame.repartition(7), ROWS.schema());
        SparkRows others = SparkRows.of(frame.where("age > 40"), ROWS.schema())) {
      assertThatThrownBy(
              () -> OpenLedger.at(second, rows, limit, Optional.of(known), Progress.SILENT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("first.ledger");
      assertThat(second).doesNotExist();
      assertThat(rows.passes()).isEqualTo(1);
      OpenLedger.at(second, others, limit, Optional.of(known), Progress.SILENT);
      assertThat(second).exists();
    }
  }

  @Test
  void eachChargeIsBookedOnce() throws IOException {
    Path out = folder.resolve("charged");
    released(frame, plan().withRows(500), out);
    Ledger ledger = Ledger.open(Path.of(out + ".ledger"));
    assertThat(ledger.entries().stream().map(entry -> entry.purpose()).toList())
        .containsExactly("fit PrivBayes", "fit weights: moments");
  }

  private static final class Jobs extends SparkListener {
    private final AtomicInteger begun = new AtomicInteger();

    @Override
    public void onJobStart(SparkListenerJobStart job) {
      begun.incrementAndGet();
    }
  }

  private static int jobs(Dataset<Row> rows, ReleasePlan plan, String name) throws Exception {
    return jobs(rows, ROWS.schema(), plan, name);
  }

  private static int jobs(Dataset<Row> rows, Schema schema, ReleasePlan plan, String name)
      throws Exception {
    SparkContext context = LocalSpark.session().sparkContext();
    Jobs jobs = new Jobs();
    context.addSparkListener(jobs);
    try {
      released(rows, schema, plan, folder.resolve(name));
      context.listenerBus().waitUntilEmpty();
    } finally {
      context.removeSparkListener(jobs);
    }
    return jobs.begun.get();
  }

  /**
   * How often rows are passed over is known beforehand, whatever they are: once to read them, three
   * times for columns, and once each for pairs and moments; then one job draws and writes.
   */
  @Test
  void jobsAreAsManyWhateverTheRowsAndTheirPartitions() throws Exception {
    Dataset<Row> others = frame.where("age > 40");
    ReleasePlan plan = plan().withHandling(WeightHandling.DEFAULTS.withReplicates(0));
    assertThat(jobs(frame.repartition(1), plan.withRows(500), "jobs1")).isEqualTo(6);
    assertThat(jobs(others.repartition(9), plan.withRows(140_000), "jobs9")).isEqualTo(7);
  }

  /** A ledger that a team shares: charged from Spark as from anywhere. */
  @Test
  void theLedgerMayBeInADatabase() throws Exception {
    Optional<PostgresServer> started = PostgresServer.start();
    assumeTrue(started.isPresent(), PostgresServer.MISSING);
    try (PostgresServer server = started.get()) {
      LedgerDatabase database =
          () ->
              Databases.connect(
                  server.address(),
                  Map.of(Databases.USER, "steward", Databases.PASSWORD, PostgresServer.PASSWORD));
      Ledger shared =
          Ledger.create(
              database,
              ROWS.schema().name(),
              LossFilter.forOneRelease(BUDGET),
              Gate.neighbours(ROWS.schema()));
      TareSpark.release(
          frame,
          ROWS.schema(),
          plan().withRows(500),
          read -> new OpenLedger(shared, folder.resolve("shared.kept"), true),
          folder.resolve("shared").toString(),
          new SeededNoise(3),
          Progress.SILENT);
      assertThat(Ledger.open(database, ROWS.schema().name()).orElseThrow().entries())
          .extracting(Ledger.Entry::purpose)
          .containsExactly("fit PrivBayes", "fit weights: moments");
    }
  }
}
