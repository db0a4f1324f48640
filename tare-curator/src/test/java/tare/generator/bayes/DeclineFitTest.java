package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

/** Laws of decline fitted to noised counts. Seeds are fixed, so nothing here fails by chance. */
class DeclineFitTest {

  private static final double ROWS = 1_000;
  private static final int SHELLS = 12;

  /** Shells that double in size, with the rows that a survival function leaves in each. */
  private static List<DeclineFit.Shell> shells(DoubleUnaryOperator beyond, double deviation) {
    RandomGenerator random = new Seed(1).stream("shells");
    List<DeclineFit.Shell> shells = new ArrayList<>();
    for (int i = 0; i < SHELLS; i++) {
      double near = Math.pow(2, i);
      double rows = ROWS * (beyond.applyAsDouble(near) - beyond.applyAsDouble(2 * near));
      shells.add(
          new DeclineFit.Shell(
              near, 2 * near, rows + deviation * random.nextGaussian(), deviation * deviation));
    }
    return shells;
  }

  @Test
  void aPowerLawIsFound() {
    DeclineFit law = DeclineFit.of(1, shells(d -> Math.pow(d, -1.7), 1));
    assertThat(law.rows(1, 2)).isCloseTo(ROWS * (1 - Math.pow(2, -1.7)), within(20.0));
    assertThat(law.rows(16, 32))
        .isCloseTo(ROWS * (Math.pow(16, -1.7) - Math.pow(32, -1.7)), within(2.0));
  }

  /** Noise of 20 rows on shells that hold 30 and fewer: the tail of an exponential law ends. */
  @Test
  void aTailThatEndsEnds() {
    DeclineFit law = DeclineFit.of(1, shells(d -> Math.exp(1 - d), 20));
    double far = law.rows(64, 4096);
    assertThat(far).isLessThan(1);
    // The twin: one power law through the same first two shells would have gone on.
    double ratio = (Math.exp(-1) - Math.exp(-3)) / (1 - Math.exp(-1));
    assertThat(ROWS * Math.pow(ratio, 6)).isGreaterThan(1);
  }

  @Test
  void nothingComesOfNothing() {
    assertThat(DeclineFit.NOTHING.rows(1, 1e9)).isZero();
    assertThat(DeclineFit.of(1, shells(d -> 0, 0.001)).rows(1, 1e9)).isLessThan(0.1);
    assertThat(DeclineFit.of(1, List.of()).rows(1, 1e9)).isZero();
  }
}
