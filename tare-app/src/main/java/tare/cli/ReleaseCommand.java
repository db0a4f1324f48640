package tare.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun.Release;
import tare.schema.Schema;
import tare.table.Databases;
import tare.table.UnitFile;

/** {@code tare release}: private rows in, a release folder out. */
@Command(
    name = "release",
    mixinStandardHelpOptions = true,
    description = {
      "Make a release: synthetic rows with a private weight each, and a statement of what was spent.",
      "",
      "The rows are read under a schema that a person has declared ('tare schema' drafts one). Every",
      "charge is written to the data set's ledger before a mechanism sees a row. (The file itself is",
      "parsed first, so that a fault in it costs nothing.)"
    },
    footer = {
      "",
      "Examples:",
      "  tare release patients.csv --schema schema.json --epsilon 1 --out release/",
      "  tare release patients.csv --schema schema.json --epsilon 1 --dry-run"
    })
final class ReleaseCommand implements Callable<Integer> {

  @Mixin private Output output = new Output();
  @Mixin private ReleasePlace place = new ReleasePlace("release");
  @Mixin private ReleaseOptions options = new ReleaseOptions();
  @Mixin private LedgerOptions ledgers = new LedgerOptions();
  @Mixin private DataLayout layout = new DataLayout();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Parameters(
      index = "0",
      paramLabel = "DATA",
      description =
          "The private rows: a CSV or Parquet file, a folder of Parquet parts, or the address of a"
              + " database (jdbc:...) with --table or --query.")
  private String data = "";

  @Option(
      names = "--dry-run",
      description =
          "Print what would be charged and the noise to expect. Reads no row, charges nothing.")
  private boolean dryRun;

  @Option(
      names = "--assume-rows",
      paramLabel = "N",
      description = "For --dry-run without a public row count: the number of rows to reckon with.")
  private @Nullable Long assumedRows;

  @Override
  public Integer call() throws IOException {
    Schema schema = place.schema();
    ReleasePlan plan = options.plan(schema);
    if (dryRun) {
      return DryRun.print(schema, plan, options.whyTheseWeights(), assumedRows, output);
    }
    ReleaseJob job = new ReleaseJob(output, layout.csv());
    ReleaseJob.RowSource rows = rows(schema);
    // What lies beside the rows of a file lies, for a database, where the command was given.
    Path beside = Databases.isAddress(data) ? Path.of(schema.name()) : Path.of(data);
    Release release =
        job.run(
            rows, schema, plan, read -> ledgers.open(read, beside, plan.budget()), place.folder());
    job.tell(release, place.folder(), options.whyTheseWeights());
    return ExitCode.FINE;
  }

  private ReleaseJob.RowSource rows(Schema schema) {
    if (!Databases.isAddress(data)) {
      return () -> UnitFile.read(Path.of(data), schema, layout.csv());
    }
    database.requireOne();
    return () -> database.read(data, schema);
  }
}
