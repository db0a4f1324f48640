package tare.analysis;

/** A fitted function from a row of a design to scores. */
public interface Predictor {

  /**
   * Fills in one score per class, in the order of the classes (larger means more likely), or the
   * one number that is predicted.
   *
   * @param x holds the row from an offset on, one value per column of the design. Not modified.
   * @param scores Modified.
   */
  void predict(double[] x, int offset, double[] scores);
}
