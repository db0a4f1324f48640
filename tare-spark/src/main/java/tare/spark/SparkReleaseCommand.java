package tare.spark;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tare.cli.LedgerOptions;
import tare.cli.ReleaseOptions;
import tare.cli.ReleasePlace;
import tare.curator.ReleasePlan;
import tare.progress.Progress;
import tare.release.PrivacyStatement;
import tare.schema.Schema;

/** {@code tare-spark release}: rows of a cluster in, a release folder out. */
@Command(
    name = "release",
    mixinStandardHelpOptions = true,
    description = {
      "Make a release of rows that are on a cluster: the options of 'tare release'.",
      "",
      "The rows are Parquet files in a place that Hadoop can read. The schema and the ledger are files",
      "of the driver's machine (the ledger may be a PostgreSQL database); the release is written where",
      "all machines can write."
    })
final class SparkReleaseCommand implements Callable<Integer> {

  @Mixin private ReleasePlace place = new ReleasePlace("release");
  @Mixin private ReleaseOptions options = new ReleaseOptions();
  @Mixin private LedgerOptions ledgers = new LedgerOptions();

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DATA",
      description =
          "The private rows: a Parquet file or a folder of them (file:, hdfs:, s3a: ...).")
  private @Nullable String data;

  private @Nullable Dataset<Row> given;

  /** A command for rows that are at hand already. */
  SparkReleaseCommand with(Dataset<Row> frame) {
    given = frame;
    return this;
  }

  @Override
  public Integer call() throws IOException {
    Schema schema = place.schema();
    ReleasePlan plan = options.plan(schema);
    SparkPlans.requirePossible(plan);
    PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
    TareSpark.Made made =
        TareSpark.release(
            frame(),
            schema,
            plan,
            read -> ledgers.open(read, beside(schema), plan.budget()),
            place.name(),
            new Told(err));
    tell(made, Objects.requireNonNull(spec).commandLine().getOut());
    return 0;
  }

  /** A line for each phase as it begins. */
  private static final class Told implements Progress {
    private final PrintWriter err;
    private String last = "";

    Told(PrintWriter err) {
      this.err = err;
    }

    @Override
    public synchronized void at(String phase, double done) {
      if (!phase.equals(last)) {
        last = phase;
        err.println(phase);
      }
    }
  }

  private Dataset<Row> frame() {
    if (given != null) {
      return given;
    }
    if (data == null) {
      throw new IllegalArgumentException(
          "Name the private rows: a Parquet file or a folder of them.");
    }
    SparkSession session = SparkSession.builder().appName("tare-spark").getOrCreate();
    try {
      return session.read().parquet(data);
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw SparkRows.unreadable(e);
    }
  }

  /** What lies beside rows on a disk lies, for others, where the command was given. */
  private Path beside(Schema schema) {
    if (data == null) {
      return Path.of(schema.name());
    }
    boolean elsewhere = data.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*") && !data.startsWith("file:");
    return Path.of(elsewhere ? schema.name() : data.replaceFirst("^file:(//)?", ""));
  }

  private void tell(TareSpark.Made made, PrintWriter print) {
    PrivacyStatement privacy = made.some().bundle().privacy();
    print.println("Release written to " + place.name());
    print.println("  rows      " + made.rows());
    print.println(
        String.format(
            Locale.ROOT,
            "  guarantee epsilon %.4g, delta %.3g",
            privacy.spent().epsilon(),
            privacy.spent().delta()));
    privacy.charges().forEach(charge -> print.println("  charged   " + charge.purpose()));
    print.println("  passes    " + made.passes());
    made.some().weightsRefused().ifPresent(why -> print.println("  weights   " + why));
  }
}
