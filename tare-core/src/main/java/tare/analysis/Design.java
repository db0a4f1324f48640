package tare.analysis;

import java.util.List;

/**
 * The numbers a model sees: one row per observation, one column per coefficient.
 *
 * @param names one per column; {@link #INTERCEPT} first when there is one
 * @param values rows x columns, row by row; not copied
 */
public record Design(List<String> names, double[] values) {

  /** The name of the constant column. */
  public static final String INTERCEPT = "(Intercept)";

  public Design {
    names = List.copyOf(names);
    if (names.isEmpty() || values.length % names.size() != 0) {
      throw new IllegalArgumentException(
          "A design must hold whole rows. Got: "
              + values.length
              + " values for "
              + names.size()
              + " columns");
    }
  }

  /** The number of columns. */
  public int columnCount() {
    return names.size();
  }

  /** The number of rows. */
  public int rowCount() {
    return values.length / names.size();
  }

  /** Whether the first column is the constant one. */
  public boolean hasIntercept() {
    return names.get(0).equals(INTERCEPT);
  }

  /** One entry. */
  public double value(int row, int column) {
    return values[row * names.size() + column];
  }

  /** Some rows, in their order. */
  public Design select(int[] rows) {
    int p = names.size();
    double[] selected = new double[rows.length * p];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(values, rows[i] * p, selected, i * p, p);
    }
    return new Design(names, selected);
  }
}
