import java.nio.file.Path;
import java.util.Map;
import tare.accounting.PrivacyBudget;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.ledger.Ledger;
import tare.noise.SecureNoise;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.release.ReleaseFolder;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.CsvOptions;
import tare.table.TableFile;

/** From private rows to a release folder: DATA.csv SCHEMA.json LEDGER FOLDER. */
public final class MakeRelease {

  public static void main(String[] args) throws Exception {
    Schema schema = SchemaFile.read(Path.of(args[1]));
    PrivateTable rows =
        PrivateTable.of(TableFile.read(Path.of(args[0]), schema, CsvOptions.DEFAULTS));
    ReleasePlan plan = ReleasePlan.of(1, schema).withRows(500);
    // The ledger is for the whole life of the data: keep it, and open it again next time.
    PrivacyBudget life = new PrivacyBudget(3, plan.budget().delta());
    Ledger ledger = Ledger.create(Path.of(args[2]), schema.name(), life);
    Gate gate = new Gate(rows, ledger, "first release", new SecureNoise());
    Bundle bundle = ReleaseRun.run(gate, plan, Progress.SILENT);
    ReleaseFolder.write(Path.of(args[3]), bundle, Map.of());
    System.out.println(bundle.synthetic().rowCount() + " rows, " + bundle.privacy().spent());
  }
}
