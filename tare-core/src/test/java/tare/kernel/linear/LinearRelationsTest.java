package tare.kernel.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LinearRelationsTest {

  /** Variables x, y, x + y, and one of its own. */
  private static final double[] COVARIANCE = {
    1, 0, 1, 0, //
    0, 2, 2, 0, //
    1, 2, 3, 0, //
    0, 0, 0, 1
  };

  private static final double[] NONE = new double[4];

  @Test
  void aSumOfOthersIsFound() {
    LinearRelations relations = LinearRelations.of(COVARIANCE, 4, NONE);
    assertThat(relations.rank()).isEqualTo(3);
    assertThat(relations.determined()).hasSize(1).doesNotContain(3);
    double[] free = COVARIANCE.clone();
    free[10] = 3.5;
    assertThat(LinearRelations.of(free, 4, NONE).rank()).isEqualTo(4);
    // Half a unit of its own is little beside a whole one that is asked for.
    assertThat(LinearRelations.of(free, 4, new double[] {0.6, 0.6, 0.6, 0.6}).rank()).isEqualTo(3);
  }

  /** The sum varies most and is taken first, unless others are to come before it. */
  @Test
  void theFirstAreTakenBeforeAllOthers() {
    double[] little = {0.1, 0.1, 0.1, 0.1};
    assertThat(LinearRelations.of(COVARIANCE, 4, little).determined()).hasSize(1).doesNotContain(2);
    assertThat(LinearRelations.of(COVARIANCE, 4, 2, little, () -> {}).determined())
        .containsExactly(2);
  }

  /**
   * Measured 1, 1 and 5 with the same errors, the likeliest x, y and x + y share the excess of 3;
   * the sum with a quarter of the variance moves a quarter as far as each of the others.
   */
  @Test
  void measurementsAreBroughtBackByTheirErrors() {
    LinearRelations relations = LinearRelations.of(COVARIANCE, 4, NONE);
    double[] measured = {1, 1, 5, 7};
    assertThat(relations.projected(measured, NONE, new double[] {1, 1, 1, 1}))
        .containsExactly(new double[] {2, 2, 4, 7}, within(1e-12));
    double[] precise = relations.projected(measured, NONE, new double[] {1, 1, 0.25, 1});
    assertThat(precise)
        .containsExactly(new double[] {1 + 4 / 3.0, 1 + 4 / 3.0, 5 - 1 / 3.0, 7}, within(1e-12));
    assertThat(precise[0] + precise[1]).isCloseTo(precise[2], within(1e-12));
  }

  @Test
  void whatKeepsTheRelationsStays() {
    LinearRelations relations = LinearRelations.of(COVARIANCE, 4, NONE);
    double[] centre = {10, 20, 31, 0};
    double[] possible = {11, 22, 34, 5};
    assertThat(relations.projected(possible, centre, new double[] {1, 2, 3, 4}))
        .containsExactly(possible, within(1e-12));
  }
}
