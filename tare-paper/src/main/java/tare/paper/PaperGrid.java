package tare.paper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import tare.evaluation.Metrics;
import tare.schema.BadInputException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A grid file: what is combined with what.
 *
 * @param name the experiment
 * @param title one line about it
 * @param inPaper which table or figure of the paper it answers
 * @param kind how results are reported
 * @param sets the tables of data and their targets
 * @param epsilons whole budgets
 * @param weightShares parts of epsilon for the weights
 * @param generators by name
 * @param methods weight methods by name, steps after a plus sign
 * @param metrics by name
 * @param trainShare the part of rows that is private; the rest is for tests
 */
public record PaperGrid(
    String name,
    String title,
    String inPaper,
    Kind kind,
    List<DataSet> sets,
    List<Double> epsilons,
    List<Double> weightShares,
    List<String> generators,
    List<String> methods,
    List<String> metrics,
    double trainShare) {

  /** The error of weights against those without noise: needs no test rows. */
  static final String WEIGHT_ERROR = "weight_mse";

  /** How results are laid out. */
  public enum Kind {
    /** One table per data set and epsilon: methods down, generators and metrics across. */
    SCORES,
    /** A figure: the part of epsilon for weights across. */
    SPLIT,
    /** A scatter of coefficients against those of the real rows. */
    COEFFICIENTS,
    /** A table of seconds. */
    TIMES
  }

  /** A table of data and the column to predict. */
  public record DataSet(String name, String target) {}

  public PaperGrid {
    sets = List.copyOf(sets);
    epsilons = List.copyOf(epsilons);
    weightShares = List.copyOf(weightShares);
    generators = List.copyOf(generators);
    methods = List.copyOf(methods);
    metrics = List.copyOf(metrics);
    if (!(trainShare > 0 && trainShare < 1)) {
      throw new IllegalArgumentException("train_share must be in (0, 1). Got: " + trainShare);
    }
  }

  /** Reads a grid that ships with Tare. */
  static PaperGrid shipped(String name) {
    try (InputStream in = PaperGrid.class.getResourceAsStream("grids/" + name + ".json")) {
      if (in == null) {
        throw new BadInputException(name, "No grid of this name ships with Tare.");
      }
      return of(name, JsonMapper.shared().readTree(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static PaperGrid of(String name, JsonNode json) {
    List<DataSet> sets = new ArrayList<>();
    json.path("data")
        .properties()
        .forEach(entry -> sets.add(new DataSet(entry.getKey(), entry.getValue().asString())));
    return new PaperGrid(
        name,
        json.path("title").asString(),
        json.path("in_paper").asString(),
        Kind.valueOf(json.path("kind").asString()),
        sets,
        numbers(json.path("epsilons")),
        numbers(json.path("weight_shares")),
        texts(json.path("generators")),
        texts(json.path("methods")),
        texts(json.path("metrics")),
        json.path("train_share").asDouble());
  }

  /** The generators that this version has. */
  List<String> knownGenerators() {
    return generators.stream().filter(name -> Catalogue.generator(name).isPresent()).toList();
  }

  /** The weight methods that this version has. */
  List<String> knownMethods() {
    return methods.stream().filter(Catalogue::knows).toList();
  }

  /** The metrics that this version has. */
  List<String> knownMetrics() {
    List<String> known = Metrics.names();
    return metrics.stream().filter(m -> m.equals(WEIGHT_ERROR) || known.contains(m)).toList();
  }

  /** Sentences about what the grid asks for and this version does not have. */
  List<String> missing() {
    List<String> sentences = new ArrayList<>();
    absent("generator", generators, knownGenerators(), sentences);
    absent("weight method", methods, knownMethods(), sentences);
    absent("metric", metrics, knownMetrics(), sentences);
    return sentences;
  }

  private static void absent(
      String kind, List<String> wanted, List<String> known, List<String> sentences) {
    List<String> absent = wanted.stream().filter(name -> !known.contains(name)).toList();
    if (!absent.isEmpty()) {
      sentences.add("Not in this version, " + kind + ": " + String.join(", ", absent) + ".");
    }
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.asString()));
    return texts;
  }

  private static List<Double> numbers(JsonNode array) {
    List<Double> numbers = new ArrayList<>();
    array.forEach(item -> numbers.add(item.asDouble()));
    return numbers;
  }
}
