package tare.evaluation;

/** A kind of model that learns from weighted examples. */
interface DownstreamLearner {

  /** The short name, as grids and options use it. */
  String name();

  /** The name in tables, for classes or for numbers. */
  default String title(boolean classification) {
    return name();
  }

  /** Trains on examples; the masses are not negative and have a positive sum. */
  Trained train(LabelledRows examples, double[] mass);

  /** A trained model. */
  interface Trained {

    /**
     * For classification one row of scores per class, higher meaning more likely; for regression
     * one row of predictions.
     */
    double[][] predict(double[][] points);
  }
}
