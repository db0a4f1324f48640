package tare.kernel.sampling;

import java.util.Arrays;
import java.util.List;

/*
 * The weights are those of least relative entropy to even ones among all that meet the counts,
 * where a miss of m rows in a cell costs m^2 / (2 slack). Their logarithms are sums of one number
 * per table and cell, lambda, and at the optimum a cell's weight is count - slack * lambda. A sweep
 * goes from table to table and solves that for all cells of one, given the others: ascent of the
 * dual by blocks, which a negative count does not disturb. Without slack it is iterative
 * proportional fitting (Deming and Stephan 1940), as surveys are raked to margins.
 */

/** Weights of rows with which tables over the rows come near to given counts. */
public final class Raking {

  /** Sweeps end when no cell moves by more than this part of all weights. */
  private static final double TOLERANCE = 1e-5;

  private static final int MOST_NEWTON_STEPS = 60;

  /** A Newton step in the logarithm goes no further: beyond it the exponential says little. */
  private static final double LONGEST_STEP = 2;

  private static final double NEWTON_TOLERANCE = 1e-9;

  private Raking() {}

  /**
   * One table over the rows.
   *
   * @param cells the cell of each row. Not copied.
   * @param counts what each cell's weights should sum to; may be negative. Not copied.
   * @param slacks above zero: what a cell may miss its count by, per unit of its logarithm. Not
   *     copied.
   * @param logs each cell's part of its rows' log weights: where sweeps start, and what they come
   *     to. Not copied.
   */
  public record Margin(char[] cells, double[] counts, double[] slacks, double[] logs) {

    public Margin {
      if (counts.length != slacks.length || counts.length != logs.length) {
        throw new IllegalArgumentException(
            "A margin has a count, a slack and a logarithm per cell. Got: "
                + counts.length
                + ", "
                + slacks.length
                + " and "
                + logs.length);
      }
    }

    /** The weights of each cell, summed. @param weights Not modified. */
    public double[] sums(double[] weights) {
      return Raking.sums(weights, cells, counts.length);
    }
  }

  /**
   * The weights of each cell, summed.
   *
   * @param weights of each row. Not modified.
   * @param cells the cell of each row. Not modified.
   * @param size how many cells there are
   */
  public static double[] sums(double[] weights, char[] cells, int size) {
    double[] sums = new double[size];
    for (int r = 0; r < weights.length; r++) {
      sums[cells[r]] += weights[r];
    }
    return sums;
  }

  /**
   * Weights that sum to a total.
   *
   * @param rows how many rows there are
   * @param margins the tables. Their logs are modified.
   * @param most the most sweeps
   */
  public static double[] weights(int rows, double total, List<Margin> margins, int most) {
    double[] weights = new double[rows];
    Arrays.fill(weights, 1);
    for (Margin margin : margins) {
      multiply(weights, margin.cells(), margin.logs());
    }
    normalise(weights, total);
    rake(weights, total, margins, most);
    return weights;
  }

  /**
   * Brings weights nearer to tables, from where they are.
   *
   * @param weights Modified; they sum to the total afterwards.
   * @param margins the tables. Their logs are modified: what is added to them is what the weights'
   *     logarithms change by, but for a number that all rows share.
   * @param most the most sweeps
   */
  public static void rake(double[] weights, double total, List<Margin> margins, int most) {
    boolean moving = true;
    for (int sweep = 0; moving && sweep < most; sweep++) {
      moving = false;
      for (Margin margin : margins) {
        moving |= solve(margin, weights) > TOLERANCE * total;
      }
      normalise(weights, total);
    }
  }

  /** Solves one table. @param weights Modified. @return how far a cell's weights moved at most */
  private static double solve(Margin margin, double[] weights) {
    double[] sums = margin.sums(weights);
    double[] steps = new double[sums.length];
    double furthest = 0;
    for (int cell = 0; cell < sums.length; cell++) {
      // A cell without rows has nothing to weigh.
      if (sums[cell] > 0) {
        double log = margin.logs()[cell];
        steps[cell] = step(sums[cell], margin.counts()[cell], margin.slacks()[cell], log);
        margin.logs()[cell] = log + steps[cell];
        furthest = Math.max(furthest, Math.abs(sums[cell] * Math.expm1(steps[cell])));
      }
    }
    multiply(weights, margin.cells(), steps);
    return furthest;
  }

  /** The d with sum e^d + slack (log + d) = count: Newton's, on a function that only rises. */
  private static double step(double sum, double count, double slack, double log) {
    double d = 0;
    double move = 1;
    for (int k = 0; k < MOST_NEWTON_STEPS && Math.abs(move) > NEWTON_TOLERANCE; k++) {
      double weight = sum * Math.exp(d);
      move = (weight + slack * (log + d) - count) / (weight + slack);
      move = Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, move));
      d -= move;
    }
    return d;
  }

  private static void multiply(double[] weights, char[] cells, double[] logs) {
    double[] factors = new double[logs.length];
    for (int i = 0; i < factors.length; i++) {
      factors[i] = Math.exp(logs[i]);
    }
    for (int r = 0; r < weights.length; r++) {
      weights[r] *= factors[cells[r]];
    }
  }

  private static void normalise(double[] weights, double total) {
    double factor = total / Arrays.stream(weights).sum();
    for (int r = 0; r < weights.length; r++) {
      weights[r] *= factor;
    }
  }
}
