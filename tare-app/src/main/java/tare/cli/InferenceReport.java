package tare.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import tare.analysis.AnalysisModel;
import tare.analysis.Shortfall;
import tare.analysis.Variable;
import tare.analysis.WeightedRows;
import tare.inference.Estimate;
import tare.inference.PlainInference;
import tare.inference.ReplicateInference;
import tare.inference.WeightedStatistic;
import tare.schema.TimeForm;

/**
 * What is printed of estimates with intervals: by replicates where there are some, else with the
 * words that the intervals are too short.
 */
final class InferenceReport {

  static final double LEVEL = 0.95;

  private static final double SECONDS_OF_A_MINUTE = 60;
  private static final double SECONDS_OF_AN_HOUR = 3600;
  private static final double LAST_SECOND_OF_A_DAY = 86_399;

  private final AnalysisModel model;
  private final WeightedRows rows;
  private final Map<String, Object> json = new LinkedHashMap<>();
  private final List<String> lines = new ArrayList<>();

  /**
   * @param about the target, or what is described
   * @param used how many rows were used
   */
  InferenceReport(AnalysisModel model, WeightedRows rows, String about, int used) {
    this.model = model;
    this.rows = rows;
    int dropped = rows.frame().rowCount() - used;
    json.put("model", model.word());
    json.put("target", about);
    json.put("rows", used);
    json.put("dropped_rows", dropped);
    json.put("weighted", rows.weighted());
    json.put("interval", LEVEL);
    lines.add(
        String.format(
            Locale.ROOT,
            "%s of %s on %d rows%s, %s.",
            model.word(),
            about.isEmpty() ? "all columns" : "\"" + about + "\"",
            used,
            dropped > 0 ? " (" + dropped + " with missing cells left out)" : "",
            rows.replicates().map(r -> r.count() + " replicates").orElse("no replicates")));
    lines.add("");
  }

  /** Notes the classes of a target. */
  InferenceReport withClasses(List<String> classes) {
    if (!classes.isEmpty()) {
      json.put("classes", classes);
    }
    return this;
  }

  /** Adds the estimates of a statistic. */
  AnalysisReport of(WeightedStatistic statistic) {
    Optional<ReplicateInference> inference = rows.infer(statistic, LEVEL);
    List<Estimate> estimates =
        inference
            .map(ReplicateInference::estimates)
            .orElseGet(() -> PlainInference.of(statistic, rows.weights().meanOne(), LEVEL));
    json.put("coefficients", estimates.stream().map(this::tree).toList());
    boolean tested = !model.descriptive() || model == AnalysisModel.CORRELATION;
    lines.addAll(table(estimates, tested, this::time));
    lines.add("");
    inference.ifPresentOrElse(this::covered, this::uncovered);
    return new AnalysisReport(lines, json);
  }

  /** Adds predictions to a report, under their own heading. */
  static AnalysisReport withPredictions(
      AnalysisReport report, WeightedRows rows, WeightedStatistic predictions) {
    Optional<ReplicateInference> inference = rows.infer(predictions, LEVEL);
    if (inference.isEmpty()) {
      throw new IllegalArgumentException(
          "Predictions with intervals need replicate weights, and these rows have none. Release"
              + " with --weights moments.");
    }
    List<Estimate> estimates = inference.get().estimates();
    Map<String, Object> json = new LinkedHashMap<>(report.json());
    List<Map<String, Object>> trees = new ArrayList<>();
    for (Estimate estimate : estimates) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("name", estimate.name());
      tree.put("estimate", estimate.value());
      putEnds(tree, estimate);
      trees.add(tree);
    }
    json.put("predictions", trees);
    List<String> lines = new ArrayList<>(report.lines());
    lines.add("");
    lines.add("Predictions: the expected number, or the probability of the class.");
    lines.add("");
    lines.addAll(table(estimates, false, name -> Optional.empty()));
    return new AnalysisReport(lines, json);
  }

  private Map<String, Object> tree(Estimate estimate) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", estimate.name());
    tree.put("estimate", estimate.value());
    putNumber(tree, "standard_error", estimate.standardError());
    putEnds(tree, estimate);
    putNumber(tree, "p_value", estimate.pValue());
    estimate.worthRows().ifPresent(worth -> tree.put("effective_rows", worth));
    return tree;
  }

  private static void putEnds(Map<String, Object> tree, Estimate estimate) {
    putNumber(tree, "lower", estimate.interval().lower());
    putNumber(tree, "upper", estimate.interval().upper());
  }

  /** JSON has no NaN: a number that is not there is left out. */
  private static void putNumber(Map<String, Object> tree, String key, double value) {
    if (!Double.isNaN(value)) {
      tree.put(key, value);
    }
  }

  /** What an estimate stands for where it is a time: a mean or a quantile of times is one. */
  private Optional<TimeForm> time(String name) {
    boolean isValue = model == AnalysisModel.MEAN || model == AnalysisModel.QUANTILE;
    return isValue
            && rows.frame().names().contains(name)
            && rows.frame().variable(name) instanceof Variable.Numeric number
        ? number.time()
        : Optional.empty();
  }

  /** A value as a person writes it. */
  private static String shown(double value, Optional<TimeForm> time) {
    return time.filter(form -> Double.isFinite(value))
        .map(form -> form.text(form == TimeForm.TIME ? ofDay(value) : Math.rint(value)))
        .orElseGet(() -> AnalyzeCommand.shown(value));
  }

  /** The end of an interval may lie outside a day. */
  private static double ofDay(double value) {
    return Math.max(0, Math.min(LAST_SECOND_OF_A_DAY, Math.rint(value)));
  }

  /** How long a difference of values is. */
  private static String length(double value, Optional<TimeForm> time) {
    return time.map(
            form ->
                switch (form) {
                  case DATE -> AnalyzeCommand.shown(value) + " days";
                  case DATETIME -> AnalyzeCommand.shown(value / SECONDS_OF_AN_HOUR) + " hours";
                  case TIME -> AnalyzeCommand.shown(value / SECONDS_OF_A_MINUTE) + " minutes";
                })
        .orElseGet(() -> AnalyzeCommand.shown(value));
  }

  private static List<String> table(
      List<Estimate> estimates, boolean tested, Function<String, Optional<TimeForm>> times) {
    List<String[]> table = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("", "estimate", "std. error", "95 % interval"));
    if (tested) {
      head.add("p");
    }
    table.add(head.toArray(String[]::new));
    for (Estimate estimate : estimates) {
      List<String> row = new ArrayList<>(List.of(estimate.name()));
      Optional<TimeForm> time = times.apply(estimate.name());
      row.add(shown(estimate.value(), time));
      row.add(estimate.hasInterval() ? length(estimate.standardError(), time) : "not known");
      row.add(
          estimate.hasInterval()
              ? shown(estimate.interval().lower(), time)
                  + " to "
                  + shown(estimate.interval().upper(), time)
              : "none");
      if (tested) {
        row.add(chance(estimate.pValue()));
      }
      table.add(row.toArray(String[]::new));
    }
    return AnalysisReport.aligned(table);
  }

  /** Below a ten-thousandth fifty replicates do not tell one chance from another. */
  private static String chance(double p) {
    return p < 1e-4 ? "<0.0001" : String.format(Locale.ROOT, "%.3g", p);
  }

  private void covered(ReplicateInference inference) {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("count", inference.replicates());
    about.put("failed", inference.failed());
    about.put("covers", inference.covers());
    about.put("leaves_out", inference.leavesOut());
    json.put("replicates", about);
    lines.add("What the intervals cover:");
    inference.covers().forEach(sentence -> lines.add("  " + sentence));
    if (!inference.leavesOut().isEmpty()) {
      lines.add("What they leave out:");
      inference.leavesOut().forEach(sentence -> lines.add("  " + sentence));
    }
    if (inference.failed() > 0) {
      lines.add(
          "The estimate does not exist under "
              + inference.failed()
              + " of "
              + inference.replicates()
              + " replicates: it is hardly determined.");
    }
    OptionalDouble worth = inference.worthRows();
    if (worth.isPresent() && rows.realRows().isPresent()) {
      json.put("effective_rows", worth.getAsDouble());
      lines.add(
          String.format(
              Locale.ROOT,
              "The least sure of these is worth what about %.0f of the %d real rows would tell.",
              worth.getAsDouble(),
              rows.realRows().getAsLong()));
    }
  }

  private void uncovered() {
    Optional<Shortfall> shortfall = rows.shortfall();
    shortfall.ifPresent(found -> addShortfall(lines, json, found));
    if (shortfall.isEmpty()) {
      lines.add("The intervals cover the drawing of these rows, with the weights as given.");
    }
  }

  /** Says that intervals are too short, to a person and to a machine. */
  static void addShortfall(List<String> lines, Map<String, Object> json, Shortfall shortfall) {
    lines.add(shortfall.words());
    json.put("too_short_by", shortfall.factor());
  }
}
