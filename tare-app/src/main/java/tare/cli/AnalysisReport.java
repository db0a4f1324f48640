package tare.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tare.analysis.AnalysisModel;
import tare.analysis.Bootstrap;
import tare.analysis.Coefficient;
import tare.analysis.ModelData;
import tare.analysis.Posterior;
import tare.analysis.PredictionQuality;
import tare.analysis.Regression;
import tare.analysis.Shortfall;
import tare.analysis.WeightDiagnostics;
import tare.analysis.WeightedRows;
import tare.inference.Interval;
import tare.table.Weights;

/**
 * What an analysis prints: lines for a person, a tree for a machine.
 *
 * @param lines a table, weighted beside unweighted
 * @param json the same and more, by name
 */
record AnalysisReport(List<String> lines, Map<String, Object> json) {

  private static final double LEVEL = 0.95;

  static AnalysisReport ofFits(
      AnalysisModel model,
      Regression.Fit fit,
      Optional<Regression.Fit> unweighted,
      Optional<Bootstrap.Result> bootstrap,
      Optional<Shortfall> shortfall) {
    Map<String, Object> json = head(model, fit.data(), unweighted.isPresent());
    if (!fit.classes().isEmpty()) {
      json.put("classes", fit.classes());
    }
    json.put("interval", LEVEL);
    List<Map<String, Object>> trees =
        fit.coefficients().stream().map(AnalysisReport::json).toList();
    for (int j = 0; j < trees.size(); j++) {
      // Rows are never worth more than there are.
      double worth = Math.min(fit.effectiveRows(j), fit.data().rowCount());
      if (shortfall.isEmpty()) {
        trees.get(j).put("effective_rows", worth);
      }
    }
    json.put("coefficients", trees);
    bootstrap.ifPresent(result -> addBootstrap(json, trees, result));
    unweighted.ifPresent(
        other ->
            json.put(
                "unweighted", other.coefficients().stream().map(AnalysisReport::json).toList()));
    List<String> lines = intro(model, fit.data(), unweighted.isPresent());
    List<String[]> table = new ArrayList<>();
    List<String> head =
        new ArrayList<>(
            List.of(header(unweighted.isPresent(), "estimate", "std. error", "95 % interval")));
    if (bootstrap.isPresent()) {
      head.addAll(List.of("bootstrap error", "95 % interval"));
    }
    table.add(head.toArray(String[]::new));
    for (int j = 0; j < fit.coefficients().size(); j++) {
      Coefficient own = fit.coefficients().get(j);
      List<String> row = new ArrayList<>(List.of(own.name()));
      row.addAll(cells(own));
      int index = j;
      unweighted.ifPresent(other -> row.addAll(cells(other.coefficients().get(index))));
      bootstrap.ifPresent(result -> row.addAll(cells(result, index)));
      table.add(row.toArray(String[]::new));
    }
    lines.addAll(aligned(table));
    lines.add("");
    lines.add(
        "Sandwich standard errors: they cover the drawing of the rows, with the weights as given.");
    shortfall.ifPresent(found -> InferenceReport.addShortfall(lines, json, found));
    bootstrap.ifPresent(result -> lines.add("Bootstrap: covers " + result.covers() + "."));
    return new AnalysisReport(lines, json);
  }

  private static void addBootstrap(
      Map<String, Object> json, List<Map<String, Object>> coefficients, Bootstrap.Result result) {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("covers", result.covers());
    about.put("failed", result.failed());
    json.put("bootstrap", about);
    for (int j = 0; j < coefficients.size(); j++) {
      coefficients.get(j).put("bootstrap_standard_error", result.standardErrors()[j]);
      coefficients.get(j).put("bootstrap_lower", result.intervals().get(j).lower());
      coefficients.get(j).put("bootstrap_upper", result.intervals().get(j).upper());
    }
  }

  static AnalysisReport ofPredictions(
      AnalysisModel model,
      ModelData data,
      int folds,
      PredictionQuality quality,
      Optional<PredictionQuality> unweighted) {
    Map<String, Object> json = head(model, data, unweighted.isPresent());
    json.put("folds", folds);
    json.put("scores", quality.scores());
    unweighted.ifPresent(other -> json.put("unweighted", other.scores()));
    List<String> lines = intro(model, data, unweighted.isPresent());
    List<String[]> table = new ArrayList<>();
    table.add(
        unweighted.isPresent()
            ? new String[] {"", "trained with weights", "without"}
            : new String[] {"", "score"});
    quality
        .scores()
        .forEach(
            (name, score) -> {
              List<String> row = new ArrayList<>(List.of(name, AnalyzeCommand.shown(score)));
              unweighted.ifPresent(
                  other ->
                      row.add(AnalyzeCommand.shown(other.scores().getOrDefault(name, Double.NaN))));
              table.add(row.toArray(String[]::new));
            });
    lines.addAll(aligned(table));
    lines.add("");
    lines.add(
        "Scores on held-out rows of a "
            + folds
            + "-fold cross-validation, each row counted by its weight.");
    return new AnalysisReport(lines, json);
  }

  static AnalysisReport ofPosteriors(
      AnalysisModel model,
      ModelData data,
      Posterior posterior,
      Optional<Posterior> unweighted,
      WeightedRows rows) {
    List<Posterior.Summary> own = posterior.summaries();
    Optional<List<Posterior.Summary>> other = unweighted.map(Posterior::summaries);
    Map<String, Object> json = head(model, data, unweighted.isPresent());
    json.put("chains", posterior.chains().size());
    json.put("warmup", posterior.sampler().warmup());
    json.put("draws", posterior.sampler().draws());
    json.put("divergences", posterior.divergences());
    json.put("coefficients", own.stream().map(AnalysisReport::json).toList());
    other.ifPresent(
        summaries -> json.put("unweighted", summaries.stream().map(AnalysisReport::json).toList()));
    List<String> lines = intro(model, data, unweighted.isPresent());
    List<String[]> table = new ArrayList<>();
    List<String> head =
        new ArrayList<>(List.of(header(other.isPresent(), "mean", "sd", "90 % of draws")));
    head.addAll(List.of("R-hat", "ESS bulk", "ESS tail"));
    table.add(head.toArray(String[]::new));
    for (int j = 0; j < own.size(); j++) {
      Posterior.Summary summary = own.get(j);
      List<String> row = new ArrayList<>(List.of(summary.name()));
      row.addAll(cells(summary));
      int index = j;
      other.ifPresent(summaries -> row.addAll(cells(summaries.get(index))));
      row.add(String.format(Locale.ROOT, "%.3f", summary.rHat()));
      row.add(String.format(Locale.ROOT, "%.0f", summary.essBulk()));
      row.add(String.format(Locale.ROOT, "%.0f", summary.essTail()));
      table.add(row.toArray(String[]::new));
    }
    lines.addAll(aligned(table));
    lines.add("");
    lines.addAll(warnings(posterior, own));
    addWidth(lines, json, rows);
    return new AnalysisReport(lines, json);
  }

  /**
   * Says what the draws are spread by, and does not call them a posterior where it is too little.
   */
  private static void addWidth(List<String> lines, Map<String, Object> json, WeightedRows rows) {
    json.put("posterior", rows.shortfall().isEmpty());
    rows.replicates()
        .ifPresent(
            replicates -> {
              json.put("covers", replicates.covers());
              lines.add("The draws are spread as the replicates are, and so cover:");
              replicates.covers().forEach(sentence -> lines.add("  " + sentence));
            });
    rows.shortfall()
        .ifPresent(
            found -> {
              lines.add("This is not a posterior of the truth, but of the synthetic rows.");
              InferenceReport.addShortfall(lines, json, found);
            });
  }

  private static List<String> warnings(Posterior posterior, List<Posterior.Summary> summaries) {
    List<String> warnings = new ArrayList<>();
    if (posterior.divergences() > 0) {
      warnings.add(
          posterior.divergences()
              + " draws diverged (none is fine): the posterior may be incomplete. Standardise the"
              + " columns.");
    }
    double worst = summaries.stream().mapToDouble(Posterior.Summary::rHat).max().orElse(1);
    if (!(worst < 1.01)) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "R-hat reaches %.3f (below 1.01 is fine): the chains have not mixed. Raise --warmup"
                  + " and --draws.",
              worst));
    }
    if (warnings.isEmpty()) {
      warnings.add("The chains have mixed: R-hat below 1.01, no divergences.");
    }
    return warnings;
  }

  private static Map<String, Object> head(AnalysisModel model, ModelData data, boolean weighted) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("model", model.word());
    json.put("target", data.target().name());
    json.put("rows", data.rowCount());
    json.put("dropped_rows", data.droppedRows());
    json.put("weighted", weighted);
    json.put("ess", ess(data));
    return json;
  }

  private static List<String> intro(AnalysisModel model, ModelData data, boolean weighted) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s of \"%s\" on %d rows%s%s",
            model.word(),
            data.target().name(),
            data.rowCount(),
            data.droppedRows() > 0
                ? " (" + data.droppedRows() + " with missing cells left out)"
                : "",
            weighted
                ? String.format(Locale.ROOT, ", effective sample size %.0f.", ess(data))
                : ", no weights."));
    lines.add("");
    return lines;
  }

  private static double ess(ModelData data) {
    double[] logs = Arrays.stream(data.weights()).map(Math::log).toArray();
    return WeightDiagnostics.of(new Weights(logs)).ess();
  }

  private static String[] header(boolean beside, String... columns) {
    List<String> header = new ArrayList<>(List.of(""));
    header.addAll(List.of(columns));
    if (beside) {
      for (String column : columns) {
        header.add("unweighted " + column);
      }
    }
    return header.toArray(String[]::new);
  }

  private static List<String> cells(Coefficient coefficient) {
    Interval interval = coefficient.interval(LEVEL);
    return List.of(
        AnalyzeCommand.shown(coefficient.estimate()),
        AnalyzeCommand.shown(coefficient.standardError()),
        AnalyzeCommand.shown(interval.lower()) + " to " + AnalyzeCommand.shown(interval.upper()));
  }

  private static List<String> cells(Bootstrap.Result result, int index) {
    Interval interval = result.intervals().get(index);
    return List.of(
        AnalyzeCommand.shown(result.standardErrors()[index]),
        AnalyzeCommand.shown(interval.lower()) + " to " + AnalyzeCommand.shown(interval.upper()));
  }

  private static List<String> cells(Posterior.Summary summary) {
    return List.of(
        AnalyzeCommand.shown(summary.mean()),
        AnalyzeCommand.shown(summary.sd()),
        AnalyzeCommand.shown(summary.q5()) + " to " + AnalyzeCommand.shown(summary.q95()));
  }

  private static Map<String, Object> json(Coefficient coefficient) {
    Interval interval = coefficient.interval(LEVEL);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", coefficient.name());
    json.put("estimate", coefficient.estimate());
    json.put("standard_error", coefficient.standardError());
    json.put("lower", interval.lower());
    json.put("upper", interval.upper());
    return json;
  }

  private static Map<String, Object> json(Posterior.Summary summary) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", summary.name());
    json.put("mean", summary.mean());
    json.put("sd", summary.sd());
    json.put("mcse", summary.mcse());
    json.put("q5", summary.q5());
    json.put("median", summary.median());
    json.put("q95", summary.q95());
    json.put("r_hat", summary.rHat());
    json.put("ess_bulk", summary.essBulk());
    json.put("ess_tail", summary.essTail());
    return json;
  }

  /** Columns of equal width: names to the left, numbers to the right. */
  static List<String> aligned(List<String[]> rows) {
    int columns = rows.get(0).length;
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int c = 0; c < columns; c++) {
        widths[c] = Math.max(widths[c], row[c].length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        String gap = " ".repeat(widths[c] - row[c].length());
        line.append(c == 0 ? row[c] + gap : "  " + gap + row[c]);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
