package tare.kernel.mlp;

/** How a descent direction moves parameters. */
public sealed interface StepRule {

  /** parameters -= rate * direction. */
  record Plain(double rate) implements StepRule {
    public Plain {
      requireRate(rate);
    }

    @Override
    public Optimiser start(int parameterCount) {
      return (parameters, direction) -> {
        float step = (float) rate;
        for (int i = 0; i < parameterCount; i++) {
          parameters[i] -= step * direction[i];
        }
      };
    }
  }

  /**
   * Adam (Kingma and Ba 2015), with bias correction.
   *
   * @param firstDecay how much of the running mean of directions is kept at each step
   * @param secondDecay how much of the running mean of their squares is kept
   * @param floor added to the root mean square that divides
   */
  record Adam(double rate, double firstDecay, double secondDecay, double floor)
      implements StepRule {
    public Adam {
      requireRate(rate);
      if (!(firstDecay >= 0 && firstDecay < 1 && secondDecay >= 0 && secondDecay < 1)) {
        throw new IllegalArgumentException(
            "Decays must be in [0, 1). Got: " + firstDecay + " and " + secondDecay);
      }
      if (!(floor > 0)) {
        throw new IllegalArgumentException("The floor must be positive. Got: " + floor);
      }
    }

    /** Adam with decays 0.9 and 0.999 and floor 1e-8. */
    public static Adam withRate(double rate) {
      return new Adam(rate, 0.9, 0.999, 1e-8);
    }

    @Override
    public Optimiser start(int parameterCount) {
      return new AdamOptimiser(this, parameterCount);
    }
  }

  /** The step size. */
  double rate();

  /** An optimiser at its first step, with a state of its own. */
  Optimiser start(int parameterCount);

  /** The state of a descent. */
  @FunctionalInterface
  interface Optimiser {

    /** One step. @param parameters Modified. @param direction Not modified. */
    void step(float[] parameters, float[] direction);
  }

  private static void requireRate(double rate) {
    if (!(rate > 0) || Double.isInfinite(rate)) {
      throw new IllegalArgumentException("rate must be positive and finite. Got: " + rate);
    }
  }
}
