package tare.paper;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import tare.accounting.PrivacyBudget;
import tare.generator.GeneratorTask;
import tare.inference.Replicates;
import tare.ledger.BudgetRefusedException;
import tare.model.FittedGenerator;
import tare.model.FittedWeights;
import tare.noise.SecureNoise;
import tare.random.Seed;
import tare.release.Bundle;
import tare.schema.BadInputException;
import tare.schema.RefusedException;
import tare.table.Table;
import tare.weight.LogisticOptions;
import tare.weight.MomentReplicates;
import tare.weight.WeightTask;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One data set, budget and seed of {@link BayesExperiment}: PrivBayes rows, all weight methods. */
record BayesJob(
    PaperGrid.DataSet set, double epsilon, int seed, boolean paperSettings, Optional<Path> folder)
    implements Job {

  private static final double WEIGHT_SHARE = 0.1;
  private static final double TRAIN_SHARE = 0.8;
  private static final String GENERATOR = "privbayes";

  @Override
  public String id() {
    return String.format(
        Locale.ROOT,
        "%s-eps%s-seed%d%s",
        set.name(),
        GridReports.trimmed(epsilon),
        seed,
        paperSettings ? "-paper" : "");
  }

  @Override
  public ObjectNode settings() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("data", set.name());
    json.put("target", set.target());
    json.put("epsilon", epsilon);
    json.put("weight_share", WEIGHT_SHARE);
    json.put("train_share", TRAIN_SHARE);
    json.put("generator", GENERATOR);
    json.put("seed", seed);
    json.put("paper_settings", paperSettings);
    ArrayNode methods = json.putArray("methods");
    BayesExperiment.methods().forEach(methods::add);
    ArrayNode parts = json.putArray("parts");
    BayesExperiment.PARTS.forEach(parts::add);
    json.put("mass", "effective sample size");
    json.put("auto", "a release, spread as its replicates");
    json.put("noise", "unseeded");
    return json;
  }

  @Override
  public ObjectNode run() {
    Seed start = new Seed(seed).child("bayes " + set.name());
    PaperData.Split split =
        PaperData.read(set.name(), set.target(), folder).split(TRAIN_SHARE, start);
    Table train = split.train();
    Benchmark benchmark = new Benchmark(train, new SecureNoise());
    Budgets budgets = Budgets.of(epsilon, WEIGHT_SHARE, train.rowCount(), paperSettings);
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    FittedGenerator whole = generator(benchmark, train, budgets.whole(), start.child("whole"));
    FittedGenerator part = generator(benchmark, train, budgets.generator(), start.child("part"));
    int most =
        (int) (train.rowCount() * BayesExperiment.PARTS.get(BayesExperiment.PARTS.size() - 1));
    Table bought = part.sample(most, start.child("sample"));
    Line plain = Line.plain(whole.sample(most, start.child("sample")));
    for (String method : BayesExperiment.methods()) {
      try {
        Line line =
            switch (method) {
              case "none" -> plain;
              case "auto" -> auto(budgets, plain, train, start);
              default -> weighed(method, benchmark, budgets, bought, part, train, start);
            };
        put(result, method, line, split.test(), train.rowCount(), start);
      } catch (RefusedException | BudgetRefusedException e) {
        result.withObject("/" + method).put("refused", String.valueOf(e.getMessage()));
      }
    }
    put(result, "real rows", Line.plain(train), split.test(), train.rowCount(), start);
    return result;
  }

  /** Rows, their weights, which have a mean of one, and replicates where there are any. */
  private record Line(Table rows, double[] weights, Optional<Replicates> replicates) {
    static Line of(Table rows, double[] weights) {
      return new Line(rows, weights, Optional.empty());
    }

    static Line plain(Table rows) {
      return of(rows, ones(rows.rowCount()));
    }
  }

  /**
   * What Tare does when nobody chose: a release of its own, whose replicates make the posterior as
   * wide as it should be; rows of none where it sees beforehand that weights would be of no use.
   */
  private Line auto(Budgets budgets, Line plain, Table train, Seed start) {
    AutoLine auto = new AutoLine(train.schema(), train.rowCount(), budgets, paperSettings);
    if (auto.chosen(GENERATOR, start).isEmpty()) {
      return plain;
    }
    Bundle bundle =
        auto.release(
            GENERATOR,
            train,
            plain.rows().rowCount(),
            MomentReplicates.DEFAULT_COUNT,
            start.child("auto"));
    Table rows = bundle.synthetic();
    return new Line(
        rows,
        bundle.weights().map(each -> each.weights().meanOne()).orElse(ones(rows.rowCount())),
        bundle.replicates());
  }

  private Line weighed(
      String method,
      Benchmark benchmark,
      Budgets budgets,
      Table rows,
      FittedGenerator generator,
      Table train,
      Seed start) {
    FittedWeights fitted = fitted(method, benchmark, budgets, rows, generator, train, start);
    return Line.of(rows, fitted.weigh(rows).meanOne());
  }

  private static FittedGenerator generator(
      Benchmark benchmark, Table train, PrivacyBudget budget, Seed seed) {
    return benchmark.run(
        Catalogue.generator(GENERATOR)
            .orElseThrow()
            .mechanism(new GeneratorTask(train.schema(), train.rowCount(), budget, seed)),
        budget);
  }

  private FittedWeights fitted(
      String method,
      Benchmark benchmark,
      Budgets budgets,
      Table rows,
      FittedGenerator generator,
      Table train,
      Seed start) {
    LogisticOptions options = paperSettings ? PaperSettings.LOGISTIC : LogisticOptions.DEFAULTS;
    return benchmark.run(
        Catalogue.weights(method, options)
            .orElseThrow()
            .mechanism(
                new WeightTask(
                    train.schema(),
                    rows,
                    generator,
                    train.rowCount(),
                    budgets.weights(),
                    start.child("weights"))),
        budgets.weights());
  }

  /**
   * The score of the posterior of the first rows, for every part that there are enough rows for.
   */
  private void put(
      ObjectNode result, String name, Line line, Table test, int privateRows, Seed start) {
    ObjectNode json = result.withObject("/" + name);
    for (double part : BayesExperiment.PARTS) {
      int count = (int) Math.round(part * privateRows);
      if (count <= line.rows().rowCount()) {
        int[] first = new int[count];
        Arrays.setAll(first, r -> r);
        double score = score(line, first, test, start);
        if (Double.isFinite(score)) {
          json.put(GridReports.trimmed(part), score);
        } else {
          json.putNull(GridReports.trimmed(part));
        }
      }
    }
  }

  /** NaN where weights leave so few rows that columns cannot be told apart. */
  private double score(Line line, int[] first, Table test, Seed start) {
    try {
      return PosteriorScore.of(
          line.rows().select(first),
          scaledToEffectiveSize(Arrays.copyOf(line.weights(), first.length)),
          line.replicates().map(all -> all.of(first)),
          test,
          set.target(),
          start.child("posterior"));
    } catch (BadInputException e) {
      return Double.NaN;
    }
  }

  /** Weights that sum to their effective sample size: what so few heavy rows can tell. */
  static double[] scaledToEffectiveSize(double[] weights) {
    double sum = Arrays.stream(weights).sum();
    double squares = Arrays.stream(weights).map(w -> w * w).sum();
    return Arrays.stream(weights).map(w -> squares > 0 ? w * sum / squares : w).toArray();
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }
}
