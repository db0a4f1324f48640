package tare.kernel.regression;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/*
 * Minimises 1/2 a'Qa + p'a subject to y'a = 0 and 0 <= a_i <= C_i, where Q_ij = y_i y_j k(x_i, x_j), two coordinates at
 * a time: the pair that violates optimality most by a second-order estimate (Fan, Chen and Lin 2005). Every coordinate
 * has its own C_i, which is all that example weights change. For regression every row stands twice, once pulling the
 * function up (y = 1) and once down (y = -1).
 */

/**
 * Support vector machines with a Gaussian kernel and a weight per row: C_i = C w_i.
 *
 * <p>Reference: Fan, Chen and Lin, "Working set selection using second order information for
 * training support vector machines", JMLR 6 (2005).
 */
public final class SupportVectors {

  private static final double TINY = 1e-12;
  private static final long CACHE_BYTES = 256L << 20;

  private final double[] rows;
  private final int columns;
  private final double gamma;
  private final double[] coefficients;
  private final double bias;

  private SupportVectors(
      double[] rows, int columns, double gamma, double[] coefficients, double bias) {
    this.rows = rows;
    this.columns = columns;
    this.gamma = gamma;
    this.coefficients = coefficients;
    this.bias = bias;
  }

  /**
   * Separates two classes.
   *
   * @param rows rows x columns, row by row; kept
   * @param positive the class of each row. Not modified.
   * @param bounds C_i, not negative. Not modified.
   * @param gamma of exp(-gamma |x - x'|^2)
   */
  public static SupportVectors classifier(
      double[] rows, int columns, boolean[] positive, double[] bounds, double gamma) {
    int n = positive.length;
    double[] sign = new double[n];
    Arrays.setAll(sign, i -> positive[i] ? 1 : -1);
    double[] linear = new double[n];
    Arrays.fill(linear, -1);
    Solver solver = new Solver(rows, columns, gamma, n, sign, linear, bounds);
    solver.solve();
    double[] coefficients = new double[n];
    Arrays.setAll(coefficients, i -> sign[i] * solver.alpha[i]);
    return new SupportVectors(rows, columns, gamma, coefficients, -solver.threshold());
  }

  /**
   * Fits a number with the loss max(0, |y - f(x)| - tube).
   *
   * @param rows rows x columns, row by row; kept
   * @param y Not modified.
   * @param bounds C_i, not negative. Not modified.
   * @param gamma of exp(-gamma |x - x'|^2)
   */
  public static SupportVectors regressor(
      double[] rows, int columns, double[] y, double[] bounds, double gamma, double tube) {
    int n = y.length;
    double[] sign = new double[2 * n];
    double[] linear = new double[2 * n];
    double[] twice = new double[2 * n];
    for (int i = 0; i < n; i++) {
      sign[i] = 1;
      sign[n + i] = -1;
      linear[i] = tube - y[i];
      linear[n + i] = tube + y[i];
      twice[i] = bounds[i];
      twice[n + i] = bounds[i];
    }
    Solver solver = new Solver(rows, columns, gamma, n, sign, linear, twice);
    solver.solve();
    double[] coefficients = new double[n];
    Arrays.setAll(coefficients, i -> solver.alpha[i] - solver.alpha[n + i]);
    return new SupportVectors(rows, columns, gamma, coefficients, -solver.threshold());
  }

  /** The decision value (its sign is the class) or the fitted number of a row. */
  public double value(double[] x, int offset) {
    double sum = bias;
    for (int i = 0; i < coefficients.length; i++) {
      if (coefficients[i] != 0) {
        sum += coefficients[i] * kernel(rows, i * columns, x, offset, columns, gamma);
      }
    }
    return sum;
  }

  /** The number of rows that the function leans on. */
  public int supportCount() {
    return (int) Arrays.stream(coefficients).filter(c -> c != 0).count();
  }

  private static double kernel(
      double[] a, int from, double[] b, int offset, int columns, double gamma) {
    double squares = 0;
    for (int j = 0; j < columns; j++) {
      double difference = a[from + j] - b[offset + j];
      squares += difference * difference;
    }
    return Math.exp(-gamma * squares);
  }

  private static final class Solver {
    private static final double TOLERANCE = 1e-3;

    private final double[] rows;
    private final int columns;
    private final double gamma;
    private final int n;
    private final double[] sign;
    private final double[] bounds;
    private final double[] gradient;
    final double[] alpha;
    private final Map<Integer, double[]> cache;

    Solver(
        double[] rows,
        int columns,
        double gamma,
        int n,
        double[] sign,
        double[] linear,
        double[] bounds) {
      this.rows = rows;
      this.columns = columns;
      this.gamma = gamma;
      this.n = n;
      this.sign = sign;
      this.bounds = bounds;
      gradient = linear.clone();
      alpha = new double[sign.length];
      int kept = (int) Math.max(4, CACHE_BYTES / (8L * n));
      cache =
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, double[]> eldest) {
              return size() > kept;
            }
          };
    }

    void solve() {
      long most = Math.max(1_000_000L, 100L * alpha.length);
      for (long step = 0; step < most; step++) {
        int i = mostViolating();
        if (i < 0) {
          return;
        }
        int j = bestPartner(i);
        if (j < 0) {
          return;
        }
        update(i, j);
      }
    }

    private boolean canRise(int t) {
      return sign[t] > 0 ? alpha[t] < bounds[t] : alpha[t] > 0;
    }

    private boolean canFall(int t) {
      return sign[t] > 0 ? alpha[t] > 0 : alpha[t] < bounds[t];
    }

    private int mostViolating() {
      int best = -1;
      double largest = Double.NEGATIVE_INFINITY;
      for (int t = 0; t < alpha.length; t++) {
        if (canRise(t) && -sign[t] * gradient[t] > largest) {
          largest = -sign[t] * gradient[t];
          best = t;
        }
      }
      return best;
    }

    private int bestPartner(int i) {
      double[] kernel = kernelRow(i % n);
      double top = -sign[i] * gradient[i];
      double lowest = Double.POSITIVE_INFINITY;
      double bestGain = 0;
      int best = -1;
      for (int t = 0; t < alpha.length; t++) {
        if (canFall(t)) {
          double value = -sign[t] * gradient[t];
          lowest = Math.min(lowest, value);
          double distance = top - value;
          if (distance > 0) {
            double curvature = Math.max(TINY, 2 - 2 * kernel[t % n]);
            double gain = distance * distance / curvature;
            if (gain > bestGain) {
              bestGain = gain;
              best = t;
            }
          }
        }
      }
      return top - lowest < TOLERANCE ? -1 : best;
    }

    /** Moves along y_i a_i + y_j a_j = const as far as the quadratic and the box allow. */
    private void update(int i, int j) {
      double[] rowI = kernelRow(i % n);
      double[] rowJ = kernelRow(j % n);
      double curvature = Math.max(TINY, 2 - 2 * rowI[j % n]);
      double step = (sign[j] * gradient[j] - sign[i] * gradient[i]) / curvature;
      double roomI = sign[i] > 0 ? bounds[i] - alpha[i] : alpha[i];
      double roomJ = sign[j] > 0 ? alpha[j] : bounds[j] - alpha[j];
      step = Math.min(step, Math.min(roomI, roomJ));
      alpha[i] = within(alpha[i] + sign[i] * step, bounds[i], step >= roomI, sign[i] > 0);
      alpha[j] = within(alpha[j] - sign[j] * step, bounds[j], step >= roomJ, sign[j] < 0);
      for (int t = 0; t < alpha.length; t++) {
        gradient[t] += sign[t] * step * (rowI[t % n] - rowJ[t % n]);
      }
    }

    /**
     * Rounding must not leave a coordinate a hair from its bound, where it would be picked for
     * ever.
     */
    private static double within(double value, double bound, boolean full, boolean up) {
      if (full) {
        return up ? bound : 0;
      }
      return Math.max(0, Math.min(bound, value));
    }

    /** The mean of y_i gradient_i over free coordinates; between the bounds' limits if none is. */
    double threshold() {
      double upper = Double.POSITIVE_INFINITY;
      double lower = Double.NEGATIVE_INFINITY;
      double sum = 0;
      int free = 0;
      for (int t = 0; t < alpha.length; t++) {
        double value = sign[t] * gradient[t];
        if (alpha[t] > 0 && alpha[t] < bounds[t]) {
          sum += value;
          free++;
        } else if (canRise(t)) {
          upper = Math.min(upper, value);
        } else if (canFall(t)) {
          lower = Math.max(lower, value);
        }
      }
      if (free > 0) {
        return sum / free;
      }
      return Double.isInfinite(upper)
          ? lower
          : Double.isInfinite(lower) ? upper : (upper + lower) / 2;
    }

    private double[] kernelRow(int row) {
      double[] cached = cache.get(row);
      if (cached == null) {
        double[] made = new double[n];
        for (int t = 0; t < n; t++) {
          made[t] = kernel(rows, row * columns, rows, t * columns, columns, gamma);
        }
        cache.put(row, made);
        cached = made;
      }
      return cached;
    }
  }
}
