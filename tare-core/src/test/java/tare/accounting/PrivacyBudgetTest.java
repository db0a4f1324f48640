package tare.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget.Share;
import tare.random.Seed;

class PrivacyBudgetTest {

  @Test
  void partsNeverSumToMoreThanTheWhole() {
    RandomGenerator random = new Seed(7).stream("splits");
    for (int round = 0; round < 20_000; round++) {
      PrivacyBudget whole =
          new PrivacyBudget(random.nextDouble() * 10, Math.scalb(random.nextDouble(), -20));
      Share[] shares = shares(random, 1 + random.nextInt(8));
      List<PrivacyBudget> parts = whole.split(shares);
      BigDecimal epsilon = BigDecimal.ZERO;
      BigDecimal delta = BigDecimal.ZERO;
      double epsilonForth = 0;
      double epsilonBack = 0;
      double deltaForth = 0;
      for (int i = 0; i < parts.size(); i++) {
        epsilon = epsilon.add(new BigDecimal(parts.get(i).epsilon()));
        delta = delta.add(new BigDecimal(parts.get(i).delta()));
        epsilonForth += parts.get(i).epsilon();
        epsilonBack += parts.get(parts.size() - 1 - i).epsilon();
        deltaForth += parts.get(i).delta();
        assertThat(parts.get(i).epsilon())
            .isBetween(
                shares[i].ofEpsilon() * whole.epsilon() * (1 - 1e-8),
                shares[i].ofEpsilon() * whole.epsilon());
      }
      assertThat(epsilon).isLessThanOrEqualTo(new BigDecimal(whole.epsilon()));
      assertThat(delta).isLessThanOrEqualTo(new BigDecimal(whole.delta()));
      assertThat(epsilonForth).isLessThanOrEqualTo(whole.epsilon());
      assertThat(epsilonBack).isLessThanOrEqualTo(whole.epsilon());
      assertThat(deltaForth).isLessThanOrEqualTo(whole.delta());
    }
  }

  /** Shares that sum to one as decimals, which as doubles may sum to a little more. */
  private static Share[] shares(RandomGenerator random, int parts) {
    double[] raw = random.doubles(parts, 0.01, 1).toArray();
    double sum = 0;
    for (double value : raw) {
      sum += value;
    }
    Share[] shares = new Share[parts];
    for (int i = 0; i < parts; i++) {
      shares[i] = Share.of(Math.min(1, raw[i] / sum));
    }
    return shares;
  }

  @Test
  void paperSplit() {
    Share weights = new Share(0.1, 0.3);
    List<PrivacyBudget> parts = new PrivacyBudget(1, 1e-6).split(weights, weights.rest());
    assertThat(parts.get(0).epsilon()).isCloseTo(0.1, org.assertj.core.data.Offset.offset(1e-15));
    assertThat(parts.get(1).delta()).isCloseTo(0.7e-6, org.assertj.core.data.Offset.offset(1e-20));
  }

  @Test
  void oneShareOfAllIsTheWhole() {
    PrivacyBudget whole = new PrivacyBudget(0.3, 1e-7);
    assertThat(whole.split(Share.of(1))).containsExactly(whole);
  }

  @Test
  void refusesSharesOverTheWhole() {
    assertThatThrownBy(() -> new PrivacyBudget(1, 0).split(Share.of(0.6), Share.of(0.5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Shares of epsilon must not sum to more than 1. Got: 1.1");
  }

  @Test
  void refusesWhatIsNoBudget() {
    assertThatThrownBy(() -> new PrivacyBudget(-1, 0)).hasMessageContaining("Got: -1.0");
    assertThatThrownBy(() -> new PrivacyBudget(1, 1.2))
        .hasMessage("delta must be in [0, 1). Got: 1.2");
    assertThatThrownBy(() -> new PrivacyBudget(Double.NaN, 0)).hasMessageContaining("NaN");
  }
}
