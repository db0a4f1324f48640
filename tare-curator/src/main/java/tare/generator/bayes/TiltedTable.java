package tare.generator.bayes;

import java.util.Arrays;

/*
 * Cells are a product of one factor per group of each column and exp(u' T v), u and v the axes of
 * the two groups: for two normal scores that is the bivariate normal law, for a level and a normal
 * score a shift of the score by level, for two sets of levels any table.
 */

/** Tables of two columns with given shares of both and a given covariance of their scores. */
final class TiltedTable {

  /** A tilt of 6 on both normal scores is a correlation of 0.92. */
  private static final double MOST_TILT = 6;

  private static final int HALVINGS = 30;
  private static final int STEPS = 60;
  private static final int SWEEPS = 40;

  private final ColumnScores a;
  private final ColumnScores b;
  private final double[][] tilt;
  private double[] cells = new double[0];

  private TiltedTable(ColumnScores a, ColumnScores b) {
    this.a = a;
    this.b = b;
    this.tilt = new double[a.dimensions()][b.dimensions()];
  }

  /**
   * The shares of the cells, row-major.
   *
   * @param covariance of the scores. Not modified.
   */
  static double[] of(ColumnScores a, ColumnScores b, double[][] covariance) {
    TiltedTable table = new TiltedTable(a, b);
    if (a.dimensions() == 1 && b.dimensions() == 1) {
      table.halve(covariance[0][0]);
    } else {
      table.descend(covariance);
    }
    return table.cells;
  }

  private void halve(double covariance) {
    double from = -MOST_TILT;
    double to = MOST_TILT;
    for (int i = 0; i < HALVINGS; i++) {
      tilt[0][0] = (from + to) / 2;
      balance();
      boolean less = covariance(0, 0) < covariance;
      from = less ? tilt[0][0] : from;
      to = less ? to : tilt[0][0];
    }
  }

  private void descend(double[][] covariance) {
    for (int step = 0; step < STEPS; step++) {
      balance();
      for (int i = 0; i < tilt.length; i++) {
        for (int j = 0; j < tilt[i].length; j++) {
          double slope = a.along(i, i) * b.along(j, j);
          double missing = covariance[i][j] - covariance(i, j);
          double moved = tilt[i][j] + (slope > 1e-6 ? 0.7 * missing / slope : 0);
          tilt[i][j] = Math.max(-MOST_TILT, Math.min(MOST_TILT, moved));
        }
      }
    }
    balance();
  }

  private double covariance(int i, int j) {
    double sum = 0;
    for (int cell = 0; cell < cells.length; cell++) {
      sum += cells[cell] * a.score(cell / b.groups(), i) * b.score(cell % b.groups(), j);
    }
    return sum - a.mean(i) * b.mean(j);
  }

  /** The cells of the present tilt, with the columns' own shares. */
  private void balance() {
    int width = b.groups();
    double[] tilted = new double[a.groups() * width];
    for (int cell = 0; cell < tilted.length; cell++) {
      double sum = 0;
      for (int i = 0; i < tilt.length; i++) {
        for (int j = 0; j < tilt[i].length; j++) {
          sum += tilt[i][j] * a.axes()[cell / width][i] * b.axes()[cell % width][j];
        }
      }
      tilted[cell] = Math.exp(Math.max(-60, Math.min(60, sum)));
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      scale(tilted, a.shares(), true);
      scale(tilted, b.shares(), false);
    }
    cells = tilted;
  }

  private void scale(double[] tilted, double[] shares, boolean first) {
    double[] sums = TableShrinkage.sums(tilted, shares.length, first);
    double total = Arrays.stream(shares).sum();
    for (int cell = 0; cell < tilted.length; cell++) {
      int group = first ? cell / b.groups() : cell % b.groups();
      tilted[cell] *= shares[group] / total / sums[group];
    }
  }
}
