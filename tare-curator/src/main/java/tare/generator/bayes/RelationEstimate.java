package tare.generator.bayes;

import java.util.Arrays;
import java.util.List;

/*
 * Noise is the same in every product and knows no columns; relations often come from a few hidden
 * causes, so that they lie in a few directions. Directions in which the noised matrix is longer than
 * any direction of pure noise are kept (Wigner's edge, with what is known of how far the largest
 * eigenvalue strays beyond it), shortened by what noise made them longer. What a column has of
 * them is shrunk by James and Stein's factor, so columns that have no part stay alone. Single pairs
 * that stand out of what is left are kept too.
 */

/** What noised sums say of the relations between columns. Post-processing: all of it is public. */
final class RelationEstimate {

  private static final int FILLS = 8;

  /** Beyond the edge by this much, over the sixth root of the size: one in a hundred by chance. */
  private static final double BEYOND = 2;

  /** Half of all matrices of noise are longer than the edge and this much, which is less. */
  private static final double HALF_BEYOND = -1.27;

  /** Noise alone has some pair stand out by this part of what it must, once in ten tables. */
  private static final double PROMISING_PAIR = 0.75;

  /** Relations that stand out by so many times what they must are known well enough. */
  private static final double SURE = 1.6;

  private final List<ColumnScores> scores;
  private final int[] from;
  private final int size;
  private final double others;
  private final double deviation;
  private final double[][] noised;
  private final double[][] kept;
  private boolean related;
  private boolean promising;
  private double strength;

  /**
   * @param noised products of pairs in order, in rows. Not modified.
   * @param deviation of their noise
   * @param total the public row count
   */
  RelationEstimate(List<ColumnScores> scores, double[] noised, double deviation, double total) {
    this.scores = scores;
    this.deviation = deviation;
    ScoreProducts products = new ScoreProducts(scores);
    from = products.from();
    size = products.size();
    double own = scores.stream().mapToDouble(c -> c.dimensions() * (double) c.dimensions()).sum();
    others = size - own / size;
    this.noised = new double[size][size];
    products.visit(
        (at, i, j, means) -> this.noised[i][j] = this.noised[j][i] = noised[at] - total * means);
    kept = new double[size][size];
    keepDirections();
    keepPairs();
  }

  /** Whether anything stands out of the noise. */
  boolean related() {
    return related;
  }

  /** Whether another look may show, or show better, what this one does not show surely. */
  boolean unsure() {
    return promising && strength < SURE;
  }

  /**
   * The estimated covariance of two columns' scores, times the row count.
   *
   * @param now the scores of the columns as they are known by now: a sign may change elsewhere
   */
  double[][] of(int a, int b, List<ColumnScores> now) {
    double scale = spread(a, now) * spread(b, now);
    double[][] block = new double[from[a + 1] - from[a]][];
    for (int i = from[a]; i < from[a + 1]; i++) {
      block[i - from[a]] =
          Arrays.stream(kept[i], from[b], from[b + 1]).map(x -> scale * x).toArray();
    }
    return block;
  }

  private double spread(int column, List<ColumnScores> now) {
    double before = scores.get(column).variance();
    return before > 0 && scores.get(column).dimensions() == 1
        ? Math.sqrt(now.get(column).variance() / before)
        : 1;
  }

  private double edge() {
    return edge(BEYOND);
  }

  private double edge(double beyond) {
    return deviation * (2 * Math.sqrt(others) + beyond / Math.pow(size, 1 / 6.0));
  }

  /** Keeps what the longest directions say, with the columns' own blocks filled in by them. */
  private void keepDirections() {
    double[][] filled = new double[size][size];
    double[][] low = new double[size][size];
    for (int fill = 0; fill <= FILLS; fill++) {
      for (int i = 0; i < size; i++) {
        filled[i] = noised[i].clone();
      }
      for (int c = 0; c < scores.size(); c++) {
        for (int i = from[c]; i < from[c + 1]; i++) {
          System.arraycopy(low[i], from[c], filled[i], from[c], from[c + 1] - from[c]);
        }
      }
      SymmetricEigen eigen = SymmetricEigen.of(filled);
      if (fill == 0) {
        double longest = Arrays.stream(eigen.values()).max().orElse(0);
        strength = longest / edge();
        promising = longest > edge(HALF_BEYOND);
      }
      low = fill < FILLS ? sum(eigen, ones()) : sum(eigen, shares(eigen));
      if (!related) {
        break;
      }
    }
    for (int i = 0; i < size; i++) {
      kept[i] = low[i];
    }
  }

  private double[] ones() {
    double[] ones = new double[size];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** What an eigenvalue was without noise. */
  private double bare(double value) {
    double noise = others * deviation * deviation;
    return (value + Math.sqrt(Math.max(0, value * value - 4 * noise))) / 2;
  }

  private double[][] sum(SymmetricEigen eigen, double[] shares) {
    double[][] sum = new double[size][size];
    for (int k = 0; k < size; k++) {
      if (eigen.values()[k] > edge()) {
        related = true;
        double value = bare(eigen.values()[k]);
        double[] v = eigen.vectors()[k];
        for (int i = 0; i < size; i++) {
          for (int j = 0; j < size; j++) {
            sum[i][j] += value * shares[i] * shares[j] * v[i] * v[j];
          }
        }
      }
    }
    return sum;
  }

  /** By how much each column's part of the directions is shrunk. */
  private double[] shares(SymmetricEigen eigen) {
    double[] shares = new double[size];
    for (int c = 0; c < scores.size(); c++) {
      double squares = 0;
      double noise = 0;
      for (int k = 0; k < size; k++) {
        if (eigen.values()[k] > edge()) {
          for (int i = from[c]; i < from[c + 1]; i++) {
            double part = eigen.values()[k] * eigen.vectors()[k][i];
            squares += part * part;
            noise += deviation * deviation;
          }
        }
      }
      Arrays.fill(shares, from[c], from[c + 1], squares > noise ? 1 - noise / squares : 0);
    }
    return shares;
  }

  /** Keeps what is left of pairs that stand out alone. */
  private void keepPairs() {
    int pairs = scores.size() * (scores.size() - 1) / 2;
    double[][] rest = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        rest[i][j] = noised[i][j] - kept[i][j];
      }
    }
    for (int a = 0; a < scores.size(); a++) {
      for (int b = a + 1; b < scores.size(); b++) {
        keepPair(a, b, rest, Math.sqrt(2 * Math.log(pairs + 1)));
      }
    }
  }

  private void keepPair(int a, int b, double[][] rest, double out) {
    double squares = 0;
    int cells = 0;
    for (int i = from[a]; i < from[a + 1]; i++) {
      for (int j = from[b]; j < from[b + 1]; j++) {
        squares += rest[i][j] * rest[i][j];
        cells++;
      }
    }
    double noise = cells * deviation * deviation;
    double needed = deviation * (Math.sqrt(cells) + out);
    strength = Math.max(strength, Math.sqrt(squares) / needed);
    promising |= Math.sqrt(squares) > deviation * (Math.sqrt(cells) + PROMISING_PAIR * out);
    if (Math.sqrt(squares) <= needed) {
      return;
    }
    related = true;
    for (int i = from[a]; i < from[a + 1]; i++) {
      for (int j = from[b]; j < from[b + 1]; j++) {
        kept[i][j] += (1 - noise / squares) * rest[i][j];
        kept[j][i] = kept[i][j];
      }
    }
  }
}
