package tare.paper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * All releases of one law, size, epsilon and generator, and what they say about each number.
 *
 * @param parameters in the order of the truth
 */
record CoverageCell(Key key, int releases, List<Parameter> parameters) {

  /** Whether no setting was found on its law. */
  boolean apart() {
    return StudyLaw.named(key.law()).apart();
  }

  /** Where a cell stands. */
  record Key(String law, int n, double epsilon, String generator) {}

  /**
   * One number and everybody's answers to it.
   *
   * @param tallies by who answered
   */
  record Parameter(String name, Question.Kind kind, boolean isNull, Map<String, Tally> tallies) {
    Tally tally(String who) {
      return tallies.getOrDefault(who, new Tally());
    }
  }

  /** Sums over releases; answers that are missing are not in them. */
  static final class Tally {

    /** Half an interval's width in standard errors: of many rows, and of fifty replicates. */
    private static final double REACH_OF_ROWS = 1.96;

    private static final double REACH_OF_REPLICATES = 2.01;

    private int answered;
    private int withInterval;
    private int covered;
    private int rejected;
    private double width;
    private double added;
    private double squaredError;
    private double needed;
    private double given;
    private double ofRows;

    private void add(Answers.Answer answer, double truth, Answers.Answer ofPrivateRows) {
      answered++;
      double beside = answer.value() - ofPrivateRows.value();
      added += beside;
      squaredError += (answer.value() - truth) * (answer.value() - truth);
      if (answer.hasInterval()) {
        withInterval++;
        covered += answer.covers(truth) ? 1 : 0;
        rejected += answer.covers(0) ? 0 : 1;
        width += answer.upper() - answer.lower();
        double rows = ofPrivateRows.squaredError(REACH_OF_ROWS);
        needed += beside * beside + rows;
        given += answer.squaredError(REACH_OF_REPLICATES);
        ofRows += rows;
      }
    }

    /**
     * The mean square of the errors beside the private rows' answers, with what the drawing of
     * these adds, over the latter. Ten releases tell it as well as a hundred tell a coverage.
     */
    double needed() {
      return needed / ofRows;
    }

    /** The mean square of the standard errors that intervals speak of, on the same scale. */
    double given() {
      return given / ofRows;
    }

    int answered() {
      return answered;
    }

    int withInterval() {
      return withInterval;
    }

    int covered() {
      return covered;
    }

    /** How many intervals leave out zero. */
    int rejected() {
      return rejected;
    }

    double coverage() {
      return covered / (double) withInterval;
    }

    double meanWidth() {
      return width / withInterval;
    }

    /**
     * The mean error beside the private rows' own answers of the same draws. These are right on
     * average, and beside the truth a few releases would show what chance drew as bias.
     */
    double bias() {
      return added / answered;
    }

    double rmse() {
      return Math.sqrt(squaredError / answered);
    }
  }

  /** Gathers the runs of a study; laws whose truth is not known yet are left out. */
  static List<CoverageCell> of(Map<Job, JsonNode> results) {
    Map<String, JsonNode> truths = new LinkedHashMap<>();
    Map<Key, List<JsonNode>> runs = new LinkedHashMap<>();
    results.forEach(
        (job, result) -> {
          if (job instanceof TruthJob truth) {
            truths.put(truth.law().name(), result);
          } else if (job instanceof CoverageJob run) {
            Key key = new Key(run.law().name(), run.n(), run.epsilon(), run.generator());
            runs.computeIfAbsent(key, k -> new ArrayList<>()).add(result);
          }
        });
    List<CoverageCell> cells = new ArrayList<>();
    runs.forEach(
        (key, list) -> {
          if (truths.containsKey(key.law())) {
            cells.add(cell(key, list, truths.get(key.law())));
          }
        });
    return cells;
  }

  private static CoverageCell cell(Key key, List<JsonNode> runs, JsonNode truth) {
    List<String> nulls = StudyLaw.named(key.law()).nulls();
    Map<String, Parameter> parameters = new LinkedHashMap<>();
    for (String name : truth.propertyNames()) {
      boolean isNull = nulls.contains(name);
      parameters.put(
          name, new Parameter(name, Question.Kind.of(name), isNull, new LinkedHashMap<>()));
    }
    for (JsonNode run : runs) {
      Answers real = Answers.fromJson(run.path(CoverageJob.REAL));
      for (String who : CoverageJob.WHO) {
        Answers answers = Answers.fromJson(run.path(who));
        parameters.forEach(
            (name, parameter) -> {
              Answers.Answer answer = answers.byName().get(name);
              Answers.Answer ofReal = real.byName().get(name);
              if (answer != null && ofReal != null) {
                // A coefficient that has no effect is zero, whatever the large sample says.
                double target = parameter.isNull() ? 0 : truth.get(name).asDouble();
                parameter
                    .tallies()
                    .computeIfAbsent(who, w -> new Tally())
                    .add(answer, target, ofReal);
              }
            });
      }
    }
    return new CoverageCell(key, runs.size(), List.copyOf(parameters.values()));
  }
}
