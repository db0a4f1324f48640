package tare.paper;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tare.accounting.PrivacyBudget;
import tare.analysis.WeightDiagnostics;
import tare.evaluation.EvaluationOptions;
import tare.evaluation.Metric;
import tare.evaluation.Metrics;
import tare.evaluation.WeightError;
import tare.gate.Mechanism;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.ledger.BudgetRefusedException;
import tare.model.FittedGenerator;
import tare.model.FittedWeights;
import tare.model.WeightStep;
import tare.noise.SecureNoise;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.Verdict;
import tare.schema.RefusedException;
import tare.table.Table;
import tare.table.Weights;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimator;
import tare.weight.WeightTask;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/*
 * The generator is fitted twice: once with the whole budget, for methods that spend nothing on weights (None and the
 * discriminator's), and once with what the weights leave over, for all others. So None is what a curator would really
 * get who forgoes weights.
 */

/** The work of one {@link GridJob}. */
final class GridRun {

  /** Weights without privacy are the mark that the error of weights is measured by. */
  private static final String REFERENCE = "logreg";

  private final GridJob job;
  private final Table train;
  private final Table test;
  private final Seed seed;
  private final Benchmark benchmark;
  private final Budgets budgets;
  private final ObjectNode result = JsonNodeFactory.instance.objectNode();

  GridRun(GridJob job, PaperData.Split split, Seed seed) {
    this.job = job;
    this.train = split.train();
    this.test = split.test();
    this.seed = seed;
    this.benchmark = new Benchmark(train, new SecureNoise());
    this.budgets =
        Budgets.of(job.epsilon(), job.weightShare(), train.rowCount(), job.paperSettings());
  }

  /** A fitted generator and rows from it. */
  private record Rows(FittedGenerator generator, Table table, double seconds) {}

  /**
   * The weights of one method.
   *
   * @param used whether rows were corrected, by weights or by drawing them in proportion to weights
   */
  private record Weighed(
      Rows rows, Weights weights, double seconds, boolean used, @Nullable Verdict verdict) {}

  ObjectNode run() {
    GeneratorFitter fitter = Catalogue.generator(job.generator()).orElseThrow();
    if (job.paperSettings()) {
      fitter = PaperSettings.generator(fitter, train.schema(), train.rowCount());
    }
    Rows whole = rows(fitter, budgets.whole(), "whole");
    Rows part = paysForWeights() ? rows(fitter, budgets.generator(), "part") : whole;
    Map<String, Weighed> weighed = new LinkedHashMap<>();
    for (String method : job.grid().knownMethods()) {
      try {
        weighed.put(method, weighed(method, whole, part));
      } catch (RefusedException | BudgetRefusedException e) {
        // A method refuses settings that cannot work, before anything is charged; that is a result.
        result.withObject("/methods/" + method).put("refused", String.valueOf(e.getMessage()));
      }
    }
    weighed.forEach((method, weights) -> describe(method, weights, part));
    for (String metric : job.grid().knownMetrics()) {
      measure(metric, weighed, part);
    }
    if (job.grid().kind() == PaperGrid.Kind.COEFFICIENTS) {
      putCoefficients(weighed);
    }
    return result;
  }

  /** Whether any method of the grid takes a part of the budget from the generator. */
  private boolean paysForWeights() {
    return job.grid().knownMethods().stream()
        .map(method -> method.split("\\+", -1)[0])
        .anyMatch(
            name ->
                Catalogue.weights(name, options())
                    .map(estimator -> !estimator.isFree())
                    .orElse(false));
  }

  private Rows rows(GeneratorFitter fitter, PrivacyBudget budget, String stream) {
    long start = System.nanoTime();
    Mechanism<FittedGenerator> mechanism =
        fitter.mechanism(
            new GeneratorTask(
                train.schema(), train.rowCount(), budget, seed.child("generator " + stream)));
    FittedGenerator generator = benchmark.run(mechanism, budget);
    Table table = generator.sample(train.rowCount(), seed.child("sample " + stream));
    return new Rows(generator, table, (System.nanoTime() - start) / 1e9);
  }

  private Weighed weighed(String method, Rows whole, Rows part) {
    String[] steps = method.split("\\+", -1);
    if (steps[0].equals("none")) {
      return new Weighed(whole, uniform(whole), 0, false, null);
    }
    if (steps[0].equals("auto")) {
      return auto(whole);
    }
    WeightEstimator estimator = Catalogue.weights(steps[0], options()).orElseThrow();
    long start = System.nanoTime();
    Rows rows = estimator.isFree() ? whole : part;
    Mechanism<FittedWeights> mechanism = estimator.mechanism(task(rows, budgets.weights()));
    FittedWeights fitted = benchmark.run(mechanism, budgets.weights());
    Weights weights = fitted.weigh(rows.table());
    for (String step : Arrays.asList(steps).subList(1, steps.length)) {
      weights = after(step, fitted, weights, rows);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Weighed(rows, weights, seconds, true, AutoLine.verdict(fitted, weights));
  }

  /**
   * What Tare does when nobody chose: a release of its own, with the shares, the composition and
   * the place of the correction that releases have, and not those of the grid. Where it sees
   * beforehand that weights would be of no use, that release is None's rows.
   */
  private Weighed auto(Rows whole) {
    AutoLine auto = new AutoLine(train.schema(), train.rowCount(), budgets, job.paperSettings());
    Optional<String> chosen = auto.chosen(job.generator(), seed);
    if (chosen.isEmpty()) {
      return new Weighed(whole, uniform(whole), 0, false, Verdict.DO_NOT_USE);
    }
    if (Catalogue.weights(chosen.get(), options()).orElseThrow().isFree()) {
      Weighed weights = weighed(chosen.get(), whole, whole);
      return weights.verdict() == Verdict.DO_NOT_USE
          ? new Weighed(whole, uniform(whole), weights.seconds(), false, weights.verdict())
          : weights;
    }
    long start = System.nanoTime();
    Bundle bundle = auto.release(job.generator(), train, train.rowCount(), 0, seed.child("auto"));
    double seconds = (System.nanoTime() - start) / 1e9;
    Rows rows = new Rows(bundle.model().orElseThrow(), bundle.synthetic(), seconds);
    return bundle
        .weights()
        .map(w -> new Weighed(rows, w.weights(), seconds, true, w.quality().verdict()))
        .orElseGet(() -> new Weighed(rows, uniform(rows), seconds, false, Verdict.DO_NOT_USE));
  }

  private static Weights uniform(Rows rows) {
    return Weights.uniform(rows.table().rowCount());
  }

  private Weights after(String step, FittedWeights fitted, Weights weights, Rows rows) {
    if (step.equals("calibrate")) {
      // Half of the test rows stand for public rows that an analyst holds; metrics see all of them.
      return WeightStep.Calibrate.fitted(fitted, half(test), rows.table()).apply(weights);
    }
    return WeightStep.parse(step).apply(weights);
  }

  private static Table half(Table table) {
    int[] rows = new int[Math.max(1, table.rowCount() / 2)];
    Arrays.setAll(rows, r -> r);
    return table.select(rows);
  }

  private LogisticOptions options() {
    return job.paperSettings() ? PaperSettings.LOGISTIC : LogisticOptions.DEFAULTS;
  }

  private WeightTask task(Rows rows, PrivacyBudget budget) {
    return new WeightTask(
        train.schema(),
        rows.table(),
        rows.generator(),
        train.rowCount(),
        budget,
        seed.child("weights"));
  }

  private void describe(String method, Weighed weighed, Rows part) {
    ObjectNode json = result.withObject("/methods/" + method);
    WeightDiagnostics quality = WeightDiagnostics.of(weighed.weights());
    json.put("ess_share", quality.ess() / quality.n());
    json.put("used", weighed.used() ? 1 : 0);
    json.put("seconds", weighed.seconds());
    if (weighed.verdict() != null) {
      json.put("verdict", weighed.verdict().words());
    }
    result.put("generator_seconds", part.seconds());
  }

  private void measure(String name, Map<String, Weighed> weighed, Rows part) {
    if (name.equals(PaperGrid.WEIGHT_ERROR)) {
      measureWeights(weighed, part);
      return;
    }
    EvaluationOptions options =
        EvaluationOptions.DEFAULTS.withTarget(job.set().target()).withSeed(seed);
    Metric metric = Metrics.named(name, train.schema(), options);
    // Coefficients are compared with those of the rows that were private, as in the paper.
    Table real = name.equals("beta_mse") ? train : test;
    double[] ones = new double[real.rowCount()];
    Arrays.fill(ones, 1);
    Map<Rows, Metric.Pairing> pairs = new IdentityHashMap<>();
    // Rows without weights are measured once: a network learns the same rows twice to a rounding.
    Map<Rows, Double> bare = new IdentityHashMap<>();
    weighed.forEach(
        (method, weights) -> {
          Metric.Pairing pair =
              pairs.computeIfAbsent(weights.rows(), rows -> metric.pair(real, rows.table()));
          double[] mass = weights.weights().meanOne();
          put(
              method,
              name,
              weights.used()
                  ? pair.weigh(mass).applyAsDouble(ones)
                  : bare.computeIfAbsent(
                      weights.rows(), rows -> pair.weigh(mass).applyAsDouble(ones)));
        });
    double[] equal = ones(part.table());
    Metric.Pairing partPair = pairs.computeIfAbsent(part, rows -> metric.pair(real, rows.table()));
    put(
        "none on part",
        name,
        bare.computeIfAbsent(part, rows -> partPair.weigh(equal).applyAsDouble(ones)));
    put("real rows", name, metric.pair(real, train).weigh(ones(train)).applyAsDouble(ones));
  }

  private void measureWeights(Map<String, Weighed> weighed, Rows part) {
    Weights reference = weighed(REFERENCE, part, part).weights();
    weighed.forEach(
        (method, weights) -> {
          if (weights.rows() == part) {
            put(
                method,
                PaperGrid.WEIGHT_ERROR,
                WeightError.meanSquared(weights.weights(), reference));
          }
        });
    put(
        "none on part",
        PaperGrid.WEIGHT_ERROR,
        WeightError.meanSquared(Weights.uniform(part.table().rowCount()), reference));
  }

  private void putCoefficients(Map<String, Weighed> weighed) {
    putArray("real rows", Metrics.coefficients(train, job.set().target(), ones(train)));
    weighed.forEach(
        (method, weights) ->
            putArray(
                method,
                Metrics.coefficients(
                    weights.rows().table(), job.set().target(), weights.weights().meanOne())));
  }

  private void putArray(String method, double[] values) {
    var array = result.withArray("/methods/" + method + "/coefficients");
    for (double value : values) {
      array.add(value);
    }
  }

  private void put(String method, String metric, double value) {
    ObjectNode metrics = result.withObject("/methods/" + method + "/metrics");
    if (Double.isFinite(value)) {
      metrics.put(metric, value);
    } else {
      metrics.putNull(metric);
    }
  }

  private static double[] ones(Table table) {
    double[] ones = new double[table.rowCount()];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** The names of all rows in results that are no method. */
  static List<String> marks() {
    return List.of("none on part", "real rows");
  }
}
