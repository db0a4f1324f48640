package tare.generator.bayes;

import tare.noise.StepGaussian;
import tare.noise.Uses;

/**
 * How relations between all columns are measured at once, where rows are too few for tables of
 * pairs: sums over rows of products of whole scores ({@link ColumnScores}).
 *
 * @param portions how often something is measured: relations first, then those again or columns
 * @param multiplier the noise of each portion, over the most that one row moves it
 * @param columns how many columns there are, at least two
 * @param mostGroups the most groups of a column
 */
record RelationPlan(int portions, double multiplier, int columns, int mostGroups) {

  private static final double PROMISING = Double.parseDouble(System.getProperty("rel.promising", "0.85"));
  private static final double SURE = Double.parseDouble(System.getProperty("rel.sure", "1.2"));

  /** The most that one row moves what is measured, in Euclidean length. */
  double bound() {
    double products = ColumnScores.LENGTH * (double) ColumnScores.LENGTH;
    return products * Math.sqrt(columns * (columns - 1) / 2.0);
  }

  /** Whether relations of some strength deserve another look. */
  boolean unsure(double strength) {
    return strength > PROMISING && strength < SURE;
  }

  /** All that may be drawn. */
  Uses<long[], long[]> uses() {
    return new Uses<>(StepGaussian.of(multiplier, bound()), portions);
  }

  /** The standard deviation of the noise of a measured sum. */
  double deviation() {
    return multiplier * bound();
  }

  /** By what counts of all columns are multiplied so that one row moves them by the bound. */
  long perCount() {
    // Privacy hangs on this line: a row moves one count of every column by this much.
    return (long) Math.floor(bound() / Math.sqrt(columns));
  }
}
