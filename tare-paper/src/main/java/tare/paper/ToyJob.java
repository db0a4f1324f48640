package tare.paper;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tare.accounting.PrivacyBudget;
import tare.gate.Mechanism;
import tare.kernel.tail.LogWeights;
import tare.ledger.BudgetRefusedException;
import tare.model.FittedWeights;
import tare.noise.SecureNoise;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tare.table.Weights;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimator;
import tare.weight.WeightTask;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One draw of the toy example: all weight methods at all epsilons on the same rows. */
record ToyJob(int seed, boolean paperSettings) implements Job {

  private static final int ROWS = 1_000;
  private static final Schema SCHEMA =
      new Schema(
          "toy",
          "row",
          List.of(new Column("x", new ColumnType.Numeric(0, 1, List.of()), false)),
          OptionalLong.of(ROWS));

  @Override
  public String id() {
    return "seed" + seed + (paperSettings ? "-paper" : "");
  }

  @Override
  public ObjectNode settings() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("private_rows", ROWS);
    json.put("synthetic_rows", ROWS);
    ArrayNode epsilons = json.putArray("epsilons");
    ToyExperiment.EPSILONS.forEach(epsilons::add);
    json.put("delta", delta());
    json.put("seed", seed);
    json.put("paper_settings", paperSettings);
    ArrayNode methods = json.putArray("methods");
    ToyExperiment.methods().forEach(methods::add);
    json.put("noise", "unseeded");
    return json;
  }

  private double delta() {
    return paperSettings ? 1.0 / ROWS - 1e-6 : Math.min(1e-6, 1.0 / (10.0 * ROWS));
  }

  @Override
  public ObjectNode run() {
    Seed start = new Seed(seed).child("toy");
    // The square root of a uniform draw has density 2x.
    Table triangle = table(start.stream("private"), true);
    Table uniform = table(start.stream("synthetic"), false);
    Benchmark benchmark = new Benchmark(triangle, new SecureNoise());
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    for (String method : ToyExperiment.methods()) {
      for (double epsilon : ToyExperiment.EPSILONS) {
        String first = GridReports.trimmed(ToyExperiment.EPSILONS.get(0));
        String here = GridReports.trimmed(epsilon);
        if (!here.equals(first) && !Catalogue.isPrivate(method)) {
          // Without noise nothing depends on epsilon.
          result.withObject("/" + here).set(method, result.path(first).path(method));
          continue;
        }
        PrivacyBudget budget = new PrivacyBudget(epsilon, delta());
        WeightTask task =
            new WeightTask(SCHEMA, uniform, null, ROWS, budget, start.child("weights"));
        ObjectNode json = result.withObject("/" + here).putObject(method);
        try {
          describe(json, uniform, weights(method, task, benchmark, budget));
        } catch (RefusedException | BudgetRefusedException e) {
          json.put("refused", String.valueOf(e.getMessage()));
        }
      }
    }
    return result;
  }

  private Weights weights(
      String method, WeightTask task, Benchmark benchmark, PrivacyBudget budget) {
    if (method.equals("none")) {
      return Weights.uniform(ROWS);
    }
    LogisticOptions options = paperSettings ? PaperSettings.LOGISTIC : LogisticOptions.DEFAULTS;
    WeightEstimator estimator = Catalogue.weights(method, options).orElseThrow();
    Mechanism<FittedWeights> mechanism = estimator.mechanism(task);
    return benchmark.run(mechanism, budget).weigh(task.synthetic());
  }

  private static void describe(ObjectNode json, Table uniform, Weights weights) {
    double[] x = uniform.values(0);
    double[] w = weights.meanOne();
    double mean = 0;
    double error = 0;
    double[] bins = new double[ToyExperiment.BINS];
    for (int r = 0; r < ROWS; r++) {
      mean += w[r] * x[r] / ROWS;
      error += (w[r] - 2 * x[r]) * (w[r] - 2 * x[r]) / ROWS;
      int bin = Math.min(ToyExperiment.BINS - 1, (int) (x[r] * ToyExperiment.BINS));
      bins[bin] += w[r] * ToyExperiment.BINS / ROWS;
    }
    json.put("mean", mean);
    json.put("wasserstein", distanceToTriangle(x, w));
    json.put("ratio_mse", error);
    json.put("ess_share", LogWeights.kishSize(weights.logWeights()) / ROWS);
    ArrayNode histogram = json.putArray("histogram");
    Arrays.stream(bins).forEach(histogram::add);
  }

  /**
   * Wasserstein-1 to the triangle law, exactly: on a line it is the area between the distribution
   * functions, x^2 and the steps of the weighted rows.
   *
   * @param x Not modified.
   * @param w Not modified.
   */
  static double distanceToTriangle(double[] x, double[] w) {
    Integer[] order = IntStream.range(0, x.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(r -> x[r]));
    double total = Arrays.stream(w).sum();
    double area = 0;
    double from = 0;
    double step = 0;
    for (int r : order) {
      area += areaToParabola(step / total, from, x[r]);
      from = x[r];
      step += w[r];
    }
    return area + areaToParabola(1, from, 1);
  }

  /** The integral of |level - t^2| over [from, to]. */
  private static double areaToParabola(double level, double from, double to) {
    double crossing = Math.min(to, Math.max(from, Math.sqrt(level)));
    return below(level, from, crossing) - below(level, crossing, to);
  }

  private static double below(double level, double from, double to) {
    return level * (to - from) - (to * to * to - from * from * from) / 3;
  }

  private static Table table(RandomGenerator chance, boolean triangle) {
    double[] x = new double[ROWS];
    for (int r = 0; r < ROWS; r++) {
      double u = chance.nextDouble();
      x[r] = triangle ? Math.sqrt(u) : u;
    }
    return ColumnarTable.of(SCHEMA, new double[][] {x});
  }
}
