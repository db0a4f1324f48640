package tare.learn;

/** Rows as a network sees them: numbers in, and a target to come out. */
public interface Examples {

  /** The number of rows. Not public when the rows are private. */
  int size();

  /** The number of inputs of a row. */
  int width();

  /** Copies the inputs of a row. @param to Modified from {@code toFrom} on. */
  void copyInputs(int row, float[] to, int toFrom);

  /** What the network should say about a row. */
  float target(int row);

  /** The part of a clip by which a row may move a sum; rows of one unit may share one. */
  default float share(int row) {
    return 1;
  }

  /** Some of these rows, copied, in the order named. @param which Not modified. */
  default Examples picked(int[] which) {
    float[] inputs = new float[which.length * width()];
    float[] targets = new float[which.length];
    for (int i = 0; i < which.length; i++) {
      copyInputs(which[i], inputs, i * width());
      targets[i] = target(which[i]);
    }
    return of(inputs, width(), targets);
  }

  /** Rows that all have the same target. @param inputs row by row; not copied. */
  static Examples labelled(float[] inputs, int width, float target) {
    return new DenseExamples(inputs, width, row -> target);
  }

  /** Rows with a target each. @param inputs row by row; not copied. @param targets not copied. */
  static Examples of(float[] inputs, int width, float[] targets) {
    if ((long) width * targets.length != inputs.length) {
      throw new IllegalArgumentException(
          "Inputs must be width times targets. Got: "
              + inputs.length
              + " inputs, width "
              + width
              + ", "
              + targets.length
              + " targets.");
    }
    return new DenseExamples(inputs, width, row -> targets[row]);
  }

  /** No rows. */
  static Examples none(int width) {
    return labelled(new float[0], width, 0);
  }
}
