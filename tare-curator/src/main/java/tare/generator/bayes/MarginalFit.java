package tare.generator.bayes;

import java.util.Arrays;
import java.util.List;

/**
 * Fits a graphical model to noised tables: the law of largest entropy among those that minimise the
 * squared misfit, each count weighted by its noise.
 *
 * <p>Mirror descent with a line search (McKenna, Sheldon and Miklau 2019): the law is always a
 * proper one, so negative counts and tables that contradict each other need no mending beforehand,
 * and what overlapping tables say of the same column is averaged by how sure each is. All of it is
 * computed from public, noised counts.
 *
 * <p>The log potential of a clique is the sum of one parameter table per noised table. Parameters
 * outlive the tree, so a fit to more tables starts where the last one ended.
 */
final class MarginalFit {

  private static final double ENOUGH_FALL = 0.5;
  private static final int MOST_HALVINGS = 30;

  private final GraphicalModel model;
  private final List<NoisedTable> tables;
  private final double[][] parameters;
  private final double[][] fitted;
  private final double[][] gradients;
  private final int[] cliqueOf;
  private final int[][] projections;

  /**
   * Starts a fit.
   *
   * @param start parameters of a former fit to the first of these tables; may be shorter than the
   *     list of tables. Not modified.
   */
  MarginalFit(JunctionTree tree, double total, List<NoisedTable> tables, double[][] start) {
    this.model = new GraphicalModel(tree, total);
    this.tables = List.copyOf(tables);
    int count = tables.size();
    parameters = new double[count][];
    fitted = new double[count][];
    gradients = new double[count][];
    cliqueOf = new int[count];
    projections = new int[count][];
    for (int t = 0; t < count; t++) {
      int cells = tables.get(t).counts().length;
      parameters[t] = t < start.length ? start[t].clone() : new double[cells];
      fitted[t] = new double[cells];
      gradients[t] = new double[cells];
      cliqueOf[t] = tree.cliqueWith(tables.get(t).columns());
      projections[t] =
          tree.projection(tree.cliques().get(cliqueOf[t]).columns(), tables.get(t).columns());
    }
  }

  /**
   * Descends until a step gains less than a part {@code tolerance} of the misfit, at most {@code
   * most} steps.
   */
  GraphicalModel run(int most, double tolerance) {
    double loss = evaluate(parameters);
    double step = 1 / (model.total() * largestWeight());
    for (int i = 0; i < most; i++) {
      double[][] before = copy(fitted);
      double[][] next = null;
      double nextLoss = loss;
      for (int halving = 0; halving < MOST_HALVINGS; halving++) {
        next = moved(step);
        nextLoss = evaluate(next);
        if (loss - nextLoss >= ENOUGH_FALL * dot(gradients, before, fitted)) {
          break;
        }
        step /= 2;
      }
      double gain = loss - nextLoss;
      if (next == null || !(gain >= 0)) {
        loss = evaluate(parameters);
        break;
      }
      for (int t = 0; t < parameters.length; t++) {
        System.arraycopy(next[t], 0, parameters[t], 0, next[t].length);
      }
      loss = nextLoss;
      gradient();
      step *= 1.5;
      if (gain < tolerance * loss) {
        break;
      }
    }
    return model;
  }

  /** The parameters, one table for each noised table. */
  double[][] parameters() {
    return copy(parameters);
  }

  private double[][] moved(double step) {
    double[][] next = copy(parameters);
    for (int t = 0; t < next.length; t++) {
      for (int i = 0; i < next[t].length; i++) {
        next[t][i] -= step * gradients[t][i];
      }
    }
    return next;
  }

  /** Sets the model to these parameters; half the weighted squared misfit. */
  private double evaluate(double[][] at) {
    int cliques = model.tree().cliques().size();
    for (int c = 0; c < cliques; c++) {
      Arrays.fill(model.table(c), 1);
    }
    for (int t = 0; t < at.length; t++) {
      // Exponentials of small tables, multiplied into large cliques: one is dear, the other cheap.
      GraphicalModel.multiply(model.table(cliqueOf[t]), projections[t], exponentials(at[t]));
    }
    model.update();
    double loss = 0;
    for (int t = 0; t < at.length; t++) {
      GraphicalModel.sums(model.table(cliqueOf[t]), projections[t], fitted[t]);
      NoisedTable table = tables.get(t);
      for (int i = 0; i < fitted[t].length; i++) {
        double misfit = fitted[t][i] - table.counts()[i];
        loss += misfit * misfit / (2 * table.variances()[i]);
      }
    }
    return loss;
  }

  /** Exponentials, scaled so that the largest is one. */
  private static double[] exponentials(double[] logs) {
    double max = Double.NEGATIVE_INFINITY;
    for (double log : logs) {
      max = Math.max(max, log);
    }
    double[] exponentials = new double[logs.length];
    for (int i = 0; i < logs.length; i++) {
      exponentials[i] = Math.exp(logs[i] - max);
    }
    return exponentials;
  }

  private void gradient() {
    for (int t = 0; t < gradients.length; t++) {
      NoisedTable table = tables.get(t);
      for (int i = 0; i < gradients[t].length; i++) {
        gradients[t][i] = (fitted[t][i] - table.counts()[i]) / table.variances()[i];
      }
    }
  }

  private double largestWeight() {
    gradient();
    double least = Double.POSITIVE_INFINITY;
    for (NoisedTable table : tables) {
      for (double variance : table.variances()) {
        least = Math.min(least, variance);
      }
    }
    return 1 / least;
  }

  /** The first-order fall from one fitted law to another. */
  private static double dot(double[][] gradients, double[][] before, double[][] after) {
    double sum = 0;
    for (int t = 0; t < gradients.length; t++) {
      for (int i = 0; i < gradients[t].length; i++) {
        sum += gradients[t][i] * (before[t][i] - after[t][i]);
      }
    }
    return sum;
  }

  private static double[][] copy(double[][] tables) {
    double[][] copy = new double[tables.length][];
    for (int t = 0; t < tables.length; t++) {
      copy[t] = tables[t].clone();
    }
    return copy;
  }
}
