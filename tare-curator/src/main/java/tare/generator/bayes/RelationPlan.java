package tare.generator.bayes;

import tare.noise.StepGaussian;
import tare.noise.Uses;
import tare.schema.Column;
import tare.schema.Schema;

/**
 * How relations between all columns are measured at once, where rows are too few for tables of
 * pairs: sums over rows of products of whole scores ({@link ColumnScores}). A glance at how long
 * they are together comes first, which is a single number and costs little. What is not needed for
 * sums counts all columns once more. docs/notes/privbayes.md says how the numbers were found.
 *
 * @param multiplier the noise of each portion, over the most that one row moves it
 * @param columns how many columns there are, at least two
 */
record RelationPlan(double multiplier, int columns) {

  /** The part of the budget that counts of columns have from the start. */
  static final double ONE_WAY = 0.835;

  /** The part of the glance. */
  private static final double GLANCE = 0.015;

  /** How often what is left is measured: relations first, then those again or columns. */
  static final int PORTIONS = 3;

  /** The most groups of a column. */
  static final int GROUPS = 8;

  /** From so many rows over the noise of a column's count on, tables of pairs tell more. */
  private static final double ROWS_FOR_TABLES = 110;

  /** With fewer rows over the noise of a single count, not even a glance shows strong relations. */
  private static final double ROWS_FOR_A_GLANCE = 30;

  /** The most scores of all columns: their products are a matrix that is taken apart. */
  private static final double MOST_SCORES = 150;

  private static final double LEAST_MULTIPLIER = 1e-3;
  private static final double LARGEST_MULTIPLIER = 1e6;

  /** Whether relations are worth measuring. @param rows over the noise of a column's count */
  static boolean suits(Schema schema, double rows) {
    double scores = 0;
    for (Column column : schema.columns()) {
      scores += column.type().isNumeric() ? 1 : Math.min(GROUPS, column.type().levelCount() + 1);
    }
    return schema.columnCount() > 2
        && scores <= MOST_SCORES
        && rows < ROWS_FOR_TABLES
        && rows * Math.sqrt(schema.columnCount()) >= ROWS_FOR_A_GLANCE;
  }

  /** A plan at the scale at which Gaussian noise spends the whole budget. */
  static RelationPlan at(double scale, int columns) {
    return new RelationPlan(possible(scale / Math.sqrt(ofPortion())), columns);
  }

  private static double ofPortion() {
    return (1 - ONE_WAY - GLANCE) / PORTIONS;
  }

  private static double possible(double multiplier) {
    return Math.max(LEAST_MULTIPLIER, Math.min(LARGEST_MULTIPLIER, multiplier));
  }

  /** The most that one row moves what is measured, in Euclidean length. */
  double bound() {
    double products = ColumnScores.LENGTH * (double) ColumnScores.LENGTH;
    return products * Math.sqrt(columns * (columns - 1) / 2.0);
  }

  /** The most that one row moves how long the products of all columns are together. */
  double glanceBound() {
    double products = ColumnScores.LENGTH * (double) ColumnScores.LENGTH;
    double others = columns - 1;
    // One for rounding down to a whole number, one for that of this formula.
    return products * Math.sqrt(Math.sqrt(Math.pow(others, 4) + others)) + 2;
  }

  /** The glance that may be drawn. */
  Uses<long[], long[]> glance() {
    return new Uses<>(StepGaussian.of(glanceMultiplier(), glanceBound()), 1);
  }

  private double glanceMultiplier() {
    return possible(multiplier * Math.sqrt(ofPortion() / GLANCE));
  }

  /** The standard deviation of the glance's noise. */
  double glanceDeviation() {
    return glanceMultiplier() * glanceBound();
  }

  /** All that may be drawn beside the glance. */
  Uses<long[], long[]> uses() {
    return new Uses<>(StepGaussian.of(multiplier, bound()), PORTIONS);
  }

  /** The standard deviation of the noise of each number. */
  double deviation() {
    return multiplier * bound();
  }

  /** By what counts of all columns are multiplied so that one row moves them by the bound. */
  long perCount() {
    // Privacy hangs on this line: a row moves one count of every column by this much.
    return (long) Math.floor(bound() / Math.sqrt(columns));
  }
}
