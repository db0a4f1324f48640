package tare.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Private rows from the triangle law on [0, 1] with density 2x, synthetic rows from the uniform
 * law: the density ratio 2x is known, so weights can be held against the truth.
 */
record ToyExperiment() implements Experiment {

  static final int BINS = 20;
  static final List<Double> EPSILONS = List.of(0.1, 1.0, 6.0);

  static List<String> methods() {
    return List.of("none", "beta-noised", "beta-debiased", "dp-mlp", "logreg", "mlp").stream()
        .filter(Catalogue::knows)
        .toList();
  }

  @Override
  public String name() {
    return "toy";
  }

  @Override
  public String title() {
    return "Uniform rows weighted towards a triangle";
  }

  @Override
  public String inPaper() {
    return "figure of the uniform-triangle example";
  }

  @Override
  public List<Job> jobs(ExperimentOptions options) {
    List<Job> jobs = new ArrayList<>();
    for (int seed = 1; seed <= options.seeds(); seed++) {
      jobs.add(new ToyJob(seed, options.paperSettings()));
    }
    return jobs;
  }

  @Override
  public Report report(Map<Job, JsonNode> results) {
    List<List<String>> rows = new ArrayList<>();
    List<Figure> figures = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (double epsilon : EPSILONS) {
      List<Figure.Series> series = new ArrayList<>();
      series.add(
          new Figure.Series(
              "true density 2x", Figure.Mark.DASHES, new double[] {0, 1}, new double[] {0, 2}));
      for (String method : methods()) {
        List<JsonNode> runs =
            results.values().stream()
                .map(result -> result.path(GridReports.trimmed(epsilon)).path(method))
                .toList();
        List<JsonNode> done = runs.stream().filter(run -> run.has("mean")).toList();
        if (done.isEmpty()) {
          note(notes, method, runs);
          continue;
        }
        rows.add(
            List.of(
                GridReports.trimmed(epsilon),
                Catalogue.title(method),
                summary(done, "mean").text(),
                summary(done, "wasserstein").text(),
                summary(done, "ratio_mse").text(),
                summary(done, "ess_share").text()));
        series.add(histogram(method, done));
      }
      figures.add(
          new Figure(
              "toy-eps" + GridReports.trimmed(epsilon),
              "Weighted uniform rows, epsilon " + GridReports.trimmed(epsilon),
              "x",
              "density",
              series));
    }
    TextTable table =
        new TextTable(
            "toy",
            "Uniform rows weighted towards the triangle (true mean 0.667)",
            List.of(
                "epsilon",
                "weights",
                "mean of x",
                "W1 to the triangle",
                "MSE of w against 2x",
                "ESS / N"),
            rows);
    return new Report(name(), List.of(table), figures, notes);
  }

  private static void note(List<String> notes, String method, List<JsonNode> runs) {
    runs.stream()
        .filter(run -> run.has("refused"))
        .findFirst()
        .map(run -> Catalogue.title(method) + ": " + run.path("refused").asString())
        .filter(sentence -> !notes.contains(sentence))
        .ifPresent(notes::add);
  }

  private static Summary summary(List<JsonNode> runs, String key) {
    return Summary.of(runs.stream().mapToDouble(run -> run.path(key).asDouble()).toArray());
  }

  private static Figure.Series histogram(String method, List<JsonNode> runs) {
    double[] x = new double[2 * BINS];
    double[] y = new double[2 * BINS];
    for (int b = 0; b < BINS; b++) {
      int bin = b;
      double mean =
          runs.stream()
              .mapToDouble(run -> run.path("histogram").get(bin).asDouble())
              .average()
              .orElse(0);
      x[2 * b] = b / (double) BINS;
      x[2 * b + 1] = (b + 1) / (double) BINS;
      Arrays.fill(y, 2 * b, 2 * b + 2, mean);
    }
    return new Figure.Series(Catalogue.title(method), Figure.Mark.LINE, x, y);
  }
}
