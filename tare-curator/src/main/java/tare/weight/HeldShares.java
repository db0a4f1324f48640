package tare.weight;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.kernel.linear.Cholesky;
import tare.kernel.regression.EntropyTilt;
import tare.kernel.regression.TiltRows;
import tare.kernel.sampling.Raking;
import tare.model.HeldCells;

/*
 * A tilt to moments finds the nearest law that has them, and that law has other tables of pairs: where
 * columns are all but functions of each other and a generator blurs them, a quadratic log weight thins
 * out whole cells to bring products right, although the generator has counted these cells. Shares were
 * 5 to 39 % further off than without weights. Both can be had: rows within a cell differ, and moments
 * can be met by choosing among them.
 *
 * Cells are too many to stand beside moments in one tilt. So rows are tilted near to the moments; the
 * cells are brought back, group by group; and so on in turns until cells stay where they are when rows
 * are tilted. Then the tilt is brought to its end, single columns are brought back alone, and rows are
 * tilted for the last time: with single columns last, moments were missed by three times their noise.
 */

/**
 * What rows weigh before they are tilted so that afterwards the shares of cells are still what they
 * were.
 *
 * @param held the cells, with their coefficients
 * @param cells of the rows, group by group. Not copied.
 * @param base the rows' shares before the tilt. Not copied.
 */
record HeldShares(HeldCells held, char[][] cells, double[] base) {

  /** How often all groups are gone through at a time: what is left then the next turn takes. */
  private static final int SWEEPS = 2;

  /** The same for single columns alone, before the last tilt. */
  private static final int LAST_SWEEPS = 4;

  /** Rows are tilted and cells brought back so often at most. */
  private static final int MOST_TURNS = 12;

  /** Cells that miss their shares by so little of the noise in them, squared, stay as they are. */
  private static final double HELD = 0.1;

  /** A tilt that is done again once cells are brought back need not come nearer than this times. */
  private static final double NEAR = 200;

  /** Turns that take less than this part of what cells miss away are not worth their time. */
  private static final double SLOW = 0.93;

  /**
   * What rows are tilted to.
   *
   * @param slack of each moment. Not copied.
   * @param hessian of a tilt of rows like these
   * @param tolerance twice the loss that the tilt may leave to gain
   * @param beforeStep called before each step of a tilt
   */
  record Wanted(
      TiltRows rows,
      double[] target,
      double[] slack,
      Cholesky hessian,
      double tolerance,
      Runnable beforeStep) {

    private EntropyTilt.Solution tilted(double[] base, double[] start, double part) {
      return new EntropyTilt(rows, base, beforeStep)
          .solve(target, slack, start, hessian, part * tolerance);
    }
  }

  /** Rows that weigh before a tilt what some coefficients say; even shares where there are none. */
  static HeldShares of(HeldCells held, char[][] cells, int rows) {
    double[] base = new double[rows];
    held.addTo(base, cells);
    double largest = Arrays.stream(base).max().orElse(0);
    for (int r = 0; r < rows; r++) {
      base[r] = Math.exp(base[r] - largest);
    }
    return new HeldShares(held, cells, ReplicateLaw.shares(base));
  }

  /** Rows under a tilt whose cells are held. */
  record Tilted(HeldShares before, EntropyTilt.Solution solution) {}

  /**
   * Tilts rows, and brings cells back to what rows have without weights.
   *
   * @param start where the coefficients of the tilt begin. Not modified.
   * @param ridge the slack of a cell's share over its variance
   * @param variance of a cell's share
   */
  Tilted tilted(Wanted wanted, double[] start, double ridge, double variance) {
    if (held.isEmpty()) {
      return new Tilted(this, wanted.tilted(base, start, 1));
    }
    double[][] even = evenShares();
    HeldShares now = this;
    double[] theta = start;
    double missed = Double.POSITIVE_INFINITY;
    for (int turn = 0; turn < MOST_TURNS; turn++) {
      EntropyTilt.Solution near = wanted.tilted(now.base, theta, NEAR);
      theta = near.theta();
      List<Raking.Margin> margins = now.margins(even, ridge * variance);
      double before = missed;
      missed = missed(margins, near.shares(), variance);
      if (turn > 0 && (missed <= HELD || missed > SLOW * before)) {
        break;
      }
      Raking.rake(near.shares(), 1, margins, SWEEPS);
      now = now.with(margins);
    }
    EntropyTilt.Solution last = wanted.tilted(now.base, theta, 1);
    List<Raking.Margin> margins = now.margins(even, ridge * variance);
    Raking.rake(last.shares(), 1, margins.subList(held.pairs(), margins.size()), LAST_SWEEPS);
    now = now.with(margins);
    return new Tilted(now, wanted.tilted(now.base, last.theta(), 1));
  }

  /** The shares of cells when all rows weigh the same. */
  private double[][] evenShares() {
    double[] even = new double[base.length];
    Arrays.fill(even, 1.0 / even.length);
    double[][] shares = new double[cells.length][];
    Arrays.setAll(shares, g -> Raking.sums(even, cells[g], held.coefficients()[g].length));
    return shares;
  }

  /** What each cell's share is to be; coefficients begin where they are. */
  private List<Raking.Margin> margins(double[][] wanted, double slack) {
    List<Raking.Margin> margins = new ArrayList<>();
    for (int g = 0; g < cells.length; g++) {
      double[] logs = held.coefficients()[g].clone();
      double[] slacks = new double[logs.length];
      Arrays.fill(slacks, slack);
      margins.add(new Raking.Margin(cells[g], wanted[g], slacks, logs));
    }
    return margins;
  }

  /** What cells of the group that is worst off miss, squared, over the variance of their shares. */
  private static double missed(List<Raking.Margin> margins, double[] shares, double variance) {
    double most = 0;
    for (Raking.Margin margin : margins) {
      double[] sums = margin.sums(shares);
      double squares = 0;
      for (int i = 0; i < sums.length; i++) {
        squares += Math.pow(sums[i] - margin.counts()[i], 2);
      }
      most = Math.max(most, squares / sums.length / variance);
    }
    return most;
  }

  private HeldShares with(List<Raking.Margin> margins) {
    return of(
        held.with(margins.stream().map(Raking.Margin::logs).toArray(double[][]::new)),
        cells,
        base.length);
  }
}
