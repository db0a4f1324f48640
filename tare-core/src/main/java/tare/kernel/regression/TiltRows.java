package tare.kernel.regression;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;
import tare.kernel.linear.RowKernel;

/**
 * Rows by what a tilt sees of them: the moments of a vector each, then indicators, of which a row
 * has at most one in each of some groups. An indicator is kept as its number alone, so groups of a
 * hundred cost no more than groups of two.
 */
public final class TiltRows implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Products that a covariance may cost before it is taken over fewer rows. */
  private static final double COVARIANCE_WORK = 6e10;

  /** Rows that are summed at a time, and from how many on several such parts are. */
  private static final int PART = 32_768;

  private static final int MANY_ROWS = 100_000;

  private static final int BLOCK = 128;
  private static final int TILE = 16;

  private final double[] vectors;
  private final int count;
  private final QuadraticMoments moments;
  private final int[] codes;
  private final int groups;
  private final int indicators;

  /**
   * Rows without indicators.
   *
   * @param vectors row-major. Not modified.
   */
  public TiltRows(double[] vectors, int count, QuadraticMoments moments) {
    this(vectors, count, moments, new int[0], 0);
  }

  /**
   * Rows with indicators.
   *
   * @param vectors row-major. Not modified.
   * @param codes row-major, for each group the number of the indicator that a row has, or a
   *     negative number for none. Not modified.
   * @param indicators how many there are in all groups
   */
  public TiltRows(
      double[] vectors, int count, QuadraticMoments moments, int[] codes, int indicators) {
    this(vectors, count, moments, codes, count == 0 ? 0 : codes.length / count, indicators);
  }

  private TiltRows(
      double[] vectors,
      int count,
      QuadraticMoments moments,
      int[] codes,
      int groups,
      int indicators) {
    this.vectors = vectors;
    this.count = count;
    this.moments = moments;
    this.codes = codes;
    this.groups = groups;
    this.indicators = indicators;
  }

  /** The number of rows. */
  public int count() {
    return count;
  }

  /** The number of moments and indicators. */
  public int size() {
    return moments.size() + indicators;
  }

  /** Products that one look at all rows costs, about. */
  double work() {
    return (double) count * moments.width() * moments.width();
  }

  /** How many steps of a tilt, two looks at all rows each, cost what a covariance costs. */
  double stepsPerCovariance() {
    double own = moments.size();
    return Math.min(COVARIANCE_WORK, count * own * own / 2) / (2 * work());
  }

  /** The same rows without their indicators. */
  public TiltRows momentsAlone() {
    return new TiltRows(vectors, count, moments);
  }

  /** Equal shares, which sum to one. */
  public double[] even() {
    double[] even = new double[count];
    Arrays.fill(even, 1.0 / count);
    return even;
  }

  /** The first rows. */
  public TiltRows first(int some) {
    return new TiltRows(
        Arrays.copyOf(vectors, some * moments.width()),
        some,
        moments,
        Arrays.copyOf(codes, some * groups),
        indicators);
  }

  /** Some of the rows. @param rows their positions. Not modified. */
  public TiltRows at(int[] rows) {
    int width = moments.width();
    double[] own = new double[rows.length * width];
    int[] ownCodes = new int[rows.length * groups];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(vectors, rows[i] * width, own, i * width, width);
      System.arraycopy(codes, rows[i] * groups, ownCodes, i * groups, groups);
    }
    return new TiltRows(own, rows.length, moments, ownCodes, groups, indicators);
  }

  /** These rows and others after them, of the same moments and indicators. */
  public TiltRows and(TiltRows others) {
    int width = moments.width();
    double[] both = Arrays.copyOf(vectors, (count + others.count) * width);
    System.arraycopy(others.vectors, 0, both, count * width, others.count * width);
    int[] bothCodes = Arrays.copyOf(codes, (count + others.count) * groups);
    System.arraycopy(others.codes, 0, bothCodes, count * groups, others.count * groups);
    return new TiltRows(both, count + others.count, moments, bothCodes, groups, indicators);
  }

  /** For every row, the sum of what it has times its coefficients. Nothing is modified. */
  public double[] products(double[] coefficients) {
    double[] products = new double[count];
    parts().forEach(part -> putProducts(part * PART, end(part), coefficients, products));
    return products;
  }

  private void putProducts(int first, int last, double[] coefficients, double[] products) {
    moments.putProducts(vectors, first, last, coefficients, products);
    int from = moments.size();
    for (int r = first; r < last; r++) {
      double sum = 0;
      for (int g = r * groups; g < (r + 1) * groups; g++) {
        sum += codes[g] < 0 ? 0 : coefficients[from + codes[g]];
      }
      products[r] += sum;
    }
  }

  /** Weighted sums over rows. Nothing is modified. */
  public double[] sums(double[] weights) {
    double[] sums = new double[size()];
    parts()
        .mapToObj(part -> sums(part * PART, end(part), weights))
        .forEachOrdered(more -> RowKernel.PLAIN.addScaled(1, more, 0, sums, 0, sums.length));
    return sums;
  }

  private double[] sums(int first, int last, double[] weights) {
    double[] sums = Arrays.copyOf(moments.sums(vectors, first, last, weights), size());
    addIndicators(first, last, weights, sums, moments.size());
    return sums;
  }

  /** Weighted sums of the indicators alone. Nothing is modified. */
  public double[] indicatorSums(double[] weights) {
    double[] sums = new double[indicators];
    addIndicators(0, count, weights, sums, 0);
    return sums;
  }

  private void addIndicators(int first, int last, double[] weights, double[] sums, int from) {
    for (int r = first; r < last; r++) {
      for (int g = r * groups; g < (r + 1) * groups; g++) {
        if (codes[g] >= 0) {
          sums[from + codes[g]] += weights[r];
        }
      }
    }
  }

  /** Parts of the rows, side by side where there are many: sums hang on parts, not on threads. */
  private IntStream parts() {
    IntStream parts = IntStream.range(0, (count + PART - 1) / PART);
    return count > MANY_ROWS ? parts.parallel() : parts;
  }

  private int end(int part) {
    return Math.min(count, (part + 1) * PART);
  }

  /**
   * How large each moment can be of a row that has the largest coordinates of any two rows; without
   * indicators.
   */
  public double[] reach() {
    int width = moments.width();
    double[] largest = new double[width];
    for (int i = 0; i < count * width; i++) {
      largest[i % width] = Math.max(largest[i % width], Math.abs(vectors[i]));
    }
    double[] reach = new double[moments.size()];
    moments.put(largest, 0, reach, 0);
    return reach;
  }

  /** The variances under shares that sum to one. Nothing is modified. */
  public double[] variances(double[] shares) {
    double[] means = sums(shares);
    double[] variances = means.clone(); // an indicator is its own square
    Arrays.fill(variances, 0, moments.size(), 0);
    double[] one = new double[moments.size()];
    for (int r = 0; r < count; r++) {
      moments.put(vectors, r * moments.width(), one, 0);
      for (int j = 0; j < one.length; j++) {
        variances[j] += shares[r] * one[j] * one[j];
      }
    }
    for (int j = 0; j < variances.length; j++) {
      variances[j] -= means[j] * means[j];
    }
    return variances;
  }

  /**
   * The covariance under shares, over fewer rows where there are many moments; the lower triangle.
   *
   * @param shares Not modified.
   */
  public double[] covariance(double[] shares) {
    return covariance(shares, () -> {});
  }

  /**
   * The same for one who may want no more of it: with many moments it takes a minute.
   *
   * @param shares Not modified.
   * @param beforeBlock called before each hundred rows or so; may end it by throwing
   */
  public double[] covariance(double[] shares, Runnable beforeBlock) {
    int own = moments.size();
    int stride = (int) Math.max(1, Math.ceil((double) count * own * own / COVARIANCE_WORK));
    stride = Math.min(stride, Math.max(1, count / (4 * size())));
    Gram gram = new Gram(RowKernel.forValues((long) count / stride * own));
    for (int from = 0; from < count; from += BLOCK * stride) {
      beforeBlock.run();
      gram.add(shares, from, stride);
    }
    return gram.covariance();
  }

  /** Weighted products of everything with everything. */
  private final class Gram {
    private final RowKernel kernel;
    private final int own = moments.size();
    private final double[] ofMoments = new double[own * own];
    private final double[] mixed = new double[indicators * own];
    private final double[] ofIndicators = new double[indicators * indicators];
    private final double[] mean = new double[own];
    private final double[] block = new double[BLOCK * own];
    private final double[] weights = new double[BLOCK];
    private double sum;

    Gram(RowKernel kernel) {
      this.kernel = kernel;
    }

    /** Adds every so many-th row, a block of them. */
    void add(double[] shares, int from, int stride) {
      int some = 0;
      for (int r = from; r < count && some < BLOCK; r += stride, some++) {
        moments.put(vectors, r * moments.width(), block, some * own);
        weights[some] = shares[r];
        sum += shares[r];
        RowKernel.PLAIN.addScaled(shares[r], block, some * own, mean, 0, own);
        addIndicators(r, some);
      }
      for (int i = 0; i < own; i += TILE) {
        kernel.addOuterProducts(
            block, 0, some, own, weights, 0, ofMoments, i, Math.min(own, i + TILE));
      }
    }

    private void addIndicators(int row, int at) {
      for (int g = row * groups; g < (row + 1) * groups; g++) {
        if (codes[g] >= 0) {
          kernel.addScaled(weights[at], block, at * own, mixed, codes[g] * own, own);
          for (int h = row * groups; h <= g; h++) {
            if (codes[h] >= 0) {
              ofIndicators[codes[g] * indicators + codes[h]] += weights[at];
            }
          }
        }
      }
    }

    double[] covariance() {
      int size = own + indicators;
      double[] means = Arrays.copyOf(mean, size);
      for (int i = 0; i < indicators; i++) {
        means[own + i] = ofIndicators[i * indicators + i];
      }
      double[] covariance = new double[size * size];
      for (int i = 0; i < size; i++) {
        for (int j = 0; j <= i; j++) {
          double product =
              i < own
                  ? ofMoments[i * own + j]
                  : j < own
                      ? mixed[(i - own) * own + j]
                      : ofIndicators[(i - own) * indicators + j - own];
          covariance[i * size + j] = product / sum - means[i] / sum * (means[j] / sum);
        }
      }
      return covariance;
    }
  }
}
