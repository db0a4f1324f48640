package tare.kernel.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The linear relations that variables keep: an indicator is its own square, products of two levels
 * of one column are zero. Found in a covariance matrix: a variable of which the ones before it
 * leave too little variance is a linear combination of them.
 */
public final class LinearRelations {

  /** What rounding leaves of the variance of a variable that others determine. */
  private static final double ROUNDING = 1e-9;

  /** An indicator and its square differ by less than this in what others leave of them. */
  private static final double AS_GOOD_AS_EQUAL = 1e-9;

  private final int size;
  private final int[] kept;
  private final List<Relation> relations;

  /**
   * One variable as a combination of those that are kept.
   *
   * @param coefficients of the kept ones, in their order
   */
  private record Relation(int variable, double[] coefficients) {}

  private LinearRelations(int size, int[] kept, List<Relation> relations) {
    this.size = size;
    this.kept = kept;
    this.relations = relations;
  }

  /**
   * Finds the relations: variables are taken in order of what those taken before leave of their
   * variance, until too little is left of all that remain.
   *
   * @param covariance size x size, of which the lower triangle is read. Not modified.
   * @param smallest for each variable, the variance below which it counts as determined by others.
   *     Not modified.
   */
  public static LinearRelations of(double[] covariance, int size, double[] smallest) {
    return of(covariance, size, smallest, () -> {});
  }

  /**
   * The same for one who may want no more of it.
   *
   * @param covariance Not modified.
   * @param smallest Not modified.
   * @param beforeEach called before each variable; may end it by throwing
   */
  public static LinearRelations of(
      double[] covariance, int size, double[] smallest, Runnable beforeEach) {
    return of(covariance, size, size, smallest, beforeEach);
  }

  /**
   * The same, in which the first variables are taken before all others, whatever is left of those.
   *
   * @param first how many
   */
  public static LinearRelations of(
      double[] covariance, int size, int first, double[] smallest, Runnable beforeEach) {
    double[] lower = new double[size * size];
    double[] left = new double[size];
    double[] enough = new double[size];
    for (int j = 0; j < size; j++) {
      left[j] = covariance[j * size + j];
      enough[j] = Math.max(smallest[j], ROUNDING * left[j]);
    }
    int[] order = IntStream.range(0, size).toArray();
    int count = 0;
    for (int among : new int[] {first, size}) {
      while (count < among) {
        beforeEach.run();
        int next = mostLeft(order, count, among, left, enough);
        int variable = order[next];
        if (!(left[variable] > enough[variable])) {
          break;
        }
        order[next] = order[count];
        order[count] = variable;
        take(covariance, size, order, count++, lower, left);
      }
    }
    int[] kept = Arrays.copyOf(order, count);
    List<Relation> relations = new ArrayList<>();
    for (int i = count; i < size; i++) {
      relations.add(new Relation(order[i], combination(lower, size, kept, order[i])));
    }
    return new LinearRelations(size, kept, relations);
  }

  /** The first of those that are as good as equal: else rounding would choose among them. */
  private static int mostLeft(int[] order, int from, int to, double[] left, double[] enough) {
    int most = from;
    for (int i = from + 1; i < to; i++) {
      if (left[order[i]] * enough[order[most]]
          > (1 + AS_GOOD_AS_EQUAL) * left[order[most]] * enough[order[i]]) {
        most = i;
      }
    }
    return most;
  }

  /** The next column of the factor. @param lower Modified. @param left Modified. */
  private static void take(
      double[] covariance, int size, int[] order, int column, double[] lower, double[] left) {
    int pivot = order[column];
    double root = Math.sqrt(left[pivot]);
    lower[pivot * size + column] = root;
    for (int i = column + 1; i < size; i++) {
      int other = order[i];
      double shared = covariance[Math.max(pivot, other) * size + Math.min(pivot, other)];
      double entry =
          (shared - RowKernel.PLAIN.dot(lower, pivot * size, lower, other * size, column)) / root;
      lower[other * size + column] = entry;
      left[other] -= entry * entry;
    }
  }

  /** The coefficients with which kept variables make up another. */
  private static double[] combination(double[] lower, int size, int[] kept, int variable) {
    double[] solved = Arrays.copyOfRange(lower, variable * size, variable * size + kept.length);
    for (int i = kept.length - 1; i >= 0; i--) {
      int row = kept[i] * size;
      solved[i] /= lower[row + i];
      RowKernel.PLAIN.addScaled(-solved[i], lower, row, solved, 0, i);
    }
    return solved;
  }

  /** The variables that are combinations of the others. */
  public int[] determined() {
    return relations.stream().mapToInt(Relation::variable).toArray();
  }

  /** How many variables are free. */
  public int rank() {
    return kept.length;
  }

  /**
   * The likeliest means that keep all relations, given measurements with independent Gaussian
   * errors.
   *
   * @param measured the measured means. Not modified.
   * @param centre means that keep the relations. Not modified.
   * @param variances of the errors. Not modified.
   */
  public double[] projected(double[] measured, double[] centre, double[] variances) {
    if (relations.isEmpty()) {
      return measured.clone();
    }
    double[][] rows = relations.stream().map(this::row).toArray(double[][]::new);
    int count = rows.length;
    double[] violated = new double[count];
    double[] matrix = new double[count * count];
    for (int a = 0; a < count; a++) {
      for (int j = 0; j < size; j++) {
        violated[a] += rows[a][j] * (measured[j] - centre[j]);
      }
      for (int b = 0; b <= a; b++) {
        for (int j = 0; j < size; j++) {
          matrix[a * count + b] += rows[a][j] * variances[j] * rows[b][j];
        }
      }
    }
    double[] multipliers = Cholesky.of(matrix, count).solve(violated);
    double[] projected = measured.clone();
    for (int a = 0; a < count; a++) {
      for (int j = 0; j < size; j++) {
        projected[j] -= variances[j] * rows[a][j] * multipliers[a];
      }
    }
    return projected;
  }

  /** A relation as a combination of all variables that is zero. */
  private double[] row(Relation relation) {
    double[] row = new double[size];
    row[relation.variable()] = 1;
    for (int i = 0; i < relation.coefficients().length; i++) {
      row[kept[i]] = -relation.coefficients()[i];
    }
    return row;
  }
}
