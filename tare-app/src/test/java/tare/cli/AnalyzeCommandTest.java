package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.random.Seed;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AnalyzeCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String csv = "";

  @TempDir private Path folder = Path.of("");

  /** y = 1 + 2 a + group effect 3 for "q"; rows with a > 0 count twice by their weight. */
  @BeforeEach
  void writeTable() throws IOException {
    RandomGenerator random = new Seed(71).stream("rows");
    StringBuilder text = new StringBuilder("a,group,y,yes,kind,w\n");
    for (int i = 0; i < 400; i++) {
      double a = random.nextGaussian();
      boolean q = i % 2 == 0;
      double y = 1 + 2 * a + (q ? 3 : 0) + 0.5 * random.nextGaussian();
      double logit = a - 0.5;
      int yes = random.nextDouble() < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
      String kind = yes == 1 ? "m" : random.nextDouble() < 0.5 ? "k" : "l";
      text.append(
          String.format(
              Locale.ROOT,
              "%.6f,%s,%.6f,%d,%s,%d%n",
              a,
              q ? "q" : "p",
              y,
              yes,
              kind,
              a > 0 ? 2 : 1));
    }
    csv = Files.writeString(folder.resolve("rows.csv"), text).toString();
  }

  private int run(String... args) {
    return Main.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  private JsonNode json() {
    return JsonMapper.shared().readTree(out.toString());
  }

  @Test
  void linearFindsTheTruthWeightedBesideUnweighted() {
    assertThat(
            run(
                "analyze",
                csv,
                "--model",
                "linear",
                "--formula",
                "y ~ a + group",
                "--weight-column",
                "w",
                "--json"))
        .isZero();
    JsonNode json = json();
    assertThat(json.get("rows").asInt()).isEqualTo(400);
    assertThat(json.get("weighted").asBoolean()).isTrue();
    assertThat(json.get("ess").asDouble()).isBetween(300.0, 400.0);
    JsonNode coefficients = json.get("coefficients");
    assertThat(coefficients.get(0).get("name").asString()).isEqualTo("(Intercept)");
    assertThat(coefficients.get(2).get("name").asString()).isEqualTo("group=q");
    double[] truth = {1, 2, 3};
    for (int j = 0; j < 3; j++) {
      double error = coefficients.get(j).get("standard_error").asDouble();
      assertThat(error).isBetween(0.01, 0.1);
      assertThat(coefficients.get(j).get("estimate").asDouble())
          .isCloseTo(truth[j], within(5 * error));
    }
    assertThat(json.get("unweighted")).hasSize(3);
    assertThat(json.get("unweighted").get(1).get("estimate").asDouble())
        .isNotEqualTo(coefficients.get(1).get("estimate").asDouble());
  }

  @Test
  void tableForAPersonNamesWhatTheErrorsCover() {
    assertThat(run("analyze", csv, "--model", "logistic", "--target", "yes", "--formula", "a"))
        .isZero();
    assertThat(out.toString())
        .contains("logistic of \"yes\" on 400 rows, no weights.")
        .contains("(Intercept)")
        .contains("95 % interval")
        .contains("weights as given");
  }

  @Test
  void bayesianModelsCarryTheirDiagnostics() throws IOException {
    Path draws = folder.resolve("draws");
    assertThat(
            run(
                "analyze",
                csv,
                "--model",
                "bayes-logistic",
                "--target",
                "yes",
                "--formula",
                "yes ~ a",
                "--weight-column",
                "w",
                "--standardize",
                "--draws",
                "300",
                "--warmup",
                "300",
                "--draws-to",
                draws.toString(),
                "--seed",
                "5",
                "--json"))
        .isZero();
    JsonNode json = json();
    assertThat(json.get("coefficients")).hasSize(2);
    for (JsonNode coefficient : json.get("coefficients")) {
      assertThat(coefficient.propertyNames())
          .contains("name", "mean", "sd", "mcse", "r_hat", "ess_bulk", "ess_tail");
      assertThat(coefficient.get("r_hat").asDouble()).isBetween(0.99, 1.05);
      assertThat(coefficient.get("ess_bulk").asDouble()).isGreaterThan(200);
    }
    assertThat(json.get("divergences").asInt()).isZero();
    try (var files = Files.list(draws)) {
      assertThat(files.map(file -> file.getFileName().toString()).sorted())
          .containsExactly(
              "bayes_logistic-1.csv",
              "bayes_logistic-2.csv",
              "bayes_logistic-3.csv",
              "bayes_logistic-4.csv");
    }
  }

  @Test
  void sameSeedSameAnswer() {
    String[] args = {
      "analyze",
      csv,
      "--model",
      "bayes-linear",
      "--formula",
      "y ~ a",
      "--draws",
      "50",
      "--warmup",
      "100",
      "--sampler",
      "hmc",
      "--json"
    };
    run(args);
    String first = out.toString();
    out.getBuffer().setLength(0);
    run(args);
    assertThat(out.toString()).isEqualTo(first).contains("sigma2");
  }

  @Test
  void multinomialModelsNameTheirClasses() {
    assertThat(run("analyze", csv, "--model", "multinomial", "--formula", "kind ~ a", "--json"))
        .isZero();
    assertThat(json().get("classes").get(0).asString()).isEqualTo("k");
    assertThat(json().get("coefficients").get(0).get("name").asString()).isEqualTo("l:(Intercept)");
  }

  @Test
  void learnersAreScoredByCrossValidation() {
    for (String model : new String[] {"mlp", "forest", "svm"}) {
      out.getBuffer().setLength(0);
      assertThat(
              run(
                  "analyze",
                  csv,
                  "--model",
                  model,
                  "--formula",
                  "y ~ a + group",
                  "--weight-column",
                  "w",
                  "--folds",
                  "2",
                  "--json"))
          .as(model)
          .isZero();
      assertThat(json().get("scores").get("r2").asDouble()).as(model).isGreaterThan(0.8);
      assertThat(json().get("unweighted").get("r2").asDouble()).as(model).isGreaterThan(0.8);
    }
    assertThat(run("analyze", csv, "--model", "svm", "--formula", "yes ~ a", "--folds", "2"))
        .isZero();
    assertThat(out.toString()).contains("roc_auc").contains("2-fold cross-validation");
  }

  @Test
  void bootstrapSaysWhatItCovers() {
    assertThat(
            run(
                "analyze",
                csv,
                "--model",
                "linear",
                "--formula",
                "y ~ a",
                "--weight-column",
                "w",
                "--bootstrap",
                "200",
                "--json"))
        .isZero();
    assertThat(json().get("bootstrap").get("covers").asString())
        .contains("the drawing of the rows but not the noise in the weights");
    JsonNode slope = json().get("coefficients").get(1);
    double sandwich = slope.get("standard_error").asDouble();
    assertThat(slope.get("bootstrap_standard_error").asDouble())
        .isBetween(0.6 * sandwich, 1.6 * sandwich);
    assertThat(slope.get("effective_rows").asDouble()).isBetween(200.0, 500.0);
  }

  @Test
  void standardizedColumnsHaveUnitSlopesInTheirOwnUnits() {
    run("analyze", csv, "--model", "linear", "--formula", "y ~ a", "--standardize", "--json");
    // The slope of standardised variables is their correlation; the intercept is zero.
    assertThat(json().get("coefficients").get(0).get("estimate").asDouble())
        .isCloseTo(0, within(1e-12));
    assertThat(json().get("coefficients").get(1).get("estimate").asDouble()).isBetween(0.5, 1.0);
  }

  @Test
  void wrongQuestionsHaveTheirExitCodesAndHelp() {
    assertThat(run("analyze", csv, "--model", "logistc", "--target", "y"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(err.toString()).contains("Did you mean \"logistic\"?");
    assertThat(run("analyze", csv, "--model", "linear")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(err.toString()).contains("needs a target");
    assertThat(run("analyze", csv, "--model", "linear", "--target", "yy"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("analyze", csv, "--model", "linear", "--target", "kind"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(err.toString()).contains("must be numeric");
    assertThat(run("analyze", csv, "--model", "linear", "--target", "a", "--formula", "y ~ a"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("analyze", csv + "x", "--model", "linear", "--target", "y"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run("analyze", folder.toString(), "--model", "linear", "--target", "y"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(
            run("analyze", csv, "--model", "linear", "--target", "y", "--weight-column", "group"))
        .isEqualTo(ExitCode.BAD_INPUT);
  }
}
