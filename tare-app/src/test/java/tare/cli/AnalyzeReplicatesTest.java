package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** {@code tare analyze} on a release with replicate weights, and on the same one without. */
class AnalyzeReplicatesTest {

  private static final int ROWS = 2000;
  private static final int REAL_ROWS = 500;

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void writeReleases() throws IOException {
    ReleaseFolder.write(folder.resolve("with"), bundle(Optional.of(replicates())), Map.of());
    ReleaseFolder.write(folder.resolve("without"), bundle(Optional.empty()), Map.of());
  }

  private JsonNode json(String release, String... args) {
    String[] all = new String[args.length + 3];
    all[0] = "analyze";
    all[1] = folder.resolve(release).toString();
    all[2] = "--json";
    System.arraycopy(args, 0, all, 3, args.length);
    Cli run = Cli.run(all);
    assertThat(run.code()).as(run.text()).isZero();
    return JsonMapper.shared().readTree(run.out());
  }

  @Test
  void intervalsComeFromReplicatesAndNoReleaseIsWorthMoreThanItsRows() {
    JsonNode with = json("with", "--model", "linear", "--formula", "pressure ~ age");
    JsonNode without = json("without", "--model", "linear", "--formula", "pressure ~ age");
    JsonNode slope = with.get("coefficients").get(1);
    assertThat(slope.get("name").asString()).isEqualTo("age");
    double half = (slope.get("upper").asDouble() - slope.get("lower").asDouble()) / 2;
    // The t quantile of 19 degrees of freedom.
    assertThat(half / slope.get("standard_error").asDouble()).isCloseTo(2.0930, within(1e-3));
    // 500 real rows' worth of error on 2,000 rows: twice the sandwich, give or take.
    assertThat(slope.get("standard_error").asDouble())
        .isGreaterThan(1.3 * without.get("coefficients").get(1).get("standard_error").asDouble());
    assertThat(slope.get("p_value").asDouble()).isBetween(0.0, 1.0);
    for (JsonNode coefficient : with.get("coefficients")) {
      assertThat(coefficient.get("effective_rows").asDouble()).isBetween(1.0, (double) REAL_ROWS);
    }
    assertThat(with.get("replicates").get("covers").get(0).asString()).isEqualTo("Everything.");
    assertThat(without.get("too_short_by").asDouble()).isCloseTo(Math.sqrt(5), within(1e-9));
    assertThat(without.get("coefficients").get(1).has("effective_rows")).isFalse();
  }

  @Test
  void everyKindOfEstimateHasAnInterval() {
    for (List<String> question :
        List.of(
            List.of("--model", "mean"),
            List.of("--model", "quantile", "--target", "age", "--quantile", "0.9"),
            List.of("--model", "share", "--target", "odd \"name\", `x`"),
            List.of("--model", "correlation"),
            List.of("--model", "table", "--target", "ill", "--by", "odd \"name\", `x`"),
            List.of("--model", "logistic", "--target", "ill"),
            List.of("--model", "multinomial", "--target", "odd \"name\", `x`"))) {
      JsonNode answer = json("with", question.toArray(String[]::new));
      assertThat(answer.get("coefficients").size()).as(question.toString()).isPositive();
      for (JsonNode estimate : answer.get("coefficients")) {
        assertThat(estimate.get("lower").asDouble())
            .as(question + " " + estimate)
            .isLessThan(estimate.get("estimate").asDouble());
        assertThat(estimate.get("upper").asDouble())
            .isGreaterThan(estimate.get("estimate").asDouble());
      }
    }
  }

  @Test
  void predictionsHaveIntervals() throws IOException {
    Path asked = folder.resolve("asked.csv");
    Files.writeString(asked, "age,pressure\n40,120\n80,140\n");
    JsonNode answer =
        json(
            "with",
            "--model",
            "logistic",
            "--formula",
            "ill ~ age + pressure",
            "--predict",
            asked.toString());
    assertThat(answer.get("predictions")).hasSize(2);
    for (JsonNode prediction : answer.get("predictions")) {
      assertThat(prediction.get("lower").asDouble())
          .isBetween(0.0, prediction.get("estimate").asDouble());
      assertThat(prediction.get("upper").asDouble())
          .isBetween(prediction.get("estimate").asDouble(), 1.0);
    }
  }

  @Test
  void aPosteriorIsAsWideAsTheReplicatesOrNotCalledOne() {
    String[] model = {
      "--model",
      "bayes-logistic",
      "--formula",
      "ill ~ age",
      "--standardize",
      "--draws",
      "300",
      "--warmup",
      "200",
      "--chains",
      "2"
    };
    JsonNode with = json("with", model);
    JsonNode without = json("without", model);
    JsonNode fitted =
        json("with", "--model", "logistic", "--formula", "ill ~ age", "--standardize");
    for (int j = 0; j < 2; j++) {
      double sd = with.get("coefficients").get(j).get("sd").asDouble();
      double error = fitted.get("coefficients").get(j).get("standard_error").asDouble();
      assertThat(sd).isBetween(0.9 * error, 1.25 * error);
      assertThat(sd).isGreaterThan(without.get("coefficients").get(j).get("sd").asDouble());
    }
    assertThat(with.get("posterior").asBoolean()).isTrue();
    assertThat(without.get("posterior").asBoolean()).isFalse();
    Cli said =
        Cli.run(
            "analyze",
            folder.resolve("without").toString(),
            "--model",
            "linear",
            "--formula",
            "pressure ~ age");
    assertThat(said.out()).contains("too short").contains("at least 2.2").doesNotContain("worth");
  }

  /** Rows drawn again as 500 real ones would have been: exponential weights, twice the spread. */
  private static Replicates replicates() {
    RandomGenerator random = new Seed(6).stream("replicates");
    float[][] weights = new float[20][ROWS];
    for (float[] replicate : weights) {
      double sum = 0;
      for (int i = 0; i < ROWS; i++) {
        // A squared exponential has mean two and variance 20: five times the square of its mean.
        double draw = random.nextExponential();
        replicate[i] = (float) (draw * draw);
        sum += replicate[i];
      }
      for (int i = 0; i < ROWS; i++) {
        replicate[i] *= (float) (ROWS / sum);
      }
    }
    return new Replicates(weights, List.of("Everything."), List.of());
  }

  private static Bundle bundle(Optional<Replicates> replicates) {
    Schema schema =
        new Schema(
            "small",
            "person",
            List.of(
                new Column("age", new ColumnType.Numeric(0, 100, List.of()), false),
                new Column("pressure", new ColumnType.Numeric(0, 300, List.of()), true),
                new Column(
                    "odd \"name\", `x`",
                    new ColumnType.Category(List.of("b", "a", "c"), Optional.empty()),
                    false),
                new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
            OptionalLong.empty());
    RandomGenerator random = new Seed(5).stream("rows");
    double[][] columns = new double[4][ROWS];
    for (int i = 0; i < ROWS; i++) {
      columns[0][i] = 20 + 60 * random.nextDouble();
      columns[1][i] =
          random.nextInt(20) == 0
              ? Double.NaN
              : 100 + 0.5 * columns[0][i] + 12 * random.nextGaussian();
      columns[2][i] = random.nextInt(3);
      double logit = 0.03 * columns[0][i] - 2;
      columns[3][i] = random.nextDouble() < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
    }
    return new Bundle(
        ColumnarTable.of(schema, columns),
        Optional.of(
            new WeightStatement(
                Weights.uniform(ROWS),
                new WeightDescription(
                    "moments", "none", 0, 0, JsonNodeFactory.instance.objectNode()),
                new WeightStatement.Quality(
                    ROWS, 0.01, 0.2, 0.5, 0, Verdict.USE, List.of("fine")))),
        replicates,
        new PrivacyStatement(
            "small",
            "person",
            "Neighbours differ by one row.",
            new PrivacyStatement.Loss(1, 1e-6),
            new PrivacyStatement.Loss(1, 1e-6),
            "an accountant",
            new PrivacyStatement.RowCount(REAL_ROWS, "declared"),
            List.of(),
            List.of(),
            List.of()),
        new Provenance("Tare", Instant.EPOCH, "independent", "moments", 1),
        Optional.empty());
  }
}
