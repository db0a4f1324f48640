package tare.learn;

import tare.gate.PrivateRows;

/** Private rows of a lot that all have the same target, each a vector when it is asked for. */
record LotExamples(PrivateRows.Vectors rows, int width, float target) implements Examples {

  @Override
  public int size() {
    return rows.count();
  }

  @Override
  public void copyInputs(int row, float[] to, int toFrom) {
    rows.copy(row, to, toFrom);
  }

  @Override
  public float target(int row) {
    return target;
  }
}
