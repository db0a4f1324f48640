package tare.kernel.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.random.Seed;

/** Both kernels over columns against loops over rows that nobody has tried to make fast. */
class ColumnKernelTest {

  private static final int BLOCK = ColumnKernel.BLOCK;
  private static final int TILE = ColumnKernel.TILE;
  private static final ColumnKernel[] KERNELS = {new PlainColumnKernel(), new VectorColumnKernel()};

  private final RandomGenerator random = new Seed(8).stream("columns");

  private double[] numbers(int count) {
    return random.doubles(count, -1, 1).toArray();
  }

  @Test
  void rowsBecomeColumnsOfBlocks() {
    int count = BLOCK + 3;
    double[] rows = numbers(count * 5);
    double[] columns = ColumnKernel.columns(rows, count, 5);
    assertThat(columns).hasSize(2 * BLOCK * 5);
    for (int r = 0; r < count; r++) {
      for (int j = 0; j < 5; j++) {
        assertThat(columns[ColumnKernel.at(r, j, 5)]).isEqualTo(rows[r * 5 + j]);
      }
    }
  }

  @Test
  void fewRowsAreAddedUpInOneWayEverywhere() {
    assertThat(ColumnKernel.forRows(4096)).isSameAs(ColumnKernel.PLAIN);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 21, 37})
  void formsProductsAndSumsAreThoseOfRows(int width) {
    double[] rows = numbers(BLOCK * width);
    double[] columns = new double[2 * BLOCK * width];
    int from = BLOCK * width;
    System.arraycopy(ColumnKernel.columns(rows, BLOCK, width), 0, columns, from, from);
    double[] weights = numbers(BLOCK);
    double[] linear = numbers(width);
    for (int square = 0; square <= width; square++) {
      double[] form = numbers(square * square);
      for (ColumnKernel kernel : KERNELS) {
        double[] out = new double[BLOCK];
        kernel.forms(columns, from, width, linear, ColumnKernel.packed(form, square), square, out);
        assertThat(out)
            .containsExactly(slowForms(rows, width, linear, form, square), within(1e-12));
      }
    }
    for (ColumnKernel kernel : KERNELS) {
      double[] sums = kernel.newSums(width);
      kernel.addProducts(columns, from, width, weights, sums);
      kernel.addProducts(columns, from, width, weights, sums);
      for (int i = 0; i < width; i++) {
        double sum = 0;
        for (int r = 0; r < BLOCK; r++) {
          sum += weights[r] * rows[r * width + i];
        }
        assertThat(kernel.sum(columns, from + i * BLOCK, weights)).isCloseTo(sum, within(1e-12));
        for (int j = 0; j <= i; j++) {
          double product = 0;
          for (int r = 0; r < BLOCK; r++) {
            product += 2 * weights[r] * rows[r * width + i] * rows[r * width + j];
          }
          assertThat(kernel.product(sums, width, i, j)).isCloseTo(product, within(1e-11));
        }
      }
    }
  }

  private static double[] slowForms(
      double[] rows, int width, double[] linear, double[] form, int square) {
    double[] forms = new double[BLOCK];
    for (int r = 0; r < BLOCK; r++) {
      for (int j = 0; j < width; j++) {
        double inner = linear[j];
        for (int k = 0; j < square && k <= j; k++) {
          inner += form[j * square + k] * rows[r * width + k];
        }
        forms[r] += inner * rows[r * width + j];
      }
    }
    return forms;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 8, 13})
  void triangularSystemsAreThoseOfRows(int width) {
    double[] matrix = new double[width * width];
    for (int i = 0; i < width; i++) {
      System.arraycopy(numbers(i + 1), 0, matrix, i * width, i + 1);
      matrix[i * width + i] = 2 + i;
    }
    Cholesky factor = Cholesky.ofFactor(matrix, width);
    double[] rows = numbers(BLOCK * width);
    for (ColumnKernel kernel : KERNELS) {
      double[] columns = ColumnKernel.columns(rows, BLOCK, width);
      factor.solveLower(kernel, columns, 0);
      double[] solved = rows.clone();
      for (int r = 0; r < BLOCK; r++) {
        factor.solveLower(solved, r * width);
      }
      assertThat(columns)
          .containsExactly(ColumnKernel.columns(solved, BLOCK, width), within(1e-12));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 15, 16, 17, 33, 50})
  void tilesAreRowsOfTheGramMatrix(int columns) {
    int count = 9;
    double[] rows = numbers(count * columns);
    double[] factors = numbers(count * TILE);
    int[] which = {3, 0, 4, 2};
    for (ColumnKernel kernel : KERNELS) {
      for (int extent = 1; extent <= columns; extent++) {
        double[] gram = new double[5 * columns];
        kernel.addTile(rows, count, columns, factors, gram, which, extent);
        for (int t = 0; t < TILE; t++) {
          for (int j = 0; j < extent; j++) {
            double sum = 0;
            for (int s = 0; s < count; s++) {
              sum += factors[s * TILE + t] * rows[s * columns + j];
            }
            assertThat(gram[which[t] * columns + j]).isCloseTo(sum, within(1e-12));
          }
        }
        assertThat(Arrays.copyOfRange(gram, columns, 2 * columns)).containsOnly(0);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 21})
  void tiltsAreThoseOfRows(int count) {
    double[] base = random.doubles(count).toArray();
    double[] logits = random.doubles(count, -30, 30).toArray();
    double[] gains = numbers(count);
    double largest = Double.NEGATIVE_INFINITY;
    for (int r = 0; r < count; r++) {
      largest = Math.max(largest, logits[r] + 0.7 * gains[r]);
    }
    double[] expected = new double[3];
    double[] shares = new double[count];
    for (int r = 0; r < count; r++) {
      shares[r] = base[r] * Math.exp(logits[r] + 0.7 * gains[r] - largest);
      for (int power = 0; power < 3; power++) {
        expected[power] += shares[r] * Math.pow(gains[r], power);
      }
    }
    for (ColumnKernel kernel : KERNELS) {
      assertThat(kernel.largest(logits, gains, 0.7)).isCloseTo(largest, within(1e-13));
      double[] out = new double[count];
      double[] sums = {5, 5, 5};
      kernel.tilt(base, logits, gains, 0.7, largest, out, sums);
      assertThat(out).containsExactly(shares, within(1e-13));
      assertThat(sums).containsExactly(expected, within(1e-12));
    }
  }

  /** Within two units in the last place of the exact value, and nothing odd at the ends. */
  @Test
  void exponentialsOfVectorsAreExponentials() {
    double[] at = random.doubles(4096, -700, 1).toArray();
    double[] more = {0, -0.0, -1e-300, -708, -709, -5000, Double.NEGATIVE_INFINITY, 709, 800};
    System.arraycopy(more, 0, at, 0, more.length);
    double[] base = new double[at.length];
    Arrays.fill(base, 1);
    double[] out = new double[at.length];
    new VectorColumnKernel().tilt(base, at, new double[at.length], 0, 0, out, new double[3]);
    for (int i = 0; i < at.length; i++) {
      double exact = StrictMath.exp(Math.max(-708, Math.min(709, at[i])));
      assertThat(out[i]).isCloseTo(exact, within(2 * Math.ulp(exact)));
    }
  }
}
