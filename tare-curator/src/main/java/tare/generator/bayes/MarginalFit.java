package tare.generator.bayes;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Fits a graphical model to noised tables: the law of largest entropy among those that minimise the
 * squared misfit, each count weighted by its noise.
 *
 * <p>Mirror descent (McKenna, Sheldon and Miklau 2019) with Nesterov's momentum, which starts anew
 * whenever the misfit would rise: the law is always a proper one, so negative counts and tables
 * that contradict each other need no mending beforehand, and what overlapping tables say of the
 * same column is averaged by how sure each is. All of it is computed from public, noised counts.
 *
 * <p>The log potential of a clique is the sum of one parameter table per noised table. Parameters
 * outlive the tree, so a fit to more tables starts where the last one ended.
 */
final class MarginalFit {

  private static final double GROWTH = 1.1;
  private static final int CHECKED_EVERY = 10;
  private static final int MOST_HALVINGS = 30;

  private final GraphicalModel model;
  private final List<NoisedTable> tables;
  private double[][] parameters;
  private final double[][] fitted;
  private final double[][] gradients;
  // A table within a larger one is summed from that, and multiplied into it: cliques are large.
  private final int[] hostOf;
  private final int[] cliqueOf;
  private final Projection[] projections;
  private final int[] smallestFirst;

  /**
   * Starts a fit.
   *
   * @param start parameters of a former fit to the first of these tables; may be shorter than the
   *     list of tables. Not modified.
   */
  MarginalFit(JunctionTree tree, double total, List<NoisedTable> tables, double[][] start) {
    this.model = new GraphicalModel(tree, total);
    this.tables = tables.stream().map(table -> table.near(total)).toList();
    int count = tables.size();
    parameters = new double[count][];
    fitted = new double[count][];
    gradients = new double[count][];
    hostOf = new int[count];
    cliqueOf = new int[count];
    projections = new Projection[count];
    smallestFirst =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.comparingInt(t -> tables.get(t).columns().size()))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int t = 0; t < count; t++) {
      int cells = tables.get(t).counts().length;
      parameters[t] = t < start.length ? start[t].clone() : new double[cells];
      fitted[t] = new double[cells];
      gradients[t] = new double[cells];
      cliqueOf[t] = tree.cliqueWith(tables.get(t).columns());
      hostOf[t] = host(t);
      List<Integer> from =
          hostOf[t] >= 0
              ? tables.get(hostOf[t]).columns()
              : tree.cliques().get(cliqueOf[t]).columns();
      projections[t] = tree.projection(from, tables.get(t).columns());
    }
  }

  /** The smallest table that holds a table's columns and more, or -1. */
  private int host(int t) {
    List<Integer> columns = tables.get(t).columns();
    int host = -1;
    for (int other = 0; other < tables.size(); other++) {
      List<Integer> held = tables.get(other).columns();
      if (held.size() > columns.size()
          && held.containsAll(columns)
          && (host < 0 || tables.get(other).counts().length < tables.get(host).counts().length)) {
        host = other;
      }
    }
    return host;
  }

  /**
   * Descends until ten steps gain less than ten times a part {@code tolerance} of the misfit, at
   * most {@code most} steps.
   *
   * @param beforeStep hears the number of every step
   */
  GraphicalModel run(int most, double tolerance, IntConsumer beforeStep) {
    double[][] at = copy(parameters);
    double loss = evaluate(at);
    double step = 1 / (model.total() * largestWeight());
    double pace = 1;
    double checked = loss;
    for (int i = 1; i <= most; i++) {
      beforeStep.accept(i);
      double[][] moved = moved(at, step);
      double nextPace = (1 + Math.sqrt(1 + 4 * pace * pace)) / 2;
      // Nesterov's way: past the new point, in the direction of the last two.
      double[][] next = beyond(parameters, moved, (pace - 1) / nextPace);
      double nextLoss = evaluate(next);
      if (!(nextLoss <= loss)) {
        next = moved;
        nextLoss = evaluate(next);
        nextPace = 1;
        for (int halving = 0; halving < MOST_HALVINGS && !(nextLoss <= loss); halving++) {
          step /= 2;
          moved = next = moved(at, step);
          nextLoss = evaluate(next);
        }
      }
      if (!(nextLoss <= loss)) {
        evaluate(at);
        break;
      }
      parameters = moved;
      at = next;
      loss = nextLoss;
      pace = nextPace;
      step *= GROWTH;
      gradient();
      if (i % CHECKED_EVERY == 0) {
        if (checked - loss < CHECKED_EVERY * tolerance * loss) {
          break;
        }
        checked = loss;
      }
    }
    parameters = at;
    return model;
  }

  /** The parameters, one table for each noised table. */
  double[][] parameters() {
    return copy(parameters);
  }

  private double[][] moved(double[][] at, double step) {
    double[][] next = copy(at);
    for (int t = 0; t < next.length; t++) {
      for (int i = 0; i < next[t].length; i++) {
        next[t][i] -= step * gradients[t][i];
      }
    }
    return next;
  }

  /** The point beyond {@code to} by a part of the way that led there. */
  private static double[][] beyond(double[][] from, double[][] to, double part) {
    double[][] beyond = copy(to);
    for (int t = 0; t < to.length; t++) {
      for (int i = 0; i < to[t].length; i++) {
        beyond[t][i] += part * (to[t][i] - from[t][i]);
      }
    }
    return beyond;
  }

  /** Sets the model to these parameters; half the weighted squared misfit. */
  private double evaluate(double[][] at) {
    int cliques = model.tree().cliques().size();
    for (int c = 0; c < cliques; c++) {
      Arrays.fill(model.table(c), 1);
    }
    double[][] factors = new double[at.length][];
    for (int t = 0; t < at.length; t++) {
      factors[t] = exponentials(at[t]);
    }
    for (int t : smallestFirst) {
      // Exponentials of small tables, multiplied into large cliques: one is dear, the other cheap.
      double[] into = hostOf[t] >= 0 ? factors[hostOf[t]] : model.table(cliqueOf[t]);
      projections[t].multiply(into, factors[t]);
    }
    model.update();
    double loss = 0;
    for (int k = at.length - 1; k >= 0; k--) {
      int t = smallestFirst[k];
      double[] from = hostOf[t] >= 0 ? fitted[hostOf[t]] : model.table(cliqueOf[t]);
      projections[t].sums(from, fitted[t]);
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

  private static double[][] copy(double[][] tables) {
    double[][] copy = new double[tables.length][];
    for (int t = 0; t < tables.length; t++) {
      copy[t] = tables[t].clone();
    }
    return copy;
  }
}
