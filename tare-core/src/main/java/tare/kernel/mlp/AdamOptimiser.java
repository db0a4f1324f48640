package tare.kernel.mlp;

/** The running means of Adam. */
final class AdamOptimiser implements StepRule.Optimiser {

  private final StepRule.Adam rule;
  private final float[] first;
  private final float[] second;
  private double firstLeft = 1; // firstDecay^t
  private double secondLeft = 1;

  AdamOptimiser(StepRule.Adam rule, int parameterCount) {
    this.rule = rule;
    this.first = new float[parameterCount];
    this.second = new float[parameterCount];
  }

  @Override
  public void step(float[] parameters, float[] direction) {
    firstLeft *= rule.firstDecay();
    secondLeft *= rule.secondDecay();
    // Both bias corrections go into two scalars: rate m^/(sqrt(v^) + floor)
    // = scale m / (sqrt(v) + scaledFloor).
    double root = Math.sqrt(1 - secondLeft);
    float scale = (float) (rule.rate() * root / (1 - firstLeft));
    float floor = (float) (rule.floor() * root);
    float keepFirst = (float) rule.firstDecay();
    float takeFirst = (float) (1 - rule.firstDecay());
    float keepSecond = (float) rule.secondDecay();
    float takeSecond = (float) (1 - rule.secondDecay());
    for (int i = 0; i < first.length; i++) {
      float d = direction[i];
      float m = keepFirst * first[i] + takeFirst * d;
      float v = keepSecond * second[i] + takeSecond * d * d;
      first[i] = m;
      second[i] = v;
      parameters[i] -= scale * m / ((float) Math.sqrt(v) + floor);
    }
  }
}
