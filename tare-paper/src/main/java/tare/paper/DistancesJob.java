package tare.paper;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import tare.accounting.PrivacyBudget;
import tare.evaluation.EvaluationOptions;
import tare.evaluation.Metric;
import tare.evaluation.Metrics;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.model.FittedGenerator;
import tare.noise.SecureNoise;
import tare.random.Seed;
import tare.table.Table;
import tare.table.Weights;
import tare.weight.LogisticOptions;
import tare.weight.WeightTask;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One split of one table: distances of test rows from training rows and from synthetic ones. */
record DistancesJob(String data, String target, int seed) implements Job {

  private static final double TRAIN_SHARE = 0.8;

  @Override
  public String id() {
    return data + "-seed" + seed;
  }

  @Override
  public ObjectNode settings() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("data", data)
        .put("seed", seed)
        .put("train_share", TRAIN_SHARE)
        .put("generator", DistancesExperiment.GENERATOR)
        .put("epsilon", DistancesExperiment.EPSILON)
        .put("noise", "unseeded");
  }

  @Override
  public ObjectNode run() {
    Seed start = new Seed(seed).child(data);
    PaperData.Split split =
        PaperData.read(data, target, Optional.empty()).split(TRAIN_SHARE, start);
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    Pair real = new Pair(split.test(), split.train());
    result.set(DistancesExperiment.REAL, real.described(Weights.uniform(split.train().rowCount())));
    Benchmark benchmark = new Benchmark(split.train(), new SecureNoise());
    long n = split.train().rowCount();
    PrivacyBudget budget =
        new PrivacyBudget(DistancesExperiment.EPSILON, Math.min(1e-6, 1.0 / (10.0 * n)));
    GeneratorFitter fitter = Catalogue.generator(DistancesExperiment.GENERATOR).orElseThrow();
    FittedGenerator generator =
        benchmark.run(
            fitter.mechanism(
                new GeneratorTask(split.train().schema(), n, budget, start.child("generator"))),
            budget);
    Table rows = generator.sample((int) n, start.child("rows"));
    Pair made = new Pair(split.test(), rows);
    WeightTask task =
        new WeightTask(rows.schema(), rows, generator, n, budget, start.child("weights"));
    for (String method : DistancesExperiment.METHODS) {
      Weights weights =
          method.equals("none")
              ? Weights.uniform(rows.rowCount())
              : benchmark
                  .run(
                      Catalogue.weights(method, LogisticOptions.DEFAULTS)
                          .orElseThrow()
                          .mechanism(task),
                      budget)
                  .weigh(rows);
      result.set(method, made.described(weights));
    }
    return result;
  }

  /** Test rows and rows that stand for them. */
  private static final class Pair {
    private final Table test;
    private final Table rows;
    private final Map<String, Metric.Pairing> pairings;

    Pair(Table test, Table rows) {
      this.test = test;
      this.rows = rows;
      EvaluationOptions options = EvaluationOptions.DEFAULTS;
      pairings =
          Map.of(
              "wasserstein",
              Metrics.named("wasserstein", test.schema(), options).pair(test, rows),
              "mmd",
              Metrics.named("mmd", test.schema(), options).pair(test, rows));
    }

    ObjectNode described(Weights weights) {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      double[] ones = new double[test.rowCount()];
      Arrays.fill(ones, 1);
      pairings.forEach(
          (name, pairing) -> json.put(name, pairing.weigh(weights.meanOne()).applyAsDouble(ones)));
      json.put("least", Metrics.leastWasserstein(test, rows));
      json.put(
          "mean_weight",
          Arrays.stream(weights.logWeights()).map(Math::exp).average().orElse(Double.NaN));
      return json;
    }
  }
}
