package tare.kernel.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.SingularValueDecomposition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.random.Seed;

/** The vector kernel against its plain twin, and what is built on both. */
class RowKernelTest {

  private final RandomGenerator random = new Seed(3).stream("kernel");
  private final RowKernel plain = new PlainRowKernel();
  private final RowKernel vector = new VectorRowKernel();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 64, 99})
  void bothKernelsAgree(int columns) {
    int rows = 9;
    double[] matrix = random.doubles((long) rows * columns, -1, 1).toArray();
    double[] v = random.doubles(columns, -1, 1).toArray();

    assertThat(vector.dot(matrix, columns, v, 0, columns))
        .isCloseTo(plain.dot(matrix, columns, v, 0, columns), within(1e-13));

    double[] a = v.clone();
    double[] b = v.clone();
    plain.addScaled(0.7, matrix, columns, a, 0, columns);
    vector.addScaled(0.7, matrix, columns, b, 0, columns);
    assertThat(b).containsExactly(a, within(1e-13));

    double[] fourA = new double[4];
    double[] fourB = new double[4];
    plain.dotFour(matrix, 2 * columns, columns, v, fourA);
    vector.dotFour(matrix, 2 * columns, columns, v, fourB);
    assertThat(fourB).containsExactly(fourA, within(1e-13));
    assertThat(fourA[3]).isCloseTo(plain.dot(matrix, 5 * columns, v, 0, columns), within(1e-13));

    plain.addFour(matrix, columns, columns, fourA, a);
    vector.addFour(matrix, columns, columns, fourA, b);
    assertThat(b).containsExactly(a, within(1e-12));

    double[] weights = random.doubles(rows).toArray();
    double[] gramA = new double[columns * columns];
    double[] gramB = new double[columns * columns];
    plain.addOuterProducts(matrix, 1, rows - 1, columns, weights, 0, gramA, 0, columns);
    vector.addOuterProducts(matrix, 1, rows - 1, columns, weights, 0, gramB, 0, columns);
    assertThat(gramB).containsExactly(gramA, within(1e-12));
    assertThat(gramA)
        .containsExactly(slowGram(matrix, 1, rows - 1, columns, weights), within(1e-12));
  }

  /**
   * However warm the process is: sums over lanes in an order of the JVM's own change their last
   * digit when the loop around them is compiled.
   */
  @Test
  void sumsAreTheSameToTheLastBitHoweverOftenTheyWereTaken() {
    int columns = 101;
    int rows = 64;
    double[] matrix = random.doubles((long) rows * columns, -1, 1).toArray();
    double[] first = sums(matrix, rows, columns);
    for (int i = 0; i < 3_000; i++) {
      assertThat(sums(matrix, rows, columns)).isEqualTo(first);
    }
  }

  /** Each row's product with the first, in the two ways that there are. */
  private double[] sums(double[] matrix, int rows, int columns) {
    double[] sums = new double[2 * rows];
    double[] four = new double[4];
    for (int r = 0; r < rows; r++) {
      sums[r] = vector.dot(matrix, r * columns, matrix, 0, columns);
    }
    for (int r = 0; r < rows; r += 4) {
      vector.dotFour(matrix, r * columns, columns, matrix, four);
      System.arraycopy(four, 0, sums, rows + r, 4);
    }
    return sums;
  }

  private static double[] slowGram(
      double[] matrix, int firstRow, int rows, int columns, double[] weights) {
    double[] gram = new double[columns * columns];
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < columns; i++) {
        for (int j = 0; j <= i; j++) {
          int at = (firstRow + r) * columns;
          gram[i * columns + j] += weights[r] * matrix[at + i] * matrix[at + j];
        }
      }
    }
    return gram;
  }

  @Test
  void theLargestSingularValueIsBoundedFromAboveAndClosely() {
    for (int columns : new int[] {1, 2, 7, 20}) {
      int rows = 50;
      double[] matrix = random.doubles((long) rows * columns, -1, 1).toArray();
      double[][] nested = new double[rows][columns];
      for (int i = 0; i < matrix.length; i++) {
        nested[i / columns][i % columns] = matrix[i];
      }
      double exact =
          new SingularValueDecomposition(new Array2DRowRealMatrix(nested)).getSingularValues()[0];
      double bound = Rows.largestSingularValue(matrix, rows, columns);
      assertThat(bound).isBetween(exact * (1 - 1e-14), exact * (1 + 1e-4));
    }
  }

  @Test
  void theLargestSingularValueOfZerosIsAboutZero() {
    assertThat(Rows.largestSingularValue(new double[6], 3, 2)).isBetween(0.0, 1e-150);
  }

  @Test
  void momentsAreThoseOfThePlainSums() {
    int rows = 1_037;
    int columns = 5;
    double[] matrix = random.doubles((long) rows * columns, -3, 2).toArray();
    double[] mean = MeanCovariance.mean(matrix, rows, columns);
    double[] covariance = MeanCovariance.covariance(matrix, rows, columns, mean);
    for (int i = 0; i < columns; i++) {
      for (int j = 0; j < columns; j++) {
        double sum = 0;
        for (int r = 0; r < rows; r++) {
          sum += (matrix[r * columns + i] - mean[i]) * (matrix[r * columns + j] - mean[j]);
        }
        assertThat(covariance[i * columns + j]).isCloseTo(sum / rows, within(1e-12));
      }
    }
  }
}
