package tare.kernel.mlp;

/** What a layer does to its weighted sums, value by value. */
public enum Activation {
  IDENTITY {
    @Override
    public void apply(float[] values, int from, int to) {}

    @Override
    public void backward(float[] outputs, float[] deltas, int from, int to) {}
  },

  RELU {
    @Override
    public void apply(float[] values, int from, int to) {
      for (int i = from; i < to; i++) {
        values[i] = Math.max(values[i], 0f);
      }
    }

    @Override
    public void backward(float[] outputs, float[] deltas, int from, int to) {
      // Outputs are never negative, so this is 0 or 1, or next to nothing for subnormal ones;
      // without
      // a branch, which would be mispredicted at every second value.
      for (int i = from; i < to; i++) {
        deltas[i] *= Math.min(1f, outputs[i] * Float.MAX_VALUE);
      }
    }
  },

  TANH {
    @Override
    public void apply(float[] values, int from, int to) {
      for (int i = from; i < to; i++) {
        values[i] = tanh(values[i]);
      }
    }

    @Override
    public void backward(float[] outputs, float[] deltas, int from, int to) {
      for (int i = from; i < to; i++) {
        deltas[i] *= 1f - outputs[i] * outputs[i];
      }
    }
  },

  SIGMOID {
    @Override
    public void apply(float[] values, int from, int to) {
      for (int i = from; i < to; i++) {
        values[i] = 0.5f + 0.5f * tanh(0.5f * values[i]);
      }
    }

    @Override
    public void backward(float[] outputs, float[] deltas, int from, int to) {
      for (int i = from; i < to; i++) {
        deltas[i] *= outputs[i] * (1f - outputs[i]);
      }
    }
  };

  /** Puts f(v) in the place of every v. @param values Modified from {@code from} to {@code to}. */
  public abstract void apply(float[] values, int from, int to);

  /**
   * Multiplies by f', written in terms of f.
   *
   * @param outputs what {@link #apply} gave. Not modified.
   * @param deltas derivatives with respect to outputs become those with respect to weighted sums.
   *     Modified.
   */
  public abstract void backward(float[] outputs, float[] deltas, int from, int to);

  /**
   * The hyperbolic tangent to within 1e-6: Lambert's continued fraction cut at the eleventh term,
   * written as one quotient so that the JIT compilers can vectorise it, which they cannot with
   * Math.tanh. Beyond 9 the tangent is one to float accuracy. Not a number stays not a number.
   */
  private static float tanh(float value) {
    float x = Math.max(-9f, Math.min(9f, value));
    float y = x * x;
    float numerator =
        1f
            + y
                * (1.4492754e-1f
                    + y
                        * (4.9689441e-3f
                            + y * (5.8116305e-5f + y * (2.3740321e-7f + y * 2.4665268e-10f))));
    float denominator =
        1f
            + y
                * (4.7826087e-1f
                    + y
                        * (3.1055901e-2f
                            + y
                                * (6.1022121e-4f
                                    + y
                                        * (4.2732577e-6f
                                            + y * (9.4961283e-9f + y * 3.1622139e-12f)))));
    return x * numerator / denominator;
  }
}
