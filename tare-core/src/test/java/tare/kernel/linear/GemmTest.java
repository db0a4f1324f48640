package tare.kernel.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tare.random.Seed;

public class GemmTest {

  /** Sizes around the edges of tiles, narrow tiles, panels and blocks, and beyond their depth. */
  private static final int[][] SHAPES = {
    {1, 1, 1},
    {1, 5, 1},
    {3, 2, 7},
    {4, 16, 8},
    {5, 17, 9},
    {7, 33, 30},
    {8, 8, 1},
    {64, 30, 30},
    {9, 1, 13},
    {2, 1, 3},
    {31, 100, 257},
    {13, 20, 600},
    {70, 100, 700},
    {129, 24, 321},
    {9, 3, 330},
    {7, 5, 20},
    {0, 3, 3},
    {3, 3, 0},
    {3, 0, 3}
  };

  public static List<Gemm> kernels() {
    return List.of(new PlainGemm(), new VectorGemm());
  }

  @Test
  void picksTheVectorKernelWhereTheModuleIsPresent() {
    assertThat(Gemm.create()).isInstanceOf(VectorGemm.class);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void productIsThatOfThreeLoops(Gemm gemm) {
    RandomGenerator random = new Seed(1).stream("product");
    for (int[] shape : SHAPES) {
      int m = shape[0];
      int n = shape[1];
      int k = shape[2];
      float[] a = normals(random, m * k);
      float[] b = normals(random, 3 + k * n);
      float[] c = normals(random, m * n);
      double[] expected = new double[m * n];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          for (int p = 0; p < k; p++) {
            expected[i * n + j] += (double) a[i * k + p] * b[3 + p * n + j];
          }
        }
      }
      float[] added = c.clone();
      gemm.product(m, n, k, a, b, 3, added, true);
      assertClose(added, expected, c, k);
      gemm.product(m, n, k, a, b, 3, c, false);
      assertClose(c, expected, new float[m * n], k);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void transposesTheRightOperand(Gemm gemm) {
    RandomGenerator random = new Seed(2).stream("right");
    for (int[] shape : SHAPES) {
      int m = shape[0];
      int n = shape[1];
      int k = shape[2];
      float[] a = normals(random, m * k);
      float[] b = normals(random, 2 + k * n);
      float[] c = normals(random, m * n);
      double[] expected = new double[m * n];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          for (int p = 0; p < k; p++) {
            expected[i * n + j] += (double) a[i * k + p] * b[2 + j * k + p];
          }
        }
      }
      gemm.productTransposedRight(m, n, k, a, b, 2, c);
      assertClose(c, expected, new float[m * n], k);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void transposesTheLeftOperandAndAdds(Gemm gemm) {
    RandomGenerator random = new Seed(3).stream("left");
    for (int[] shape : SHAPES) {
      int m = shape[0];
      int n = shape[1];
      int k = shape[2];
      float[] a = normals(random, m * k);
      float[] b = normals(random, k * n);
      float[] c = normals(random, m * n + 5);
      float[] before = c.clone();
      double[] expected = new double[m * n + 5];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          for (int p = 0; p < k; p++) {
            expected[5 + i * n + j] += (double) a[p * m + i] * b[p * n + j];
          }
        }
      }
      gemm.addTransposedLeftProduct(m, n, k, a, b, c, 5);
      assertClose(c, expected, before, k);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void addsUpRows(Gemm gemm) {
    RandomGenerator random = new Seed(5).stream("rows");
    for (int[] shape : SHAPES) {
      int m = shape[0];
      int n = shape[1];
      float[] a = normals(random, m * n);
      float[] c = normals(random, n + 5);
      float[] before = c.clone();
      double[] expected = new double[n + 5];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          expected[5 + j] += a[i * n + j];
        }
      }
      gemm.addRowSum(m, n, a, c, 5);
      assertClose(c, expected, before, m);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void sumOfSquaresIsThatOfOneLoop(Gemm gemm) {
    RandomGenerator random = new Seed(4).stream("squares");
    for (int length : new int[] {0, 1, 7, 16, 31, 100, 784, 1_024, 1_041, 5_000}) {
      float[] values = normals(random, length + 9);
      double expected = 0;
      for (int i = 5; i < 5 + length; i++) {
        expected += (double) values[i] * values[i];
      }
      assertThat(gemm.sumOfSquares(values, 5, length))
          .isCloseTo(expected, org.assertj.core.data.Offset.offset(1e-5 * expected));
    }
    assertThat(gemm.sumOfSquares(new float[] {1f, Float.NaN}, 0, 2)).isNaN();
    float[] infinite = new float[40];
    infinite[3] = Float.POSITIVE_INFINITY;
    assertThat(gemm.sumOfSquares(infinite, 0, 40)).isInfinite();
  }

  /** However warm the process is (see {@link Lanes}). */
  @ParameterizedTest
  @MethodSource("kernels")
  void sumsAreTheSameToTheLastBitHoweverOftenTheyWereTaken(Gemm gemm) {
    int length = 403;
    float[] values = normals(new Seed(5).stream("warm"), 64 + length);
    double[] first = sums(gemm, values, length);
    for (int i = 0; i < 3_000; i++) {
      assertThat(sums(gemm, values, length)).isEqualTo(first);
    }
  }

  /** Squares of a stretch from every place on, and its products with the first. */
  private static double[] sums(Gemm gemm, float[] values, int length) {
    double[] sums = new double[128];
    for (int from = 0; from < 64; from++) {
      sums[from] = gemm.sumOfSquares(values, from, length);
      sums[64 + from] = gemm.dot(values, from, values, 0, length);
    }
    return sums;
  }

  @Test
  void namesTheOperandThatIsTooShort() {
    assertThatThrownBy(
            () ->
                new PlainGemm()
                    .product(2, 3, 4, new float[8], new float[11], 0, new float[6], true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("B must hold 4 x 3 values from position 0. Its length is 11.");
  }

  private static float[] normals(RandomGenerator random, int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  /** Standard normal operands: a sum of k products rounds by far less than 1e-6 (3 + k). */
  private static void assertClose(float[] actual, double[] expected, float[] before, int k) {
    for (int i = 0; i < expected.length; i++) {
      assertThat((double) actual[i])
          .isCloseTo(expected[i] + before[i], org.assertj.core.data.Offset.offset(1e-6 * (3 + k)));
    }
  }
}
