package tare.generator.bayes;

import java.util.List;

/**
 * The order in which products of all pairs of columns' scores stand: pair by pair, row-major within
 * a pair. As a matrix, a column's scores are rows that follow each other.
 */
final class ScoreProducts {

  private final List<ColumnScores> scores;
  private final int[] from;

  ScoreProducts(List<ColumnScores> scores) {
    this.scores = List.copyOf(scores);
    from = new int[scores.size() + 1];
    for (int c = 0; c < scores.size(); c++) {
      from[c + 1] = from[c] + scores.get(c).dimensions();
    }
  }

  /** Hears of one product. */
  @FunctionalInterface
  interface Visitor {

    /**
     * @param at the product's place in order
     * @param row in the matrix
     * @param column in the matrix, beyond the row
     * @param means what a row has of it on average where the two columns are unrelated
     */
    void visit(int at, int row, int column, double means);
  }

  /** Visits all products in order. */
  void visit(Visitor visitor) {
    int at = 0;
    for (int a = 0; a < scores.size(); a++) {
      for (int b = a + 1; b < scores.size(); b++) {
        for (int i = from[a]; i < from[a + 1]; i++) {
          for (int j = from[b]; j < from[b + 1]; j++) {
            double means = scores.get(a).mean(i - from[a]) * scores.get(b).mean(j - from[b]);
            visitor.visit(at++, i, j, means);
          }
        }
      }
    }
  }

  /** The first row of each column in the matrix, and then the number of rows. Not copied. */
  int[] from() {
    return from;
  }

  /** The rows of the matrix. */
  int size() {
    return from[scores.size()];
  }

  /** How many products there are. */
  int count() {
    int own = scores.stream().mapToInt(c -> c.dimensions() * c.dimensions()).sum();
    return (size() * size() - own) / 2;
  }
}
