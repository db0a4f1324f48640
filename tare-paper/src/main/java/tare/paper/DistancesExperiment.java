package tare.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.JsonNode;

/**
 * What Wasserstein-1 can be at all, and what it becomes when the weights are left as they are: why
 * the levels that [1] prints are not those of a distance between two laws.
 */
record DistancesExperiment() implements Experiment {

  static final String GENERATOR = "privbayes";
  static final double EPSILON = 1;
  static final String REAL = "real rows";
  static final List<String> METHODS = List.of("none", "logreg", "mlp");

  private static final Map<String, String> TARGETS =
      Map.of("iris", "species", "banknote", "class", "boston", "medv", "breast", "benign");

  @Override
  public String name() {
    return "distances";
  }

  @Override
  public String title() {
    return "What a distance can be, and masses that do not sum to one";
  }

  @Override
  public String inPaper() {
    return "the columns WST and MD of its tables";
  }

  @Override
  public List<Job> jobs(ExperimentOptions options) {
    List<Job> jobs = new ArrayList<>();
    for (String data : List.of("iris", "banknote", "boston", "breast")) {
      for (int seed = 1; seed <= options.seeds(); seed++) {
        jobs.add(new DistancesJob(data, TARGETS.getOrDefault(data, ""), seed));
      }
    }
    return jobs;
  }

  @Override
  public Report report(Map<Job, JsonNode> results) {
    List<List<String>> rows = new ArrayList<>();
    PrintedFigures printed = PrintedFigures.answering(name());
    for (String data :
        results.keySet().stream().map(job -> ((DistancesJob) job).data()).distinct().toList()) {
      List<JsonNode> runs =
          results.entrySet().stream()
              .filter(entry -> ((DistancesJob) entry.getKey()).data().equals(data))
              .map(Map.Entry::getValue)
              .toList();
      rows.add(row(data, REAL, runs, "-"));
      for (String method : METHODS) {
        String theirs =
            printed
                .at(data, EPSILON, GENERATOR, method, "wasserstein")
                .map(PrintedFigures.Printed::text)
                .orElse("-");
        rows.add(row(data, method, runs, theirs));
      }
    }
    return new Report(
        name(),
        List.of(
            new TextTable(
                "distances",
                "Test rows against training rows, and against PrivBayes rows at epsilon 1",
                List.of(
                    "table",
                    "rows, weights",
                    "least W1 of any weights",
                    "W1",
                    "mean weight",
                    "W1 with weights as they are",
                    "WST in [1]",
                    "MMD"),
                rows)),
        List.of(),
        List.of(
            "W1 with weights as they are is W1 times the mean weight: what a transport solver gives"
                + " that scales one side's mass to the other's. The least W1 of any weights is the"
                + " mean distance of a test row to the nearest row."));
  }

  private static List<String> row(String data, String rows, List<JsonNode> runs, String printed) {
    return List.of(
        data,
        rows.equals(REAL) ? REAL : GENERATOR + ", " + Catalogue.title(rows),
        summary(runs, rows, run -> run.path("least").asDouble()),
        summary(runs, rows, run -> run.path("wasserstein").asDouble()),
        summary(runs, rows, run -> run.path("mean_weight").asDouble()),
        summary(
            runs,
            rows,
            run -> run.path("wasserstein").asDouble() * run.path("mean_weight").asDouble()),
        printed,
        summary(runs, rows, run -> run.path("mmd").asDouble()));
  }

  private static String summary(
      List<JsonNode> runs, String rows, ToDoubleFunction<JsonNode> figure) {
    return Summary.of(
            runs.stream().mapToDouble(run -> figure.applyAsDouble(run.path(rows))).toArray())
        .text();
  }
}
