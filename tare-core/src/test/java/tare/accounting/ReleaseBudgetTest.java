package tare.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyEvent.DiscreteLaplace;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.NonPrivate;

class ReleaseBudgetTest {

  private static final PrivacyBudget WHOLE = new PrivacyBudget(1, 1e-6);

  @Test
  void whatDecidesLaterEventsIsAddedAndTheRestIsComposed() {
    ReleaseBudget release =
        ReleaseBudget.of(WHOLE)
            .afterDeciding(new DiscreteLaplace(50, 1))
            .after(new Gaussian(10), 0)
            .after(new Gaussian(10), 0);
    double rest = AnalyticGaussian.epsilon(10 / Math.sqrt(2), 1e-6);
    assertThat(release.epsilon()).isCloseTo(0.02 + rest, withPercentage(1e-6));
    assertThat(release.holds()).isTrue();
  }

  /** However many events decide later ones: a release may buy more than one count. */
  @Test
  void allThatDecidesIsAddedUp() {
    ReleaseBudget release =
        ReleaseBudget.of(WHOLE)
            .afterDeciding(new DiscreteLaplace(50, 1))
            .afterDeciding(new DiscreteLaplace(20, 1))
            .after(new Gaussian(10), 0);
    assertThat(release.epsilon())
        .isCloseTo(0.02 + 0.05 + AnalyticGaussian.epsilon(10, 1e-6), withPercentage(1e-6));
  }

  /** A last event at a part of delta leaves the others the rest of it, and no more. */
  @Test
  void whatIsLeftIsReckonedAtTheRestOfDelta() {
    ReleaseBudget before = ReleaseBudget.of(WHOLE).after(new Gaussian(8), 1e-6);
    assertThat(before.left(9e-7))
        .isCloseTo(1 - AnalyticGaussian.epsilon(8, 1e-7), withPercentage(1e-4));
    assertThat(before.left(9e-7)).isLessThan(before.left(1e-7));
  }

  @Test
  void anEventThatDecidesMustBePure() {
    ReleaseBudget release = ReleaseBudget.of(WHOLE).afterDeciding(new Gaussian(100));
    assertThat(release.epsilon()).isInfinite();
    assertThat(ReleaseBudget.of(WHOLE).after(new NonPrivate(), 1e-7).holds()).isFalse();
  }

  /** Parts of delta are a hint: those that are not parts of the whole help nobody. */
  @Test
  void partsOfDeltaThatSumToMoreThanTheWholeAreNotBelieved() {
    PrivacyEvent event = new Gaussian(8);
    double honest = ReleaseBudget.of(WHOLE).after(event, 1e-6).epsilon();
    for (double part : new double[] {1e-3, 0.5, Double.NaN, -1}) {
      assertThat(ReleaseBudget.of(WHOLE).after(event, part).epsilon()).isEqualTo(honest);
    }
  }

  @Test
  void theLastEventFillsWhatTheOthersLeave() {
    ReleaseBudget before =
        ReleaseBudget.of(WHOLE).afterDeciding(new DiscreteLaplace(50, 1)).after(new Gaussian(6), 0);
    double scale = before.lastNoiseMultiplier(Gaussian::new);
    ReleaseBudget all = before.after(new Gaussian(scale), 0);
    assertThat(all.holds()).isTrue();
    assertThat(all.epsilon()).isCloseTo(1, withPercentage(0.01));
    // Adding up would have asked for more noise.
    double addedUp = AnalyticGaussian.sigma(before.left(5e-7), 5e-7);
    assertThat(scale).isLessThan(0.9 * addedUp);
  }

  @Test
  void nothingIsLeftOfWhatWasSpent() {
    ReleaseBudget spent = ReleaseBudget.of(WHOLE).afterDeciding(new DiscreteLaplace(1, 1));
    assertThat(spent.left(0)).isZero();
    assertThatThrownBy(() -> spent.lastNoiseMultiplier(Gaussian::new))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Nothing is left");
  }
}
