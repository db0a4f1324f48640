package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
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
import tare.release.Provenance;
import tare.release.ReleaseFolder;
import tare.release.Verdict;
import tare.release.WeightStatement;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Weights;
import tools.jackson.databind.node.JsonNodeFactory;

/** The scripts in a release folder give the numbers that an analysis here gives. */
class ExamplesAgreeTest {

  private static final String PRINT_PYTHON =
      """
      for n, a, b in zip(fit.params.index, fit.params, fit.bse): print("RESULT", a, b, sep="\\t")
      """;
  private static final String PRINT_R =
      """
      cat(sprintf("RESULT\\t%.15g\\t%.15g\\n", coef(fit), sqrt(diag(vcov(fit)))), sep = "")
      """;

  @TempDir private Path folder = Path.of("");
  private Path release = Path.of("");

  @BeforeEach
  void writeRelease() throws IOException {
    release = folder.resolve("release");
    ReleaseFolder.write(release, bundle(), Map.of());
  }

  @Test
  void rGivesTheSameEstimatesAndErrors() throws IOException, InterruptedException {
    assumeRuns("Rscript", "-e", "library(survey)");
    // Terms stand in the order of the columns.
    agrees(run("use.R", PRINT_R, "Rscript"), List.of(0, 1, 2, 3, 4), 1);
  }

  @Test
  void pythonGivesTheSameEstimatesAndErrors() throws IOException, InterruptedException {
    String python = python();
    // Statsmodels puts factors before numbers, and its HC0 lacks the factor n/(n-1).
    double n = 300;
    agrees(run("use.py", PRINT_PYTHON, python), List.of(0, 4, 1, 2, 3), Math.sqrt(n / (n - 1)));
  }

  /**
   * Compares with what the analysis here gives.
   *
   * @param positions where each of our coefficients stands in theirs
   */
  private void agrees(List<double[]> theirs, List<Integer> positions, double errorFactor)
      throws IOException {
    WeightedRows rows = WeightedRows.read(release);
    Regression.Fit fit =
        Regression.logistic(
            ModelData.of(
                Formula.allOthers("ill", rows.frame().names()),
                rows.frame(),
                rows.weights().meanOne()));
    assertThat(theirs).hasSameSizeAs(fit.coefficients());
    for (int j = 0; j < positions.size(); j++) {
      double[] other = theirs.get(positions.get(j));
      Coefficient own = fit.coefficients().get(j);
      assertThat(other[0]).as(own.name()).isCloseTo(own.estimate(), within(1e-6));
      assertThat(other[1] * errorFactor)
          .as(own.name())
          .isCloseTo(own.standardError(), within(1e-6));
    }
  }

  private List<double[]> run(String script, String print, String interpreter)
      throws IOException, InterruptedException {
    Path examples = release.resolve("examples");
    Path longer = examples.resolve("longer-" + script);
    Files.writeString(longer, Files.readString(examples.resolve(script)) + print);
    Path printed = folder.resolve("printed.txt");
    Process process =
        new ProcessBuilder(interpreter, longer.getFileName().toString())
            .directory(examples.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(printed)).isZero();
    return Files.readAllLines(printed).stream()
        .filter(line -> line.startsWith("RESULT"))
        .map(line -> line.split("\t", -1))
        .map(cells -> new double[] {Double.parseDouble(cells[1]), Double.parseDouble(cells[2])})
        .toList();
  }

  private static String python() throws InterruptedException {
    for (String candidate :
        List.of(
            Optional.ofNullable(System.getenv("PYTHON")).orElse("python3"), "/usr/bin/python3")) {
      if (runs(candidate, "-c", "import pandas, statsmodels")) {
        return candidate;
      }
    }
    assumeTrue(false, "No Python with pandas and statsmodels here.");
    return "";
  }

  private static void assumeRuns(String... command) throws InterruptedException {
    assumeTrue(runs(command), String.join(" ", command) + " does not run here.");
  }

  private static boolean runs(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Levels that are neither in alphabetical order nor always text. */
  private static Bundle bundle() {
    Schema schema =
        new Schema(
            "small",
            "person",
            List.of(
                new Column("age", new ColumnType.Numeric(0, 100, List.of()), false),
                new Column(
                    "dose",
                    new ColumnType.Category(List.of("2", "10", "1"), Optional.empty()),
                    false),
                new Column("smoker", new ColumnType.YesNo("no", "yes"), false),
                new Column("ill", new ColumnType.YesNo("0", "1"), false)),
            OptionalLong.empty());
    RandomGenerator random = new Seed(95).stream("rows");
    double[][] columns = new double[4][300];
    double[] logWeights = new double[300];
    for (int i = 0; i < 300; i++) {
      columns[0][i] = 100 * random.nextDouble();
      columns[1][i] = random.nextInt(3);
      columns[2][i] = random.nextInt(2);
      double logit = 0.03 * columns[0][i] - 1.5 + 0.5 * columns[2][i];
      columns[3][i] = random.nextDouble() < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
      logWeights[i] = 0.7 * random.nextGaussian();
    }
    return new Bundle(
        ColumnarTable.of(schema, columns),
        Optional.of(
            new WeightStatement(
                new Weights(logWeights).normalised(),
                new WeightDescription(
                    "beta-debiased", "none", 0, 0, JsonNodeFactory.instance.objectNode()),
                new WeightStatement.Quality(200, 0.1, 0.2, 0.5, 0, Verdict.USE, List.of("fine")))),
        new PrivacyStatement(
            "small",
            "person",
            "Neighbours differ by one row.",
            new PrivacyStatement.Loss(1, 1e-6),
            new PrivacyStatement.Loss(1, 1e-6),
            "an accountant",
            new PrivacyStatement.RowCount(300, "declared"),
            List.of(),
            List.of(),
            List.of()),
        new Provenance("Tare", Instant.EPOCH, "independent", "beta-debiased", 1),
        Optional.empty());
  }
}
