package tare.kernel.regression;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tare.kernel.linear.ColumnKernel;
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

  /** A covariance of many rows is summed in so many parts, side by side. */
  private static final int COVARIANCE_PARTS = 4;

  private static final int BLOCK = ColumnKernel.BLOCK;

  private final double[] columns;
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
    this(
        ColumnKernel.columns(vectors, count, moments.width()),
        count,
        moments,
        codes,
        count == 0 ? 0 : codes.length / count,
        indicators);
  }

  /**
   * Rows whose vectors are blocks of columns.
   *
   * @param columns as {@link ColumnKernel} has them. Not copied, not modified.
   * @param codes Not modified.
   */
  public static TiltRows ofColumns(
      double[] columns, int count, QuadraticMoments moments, int[] codes, int indicators) {
    int groups = count == 0 ? 0 : codes.length / count;
    return new TiltRows(columns, count, moments, codes, groups, indicators);
  }

  private TiltRows(
      double[] columns,
      int count,
      QuadraticMoments moments,
      int[] codes,
      int groups,
      int indicators) {
    this.columns = columns;
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
    return new TiltRows(columns, count, moments, new int[0], 0, 0);
  }

  /** Equal shares, which sum to one. */
  public double[] even() {
    double[] even = new double[count];
    Arrays.fill(even, 1.0 / count);
    return even;
  }

  /** The same rows with other indicators. @param others as in the constructor. Not modified. */
  public TiltRows withCodes(int[] others, int theirIndicators) {
    return ofColumns(columns, count, moments, others, theirIndicators);
  }

  /** The first rows. */
  public TiltRows first(int some) {
    return new TiltRows(columns, some, moments, codes, groups, indicators);
  }

  /** Some of the rows. @param rows their positions. Not modified. */
  public TiltRows at(int[] rows) {
    int width = moments.width();
    double[] own = new double[ColumnKernel.blocks(rows.length) * BLOCK * width];
    int[] ownCodes = new int[rows.length * groups];
    for (int i = 0; i < rows.length; i++) {
      copy(rows[i], own, i);
      System.arraycopy(codes, rows[i] * groups, ownCodes, i * groups, groups);
    }
    return new TiltRows(own, rows.length, moments, ownCodes, groups, indicators);
  }

  /** These rows and others after them, of the same moments and indicators. */
  public TiltRows and(TiltRows others) {
    return and(List.of(others));
  }

  /** The same of several others, each after the one before; every row is copied once. */
  public TiltRows and(List<TiltRows> others) {
    int whole = count + others.stream().mapToInt(TiltRows::count).sum();
    double[] all = new double[ColumnKernel.blocks(whole) * BLOCK * moments.width()];
    System.arraycopy(columns, 0, all, 0, ColumnKernel.blocks(count) * BLOCK * moments.width());
    int[] allCodes = Arrays.copyOf(codes, whole * groups);
    int filled = count;
    for (TiltRows other : others) {
      for (int r = 0; r < other.count; r++) {
        other.copy(r, all, filled + r);
      }
      System.arraycopy(other.codes, 0, allCodes, filled * groups, other.count * groups);
      filled += other.count;
    }
    return new TiltRows(all, whole, moments, allCodes, groups, indicators);
  }

  private void copy(int row, double[] to, int toRow) {
    int width = moments.width();
    int from = ColumnKernel.at(row, 0, width);
    int at = ColumnKernel.at(toRow, 0, width);
    for (int j = 0; j < width; j++) {
      to[at + j * BLOCK] = columns[from + j * BLOCK];
    }
  }

  /** For every row, the sum of what it has times its coefficients. Nothing is modified. */
  public double[] products(double[] coefficients) {
    double[] products = new double[count];
    double[] form = moments.form(coefficients);
    parts().forEach(part -> putProducts(part * PART, end(part), coefficients, form, products));
    return products;
  }

  private void putProducts(
      int first, int last, double[] coefficients, double[] form, double[] products) {
    ColumnKernel kernel = ColumnKernel.forRows(count);
    int width = moments.width();
    int square = moments.multiplied();
    double[] some = new double[BLOCK];
    for (int from = first; from < last; from += BLOCK) {
      kernel.forms(columns, from * width, width, coefficients, form, square, some);
      System.arraycopy(some, 0, products, from, Math.min(BLOCK, last - from));
    }
    int from = moments.size();
    for (int r = first; r < last && groups > 0; r++) {
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
    double[] sums = ofMoments(first, last, weights, false);
    addShares(first, last, weights, sums, moments.size());
    return sums;
  }

  /** Weighted sums of the indicators alone. Nothing is modified. */
  public double[] indicatorSums(double[] weights) {
    double[] sums = new double[indicators];
    addShares(0, count, weights, sums, 0);
    return sums;
  }

  private void addShares(int first, int last, double[] weights, double[] sums, int from) {
    for (int r = first; r < last; r++) {
      for (int g = r * groups; g < (r + 1) * groups; g++) {
        if (codes[g] >= 0) {
          sums[from + codes[g]] += weights[r];
        }
      }
    }
  }

  /**
   * Weighted sums of moments, or of their squares.
   *
   * @return with room for indicators
   */
  private double[] ofMoments(int first, int last, double[] weights, boolean squared) {
    ColumnKernel kernel = ColumnKernel.forRows(count);
    int width = moments.width();
    int square = moments.multiplied();
    double[] sums = new double[size()];
    double[] products = kernel.newSums(square);
    double[] some = new double[BLOCK];
    double[] squares = new double[squared ? BLOCK * width : 0];
    for (int from = first; from < last; from += BLOCK) {
      int rows = Math.min(BLOCK, last - from);
      System.arraycopy(weights, from, some, 0, rows);
      Arrays.fill(some, rows, BLOCK, 0);
      for (int i = 0; i < squares.length; i++) {
        squares[i] = columns[from * width + i] * columns[from * width + i];
      }
      double[] block = squared ? squares : columns;
      int at = squared ? 0 : from * width;
      for (int j = 0; j < width; j++) {
        sums[j] += kernel.sum(block, at + j * BLOCK, some);
      }
      kernel.addProducts(block, at, square, some, products);
    }
    for (int i = 0; i < moments.left().length; i++) {
      sums[width + i] = kernel.product(products, square, moments.left()[i], moments.right()[i]);
    }
    return sums;
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
    double[] vector = new double[width];
    for (int r = 0; r < count; r++) {
      putVector(r, vector);
      for (int j = 0; j < width; j++) {
        largest[j] = Math.max(largest[j], Math.abs(vector[j]));
      }
    }
    double[] reach = new double[moments.size()];
    moments.put(largest, 0, reach, 0);
    return reach;
  }

  /**
   * How far from a centre the farthest row is in each moment. Of an indicator it is the distance of
   * rows that have it or of those that do not, whether or not there are both.
   *
   * @param centre Not modified.
   */
  public double[] farthest(double[] centre) {
    double[] farthest = new double[size()];
    double[] vector = new double[moments.width()];
    double[] own = new double[moments.size()];
    for (int r = 0; r < count; r++) {
      putVector(r, vector);
      moments.put(vector, 0, own, 0);
      for (int j = 0; j < own.length; j++) {
        farthest[j] = Math.max(farthest[j], Math.abs(own[j] - centre[j]));
      }
    }
    for (int j = own.length; j < farthest.length; j++) {
      farthest[j] = Math.max(centre[j], 1 - centre[j]);
    }
    return farthest;
  }

  private void putVector(int row, double[] out) {
    int at = ColumnKernel.at(row, 0, out.length);
    for (int j = 0; j < out.length; j++) {
      out[j] = columns[at + j * BLOCK];
    }
  }

  /** The variances under shares that sum to one. Nothing is modified. */
  public double[] variances(double[] shares) {
    double[] means = sums(shares);
    double[] variances = means.clone(); // an indicator is its own square
    Arrays.fill(variances, 0, moments.size(), 0);
    parts()
        .mapToObj(part -> ofMoments(part * PART, end(part), shares, true))
        .forEachOrdered(
            more -> RowKernel.PLAIN.addScaled(1, more, 0, variances, 0, moments.size()));
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
    int thinned = (int) Math.max(1, Math.ceil((double) count * own * own / COVARIANCE_WORK));
    int stride = Math.min(thinned, Math.max(1, count / (4 * size())));
    int atOnce = MomentGram.rowsAtOnce(stride);
    int steps = (count + atOnce - 1) / atOnce;
    int parts = count > MANY_ROWS ? COVARIANCE_PARTS : 1;
    List<MomentGram> grams =
        IntStream.range(0, parts)
            .parallel()
            .mapToObj(
                p -> {
                  MomentGram gram = new MomentGram(moments, indicators, count);
                  for (int step = steps * p / parts; step < steps * (p + 1) / parts; step++) {
                    beforeBlock.run();
                    gram.add(columns, codes, groups, shares, step * atOnce, count, stride);
                  }
                  return gram;
                })
            .toList();
    for (MomentGram more : grams.subList(1, parts)) {
      grams.get(0).add(more);
    }
    return grams.get(0).covariance();
  }
}
