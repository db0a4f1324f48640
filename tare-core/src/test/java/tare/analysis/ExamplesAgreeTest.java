package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.inference.ReplicateInference;
import tare.inference.Replicates;
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

/**
 * The scripts in a release folder give the numbers that an analysis here gives, on rows with
 * missing cells, a category of forty levels and names that need quotes; with replicates, with
 * weights alone and with neither.
 */
class ExamplesAgreeTest {

  private static final int ROWS = 3000;
  private static final String ODD = "odd \"name\", `x` 50 % \\";

  private static final String PRINT_PYTHON =
      """
      for a, b in zip(estimate, error): print("RESULT", a, b, sep="\\t")
      """;
  private static final String PRINT_R =
      """
      cat(sprintf("RESULT\\t%.15g\\t%.15g\\n", estimate, error), sep = "")
      """;

  @TempDir private Path folder = Path.of("");
  private Path release = Path.of("");

  private void write(Bundle bundle) throws IOException {
    release = Files.createTempDirectory(folder, "written").resolve("release");
    ReleaseFolder.write(release, bundle, Map.of());
  }

  private static List<Bundle> bundles() {
    return List.of(
        bundle(Optional.of(weights()), Optional.of(replicates())),
        bundle(Optional.of(weights()), Optional.empty()),
        bundle(Optional.empty(), Optional.empty()));
  }

  @Test
  void rGivesTheSameEstimatesAndErrors() throws IOException, InterruptedException {
    assumeRuns("Rscript", "-e", "library(survey)");
    for (Bundle bundle : bundles()) {
      write(bundle);
      agrees(run("use.R", PRINT_R, "Rscript"), 1);
    }
  }

  @Test
  void pythonGivesTheSameEstimatesAndErrors() throws IOException, InterruptedException {
    String python = python();
    for (Bundle bundle : bundles()) {
      write(bundle);
      // Statsmodels' HC0 lacks the factor n/(n-1).
      double n = ROWS * 0.9;
      double factor = bundle.replicates().isPresent() ? 1 : Math.sqrt(n / (n - 1));
      agrees(run("use.py", PRINT_PYTHON, python), factor);
    }
  }

  private void agrees(List<double[]> theirs, double errorFactor) throws IOException {
    WeightedRows rows = WeightedRows.read(release);
    Regression.Fit fit =
        Regression.logistic(
            ModelData.of(
                Formula.allOthers("ill", rows.frame().names()),
                rows.frame(),
                rows.weights().meanOne()));
    assertThat(theirs).hasSameSizeAs(fit.coefficients());
    Optional<ReplicateInference> inference = rows.infer(Regression.refits(fit, 0), 0.95);
    for (int j = 0; j < theirs.size(); j++) {
      int number = j;
      Coefficient own = fit.coefficients().get(j);
      double error =
          inference
              .map(found -> found.estimates().get(number).standardError())
              .orElse(own.standardError());
      assertThat(theirs.get(j)[0]).as(own.name()).isCloseTo(own.estimate(), within(1e-5));
      assertThat(theirs.get(j)[1] * errorFactor).as(own.name()).isCloseTo(error, within(1e-5));
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

  /** Levels that are neither in alphabetical order nor always text; a tenth of a column missing. */
  private static Bundle bundle(Optional<WeightStatement> weights, Optional<Replicates> replicates) {
    List<String> places = IntStream.range(0, 40).mapToObj(k -> "place " + (k * 7 % 40)).toList();
    Schema schema =
        new Schema(
            "small",
            "person",
            List.of(
                new Column("age", new ColumnType.Numeric(0, 100, List.of()), true),
                new Column(
                    ODD, new ColumnType.Category(List.of("2", "10", "1"), Optional.empty()), false),
                new Column("place", new ColumnType.Category(places, Optional.empty()), false),
                new Column("smoker", new ColumnType.YesNo("no", "yes"), false),
                new Column("ill", new ColumnType.YesNo("0", "1"), false)),
            OptionalLong.empty());
    RandomGenerator random = new Seed(95).stream("rows");
    double[][] columns = new double[5][ROWS];
    for (int i = 0; i < ROWS; i++) {
      columns[0][i] = i % 10 == 3 ? Double.NaN : 100 * random.nextDouble();
      columns[1][i] = random.nextInt(3);
      columns[2][i] = random.nextInt(40);
      columns[3][i] = random.nextInt(2);
      double logit = 0.5 * columns[3][i] - 0.3 + 0.2 * columns[1][i];
      columns[4][i] = random.nextDouble() < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
    }
    return new Bundle(
        ColumnarTable.of(schema, columns),
        weights,
        replicates,
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

  private static WeightStatement weights() {
    RandomGenerator random = new Seed(96).stream("weights");
    double[] logWeights = new double[ROWS];
    Arrays.setAll(logWeights, i -> 0.5 * random.nextGaussian());
    return new WeightStatement(
        new Weights(logWeights).normalised(),
        new WeightDescription("beta-debiased", "none", 0, 0, JsonNodeFactory.instance.objectNode()),
        new WeightStatement.Quality(200, 0.1, 0.2, 0.5, 0, Verdict.USE, List.of("fine")));
  }

  private static Replicates replicates() {
    RandomGenerator random = new Seed(97).stream("replicates");
    float[][] weights = new float[8][ROWS];
    for (float[] replicate : weights) {
      double[] drawn = new Weights(random.doubles(ROWS).toArray()).meanOne();
      for (int i = 0; i < ROWS; i++) {
        replicate[i] = (float) drawn[i];
      }
    }
    return new Replicates(weights, List.of("Chance."), List.of());
  }
}
