package tare.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicatesTest {

  private static final Replicates TWO = of(new float[][] {{0.5f, 1.5f}, {2, 0}});

  private static Replicates of(float[][] weights) {
    return new Replicates(weights, List.of("noise"), List.of());
  }

  @Test
  void theSpreadIsTakenAroundTheFullEstimate() {
    assertThat(TWO.standardError(1, new double[] {2, 4})).isEqualTo(Math.sqrt(5));
  }

  /** R 4.2: qt(0.975, 1) and qt(0.975, 49). */
  @Test
  void intervalsTakeStudentsQuantile() {
    assertThat(TWO.quantile(0.95)).isCloseTo(12.7062047361747, within(1e-9));
    float[][] ones = new float[50][1];
    for (float[] one : ones) {
      one[0] = 1;
    }
    Replicates fifty = of(ones);
    assertThat(fifty.quantile(0.95)).isCloseTo(2.00957523712924, within(1e-12));
  }

  @Test
  void replicatesOfSomeRowsHaveAMeanOfOneAgain() {
    Replicates some = of(new float[][] {{0.5f, 1, 1.5f}, {2, 0.6f, 0.4f}}).of(0, 2);
    assertThat(some.replicate(0)).containsExactly(0.5, 1.5);
    assertThat(some.replicate(1)).containsExactly(new double[] {5 / 3.0, 1 / 3.0}, within(1e-6));
    assertThat(some.covers()).containsExactly("noise");
  }

  @Test
  void weightsThatAreNoneAreRefused() {
    assertThatThrownBy(() -> of(new float[][] {{1, 1}})).hasMessageContaining("at least 2");
    assertThatThrownBy(() -> of(new float[][] {{1, 1}, {1}})).hasMessageContaining("same rows");
    assertThatThrownBy(() -> of(new float[][] {{1, 1}, {2, 1}})).hasMessageContaining("mean one");
    assertThatThrownBy(() -> of(new float[][] {{1, 1}, {3, -1}})).hasMessageContaining("-1.0");
    assertThatThrownBy(() -> of(new float[][] {{1, 1}, {Float.NaN, 1}}))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> TWO.standardError(0, new double[3])).hasMessageContaining("Got: 3");
  }
}
