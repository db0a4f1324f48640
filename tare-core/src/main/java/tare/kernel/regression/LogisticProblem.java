package tare.kernel.regression;

import java.util.List;

/**
 * A weighted logistic loss with a ridge penalty:
 *
 * <pre>J(b) = sum_i w_i log(1 + exp(-y_i b.x_i)) + (1/2) sum_j penalty_j b_j^2,   y_i = +1 or -1
 * </pre>
 *
 * @param parts the rows, in any number of parts, for instance one per label
 * @param columns the length of a row, the intercept among them if there is one
 * @param penalties one per coordinate, not negative; zero leaves a coordinate free. J is strongly
 *     convex with the smallest of them
 */
public record LogisticProblem(List<LogisticRows> parts, int columns, double[] penalties) {

  public LogisticProblem {
    parts = List.copyOf(parts);
    if (penalties.length != columns) {
      throw new IllegalArgumentException(
          "There must be one penalty per column, " + columns + ". Got: " + penalties.length);
    }
    for (double penalty : penalties) {
      if (!(penalty >= 0) || Double.isInfinite(penalty)) {
        throw new IllegalArgumentException(
            "A penalty must be finite and not negative. Got: " + penalty);
      }
    }
    for (LogisticRows part : parts) {
      if ((long) part.rows() * columns > part.matrix().length) {
        throw new IllegalArgumentException(
            "A matrix must hold "
                + part.rows()
                + " x "
                + columns
                + " values. Got: "
                + part.matrix().length);
      }
    }
  }

  int rowCount() {
    return parts.stream().mapToInt(LogisticRows::rows).sum();
  }
}
