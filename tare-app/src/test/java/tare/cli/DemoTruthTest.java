package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.inference.Estimate;
import tare.ledger.Ledger;
import tare.noise.SecureNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.CsvOptions;
import tare.table.Table;
import tare.table.TableFile;

/** The demo's closing line. */
class DemoTruthTest {

  private static final Path PATIENTS = Path.of("../examples/patients");

  private static Table rows() throws IOException {
    Schema schema = SchemaFile.read(PATIENTS.resolve("patients.schema.json"));
    return TableFile.read(PATIENTS.resolve("patients.csv"), schema, CsvOptions.DEFAULTS);
  }

  private static Bundle demo(Table rows, int seed) {
    ReleasePlan plan = ReleasePlan.of(1, rows.schema()).withSeed(new Seed(seed));
    Gate gate =
        new Gate(PrivateTable.of(rows), Ledger.inMemory(plan.budget()), "demo", new SecureNoise());
    return ReleaseRun.run(gate, plan, Progress.SILENT);
  }

  @Test
  void theLineShowsTheIntervalBesideTheTruth() throws IOException {
    String line = DemoTruth.line(demo(rows(), 1));
    assertThat(line)
        .containsPattern("adds -?0\\.\\d{3} to the log odds")
        .containsPattern("95 % interval -?0\\.\\d{3} to -?0\\.\\d{3}")
        .endsWith("made up with 0.031.");
  }

  /** Whatever one row is, or a few are: there is no slope, or one, and the demo ends well. */
  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void aDemoOfFewRowsEndsWell(int rows, @TempDir Path temp) {
    Path out = temp.resolve("few");
    Cli demo = Cli.run("demo", "--rows", "" + rows, "--out", out.toString());
    assertThat(demo.code()).as(demo.text()).isZero();
    assertThat(demo.err()).isEmpty();
    assertThat(out.resolve("synthetic.csv")).exists();
    assertThat(demo.out().strip())
        .containsAnyOf("These rows do not tell", "the patients were made up with 0.031.");
  }

  /**
   * At a coverage of 0.93 fewer than 29 of 40 come with chance below 1e-5; ordinary intervals of
   * rows without replicates hold the truth in about half and are caught.
   */
  @Tag("audit")
  @Test
  void theIntervalHoldsTheTruth() throws IOException {
    Table rows = rows();
    int held = 0;
    for (int seed = 1; seed <= 40; seed++) {
      Estimate slope = DemoTruth.ageSlope(demo(rows, seed));
      held += slope.interval().contains(DemoTruth.AGE_SLOPE) ? 1 : 0;
    }
    assertThat(held).isGreaterThanOrEqualTo(29);
  }
}
