package tare.paper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The numbers of many runs, gathered over seeds. */
final class Scores {

  /** Where a number belongs; the seed is left out. */
  record Cell(
      String data,
      double epsilon,
      double weightShare,
      String generator,
      String method,
      String metric) {

    Cell withMethod(String other) {
      return new Cell(data, epsilon, weightShare, generator, other, metric);
    }

    Cell withMetric(String other) {
      return new Cell(data, epsilon, weightShare, generator, method, other);
    }
  }

  private final Map<Cell, Map<Integer, Double>> values = new LinkedHashMap<>();
  private final Map<String, String> refusals = new LinkedHashMap<>();

  private Scores() {}

  static Scores of(Map<Job, JsonNode> results) {
    Scores scores = new Scores();
    results.forEach((job, result) -> scores.add((GridJob) job, result));
    return scores;
  }

  private void add(GridJob job, JsonNode result) {
    put(job, "", "generator_seconds", result.path("generator_seconds"));
    result
        .path("methods")
        .properties()
        .forEach(
            entry -> {
              JsonNode method = entry.getValue();
              if (method.has("refused")) {
                refusals.putIfAbsent(
                    Catalogue.title(entry.getKey())
                        + " on "
                        + job.set().name()
                        + " at epsilon "
                        + job.epsilon(),
                    method.path("refused").asString());
              }
              put(job, entry.getKey(), "seconds", method.path("seconds"));
              put(job, entry.getKey(), "ess_share", method.path("ess_share"));
              put(job, entry.getKey(), "used", method.path("used"));
              method
                  .path("metrics")
                  .properties()
                  .forEach(m -> put(job, entry.getKey(), m.getKey(), m.getValue()));
            });
  }

  private void put(GridJob job, String method, String metric, JsonNode value) {
    if (value.isNumber()) {
      Cell cell =
          new Cell(
              job.set().name(), job.epsilon(), job.weightShare(), job.generator(), method, metric);
      values.computeIfAbsent(cell, c -> new LinkedHashMap<>()).put(job.seed(), value.asDouble());
    }
  }

  /** The mean over seeds of one cell. */
  Summary summary(Cell cell) {
    return Summary.of(
        values.getOrDefault(cell, Map.of()).values().stream()
            .mapToDouble(Double::doubleValue)
            .toArray());
  }

  /** The mean over seeds of the difference of two cells, seed by seed. */
  Summary difference(Cell a, Cell b) {
    Map<Integer, Double> other = values.getOrDefault(b, Map.of());
    List<Double> differences = new ArrayList<>();
    values
        .getOrDefault(a, Map.of())
        .forEach(
            (seed, value) ->
                Optional.ofNullable(other.get(seed)).ifPresent(o -> differences.add(value - o)));
    return Summary.of(differences.stream().mapToDouble(Double::doubleValue).toArray());
  }

  List<Cell> cells() {
    return List.copyOf(values.keySet());
  }

  /** Why some cells are empty: the first reason given for each method and setting. */
  Map<String, String> refusals() {
    return refusals;
  }
}
