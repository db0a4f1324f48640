package tare.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.inference.Replicates;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.ReleaseFolder;
import tare.release.Verdict;
import tare.release.WeightStatement;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.Steps;
import tare.schema.TimeForm;
import tare.table.Table;
import tare.table.TableAppender;
import tare.table.Weights;

/**
 * The lines at the end of a report, taken from the page as they stand and run in the folder of the
 * release: they give the mean, and its error, that a sum over the rows gives. On releases with
 * replicates, with weights alone and with neither, with missing cells, odd names, levels that look
 * like numbers, and dates.
 */
class SnippetsTest {

  private static final String ODD = "odd \"name\", `x` 50 %";

  @TempDir private Path temp;

  /** A release, what its lines average, and what should come out. */
  private record Case(String name, Bundle bundle, int column) {

    /** The number of a row; NaN where it is missing. */
    double value(int row) {
      Table rows = bundle.synthetic();
      if (rows.missing(row, column)) {
        return Double.NaN;
      }
      ColumnType type = rows.schema().column(column).type();
      return type.isNumeric()
          ? rows.number(row, column)
          : rows.level(row, column) == type.levelCount() - 1 ? 1 : 0;
    }

    double mean(double[] weights) {
      double sum = 0;
      double total = 0;
      for (int r = 0; r < weights.length; r++) {
        double value = value(r);
        sum += Double.isNaN(value) ? 0 : weights[r] * value;
        total += Double.isNaN(value) ? 0 : weights[r];
      }
      return sum / total;
    }

    double mean() {
      double[] ones = new double[bundle.synthetic().rowCount()];
      java.util.Arrays.fill(ones, 1);
      return mean(bundle.weights().map(w -> w.weights().meanOne()).orElse(ones));
    }

    Optional<Double> error() {
      return bundle.replicates().map(this::error);
    }

    private double error(Replicates replicates) {
      double[] each = new double[replicates.count()];
      java.util.Arrays.setAll(each, b -> mean(replicates.replicate(b)));
      return replicates.standardError(mean(), each);
    }
  }

  private static Schema schema(boolean numbers) {
    List<Column> columns = new ArrayList<>();
    columns.add(
        new Column(
            "day",
            new ColumnType.Temporal(TimeForm.DATE, new Steps(18_000, 18_400, 1, 0), List.of()),
            false));
    if (numbers) {
      columns.add(new Column(ODD, new ColumnType.Numeric(0, 100, List.of()), true));
    }
    columns.add(
        new Column(
            "grade \"1\"",
            new ColumnType.Category(List.of("01", "1", "true"), Optional.empty()),
            true));
    columns.add(new Column("ill", new ColumnType.YesNo("no", "yes"), false));
    return new Schema(
        "lines", "person", columns, OptionalLong.of(400), List.of("NA", ""), List.of());
  }

  private static Table rows(Schema schema) {
    RandomGenerator random = new Seed(21).stream("rows");
    TableAppender appender = new TableAppender(schema);
    double[] row = new double[schema.columnCount()];
    for (int r = 0; r < 400; r++) {
      for (int c = 0; c < row.length; c++) {
        ColumnType type = schema.column(c).type();
        row[c] =
            schema.column(c).missingAllowed() && random.nextInt(6) == 0
                ? Double.NaN
                : type instanceof ColumnType.Temporal
                    ? 18_000 + random.nextInt(400)
                    : type.isNumeric()
                        ? Math.rint(1e4 * random.nextDouble()) / 100
                        : random.nextInt(type.levelCount());
      }
      appender.append(row);
    }
    return appender.finish();
  }

  private static List<Case> cases() {
    List<Case> all = new ArrayList<>();
    for (boolean numbers : new boolean[] {true, false}) {
      Bundle plain = Releases.of(rows(schema(numbers)), "independent", "none", 3);
      Bundle weighed = Releases.of(rows(schema(numbers)), "independent", "beta-debiased", 3);
      String of = numbers ? " of numbers" : " of levels";
      all.add(new Case("rows alone" + of, plain, 1));
      all.add(new Case("weights" + of, with(weighed, Optional.empty()), 1));
      all.add(new Case("replicates" + of, with(weighed, Optional.of(replicates())), 1));
    }
    return all;
  }

  /** The release with weights that differ and may be used. */
  private static Bundle with(Bundle bundle, Optional<Replicates> replicates) {
    WeightStatement weights = bundle.weights().orElseThrow();
    WeightStatement.Quality q = weights.quality();
    double[] own = new double[400];
    RandomGenerator random = new Seed(5).stream("weights");
    java.util.Arrays.setAll(own, r -> random.nextGaussian());
    return new Bundle(
        bundle.synthetic(),
        Optional.of(
            new WeightStatement(
                new Weights(own),
                weights.description(),
                new WeightStatement.Quality(
                    q.effectiveSampleSize(),
                    q.largestShare(),
                    q.paretoK(),
                    q.koopmanP(),
                    q.expectedLogNoise(),
                    Verdict.USE,
                    List.of("Because.")))),
        replicates,
        bundle.privacy(),
        bundle.provenance(),
        bundle.model());
  }

  private static Replicates replicates() {
    RandomGenerator random = new Seed(6).stream("replicates");
    float[][] weights = new float[7][400];
    for (float[] one : weights) {
      double sum = 0;
      for (int r = 0; r < one.length; r++) {
        one[r] = (float) random.nextExponential();
        sum += one[r];
      }
      for (int r = 0; r < one.length; r++) {
        one[r] *= (float) (one.length / sum);
      }
    }
    return new Replicates(weights, List.of("all"), List.of("nothing"));
  }

  // --- from the page to a shell
  // -------------------------------------------------------------------

  private static String onThePage(Bundle bundle, String language) {
    Matcher code =
        Pattern.compile("<h3>" + language + "</h3><pre[^>]*><code>(.*?)</code>", Pattern.DOTALL)
            .matcher(ReportPage.of(bundle));
    assertThat(code.find()).isTrue();
    return code.group(1)
        .replace("&#39;", "'")
        .replace("&quot;", "\"")
        .replace("&gt;", ">")
        .replace("&lt;", "<")
        .replace("&amp;", "&");
  }

  private Path written(Case one) throws IOException {
    Path folder = Files.createTempDirectory(temp, "case").resolve("release");
    ReleaseFolder.write(folder, one.bundle(), Map.of());
    return folder;
  }

  private static String run(Path folder, String... command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }

  private static boolean can(String... command) {
    try {
      run(Path.of("."), command);
      return true;
    } catch (IOException | InterruptedException | AssertionError e) {
      return false;
    }
  }

  /** The numbers of the last line. */
  private static List<Double> numbers(String text) {
    String last = text.strip().lines().reduce((a, b) -> b).orElseThrow();
    List<Double> numbers = new ArrayList<>();
    Matcher number =
        Pattern.compile("(?<![\\w.\\[])-?\\d+\\.?\\d*(e-?\\d+)?(?![\\w\\]])").matcher(last);
    while (number.find()) {
      numbers.add(Double.valueOf(number.group()));
    }
    return numbers;
  }

  private static void agrees(Case one, List<Double> said, double tolerance) {
    assertThat(said).as(one.name()).isNotEmpty();
    assertThat(said.get(0))
        .as(one.name())
        .isCloseTo(one.mean(), within(tolerance * Math.abs(one.mean())));
    one.error()
        .ifPresent(
            error ->
                assertThat(said.get(1))
                    .as(one.name() + ", error")
                    .isCloseTo(error, within(10 * tolerance * error)));
  }

  @Test
  void pythonGivesTheMeanAndItsError() throws IOException, InterruptedException {
    assumeTrue(
        can("/usr/bin/python3", "-c", "import pandas"),
        "Python with pandas is missing: .ci/install-peers installs it.");
    for (Case one : cases()) {
      Path folder = written(one);
      Files.writeString(folder.resolve("lines.py"), onThePage(one.bundle(), "Python"));
      agrees(one, numbers(run(folder, "/usr/bin/python3", "lines.py")), 1e-6);
    }
  }

  @Test
  void rGivesTheMeanAndItsError() throws IOException, InterruptedException {
    assumeTrue(
        can("Rscript", "-e", "library(survey)"),
        "R with survey is missing: .ci/install-peers installs it.");
    for (Case one : cases()) {
      Path folder = written(one);
      Files.writeString(folder.resolve("lines.R"), onThePage(one.bundle(), "R"));
      agrees(one, numbers(run(folder, "Rscript", "lines.R")), 1e-3);
    }
  }

  @Test
  void duckDbGivesTheMeanAndItsError() throws IOException, SQLException {
    for (Case one : cases()) {
      String folder = written(one).toString().replace("'", "''");
      String lines =
          onThePage(one.bundle(), "DuckDB")
              .replaceAll("'(synthetic|replicates)\\.parquet'", "'" + folder + "/$1.parquet'");
      try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
          Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery(lines)) {
        assertThat(result.next()).isTrue();
        List<Double> said = new ArrayList<>(List.of(result.getDouble(1)));
        if (one.error().isPresent()) {
          said.add(result.getDouble(2));
        }
        agrees(one, said, 1e-6);
      }
    }
  }

  @Test
  void stanReadsItsModels() throws IOException, InterruptedException {
    assumeTrue(
        can("Rscript", "-e", "library(rstan)"),
        "R with rstan is missing: .ci/install-peers installs it.");
    StringBuilder script = new StringBuilder();
    List<Case> cases = cases();
    for (int i = 0; i < 3; i++) {
      Path model = temp.resolve("model" + i + ".stan");
      Files.writeString(model, onThePage(cases.get(i).bundle(), "Stan") + "\n");
      script.append("invisible(rstan::stanc(\"").append(model).append("\"))\n");
    }
    Files.writeString(temp.resolve("check.R"), script + "cat(\"read\\n\")\n");
    assertThat(run(temp, "Rscript", "check.R")).contains("read");
  }

  @Test
  void aTableOfTimesAloneIsCounted() {
    Schema times =
        new Schema("times", "person", schema(true).columns().subList(0, 1), OptionalLong.of(400));
    Bundle bundle = Releases.of(rows(times), "independent", "none", 3);
    assertThat(onThePage(bundle, "R")).contains("nrow(rows)");
    assertThat(onThePage(bundle, "DuckDB")).contains("count(*)");
  }
}
