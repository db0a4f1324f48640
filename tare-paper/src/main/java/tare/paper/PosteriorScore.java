package tare.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tare.analysis.BayesModel;
import tare.analysis.Formula;
import tare.analysis.Frame;
import tare.analysis.ModelData;
import tare.analysis.Posterior;
import tare.analysis.Sampler;
import tare.analysis.Variable;
import tare.inference.ReplicateInference;
import tare.inference.Replicates;
import tare.kernel.mcmc.MarkovChain;
import tare.kernel.regression.MultinomialRegression;
import tare.random.Seed;
import tare.schema.ColumnType;
import tare.table.Table;

/** How well the posterior of weighted rows predicts others. */
final class PosteriorScore {

  private static final Sampler SAMPLER =
      Sampler.Nuts.DEFAULTS.withChains(2).withWarmup(200).withDraws(300);

  private static final double LEVEL = 0.95;

  private PosteriorScore() {}

  /**
   * The mean over test rows of the log predictive density, log of the mean over draws. Predictors
   * are standardised by the training rows, a numeric target too; levels are indicators; those that
   * are constant among the training rows are left out.
   *
   * @param replicates of the training rows, where they have any: the posterior is then as wide as
   *     they say
   * @return NaN when the training rows hold one class only
   */
  static double of(
      Table train,
      double[] weights,
      Optional<Replicates> replicates,
      Table test,
      String target,
      Seed seed) {
    List<Variable> trainColumns = new ArrayList<>();
    List<Variable> testColumns = new ArrayList<>();
    int column = train.schema().indexOf(target);
    addColumn(train, test, column, trainColumns, testColumns);
    for (int c = 0; c < train.schema().columnCount(); c++) {
      if (c != column && varies(train, c)) {
        addColumn(train, test, c, trainColumns, testColumns);
      }
    }
    Frame frame = new Frame(trainColumns);
    Formula formula = Formula.allOthers(target, frame.names());
    ModelData data = ModelData.of(formula, frame, weights);
    double[] design = data.coding().design(new Frame(testColumns)).values();
    int width = data.design().columnCount();
    ColumnType type = train.schema().column(column).type();
    if (type.isNumeric()) {
      Posterior posterior = sample(BayesModel.linear(data), weights, replicates, seed);
      double[] y = ((Variable.Numeric) testColumns.get(0)).values();
      return normal(posterior, design, width, y);
    }
    if (((Variable.Factor) trainColumns.get(0)).used().levels().size() < 2) {
      return Double.NaN;
    }
    Posterior posterior = sample(BayesModel.multinomial(data), weights, replicates, seed);
    return classes(posterior, design, width, data.classes(), test, column);
  }

  /** Whether a column says anything: a few synthetic rows may all have one value. */
  private static boolean varies(Table train, int column) {
    return Arrays.stream(train.values(column)).distinct().limit(2).count() > 1;
  }

  private static Posterior sample(
      BayesModel model, double[] weights, Optional<Replicates> replicates, Seed seed) {
    Posterior ofRows = Posterior.sample(model, SAMPLER, seed);
    return replicates
        .map(
            each ->
                ReplicateInference.of(
                    Posterior.centres(model), weights, each, OptionalLong.empty(), LEVEL))
        .map(ofRows::spreadAs)
        .orElse(ofRows);
  }

  private static void addColumn(
      Table train, Table test, int c, List<Variable> trainColumns, List<Variable> testColumns) {
    String name = train.schema().column(c).name();
    ColumnType type = train.schema().column(c).type();
    if (!type.isNumeric()) {
      trainColumns.add(new Variable.Factor(name, type.levels(), levels(train, c)));
      testColumns.add(new Variable.Factor(name, type.levels(), levels(test, c)));
      return;
    }
    double[] values = train.values(c);
    double mean = Arrays.stream(values).average().orElse(0);
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    double sd = squares > 0 ? Math.sqrt(squares / (values.length - 1)) : 1;
    trainColumns.add(scaled(name, values, mean, sd));
    testColumns.add(scaled(name, test.values(c), mean, sd));
  }

  private static Variable scaled(String name, double[] values, double mean, double sd) {
    return new Variable.Numeric(name, Arrays.stream(values).map(v -> (v - mean) / sd).toArray());
  }

  private static int[] levels(Table table, int column) {
    int[] levels = new int[table.rowCount()];
    Arrays.setAll(levels, r -> table.level(r, column));
    return levels;
  }

  private static double normal(Posterior posterior, double[] design, int width, double[] y) {
    double sum = 0;
    for (int r = 0; r < y.length; r++) {
      double mean = 0;
      int count = 0;
      for (MarkovChain chain : posterior.chains()) {
        for (double[] draw : chain.draws()) {
          double residual = y[r];
          for (int j = 0; j < width; j++) {
            residual -= draw[j] * design[r * width + j];
          }
          double variance = draw[width];
          mean +=
              Math.exp(-residual * residual / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);
          count++;
        }
      }
      sum += Math.log(Math.max(mean / count, Double.MIN_NORMAL));
    }
    return sum / y.length;
  }

  private static double classes(
      Posterior posterior,
      double[] design,
      int width,
      Variable.Factor known,
      Table test,
      int column) {
    List<String> levels = test.schema().column(column).type().levels();
    double[] probabilities = new double[known.levels().size()];
    double sum = 0;
    for (int r = 0; r < test.rowCount(); r++) {
      int label = known.levels().indexOf(levels.get(test.level(r, column)));
      double mean = 0;
      int count = 0;
      for (MarkovChain chain : posterior.chains()) {
        for (double[] draw : chain.draws()) {
          MultinomialRegression.probabilities(draw, design, r * width, width, probabilities);
          // A class that no training row had is given one chance in ten thousand.
          mean += label < 0 ? 1e-4 : probabilities[label];
          count++;
        }
      }
      sum += Math.log(Math.max(mean / count, Double.MIN_NORMAL));
    }
    return sum / test.rowCount();
  }
}
