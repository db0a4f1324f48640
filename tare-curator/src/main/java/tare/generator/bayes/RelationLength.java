package tare.generator.bayes;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/*
 * The products of all columns' scores, less those of their means, are a symmetric matrix. Its length
 * here is the fourth root of the sum of its eigenvalues' fourth powers: hardly more than the largest
 * where columns lean on a few hidden causes. One row moves it by about the number of columns, and
 * there is one number to noise instead of one for every pair. All of it is whole numbers, so what a
 * row moves is known without rounding: docs/proofs/privbayes.md.
 */

/** How long the products of all columns are together, in squares of {@link ColumnScores#LENGTH}. */
final class RelationLength {

  private static final BigInteger MOST = BigInteger.ONE.shiftLeft(60);

  private RelationLength() {}

  /**
   * The length, rounded down. Private.
   *
   * @param sums of products, in the order of {@link ScoreProducts}. Not modified.
   * @param total the public row count
   */
  static long of(long[] sums, List<ColumnScores> scores, double total) {
    BigInteger[][] centred = centred(sums, new ScoreProducts(scores), total);
    BigInteger fourths = BigInteger.ZERO;
    for (int i = 0; i < centred.length; i++) {
      for (int j = 0; j <= i; j++) {
        BigInteger squared = BigInteger.ZERO;
        for (int k = 0; k < centred.length; k++) {
          squared = squared.add(centred[i][k].multiply(centred[j][k]));
        }
        fourths = fourths.add(squared.multiply(squared).shiftLeft(i == j ? 0 : 1));
      }
    }
    // The whole part of the root of a whole part is that of the fourth root itself.
    return fourths.sqrt().sqrt().min(MOST).longValueExact();
  }

  /** Products less those of public means; nothing where a column meets itself. */
  private static BigInteger[][] centred(long[] sums, ScoreProducts products, double total) {
    double length = ColumnScores.LENGTH * (double) ColumnScores.LENGTH;
    BigInteger[][] centred = new BigInteger[products.size()][products.size()];
    for (BigInteger[] row : centred) {
      Arrays.fill(row, BigInteger.ZERO);
    }
    products.visit(
        (at, i, j, means) -> {
          BigInteger expected = BigInteger.valueOf(Math.round(total * means * length));
          centred[i][j] = BigInteger.valueOf(sums[at]).subtract(expected);
          centred[j][i] = centred[i][j];
        });
    return centred;
  }

  /**
   * About the length where columns are unrelated: chance among the rows, and what noise did to the
   * means. Public.
   *
   * @param counted every column, by the groups of its scores
   * @param total the public row count
   */
  static double ofUnrelated(List<NoisedTable> counted, List<ColumnScores> scores, double total) {
    double all = scores.stream().mapToDouble(c -> c.dimensions() * c.variance()).sum();
    double chance = 0;
    double means = 0;
    double noise = 0;
    for (int c = 0; c < scores.size(); c++) {
      ColumnScores own = scores.get(c);
      double others = all - own.dimensions() * own.variance();
      chance += own.dimensions() * Math.pow(total * own.variance() * others, 2);
      for (int d = 0; d < own.dimensions(); d++) {
        means += own.mean(d) * own.mean(d);
        noise += varianceOfSum(own, d, counted.get(c).variances());
      }
    }
    double length = ColumnScores.LENGTH * (double) ColumnScores.LENGTH;
    return length * Math.pow(2 * chance + 2 * Math.pow(means * noise, 2), 0.25);
  }

  /** What noise does to the sum of a score over all rows, of which the number is known. */
  private static double varianceOfSum(ColumnScores scores, int dimension, double[] variances) {
    double all = 0;
    double sum = 0;
    double squares = 0;
    for (int g = 0; g < variances.length; g++) {
      double score = scores.score(g, dimension);
      all += variances[g];
      sum += variances[g] * score;
      squares += variances[g] * score * score;
    }
    return squares - sum * sum / all;
  }
}
