package tare.kernel.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

/** Sums that hang on nothing but what is added. */
class ExactSumsTest {

  private static final int SIZE = 3;

  /** Numbers of all sizes, so that plain sums in another order would differ. */
  private static double[][] vectors(int count) {
    RandomGenerator random = new Seed(1).stream("vectors");
    double[][] vectors = new double[count][SIZE];
    for (double[] vector : vectors) {
      for (int j = 0; j < SIZE; j++) {
        vector[j] = random.nextGaussian() * Math.pow(10, random.nextInt(10) - 6);
      }
    }
    return vectors;
  }

  private static ExactSums sums(double[][] vectors, int from, int step) {
    ExactSums sums = new ExactSums(SIZE + 1);
    for (int v = from; v >= 0 && v < vectors.length; v += step) {
      sums.next();
      sums.addScaled(0.5, vectors[v], 0, SIZE);
      sums.add(SIZE, vectors[v][0]);
    }
    return sums;
  }

  @Test
  void orderAndPartsChangeNoBit() {
    double[][] vectors = vectors(5_000);
    double[] forward = sums(vectors, 0, 1).totals();
    assertThat(sums(vectors, vectors.length - 1, -1).totals()).containsExactly(forward);
    ExactSums inParts = new ExactSums(SIZE + 1);
    for (int part = 6; part >= 0; part--) {
      inParts = sums(vectors, part, 7).plus(inParts);
    }
    assertThat(inParts.totals()).containsExactly(forward);
  }

  /** The twin: in doubles alone the order shows. */
  @Test
  void plainSumsDiffer() {
    double[][] vectors = vectors(5_000);
    double forward = 0;
    double backward = 0;
    for (int v = 0; v < vectors.length; v++) {
      forward += vectors[v][0];
      backward += vectors[vectors.length - 1 - v][0];
    }
    assertThat(forward).isNotEqualTo(backward);
  }

  @Test
  void whatIsLostIsAStepOfTheFineGridANumber() {
    double[][] vectors = vectors(5_000);
    BigDecimal exact = BigDecimal.ZERO;
    for (double[] vector : vectors) {
      exact = exact.add(new BigDecimal(vector[0]));
    }
    assertThat(sums(vectors, 0, 1).totals()[SIZE])
        .isCloseTo(exact.doubleValue(), within(vectors.length * ExactSums.ROUNDING));
  }

  /** More vectors than doubles alone could add without rounding, of the largest size. */
  @Test
  void manyLargeNumbersAreAddedWithoutRounding() {
    ExactSums sums = new ExactSums(1);
    double number = Math.nextDown(ExactSums.LARGEST);
    int count = (1 << 21) + 3;
    for (int v = 0; v < count; v++) {
      sums.next();
      sums.add(0, number);
    }
    double exact = new BigDecimal(number).multiply(BigDecimal.valueOf(count)).doubleValue();
    assertThat(sums.totals()[0]).isEqualTo(exact);
  }
}
