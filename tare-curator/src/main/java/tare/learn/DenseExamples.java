package tare.learn;

/** Examples in one array. */
record DenseExamples(float[] inputs, int width, Targets targets) implements Examples {

  interface Targets {
    float of(int row);
  }

  DenseExamples {
    if (width < 1 || inputs.length % width != 0) {
      throw new IllegalArgumentException(
          "Inputs must be whole rows of width " + width + ". Got: " + inputs.length + " values.");
    }
  }

  @Override
  public int size() {
    return inputs.length / width;
  }

  @Override
  public void copyInputs(int row, float[] to, int toFrom) {
    System.arraycopy(inputs, row * width, to, toFrom, width);
  }

  @Override
  public float target(int row) {
    return targets.of(row);
  }
}
