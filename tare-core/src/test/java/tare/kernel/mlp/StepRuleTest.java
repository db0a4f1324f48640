package tare.kernel.mlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StepRuleTest {

  @Test
  void plainStepsGoDownhill() {
    float[] parameters = {1f, -2f};
    new StepRule.Plain(0.5).start(2).step(parameters, new float[] {2f, -4f});
    assertThat(parameters).containsExactly(0f, 0f);
  }

  /** The recursion as Kingma and Ba print it, in double. */
  @Test
  void adamIsTheRecursionOfItsPaper() {
    double[] directions = {0.3, -1.2, 0.05, 4, -0.7};
    StepRule.Adam rule = new StepRule.Adam(0.01, 0.8, 0.95, 1e-3);
    StepRule.Optimiser optimiser = rule.start(1);
    float[] parameters = {0.5f};
    double expected = 0.5;
    double m = 0;
    double v = 0;
    for (int t = 1; t <= directions.length; t++) {
      double g = directions[t - 1];
      m = 0.8 * m + 0.2 * g;
      v = 0.95 * v + 0.05 * g * g;
      double mHat = m / (1 - Math.pow(0.8, t));
      double vHat = v / (1 - Math.pow(0.95, t));
      expected -= 0.01 * mHat / (Math.sqrt(vHat) + 1e-3);
      optimiser.step(parameters, new float[] {(float) g});
      assertThat((double) parameters[0]).isCloseTo(expected, within(1e-6));
    }
  }

  @Test
  void refusesARateThatIsNone() {
    assertThatThrownBy(() -> new StepRule.Plain(0))
        .hasMessage("rate must be positive and finite. Got: 0.0");
    assertThatThrownBy(() -> new StepRule.Adam(0.1, 1, 0.9, 1e-8))
        .hasMessageStartingWith("Decays must be in [0, 1).");
  }
}
