package tare.gate;

import tare.gate.PrivateRows.Vectors;

/** Vectors of rows as arrays, for tests. */
public final class VectorArrays {

  private VectorArrays() {}

  /** Vectors that stand one after the other. @param values Not copied. */
  public static Vectors of(float[] values, int width) {
    return new Vectors() {
      @Override
      public int count() {
        return values.length / width;
      }

      @Override
      public void copy(int row, float[] to, int at) {
        System.arraycopy(values, row * width, to, at, width);
      }
    };
  }

  /** All vectors, one after the other. */
  public static float[] array(Vectors vectors, int width) {
    float[] all = new float[vectors.count() * width];
    for (int row = 0; row < vectors.count(); row++) {
      vectors.copy(row, all, row * width);
    }
    return all;
  }
}
