package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.model.WeightDescription;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.PrivacyStatement;
import tare.release.PrivacyStatement.Loss;
import tare.release.Provenance;
import tare.release.ReleaseFolder;
import tare.release.Verdict;
import tare.release.WeightStatement;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.CsvFile;
import tare.table.Table;
import tare.table.Weights;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

class EvaluateCommandTest {

  private static final Schema SCHEMA =
      new Schema(
          "visits",
          "patient",
          List.of(
              new Column("age", new ColumnType.Numeric(0, 100, List.of()), false),
              new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.empty());

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String good = "";
  private String bad = "";
  private String held = "";

  private int run(String... args) {
    return Main.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  /** Synthetic ages are ten years too high; good weights take that off, bad ones double it. */
  @BeforeEach
  void writeRelease(@TempDir Path folder) throws IOException {
    Table synthetic = rows(300, 60, 1);
    good = write(folder.resolve("good"), synthetic, 1);
    bad = write(folder.resolve("bad"), synthetic, -1);
    Path csv = folder.resolve("held.csv");
    CsvFile.write(rows(200, 50, 2), csv);
    held = csv.toString();
  }

  private static Table rows(int n, double mean, long seed) {
    RandomGenerator chance = new Seed(seed).stream("rows");
    double[][] columns = new double[2][n];
    for (int r = 0; r < n; r++) {
      columns[0][r] = mean + 12 * chance.nextGaussian();
      columns[1][r] = chance.nextDouble() < columns[0][r] / 100 ? 1 : 0;
    }
    return ColumnarTable.of(SCHEMA, columns);
  }

  private static String write(Path folder, Table rows, double sign) throws IOException {
    double[] logs = new double[rows.rowCount()];
    for (int r = 0; r < logs.length; r++) {
      double age = rows.number(r, 0);
      logs[r] = sign * ((age - 60) * (age - 60) - (age - 50) * (age - 50)) / (2 * 144);
    }
    WeightStatement weights =
        new WeightStatement(
            new Weights(logs).normalised(),
            new WeightDescription(
                "beta-debiased", "none", 0, 0, JsonNodeFactory.instance.objectNode()),
            new WeightStatement.Quality(100, 0.1, 0.1, 0.5, 0.1, Verdict.USE, List.of()));
    PrivacyStatement privacy =
        new PrivacyStatement(
            "visits",
            "patient",
            "Neighbours differ by one row.",
            new Loss(1, 1e-6),
            new Loss(1, 1e-6),
            "an accountant",
            new PrivacyStatement.RowCount(300, "declared"),
            List.of(),
            List.of(),
            List.of());
    Provenance provenance =
        new Provenance("Tare", Instant.parse("2026-01-02T03:04:05Z"), "g", "beta-debiased", 7);
    ReleaseFolder.write(
        folder,
        new Bundle(rows, Optional.of(weights), privacy, provenance, Optional.empty()),
        Map.of());
    return folder.toString();
  }

  @Test
  void printsMetricsForTheCuratorOnly() {
    assertThat(run("evaluate", good, "--against", held, "--target", "ill", "--bootstraps", "5"))
        .isEqualTo(ExitCode.FINE);
    assertThat(out.toString())
        .startsWith("Curator only")
        .contains("Wasserstein-1")
        .contains("logistic ROC-AUC")
        .contains("use the weights");
  }

  @Test
  void aVerdictAgainstTheWeightsIsInTheExitCode() {
    assertThat(run("evaluate", bad, "--against", held, "--bootstraps", "5", "--json"))
        .isEqualTo(ExitCode.CHECK_FAILED);
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    assertThat(json.get("audience").asString()).isEqualTo("curator only");
    assertThat(json.get("verdict").asString()).isEqualTo("use the rows unweighted");
    assertThat(json.get("metrics").get(0).get("weighted").asDouble())
        .isGreaterThan(json.get("metrics").get(0).get("unweighted").asDouble());
    assertThat(json.get("metrics").get(0).get("gain_se").asDouble()).isPositive();
  }

  @Test
  void writesAPageOutsideTheReleaseOnly(@TempDir Path elsewhere) throws IOException {
    Path page = elsewhere.resolve("evaluation.html");
    assertThat(
            run(
                "evaluate",
                good,
                "--against",
                held,
                "--bootstraps",
                "2",
                "--page",
                page.toString()))
        .isEqualTo(ExitCode.FINE);
    assertThat(Files.readString(page)).contains("Curator only").contains("<svg").contains("age");
    assertThat(run("evaluate", good, "--against", held, "--page", good + "/evaluation.html"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(err.toString()).contains("must not lie in the release");
  }

  @Test
  void failuresHaveTheirExitCodes() {
    assertThat(run("evaluate", held, "--against", held)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run("evaluate", good)).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("evaluate", good, "--against", held, "--target", "il"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(err.toString()).contains("Did you mean \"ill\"?");
  }

  @Test
  void namesWhatIsFurthestOffAndTellsAReleaseWithoutWeightsApart(@TempDir Path folder)
      throws IOException {
    Path plain = folder.resolve("plain");
    Bundle bundle = ReleaseFolder.read(Path.of(good));
    ReleaseFolder.write(
        plain,
        new Bundle(
            bundle.synthetic(),
            Optional.empty(),
            Optional.empty(),
            bundle.privacy(),
            bundle.provenance(),
            Optional.empty()),
        Map.of());
    assertThat(run("evaluate", plain.toString(), "--against", held, "--bootstraps", "2"))
        .isEqualTo(ExitCode.FINE);
    assertThat(out.toString())
        .contains("Columns furthest off", "Pairs furthest off", "median", "no weights to judge")
        .doesNotContain("unweighted");
  }

  @Test
  void warnsOfRowsThatLookLikeTheReleasesOwn(@TempDir Path folder) throws IOException {
    Path same = folder.resolve("same.csv");
    CsvFile.write(rows(300, 50, 2), same);
    assertThat(run("evaluate", good, "--against", same.toString(), "--bootstraps", "2"))
        .isEqualTo(ExitCode.FINE);
    assertThat(err.toString()).contains("as many rows as the release was made from");
    assertThat(run("evaluate", good, "--against", held, "--bootstraps", "2", "--json")).isZero();
    assertThat(out.toString()).contains("\"warnings\" : [ ]");
  }

  @Test
  void chargedNumbersArePaidForAndRefusedBeyondTheLimit(@TempDir Path folder) throws IOException {
    Path rows = folder.resolve("private.csv");
    CsvFile.write(rows(300, 50, 2), rows);
    String[] charged = {
      "evaluate", good, "--against", rows.toString(), "--target", "ill", "--charged", "1", "--json"
    };
    assertThat(run(charged)).as(err.toString()).isEqualTo(ExitCode.FINE);
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    assertThat(json.get("audience").asString()).isEqualTo("public");
    assertThat(json.get("mean two-way distance").asDouble()).isBetween(0.0, 1.0);
    assertThat(json.get("ROC-AUC of ill").asDouble()).isBetween(0.0, 1.0);
    assertThat(run(charged)).isEqualTo(ExitCode.BUDGET_REFUSED);
  }
}
