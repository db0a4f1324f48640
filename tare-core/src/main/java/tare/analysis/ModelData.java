package tare.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Rows ready for a model: design, target and weights, complete in every column that the formula
 * names.
 *
 * @param coding how the design was made
 * @param design one row per complete row of the frame
 * @param target the target of those rows
 * @param weights not negative, mean one over those rows; not copied
 * @param rows which rows of the frame these are; not copied
 * @param droppedRows how many rows of the frame were left out because a cell was missing
 */
public record ModelData(
    Coding coding, Design design, Variable target, double[] weights, int[] rows, int droppedRows) {

  /** More classes than this mean that a measured number was taken for a class. */
  private static final int MOST_CLASSES = 100;

  /**
   * Prepares rows.
   *
   * @param weights one per row of the frame, not negative, on any scale. Not modified.
   */
  public static ModelData of(Formula formula, Frame frame, double[] weights) {
    if (weights.length != frame.rowCount()) {
      throw new IllegalArgumentException(
          "There must be one weight per row. Got: "
              + weights.length
              + " weights for "
              + frame.rowCount()
              + " rows");
    }
    frame.variable(formula.target());
    Coding whole = Coding.of(formula, frame);
    int[] complete = whole.completeRows(frame, true);
    if (complete.length == 0) {
      throw new IllegalArgumentException(
          "A model needs at least one row with no missing cell. Got: none");
    }
    Frame kept = complete.length == frame.rowCount() ? frame : frame.select(complete);
    Coding coding = Coding.of(formula, kept);
    double[] keptWeights = Arrays.stream(complete).mapToDouble(row -> weights[row]).toArray();
    return new ModelData(
        coding,
        coding.design(kept),
        kept.variable(formula.target()),
        meanOne(keptWeights),
        complete,
        frame.rowCount() - complete.length);
  }

  /** The same rows, each counted once. */
  public ModelData unweighted() {
    double[] ones = new double[weights.length];
    Arrays.fill(ones, 1);
    return withWeights(ones);
  }

  /** The same rows under other weights, on any scale. Not modified. */
  public ModelData withWeights(double[] other) {
    return new ModelData(coding, design, target, meanOne(other), rows, droppedRows);
  }

  /**
   * Other weights of the frame's rows, as far as these rows go, at mean one.
   *
   * @param ofFrame one per row of the frame. Not modified.
   */
  public double[] ownWeights(double[] ofFrame) {
    return meanOne(Arrays.stream(rows).mapToDouble(row -> ofFrame[row]).toArray());
  }

  /** Some of these rows, in the order of their positions here, repeats allowed. */
  public ModelData select(int[] positions) {
    return new ModelData(
        coding,
        design.select(positions),
        target.select(positions),
        meanOne(Arrays.stream(positions).mapToDouble(row -> weights[row]).toArray()),
        Arrays.stream(positions).map(row -> rows[row]).toArray(),
        droppedRows);
  }

  /** The number of rows that are used. */
  public int rowCount() {
    return weights.length;
  }

  /**
   * Whether the target is better taken for a class than for a number: it has levels, or is numeric
   * with at most ten different values, all whole.
   */
  public boolean isClass() {
    if (!(target instanceof Variable.Numeric numeric)) {
      return true;
    }
    double[] different = Arrays.stream(numeric.values()).distinct().limit(11).toArray();
    return different.length <= 10 && Arrays.stream(different).allMatch(v -> v == Math.rint(v));
  }

  /** The target as numbers. */
  public double[] numbers() {
    if (target instanceof Variable.Numeric numeric) {
      return numeric.values();
    }
    throw new IllegalArgumentException(
        "The target \""
            + target.name()
            + "\" must be numeric for this model. Use a logistic or multinomial one.");
  }

  /**
   * The target as classes, the reference first. A numeric target has one class per different value,
   * ascending.
   */
  public Variable.Factor classes() {
    Variable.Factor classes =
        target instanceof Variable.Factor factor
            ? factor.used()
            : classesOf((Variable.Numeric) target);
    if (classes.levels().size() < 2) {
      throw new IllegalArgumentException(
          "The target \""
              + target.name()
              + "\" must take at least two values. Got: "
              + classes.levels());
    }
    return classes;
  }

  private static Variable.Factor classesOf(Variable.Numeric numeric) {
    TreeSet<Double> values = new TreeSet<>();
    for (double value : numeric.values()) {
      values.add(value);
      if (values.size() > MOST_CLASSES) {
        throw new IllegalArgumentException(
            "The target \""
                + numeric.name()
                + "\" must be a class for this model, and has over "
                + MOST_CLASSES
                + " different values. Use a linear model.");
      }
    }
    List<Double> levels = List.copyOf(values);
    double[] sorted = levels.stream().mapToDouble(Double::doubleValue).toArray();
    int[] codes =
        Arrays.stream(numeric.values()).mapToInt(v -> Arrays.binarySearch(sorted, v)).toArray();
    return new Variable.Factor(
        numeric.name(), levels.stream().map(ModelData::label).toList(), codes);
  }

  private static String label(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static double[] meanOne(double[] weights) {
    double sum = 0;
    for (double weight : weights) {
      if (!(weight >= 0) || Double.isInfinite(weight)) {
        throw new IllegalArgumentException(
            "A weight must be a number, zero or more. Got: " + weight);
      }
      sum += weight;
    }
    if (!(sum > 0)) {
      throw new IllegalArgumentException("At least one weight must be above zero. Got: all zero");
    }
    double scale = weights.length / sum;
    return Arrays.stream(weights).map(weight -> weight * scale).toArray();
  }
}
