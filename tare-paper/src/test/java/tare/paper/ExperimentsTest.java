package tare.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class ExperimentsTest {

  private static final ExperimentOptions ONE_SEED =
      new ExperimentOptions(1, Optional.empty(), false);

  @Test
  void jobsHaveNamesOfTheirOwn() {
    for (Experiment experiment : Experiments.all()) {
      List<Job> jobs = experiment.jobs(ONE_SEED);
      Set<String> ids = new HashSet<>();
      jobs.forEach(job -> assertThat(ids.add(job.id())).as(job.id()).isTrue());
    }
    assertThat(Experiments.named("breast").jobs(ONE_SEED)).isNotEmpty();
    assertThat(Experiments.named("mnist").jobs(ONE_SEED)).as("its data does not ship").isEmpty();
    assertThatThrownBy(() -> Experiments.named("brest"))
        .hasMessageContaining("Did you mean \"breast\"?");
  }

  @Test
  void partsOfABudgetNeverExceedTheWhole() {
    for (double share : new double[] {0.02, 0.1, 0.3, 0.5}) {
      for (double epsilon : new double[] {0.1, 1, 6, 9.64}) {
        Budgets budgets = Budgets.of(epsilon, share, 455, false);
        assertThat(budgets.generator().epsilon() + budgets.weights().epsilon())
            .isLessThanOrEqualTo(epsilon);
        assertThat(budgets.generator().delta() + budgets.weights().delta())
            .isLessThanOrEqualTo(budgets.whole().delta());
      }
    }
    assertThat(Budgets.of(1, 0.1, 455, false).whole().delta()).isEqualTo(1e-6);
    assertThat(Budgets.of(1, 0.1, 455, true).whole().delta()).isEqualTo(1.0 / 455 - 1e-6);
  }

  @Test
  void aSplitIsAPartitionAndRepeatable() {
    PaperData iris = PaperData.read("iris", "species", Optional.empty());
    PaperData.Split split = iris.split(0.8, new Seed(3));
    assertThat(split.train().rowCount()).isEqualTo(120);
    assertThat(split.test().rowCount()).isEqualTo(30);
    double all = sum(iris.table().values(0));
    assertThat(sum(split.train().values(0)) + sum(split.test().values(0)))
        .isCloseTo(all, within(1e-9));
    assertThat(iris.split(0.8, new Seed(3)).test().values(0)).isEqualTo(split.test().values(0));
    assertThat(iris.split(0.8, new Seed(4)).test().values(0)).isNotEqualTo(split.test().values(0));
  }

  @Test
  void dataThatDoesNotShipIsNamedInTheMessage() {
    assertThatThrownBy(() -> PaperData.read("spambase", "type", Optional.empty()))
        .hasMessageContaining("spambase.csv")
        .hasMessageContaining("--data");
  }

  @Test
  void aGridJobMeasuresEveryMethodOnTheSameTestRows() {
    PaperGrid grid =
        new PaperGrid(
            "tiny",
            "t",
            "none",
            PaperGrid.Kind.COEFFICIENTS,
            List.of(new PaperGrid.DataSet("iris", "species")),
            List.of(50.0),
            List.of(0.3),
            List.of("independent"),
            List.of("none", "beta-debiased", "beta-debiased+psis", "auto", "logreg"),
            List.of("wasserstein", "logistic", "weight_mse"),
            0.8);
    GridExperiment experiment = new GridExperiment(grid);
    Job job = experiment.jobs(ONE_SEED).get(0);
    ObjectNode result = job.run();
    JsonNode methods = result.path("methods");
    for (String method : grid.methods()) {
      JsonNode metrics = methods.path(method).path("metrics");
      assertThat(metrics.path("wasserstein").asDouble()).as(method).isBetween(0.05, 2.0);
      assertThat(metrics.path("logistic").asDouble()).as(method).isBetween(0.0, 1.0);
    }
    // Moments are bought at this epsilon, and a release has them in its rows: all weigh the same.
    assertThat(methods.path("auto").path("used").asInt()).isEqualTo(1);
    assertThat(methods.path("auto").path("ess_share").asDouble()).isCloseTo(1, within(1e-9));
    assertThat(methods.path("none").path("used").asInt()).isZero();
    assertThat(methods.path("none").path("metrics").has("weight_mse")).isFalse();
    assertThat(methods.path("logreg").path("metrics").path("weight_mse").asDouble()).isZero();
    assertThat(methods.path("real rows").path("metrics").path("logistic").asDouble())
        .isGreaterThan(0.9);
    assertThat(methods.path("real rows").path("coefficients").size()).isEqualTo(2 * 5);
    Map<Job, JsonNode> results = new LinkedHashMap<>();
    results.put(job, result);
    Report report = experiment.report(results);
    assertThat(report.tables()).hasSize(1);
    assertThat(report.tables().get(0).rows()).hasSize(7);
    assertThat(report.figures()).hasSize(1);
  }

  @Test
  void noWeightsBringTheDistanceBelowTheNearestRows() {
    DistancesExperiment experiment = new DistancesExperiment();
    Job iris = experiment.jobs(ONE_SEED).get(0);
    ObjectNode result = iris.run();
    for (String rows : List.of("real rows", "none", "logreg", "mlp")) {
      JsonNode figures = result.path(rows);
      assertThat(figures.path("least").asDouble()).as(rows).isBetween(0.01, 1.0);
      assertThat(figures.path("wasserstein").asDouble())
          .as(rows)
          .isGreaterThanOrEqualTo(figures.path("least").asDouble());
    }
    assertThat(result.path("none").path("mean_weight").asDouble()).isEqualTo(1);
    assertThat(result.path("logreg").path("mean_weight").asDouble()).isNotEqualTo(1);
    TextTable table = experiment.report(Map.of(iris, result)).tables().get(0);
    assertThat(table.rows()).hasSize(4);
    assertThat(table.rows().get(1).get(6)).isEqualTo("0.506 ± 0.011"); // printed in [1]
  }

  @Test
  void theToyWeightsTurnUniformRowsIntoATriangle() {
    JsonNode result = new ToyJob(1, false).run().path("6");
    // The triangle's mean is 2/3, the uniform law's 1/2; the noise in the weights at epsilon 6 is
    // slight.
    assertThat(result.path("none").path("mean").asDouble()).isBetween(0.46, 0.54);
    assertThat(result.path("beta-debiased").path("mean").asDouble()).isBetween(0.62, 0.72);
    assertThat(result.path("beta-debiased").path("wasserstein").asDouble()).isLessThan(0.08);
  }

  @Test
  void theDistanceToTheTriangleIsTheAreaBetweenDistributionFunctions() {
    // All mass at one point t: the mean of |t - x| under 2x, which is 2/3 - t + 2 t^3 / 3.
    assertThat(ToyJob.distanceToTriangle(new double[] {0.4}, new double[] {3}))
        .isCloseTo(2 / 3.0 - 0.4 + 2 * 0.064 / 3, within(1e-12));
    double[] quantiles = new double[2_000];
    double[] ones = new double[2_000];
    for (int r = 0; r < 2_000; r++) {
      quantiles[1_999 - r] = Math.sqrt((r + 0.5) / 2_000);
      ones[r] = 1;
    }
    assertThat(ToyJob.distanceToTriangle(quantiles, ones)).isLessThan(1e-3);
  }

  @Test
  void cellsWhereWeightsPayAreCounted() {
    PaperGrid grid =
        new PaperGrid(
            "g",
            "t",
            "p",
            PaperGrid.Kind.SCORES,
            List.of(new PaperGrid.DataSet("iris", "species")),
            List.of(1.0),
            List.of(0.1),
            List.of("independent"),
            List.of("none", "beta-noised", "beta-debiased", "auto"),
            List.of("wasserstein", "logistic"),
            0.8);
    Map<Job, JsonNode> results = new LinkedHashMap<>();
    for (int seed = 1; seed <= 4; seed++) {
      Job job =
          new GridJob(
              grid, grid.sets().get(0), 1, 0.1, "independent", seed, false, Optional.empty());
      ObjectNode result = JsonNodeFactory.instance.objectNode();
      put(result, "none", 0.5 + 0.01 * seed, 0.7);
      put(result, "beta-noised", 0.4 + 0.01 * seed, 0.6);
      put(result, "beta-debiased", 0.6, 0.65);
      put(result, "auto", 0.5 + 0.01 * seed, 0.6 + 0.001 * seed);
      put(result, "none on part", 0.7, 0.62);
      result.withObject("/methods/auto").put("used", seed == 2 ? 1 : 0);
      results.put(job, result);
    }
    Shares shares = Shares.at(1, Scores.of(results));
    // Wasserstein falls with BetaNoised; no method lifts the AUC, and the automatic choice lowers
    // it. BetaDebiased is better than the same rows without weights in both. The automatic choice
    // weighs the rows of one seed, and is better than None nowhere.
    assertThat(shares).isEqualTo(new Shares(1, 2, 1, 2, 2, 2, 0, 0, 1));
    results.values().forEach(r -> ((ObjectNode) r).withObject("/methods/auto").put("used", 0));
    results.forEach((job, r) -> put((ObjectNode) r, "auto", 0.1, 0.6));
    assertThat(Shares.at(1, Scores.of(results))).isEqualTo(new Shares(1, 2, 1, 2, 2, 0, 0, 1, 1));
    results.values().forEach(r -> ((ObjectNode) r).withObject("/methods/auto").put("used", 1));
    assertThat(Shares.at(1, Scores.of(results))).isEqualTo(new Shares(1, 2, 1, 2, 2, 2, 1, 1, 1));
  }

  private static void put(ObjectNode result, String method, double wasserstein, double auc) {
    ObjectNode metrics = result.withObject("/methods/" + method + "/metrics");
    metrics.put("wasserstein", wasserstein);
    metrics.put("logistic", auc);
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}
