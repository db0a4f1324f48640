package tare.learn;

import java.util.Arrays;

/**
 * Rows that share clips: each may move a sum by its part of one.
 *
 * @param shares the part of a clip that is each row's
 */
record SharedExamples(Examples rows, float[] shares) implements Examples {

  SharedExamples {
    if (shares.length != rows.size()) {
      throw new IllegalArgumentException(
          "There must be a share for every row. Got: "
              + shares.length
              + " shares for "
              + rows.size()
              + " rows.");
    }
  }

  /**
   * Shares that sum to one in every unit.
   *
   * @param starts the first row of each unit, ascending, and then the number of rows. Not modified.
   */
  static float[] shares(int[] starts) {
    float[] shares = new float[starts[starts.length - 1]];
    for (int u = 0; u + 1 < starts.length; u++) {
      // Privacy hangs on this line: the shares of one unit's rows sum to one.
      Arrays.fill(shares, starts[u], starts[u + 1], 1f / (starts[u + 1] - starts[u]));
    }
    return shares;
  }

  @Override
  public int size() {
    return rows.size();
  }

  @Override
  public int width() {
    return rows.width();
  }

  @Override
  public void copyInputs(int row, float[] to, int toFrom) {
    rows.copyInputs(row, to, toFrom);
  }

  @Override
  public float target(int row) {
    return rows.target(row);
  }

  @Override
  public float share(int row) {
    return shares[row];
  }
}
