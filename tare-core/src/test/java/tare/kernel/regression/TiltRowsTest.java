package tare.kernel.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

/** Rows with indicators beside the same rows written out, one value each. */
class TiltRowsTest {

  /** So many that they are not added up by the plain kernel, and the last block is not full. */
  private static final int ROWS = 4_700;

  private static final int WIDTH = 7;
  private static final int CROSSED = 6;
  private static final int GROUPS = 2;
  private static final int[] CELLS = {4, 2};
  private static final int INDICATORS = 6;

  private final QuadraticMoments moments = QuadraticMoments.leading(WIDTH, CROSSED, CROSSED);
  private final double[] vectors = new double[ROWS * WIDTH];
  private final int[] codes = new int[ROWS * GROUPS];
  private final double[] shares = new double[ROWS];
  private final double[][] written = new double[ROWS][];
  private final TiltRows rows;

  TiltRowsTest() {
    RandomGenerator random = new Seed(1).stream("rows");
    double sum = 0;
    for (int r = 0; r < ROWS; r++) {
      for (int j = 0; j < WIDTH; j++) {
        vectors[r * WIDTH + j] = random.nextGaussian();
      }
      int first = 0;
      for (int g = 0; g < GROUPS; g++) {
        int cell = random.nextInt(CELLS[g] + 1) - 1; // now and then a row has none
        codes[r * GROUPS + g] = cell < 0 ? -1 : first + cell;
        first += CELLS[g];
      }
      shares[r] = random.nextDouble();
      sum += shares[r];
      written[r] = new double[moments.size() + INDICATORS];
      moments.put(vectors, r * WIDTH, written[r], 0);
      for (int g = 0; g < GROUPS; g++) {
        if (codes[r * GROUPS + g] >= 0) {
          written[r][moments.size() + codes[r * GROUPS + g]] = 1;
        }
      }
    }
    for (int r = 0; r < ROWS; r++) {
      shares[r] /= sum;
    }
    rows = new TiltRows(vectors, ROWS, moments, codes, INDICATORS);
  }

  private double[] means() {
    double[] means = new double[rows.size()];
    for (int r = 0; r < ROWS; r++) {
      for (int j = 0; j < means.length; j++) {
        means[j] += shares[r] * written[r][j];
      }
    }
    return means;
  }

  @Test
  void coordinatesFromTheCrossedOnesOnAreInNoProduct() {
    assertThat(moments.size()).isEqualTo(WIDTH + 21);
    assertThat(rows.size()).isEqualTo(WIDTH + 21 + INDICATORS);
  }

  @Test
  void theFarthestRowIsThatOfWrittenRows() {
    double[] means = means();
    double[] farthest = new double[means.length];
    for (double[] row : written) {
      Arrays.setAll(farthest, j -> Math.max(farthest[j], Math.abs(row[j] - means[j])));
    }
    assertThat(rows.farthest(means)).containsExactly(farthest, within(1e-12));
  }

  @Test
  void productsAndSumsAreThoseOfWrittenRows() {
    double[] theta = new double[rows.size()];
    Arrays.setAll(theta, j -> Math.sin(j + 1));
    double[] products = rows.products(theta);
    for (int r = 0; r < ROWS; r++) {
      double expected = 0;
      for (int j = 0; j < theta.length; j++) {
        expected += theta[j] * written[r][j];
      }
      assertThat(products[r]).isCloseTo(expected, within(1e-12));
    }
    assertThat(rows.sums(shares)).containsExactly(means(), within(1e-12));
    assertThat(rows.indicatorSums(shares))
        .containsExactly(Arrays.copyOfRange(rows.sums(shares), moments.size(), rows.size()));
    assertThat(rows.even()).hasSize(ROWS).containsOnly(1.0 / ROWS);
  }

  @Test
  void covarianceAndVariancesAreThoseOfWrittenRows() {
    int size = rows.size();
    double[] means = means();
    double[] covariance = rows.covariance(shares);
    double[] variances = rows.variances(shares);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double expected = -means[i] * means[j];
        for (int r = 0; r < ROWS; r++) {
          expected += shares[r] * written[r][i] * written[r][j];
        }
        assertThat(covariance[i * size + j]).isCloseTo(expected, within(1e-12));
      }
      assertThat(variances[i]).isCloseTo(covariance[i * size + i], within(1e-12));
    }
  }

  /** Products of four coordinates are summed once where all pairs are moments, else as asked. */
  @Test
  void someOfAllPairsHaveTheSameCovariance() {
    QuadraticMoments some = QuadraticMoments.leading(WIDTH, CROSSED, 2);
    assertThat(moments.hasAllPairs()).isTrue();
    assertThat(some.hasAllPairs()).isFalse();
    double[] covariance = new TiltRows(vectors, ROWS, some).covariance(shares);
    double[] all = rows.covariance(shares);
    int[] same = new int[some.size()];
    for (int i = 0; i < same.length; i++) {
      int pair = i - WIDTH;
      same[i] =
          pair < 0
              ? i
              : WIDTH + some.left()[pair] * (some.left()[pair] + 1) / 2 + some.right()[pair];
      for (int j = 0; j <= i; j++) {
        assertThat(covariance[i * same.length + j])
            .isCloseTo(all[same[i] * rows.size() + same[j]], within(1e-12));
      }
    }
  }

  @Test
  void rowsAreTakenApartAndPutTogether() {
    double[] theta = new double[rows.size()];
    Arrays.setAll(theta, j -> Math.cos(j));
    int[] picked = {4_699, 3, 3, 300};
    TiltRows some = rows.at(picked);
    TiltRows both = some.and(rows.first(260));
    double[] all = rows.products(theta);
    double[] products = both.products(theta);
    for (int r = 0; r < products.length; r++) {
      double expected = all[r < picked.length ? picked[r] : r - picked.length];
      assertThat(products[r]).isCloseTo(expected, within(1e-12));
    }
    TiltRows three = some.and(List.of(rows.first(260), rows.at(new int[] {17, 4_000})));
    assertThat(three.count()).isEqualTo(266);
    double[] ofThree = three.products(theta);
    assertThat(Arrays.copyOf(ofThree, 264)).containsExactly(products, within(1e-12));
    assertThat(ofThree[264]).isCloseTo(all[17], within(1e-12));
    assertThat(ofThree[265]).isCloseTo(all[4_000], within(1e-12));
  }

  @Test
  void firstRowsAndMomentsAloneAreParts() {
    double[] theta = new double[rows.size()];
    Arrays.setAll(theta, j -> j - 2.5);
    assertThat(rows.first(10).products(theta))
        .containsExactly(Arrays.copyOf(rows.products(theta), 10), within(1e-12));
    assertThat(rows.momentsAlone().sums(shares))
        .containsExactly(Arrays.copyOf(rows.sums(shares), moments.size()));
  }

  /** Shares that rows are tilted to are reached, whatever else is asked for. */
  @Test
  void aTiltReachesShares() {
    double[] target = rows.sums(rows.even());
    target[moments.size()] += 0.1;
    target[moments.size() + 1] -= 0.1;
    double[] slack = new double[target.length];
    Arrays.fill(slack, 1e-9);
    double[] reached =
        new EntropyTilt(rows, rows.even()).solve(target, slack, new double[target.length]).means();
    assertThat(reached).containsExactly(target, within(1e-5));
  }
}
