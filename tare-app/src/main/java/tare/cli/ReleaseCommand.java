package tare.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun.Release;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.DatabaseRows;
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
  @Mixin private ReleaseOptions options = new ReleaseOptions();
  @Mixin private LedgerOptions ledgers = new LedgerOptions();
  @Mixin private DataLayout layout = new DataLayout();

  @Parameters(
      index = "0",
      paramLabel = "DATA",
      description =
          "The private rows: a CSV or Parquet file, a folder of Parquet parts, or the address of a"
              + " database (jdbc:...) with --table or --query.")
  private String data = "";

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "The table of the database to read.")
  private @Nullable String table;

  @Option(
      names = "--query",
      paramLabel = "SQL",
      description = "The query whose rows to read from the database.")
  private @Nullable String query;

  @Option(
      names = "--schema",
      required = true,
      paramLabel = "FILE",
      description = "The declared schema.")
  private Path schemaFile = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "release",
      description = "The folder to write; must not exist yet. Default: ${DEFAULT-VALUE}")
  private Path out = Path.of("release");

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
    Schema schema = SchemaFile.read(schemaFile);
    ReleasePlan plan = options.plan(schema);
    if (dryRun) {
      return DryRun.print(schema, plan, assumedRows, output);
    }
    ReleaseJob job = new ReleaseJob(output, layout.csv());
    ReleaseJob.RowSource rows = rows(schema);
    // What lies beside the rows of a file lies, for a database, where the command was given.
    Path beside = Databases.isAddress(data) ? Path.of(schema.name()) : Path.of(data);
    Release release =
        job.run(rows, schema, plan, read -> ledgers.open(read, beside, plan.budget()), out);
    job.tell(release, out, options.whyTheseWeights());
    return ExitCode.FINE;
  }

  private ReleaseJob.RowSource rows(Schema schema) {
    if (!Databases.isAddress(data)) {
      return () -> UnitFile.read(Path.of(data), schema, layout.csv());
    }
    if ((table == null) == (query == null)) {
      throw new IllegalArgumentException(
          "A database needs either --table or --query, and not both.");
    }
    String asked =
        query != null ? query : DatabaseRows.ofTable(Objects.requireNonNull(table), schema);
    return () -> {
      try (Connection connection = Databases.connect(data, System.getenv())) {
        return DatabaseRows.read(connection, asked, schema);
      } catch (SQLException e) {
        throw new IOException(
            "the database could not be reached (SQL state " + e.getSQLState() + ")");
      }
    };
  }
}
