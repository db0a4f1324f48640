package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

/** How long products are together. Seeds are fixed, so nothing here fails by chance. */
class RelationLengthTest {

  private static final double UNIT = 4096.0 * 4096;
  private static final int ROWS = 300;

  /** The plain way: by the eigenvalues. */
  private static double byEigenvalues(long[] sums, List<ColumnScores> scores, double total) {
    ScoreProducts products = new ScoreProducts(scores);
    double[][] matrix = new double[products.size()][products.size()];
    products.visit(
        (at, i, j, means) ->
            matrix[i][j] = matrix[j][i] = Math.rint(sums[at] - total * means * UNIT));
    double fourths =
        Arrays.stream(SymmetricEigen.of(matrix).values()).map(v -> v * v * v * v).sum();
    return Math.sqrt(Math.sqrt(fourths));
  }

  @Test
  void itIsTheFourthRootOfTheSumOfFourthPowers() {
    List<ColumnScores> scores =
        List.of(
            ColumnScores.of(new double[] {3, 2, 4, 1, 1}, 4),
            ColumnScores.of(new double[] {5, 1, 3}, 0),
            ColumnScores.of(new double[] {2, 6}, 0),
            ColumnScores.of(new double[] {1, 1, 2, 7}, 0));
    RandomGenerator chance = new Seed(3).stream("sums");
    for (int trial = 0; trial < 20; trial++) {
      long[] sums = new long[new ScoreProducts(scores).count()];
      Arrays.setAll(sums, k -> Math.round(UNIT * 20 * chance.nextGaussian()));
      double plain = byEigenvalues(sums, scores, 40);
      assertThat((double) RelationLength.of(sums, scores, 40)).isCloseTo(plain, within(2.0));
    }
  }

  @Test
  void noNumberOfRowsIsTooLong() {
    List<ColumnScores> scores =
        Stream.generate(() -> ColumnScores.of(new double[] {1, 1}, 2)).limit(9).toList();
    long[] sums = new long[36];
    Arrays.fill(sums, Long.MAX_VALUE);
    assertThat(RelationLength.of(sums, scores, 1e300)).isEqualTo(1L << 60);
  }

  /** Signs of columns that lean on one hidden sign. @param leaning the share of rows that follow */
  private static long length(int columns, double leaning, long seed) {
    RandomGenerator chance = new Seed(seed).stream("rows");
    List<ColumnScores> scores =
        Stream.generate(() -> ColumnScores.of(new double[] {1, 1}, 2)).limit(columns).toList();
    long[] sums = new long[columns * (columns - 1) / 2];
    for (int r = 0; r < ROWS; r++) {
      int hidden = chance.nextBoolean() ? 1 : -1;
      int[] signs =
          IntStream.range(0, columns)
              .map(c -> chance.nextDouble() < leaning ? hidden : chance.nextBoolean() ? 1 : -1)
              .toArray();
      int at = 0;
      for (int a = 0; a < columns; a++) {
        for (int b = a + 1; b < columns; b++) {
          sums[at++] += (long) UNIT * signs[a] * signs[b];
        }
      }
    }
    return RelationLength.of(sums, scores, ROWS);
  }

  /** Counts without noise: what is left is chance among the rows. */
  @Test
  void unrelatedColumnsAreAboutAsLongAsExpected() {
    ColumnScores half = ColumnScores.of(new double[] {1, 1}, 2);
    NoisedTable counted = new NoisedTable(List.of(0), new double[] {150, 150}, new double[] {1, 1});
    for (int columns : new int[] {6, 15}) {
      int count = columns;
      double expected =
          RelationLength.ofUnrelated(
              Stream.generate(() -> counted).limit(columns).toList(),
              Stream.generate(() -> half).limit(columns).toList(),
              ROWS);
      double mean =
          IntStream.range(0, 20).mapToDouble(seed -> length(count, 0, seed)).average().orElse(0);
      assertThat(mean / expected).isBetween(0.8, 1.1);
      // Its twin: half of the rows follow, so a pair's signs have a correlation of a quarter.
      assertThat(length(columns, 0.5, 1)).isGreaterThan((long) (UNIT * ROWS * 0.2 * (columns - 1)));
    }
  }
}
