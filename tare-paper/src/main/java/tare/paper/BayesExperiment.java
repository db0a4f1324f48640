package tare.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Bayesian updating by weighted synthetic rows: how well the posterior predicts real test rows as
 * more synthetic rows come in. Logistic for Banknote, linear for TGFB, multinomial for Iris.
 * Weighted rows count for as many as their effective sample size, so that a posterior of few heavy
 * rows is as wide as so few rows make it.
 */
record BayesExperiment() implements Experiment {

  static final List<PaperGrid.DataSet> SETS =
      List.of(
          new PaperGrid.DataSet("banknote", "class"),
          new PaperGrid.DataSet("tgfb7", "y"),
          new PaperGrid.DataSet("iris", "species"));
  static final List<Double> EPSILONS = List.of(1.0, 6.0);

  /** Rows that the posterior sees, as parts of the private rows' number. */
  static final List<Double> PARTS = List.of(0.1, 0.25, 0.5, 1.0, 2.0);

  static List<String> methods() {
    return List.of("none", "beta-noised", "beta-debiased", "dp-mlp", "moments", "auto", "logreg")
        .stream()
        .filter(Catalogue::knows)
        .toList();
  }

  @Override
  public String name() {
    return "bayes";
  }

  @Override
  public String title() {
    return "Bayesian updating by weighted synthetic rows";
  }

  @Override
  public String inPaper() {
    return "figures of Bayesian updating on Banknote, TGFB and Iris";
  }

  @Override
  public List<Job> jobs(ExperimentOptions options) {
    List<Job> jobs = new ArrayList<>();
    for (int seed = 1; seed <= options.seeds(); seed++) {
      for (PaperGrid.DataSet set : SETS) {
        if (PaperData.exists(set.name(), options.data())) {
          for (double epsilon : EPSILONS) {
            jobs.add(new BayesJob(set, epsilon, seed, options.paperSettings(), options.data()));
          }
        }
      }
    }
    return jobs;
  }

  @Override
  public Report report(Map<Job, JsonNode> results) {
    List<Figure> figures = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    List<String> lines = new ArrayList<>(methods());
    lines.add("real rows");
    for (PaperGrid.DataSet set : SETS) {
      for (double epsilon : EPSILONS) {
        List<JsonNode> runs =
            results.entrySet().stream()
                .filter(e -> ((BayesJob) e.getKey()).set().equals(set))
                .filter(e -> ((BayesJob) e.getKey()).epsilon() == epsilon)
                .map(Map.Entry::getValue)
                .toList();
        if (runs.isEmpty()) {
          continue;
        }
        double[] parts = PARTS.stream().mapToDouble(Double::doubleValue).toArray();
        List<Figure.Series> series = new ArrayList<>();
        for (String line : lines) {
          Summary[] means =
              PARTS.stream().map(part -> summary(runs, line, part)).toArray(Summary[]::new);
          List<String> row =
              new ArrayList<>(
                  List.of(set.name(), GridReports.trimmed(epsilon), Catalogue.title(line)));
          for (int p = 0; p < means.length; p++) {
            row.add(means[p].text() + without(runs, line, PARTS.get(p)));
          }
          rows.add(row);
          series.add(
              new Figure.Series(
                  Catalogue.title(line),
                  line.equals("real rows") ? Figure.Mark.DASHES : Figure.Mark.LINE,
                  parts,
                  Arrays.stream(means).mapToDouble(Summary::mean).toArray()));
        }
        figures.add(
            new Figure(
                "bayes-" + set.name() + "-eps" + GridReports.trimmed(epsilon),
                "Bayesian updating, " + set.name() + ", epsilon " + GridReports.trimmed(epsilon),
                "synthetic rows / private rows",
                "log predictive density of test rows",
                series));
      }
    }
    List<String> header = new ArrayList<>(List.of("data", "epsilon", "weights"));
    PARTS.forEach(part -> header.add(GridReports.trimmed(part) + " n"));
    return new Report(
        name(),
        List.of(new TextTable("bayes", "Mean log predictive density of test rows", header, rows)),
        figures,
        List.of());
  }

  private static Summary summary(List<JsonNode> runs, String line, double part) {
    return Summary.of(
        scores(runs, line, part)
            .filter(JsonNode::isNumber)
            .mapToDouble(JsonNode::asDouble)
            .toArray());
  }

  /** How many runs have no score, as their weights leave columns that cannot be told apart. */
  private static String without(List<JsonNode> runs, String line, double part) {
    long none = scores(runs, line, part).filter(JsonNode::isNull).count();
    return none == 0 ? "" : " (" + none + " of " + runs.size() + " without)";
  }

  private static Stream<JsonNode> scores(List<JsonNode> runs, String line, double part) {
    return runs.stream().map(run -> run.path(line).path(GridReports.trimmed(part)));
  }
}
