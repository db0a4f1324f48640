package tare.kernel.regression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import tare.kernel.linear.RowKernel;

/*
 * One evaluation reads every row from memory once: four rows at a time are multiplied with the
 * coefficients, and while they are still in the first-level cache their residuals are added to the
 * gradient. The rows are cut into pieces by their number alone, and the pieces' sums are added in
 * order, so the result does not depend on the number of threads.
 */

/** Value, gradient and (sampled) Hessian of a {@link LogisticProblem}. One thread at a time. */
final class LogisticObjective implements LogisticLoss {

  private static final int MOST_PIECES = 16;
  private static final long SMALLEST_PIECE = 1 << 16;
  private static final int GRAM_TILE = 16;

  private final LogisticProblem problem;
  private final int columns;
  private final RowKernel kernel;
  private final boolean parallel;
  private final List<Piece> pieces = new ArrayList<>();

  private static final class Piece {
    final LogisticRows part;
    final int from;
    final int to;
    final double[] gradient;
    double loss;

    Piece(LogisticRows part, int from, int to, int columns) {
      this.part = part;
      this.from = from;
      this.to = to;
      this.gradient = new double[columns];
    }
  }

  LogisticObjective(LogisticProblem problem, int threads) {
    this.problem = problem;
    this.columns = problem.columns();
    long values = (long) problem.rowCount() * columns;
    this.kernel = RowKernel.forValues(values);
    long pieceValues = Math.max(SMALLEST_PIECE, values / MOST_PIECES + 1);
    int pieceRows = (int) Math.min(1 << 30, Math.max(4, pieceValues / Math.max(1, columns)));
    for (LogisticRows part : problem.parts()) {
      for (int from = 0; from < part.rows(); from += pieceRows) {
        pieces.add(new Piece(part, from, Math.min(part.rows() - from, pieceRows) + from, columns));
      }
    }
    // Handing over a smaller matrix costs more than the other thread saves.
    this.parallel = threads > 1 && pieces.size() > 1 && values > SMALLEST_PIECE;
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public double evaluate(double[] coefficients, double[] gradient) {
    boolean zero = Arrays.stream(coefficients).allMatch(c -> c == 0);
    onPieces(piece -> evaluate(piece, coefficients, zero));
    double value = 0;
    for (int j = 0; j < columns; j++) {
      double pull = problem.penalties()[j] * coefficients[j];
      gradient[j] = pull;
      value += 0.5 * pull * coefficients[j];
    }
    for (Piece piece : pieces) {
      value += piece.loss;
      kernel.addScaled(1, piece.gradient, 0, gradient, 0, columns);
    }
    return value;
  }

  private void onPieces(Consumer<Piece> work) {
    if (parallel) {
      pieces.parallelStream().forEach(work);
    } else {
      pieces.forEach(work);
    }
  }

  /**
   * @param zero whether all coefficients are zero, so that all margins are
   */
  private void evaluate(Piece piece, double[] coefficients, boolean zero) {
    double[] matrix = piece.part.matrix();
    Arrays.fill(piece.gradient, 0);
    double[] margins = new double[4];
    LossSum loss = new LossSum();
    int r = piece.from;
    for (; r <= piece.to - 4; r += 4) {
      if (zero) {
        Arrays.fill(margins, 0);
      } else {
        kernel.dotFour(matrix, r * columns, columns, coefficients, margins);
      }
      for (int k = 0; k < 4; k++) {
        double signed = piece.part.signedWeight(r + k);
        double margin = Math.copySign(1, signed) * margins[k];
        double tail = zero ? 1 : Math.exp(-Math.abs(margin));
        loss.add(Math.abs(signed), margin, tail);
        margins[k] = -signed * oneMinusSigmoid(margin, tail);
      }
      kernel.addFour(matrix, r * columns, columns, margins, piece.gradient);
    }
    for (; r < piece.to; r++) {
      double signed = piece.part.signedWeight(r);
      double margin =
          Math.copySign(1, signed) * kernel.dot(matrix, r * columns, coefficients, 0, columns);
      double tail = Math.exp(-Math.abs(margin));
      loss.add(Math.abs(signed), margin, tail);
      double factor = -signed * oneMinusSigmoid(margin, tail);
      kernel.addScaled(factor, matrix, r * columns, piece.gradient, 0, columns);
    }
    piece.loss = loss.total();
  }

  /**
   * Sums w log(1 + exp(-m)) without overflow. Rows of equal weight share a logarithm: that of the
   * product of their 1 + exp(-|m|), each at most two, which loses a few hundred roundings at most.
   */
  private static final class LossSum {
    private static final double FULL = 1e300;
    private double sum;
    private double weight;
    private double product = 1;

    void add(double rowWeight, double margin, double tail) {
      sum += rowWeight * Math.max(-margin, 0);
      if (rowWeight != weight || product > FULL) {
        sum += weight * Math.log(product);
        weight = rowWeight;
        product = 1;
      }
      product *= 1 + tail;
    }

    double total() {
      return sum + weight * Math.log(product);
    }
  }

  /** 1 - sigmoid(margin), given exp(-|margin|). */
  private static double oneMinusSigmoid(double margin, double tail) {
    return margin >= 0 ? tail / (1 + tail) : 1 / (1 + tail);
  }

  @Override
  public double[] hessian(double[] coefficients, boolean exact) {
    return hessian(coefficients, exact ? problem.rowCount() : sampleSize());
  }

  /** As many rows as cost about what a few passes cost, and enough to be near the whole. */
  private int sampleSize() {
    int rows = problem.rowCount();
    long affordable = Math.max(4L * columns, 8L * rows / Math.max(1, columns));
    return (int) Math.min(rows, Math.max(affordable, Math.min(10L * columns, 2000)));
  }

  /**
   * From evenly spaced rows, scaled up to stand for all rows.
   *
   * @param atMost the number of rows to use at most; with at least all rows it is exact
   */
  private double[] hessian(double[] coefficients, int atMost) {
    int total = problem.rowCount();
    int stride = Math.max(1, (total + atMost - 1) / Math.max(1, atMost));
    double[] sample =
        new double[Math.multiplyExact(total / stride + problem.parts().size(), columns)];
    double[] curvatures = new double[sample.length / Math.max(1, columns)];
    int used = 0;
    for (LogisticRows part : problem.parts()) {
      for (int r = 0; r < part.rows(); r += stride) {
        double margin = kernel.dot(part.matrix(), r * columns, coefficients, 0, columns);
        double tail = Math.exp(-Math.abs(margin));
        curvatures[used] =
            stride * Math.abs(part.signedWeight(r)) * tail / ((1 + tail) * (1 + tail));
        System.arraycopy(part.matrix(), r * columns, sample, used * columns, columns);
        used++;
      }
    }
    double[] hessian = new double[columns * columns];
    for (int j = 0; j < columns; j++) {
      hessian[j * columns + j] = problem.penalties()[j];
    }
    addGram(sample, used, curvatures, hessian);
    return hessian;
  }

  private void addGram(double[] sample, int rows, double[] weights, double[] gram) {
    List<Integer> tiles = new ArrayList<>();
    for (int i = 0; i < columns; i += GRAM_TILE) {
      tiles.add(i);
    }
    Consumer<Integer> work =
        i ->
            kernel.addOuterProducts(
                sample, 0, rows, columns, weights, 0, gram, i, Math.min(columns, i + GRAM_TILE));
    if (parallel) {
      tiles.parallelStream().forEach(work);
    } else {
      tiles.forEach(work);
    }
  }
}
