package tare.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun.Release;
import tare.schema.Schema;
import tare.table.Table;
import tare.table.TableFile;

/** {@code tare weigh}: weights for synthetic rows that another tool has made. */
@Command(
    name = "weigh",
    mixinStandardHelpOptions = true,
    description = {
      "Estimate private weights for synthetic rows from any other generator.",
      "",
      "The synthetic rows are taken to be public: what making them has cost is not in this release's",
      "statement. The whole epsilon goes to the weights (and to a row count where none is declared)."
    },
    footer = {
      "",
      "Example:",
      "  tare weigh patients.csv synthetic.csv --schema schema.json --epsilon 1 --out weighed/"
    })
final class WeighCommand implements Callable<Integer> {

  @Mixin private Output output = new Output();
  @Mixin private ReleasePlace place = new ReleasePlace("weighed");
  @Mixin private WeightOptions options = new WeightOptions();
  @Mixin private LedgerOptions ledgers = new LedgerOptions();
  @Mixin private DataLayout layout = new DataLayout();

  @Parameters(index = "0", paramLabel = "DATA.csv", description = "The private rows.")
  private Path data = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "SYNTHETIC.csv",
      description = "The synthetic rows to weigh.")
  private Path synthetic = Path.of("");

  @Override
  public Integer call() throws IOException {
    Schema schema = place.schema();
    ReleasePlan plan = options.plan(schema).withoutGenerator();
    Table rows = TableFile.read(synthetic, schema, layout.csv());
    ReleaseJob job = new ReleaseJob(output, layout.csv());
    Release release =
        job.weigh(
            data,
            rows,
            schema,
            plan,
            table -> ledgers.open(table, data, plan.budget()),
            place.folder());
    job.tell(release, place.folder());
    return ExitCode.FINE;
  }
}
