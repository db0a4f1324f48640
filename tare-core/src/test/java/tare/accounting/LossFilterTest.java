package tare.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tare.accounting.LossFilter.Booked;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.Spherical;

class LossFilterTest {

  private static List<Booked> charges(PrivacyEvent event, int times) {
    return Collections.nCopies(times, new Booked("r", event, false));
  }

  /**
   * The strongest adversary against a rule: at each step it picks randomised response at one of two
   * epsilons, or stops, in sight of all answers, as far as the rule admits. Its delta is exact, by
   * dynamic programming over charges made and loss so far.
   */
  private static final class Adversary {
    private static final double UNIT = 0.1;
    private static final int[] MENU = {1, 4};

    private final LossFilter filter;
    private final Map<List<Integer>, Double> known = new HashMap<>();
    private final Map<List<Integer>, Boolean> admitted = new HashMap<>();

    Adversary(LossFilter filter) {
      this.filter = filter;
    }

    double delta() {
      return best(0, 0, 0);
    }

    private double best(int small, int large, int loss) {
      List<Integer> state = List.of(small, large, loss);
      Double before = known.get(state);
      if (before != null) {
        return before;
      }
      double best = Math.max(0, -Math.expm1(filter.limit().epsilon() - UNIT * loss));
      for (int units : MENU) {
        int nextSmall = small + (units == MENU[0] ? 1 : 0);
        int nextLarge = large + (units == MENU[1] ? 1 : 0);
        if (admits(nextSmall, nextLarge)) {
          double up = 1 / (1 + Math.exp(-UNIT * units));
          double value =
              up * best(nextSmall, nextLarge, loss + units)
                  + (1 - up) * best(nextSmall, nextLarge, loss - units);
          best = Math.max(best, value);
        }
      }
      known.put(state, best);
      return best;
    }

    private boolean admits(int small, int large) {
      return admitted.computeIfAbsent(
          List.of(small, large),
          counts -> {
            List<Booked> all = new ArrayList<>(charges(new Spherical(UNIT * MENU[0]), small));
            all.addAll(charges(new Spherical(UNIT * MENU[1]), large));
            return filter.admits(all);
          });
    }
  }

  /** No strategy beats the rule for life; the tightest composition of fixed events is beaten. */
  @ParameterizedTest
  @CsvSource({"1, 0.01", "1.5, 0.02", "0.8, 0.05"})
  void releasesMayBePlannedInSightOfEarlierOnes(double epsilon, double delta) {
    PrivacyBudget limit = new PrivacyBudget(epsilon, delta);
    assertThat(new Adversary(LossFilter.forLife(limit)).delta()).isLessThanOrEqualTo(delta);
    assertThat(new Adversary(LossFilter.fixedBeforehand(limit)).delta())
        .as("the twin: as if all events were fixed, an adversary gets more than delta")
        .isGreaterThan(1.01 * delta);
  }

  @Test
  void pureEpsilonsAddUpAndGaussiansDoNot() {
    LossFilter life = LossFilter.forLife(new PrivacyBudget(1, 1e-6));
    assertThat(life.admits(charges(new Spherical(0.25), 4))).isTrue();
    assertThat(life.left(charges(new Spherical(0.25), 3)))
        .isCloseTo(0.25, org.assertj.core.data.Offset.offset(1e-9));
    double one = AnalyticGaussian.epsilon(40, 1e-6);
    assertThat(life.admits(charges(new Gaussian(40), (int) (2.5 / one)))).isTrue();
    assertThat(life.admits(charges(new Gaussian(40), (int) (12 / one)))).isFalse();
    assertThat(LossFilter.forLife(new PrivacyBudget(1, 0)).admits(charges(new Gaussian(1e5), 1)))
        .isFalse();
  }

  /** The order follows from the limit alone, and is a good one for Gaussian noise. */
  @ParameterizedTest
  @CsvSource({"0.5, 1e-6", "1, 1e-6", "3, 1e-6", "3, 1e-9", "10, 1e-5"})
  void theOrderCostsLittle(double epsilon, double delta) {
    PrivacyBudget limit = new PrivacyBudget(epsilon, delta);
    double sigma = AnalyticGaussian.sigma(limit);
    LossFilter life = LossFilter.forLife(limit);
    assertThat(life.admits(charges(new Gaussian(sigma), 1))).isFalse();
    assertThat(life.admits(charges(new Gaussian(1.15 * sigma), 1))).isTrue();
  }

  /**
   * The reading is that of one order, settled by the limit, whatever was charged: the best of
   * several, picked afterwards, is no filter. In closed form for Gaussian noise.
   */
  @ParameterizedTest
  @CsvSource({"40, 1", "40, 30", "400, 1", "8, 1", "2.5, 1"})
  void theOrderIsNotPickedAfterwards(double sigma, int times) {
    PrivacyBudget limit = new PrivacyBudget(3, 1e-6);
    LossFilter.Life life = (LossFilter.Life) LossFilter.forLife(limit);
    double order = life.order();
    double divergence = times * order / (2 * sigma * sigma);
    double expected =
        divergence + Math.log1p(-1 / order) - Math.log(limit.delta() * order) / (order - 1);
    assertThat(life.spent(charges(new Gaussian(sigma), times)))
        .isCloseTo(expected, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(((LossFilter.Life) LossFilter.forLife(limit)).order()).isEqualTo(life.order());
  }
}
