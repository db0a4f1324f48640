package tare.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Lays out the results of grids. */
final class GridReports {

  private static final Map<String, String> METRICS =
      Map.ofEntries(
          Map.entry("wasserstein", "W1"),
          Map.entry("mmd", "MMD"),
          Map.entry("tv1", "one-way TV"),
          Map.entry("tv2", "two-way TV"),
          Map.entry("tv3", "three-way TV"),
          Map.entry("beta_mse", "beta MSE"),
          Map.entry("weight_mse", "weight MSE"));

  private static final Set<String> LEARNERS = Set.of("logistic", "mlp", "svm", "forest");

  private static final Set<String> REGRESSIONS = Set.of("boston", "tgfb7", "diamonds");

  private GridReports() {}

  /** Whether a larger value of the metric is better on this data. */
  static boolean higherIsBetter(String metric, String data) {
    return LEARNERS.contains(metric) && !regression(data);
  }

  static boolean regression(String data) {
    return REGRESSIONS.contains(data);
  }

  static String title(String metric, String data) {
    return METRICS.getOrDefault(
        metric, metric.toUpperCase(Locale.ROOT) + (regression(data) ? " MSE" : " AUC"));
  }

  static Report scores(PaperGrid grid, Scores scores) {
    BesidePaper paper = new BesidePaper(grid, scores);
    List<TextTable> tables = new ArrayList<>();
    paper.best("mlp").ifPresent(tables::add);
    paper.counts().ifPresent(tables::add);
    for (PaperGrid.DataSet set : grid.sets()) {
      for (double epsilon : grid.epsilons()) {
        for (String generator : grid.knownGenerators()) {
          scoreTable(grid, scores, set.name(), epsilon, generator).ifPresent(tables::add);
          paper.table(set.name(), epsilon, generator).ifPresent(tables::add);
        }
      }
    }
    List<String> notes = new ArrayList<>();
    notes.addAll(Shares.of(grid, scores).sentences());
    addReasons(grid, scores, notes);
    return new Report(grid.name(), tables, List.of(), notes);
  }

  private static Optional<TextTable> scoreTable(
      PaperGrid grid, Scores scores, String data, double epsilon, String generator) {
    List<List<String>> rows = new ArrayList<>();
    List<String> methods = new ArrayList<>(grid.knownMethods());
    methods.addAll(GridRun.marks());
    for (String method : methods) {
      List<String> row = new ArrayList<>();
      row.add(Catalogue.title(method));
      boolean any = false;
      for (String metric : grid.knownMetrics()) {
        Summary summary =
            scores.summary(
                new Scores.Cell(
                    data, epsilon, grid.weightShares().get(0), generator, method, metric));
        any |= summary.count() > 0;
        row.add(summary.text());
      }
      if (any) {
        rows.add(row);
      }
    }
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    List<String> header = new ArrayList<>(List.of("weights"));
    grid.knownMetrics().forEach(metric -> header.add(title(metric, data)));
    String title =
        String.format(
            Locale.ROOT, "%s, %s, epsilon %s", data, Catalogue.title(generator), trimmed(epsilon));
    return Optional.of(
        new TextTable(
            grid.name() + "-" + data + "-eps" + trimmed(epsilon) + "-" + generator,
            title,
            header,
            rows));
  }

  private static void addReasons(PaperGrid grid, Scores scores, List<String> notes) {
    notes.addAll(grid.missing());
    scores.refusals().forEach((what, why) -> notes.add(what + ": " + why));
  }

  static Report split(PaperGrid grid, Scores scores) {
    List<Figure> figures = new ArrayList<>();
    double[] shares = grid.weightShares().stream().mapToDouble(Double::doubleValue).toArray();
    for (PaperGrid.DataSet set : grid.sets()) {
      for (double epsilon : grid.epsilons()) {
        for (String metric : grid.knownMetrics()) {
          List<Figure.Series> series = new ArrayList<>();
          for (String method : grid.knownMethods()) {
            double[] means =
                Arrays.stream(shares)
                    .map(
                        share ->
                            scores
                                .summary(
                                    new Scores.Cell(
                                        set.name(),
                                        epsilon,
                                        share,
                                        grid.generators().get(0),
                                        method,
                                        metric))
                                .mean())
                    .toArray();
            Figure.Mark mark = method.equals("none") ? Figure.Mark.DASHES : Figure.Mark.LINE;
            series.add(new Figure.Series(Catalogue.title(method), mark, shares, means));
          }
          figures.add(
              new Figure(
                  "split-" + set.name() + "-eps" + trimmed(epsilon) + "-" + metric,
                  set.name() + ", epsilon " + trimmed(epsilon),
                  "part of epsilon for the weights",
                  title(metric, set.name()),
                  series));
        }
      }
    }
    List<String> notes = new ArrayList<>();
    addReasons(grid, scores, notes);
    return new Report(grid.name(), List.of(splitTable(grid, scores)), figures, notes);
  }

  private static TextTable splitTable(PaperGrid grid, Scores scores) {
    List<String> header = new ArrayList<>(List.of("data", "epsilon", "metric", "weights"));
    grid.weightShares().forEach(share -> header.add(trimmed(share)));
    List<List<String>> rows = new ArrayList<>();
    for (PaperGrid.DataSet set : grid.sets()) {
      for (double epsilon : grid.epsilons()) {
        for (String metric : grid.knownMetrics()) {
          for (String method : grid.knownMethods()) {
            List<String> row =
                new ArrayList<>(
                    List.of(
                        set.name(),
                        trimmed(epsilon),
                        title(metric, set.name()),
                        Catalogue.title(method)));
            for (double share : grid.weightShares()) {
              row.add(
                  scores
                      .summary(
                          new Scores.Cell(
                              set.name(), epsilon, share, grid.generators().get(0), method, metric))
                      .text());
            }
            rows.add(row);
          }
        }
      }
    }
    return new TextTable(grid.name(), grid.title(), header, rows);
  }

  static Report times(PaperGrid grid, Scores scores) {
    List<String> header = new ArrayList<>(List.of("data", "generator", "generator fit"));
    grid.knownMethods().forEach(method -> header.add(Catalogue.title(method)));
    List<List<String>> rows = new ArrayList<>();
    for (PaperGrid.DataSet set : grid.sets()) {
      for (String generator : grid.knownGenerators()) {
        double epsilon = grid.epsilons().get(0);
        double share = grid.weightShares().get(0);
        Summary fit =
            scores.summary(
                new Scores.Cell(set.name(), epsilon, share, generator, "", "generator_seconds"));
        if (fit.count() == 0) {
          continue;
        }
        List<String> row = new ArrayList<>(List.of(set.name(), Catalogue.title(generator)));
        row.add(fit.text());
        for (String method : grid.knownMethods()) {
          row.add(
              scores
                  .summary(
                      new Scores.Cell(set.name(), epsilon, share, generator, method, "seconds"))
                  .text());
        }
        rows.add(row);
      }
    }
    List<String> notes = new ArrayList<>();
    addReasons(grid, scores, notes);
    return new Report(
        grid.name(), List.of(new TextTable("times", grid.title(), header, rows)), List.of(), notes);
  }

  static Report coefficients(PaperGrid grid, Map<Job, JsonNode> results) {
    Map<String, Map<String, List<double[]>>> clouds = new LinkedHashMap<>();
    results.forEach(
        (job, result) -> {
          GridJob one = (GridJob) job;
          String key = one.set().name() + "-eps" + trimmed(one.epsilon()) + "-" + one.generator();
          double[] real = numbers(result.path("methods").path("real rows").path("coefficients"));
          for (String method : grid.knownMethods()) {
            double[] fitted = numbers(result.path("methods").path(method).path("coefficients"));
            for (int j = 0; j < Math.min(real.length, fitted.length); j++) {
              clouds
                  .computeIfAbsent(key, k -> new LinkedHashMap<>())
                  .computeIfAbsent(method, m -> new ArrayList<>())
                  .add(new double[] {real[j], fitted[j]});
            }
          }
        });
    List<Figure> figures = new ArrayList<>();
    clouds.forEach((key, methods) -> figures.add(scatter(key, methods)));
    Report tables = scores(grid, Scores.of(results));
    return new Report(grid.name(), tables.tables(), figures, tables.notes());
  }

  private static Figure scatter(String key, Map<String, List<double[]>> methods) {
    List<Figure.Series> series = new ArrayList<>();
    TreeSet<Double> reals = new TreeSet<>();
    methods.values().forEach(cloud -> cloud.forEach(point -> reals.add(point[0])));
    double[] diagonal = {reals.first(), reals.last()};
    series.add(new Figure.Series("equal", Figure.Mark.DASHES, diagonal, diagonal.clone()));
    methods.forEach(
        (method, cloud) ->
            series.add(
                new Figure.Series(
                    Catalogue.title(method),
                    Figure.Mark.POINTS,
                    cloud.stream().mapToDouble(p -> p[0]).toArray(),
                    cloud.stream().mapToDouble(p -> p[1]).toArray())));
    return new Figure(
        "coefficients-" + key,
        "Coefficients, " + key,
        "fitted to real rows",
        "fitted to synthetic rows",
        series);
  }

  private static double[] numbers(JsonNode array) {
    double[] numbers = new double[array.size()];
    for (int j = 0; j < numbers.length; j++) {
      numbers[j] = array.get(j).asDouble();
    }
    return numbers;
  }

  static String trimmed(double value) {
    String text = String.format(Locale.ROOT, "%.4f", value);
    return text.replaceAll("0+$", "").replaceAll("\\.$", "");
  }
}
