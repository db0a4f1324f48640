package tare.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import tare.inference.WeightedStatistic;
import tare.kernel.linear.Cholesky;
import tare.kernel.regression.LeastSquares;
import tare.kernel.regression.MultinomialRegression;
import tare.schema.BadInputException;
import tare.schema.DidYouMean;

/**
 * Weighted regression: the minimiser of the weighted loss, with standard errors that hold although
 * the weights are not counts.
 *
 * <p>The covariance is the sandwich A^-1 B A^-1 n/(n-1) with A the sum of w_i times the Hessian and
 * B the sum of w_i^2 times the outer product of the scores, which is what R's {@code
 * survey::svyglm} gives for independent rows. It does not change when all weights are multiplied by
 * a constant.
 */
public final class Regression {

  private Regression() {}

  /**
   * A fitted regression.
   *
   * @param data what it was fitted to
   * @param classes of the target, the reference first; empty for a linear model
   * @param coefficients in design order; for several classes block by block
   * @param covariance of all coefficients, row by row
   * @param singleRowCovariance what one row of the real law would leave uncertain: n such rows,
   *     unweighted, have this over n as their covariance
   */
  public record Fit(
      ModelData data,
      List<String> classes,
      List<Coefficient> coefficients,
      double[] covariance,
      double[] singleRowCovariance) {

    public Fit {
      classes = List.copyOf(classes);
      coefficients = List.copyOf(coefficients);
    }

    /** The estimates alone, in the order of the coefficients. */
    public double[] estimates() {
      return coefficients.stream().mapToDouble(Coefficient::estimate).toArray();
    }

    /**
     * How many rows of the real law would give coefficients as sure as these weighted rows do, by
     * the traces of the two covariances. Depends on the units of the columns; see
     * docs/notes/effective-sample-size.md.
     */
    public double effectiveRows() {
      double own = 0;
      double single = 0;
      int size = coefficients.size();
      for (int j = 0; j < size; j++) {
        own += covariance[j * size + j];
        single += singleRowCovariance[j * size + j];
      }
      return single / own;
    }

    /** The same for one coefficient, by position; no unit matters. */
    public double effectiveRows(int coefficient) {
      int at = coefficient * coefficients.size() + coefficient;
      return singleRowCovariance[at] / covariance[at];
    }

    /** A coefficient by name. */
    public Coefficient coefficient(String name) {
      return coefficients.stream()
          .filter(coefficient -> coefficient.name().equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "No coefficient named \""
                          + name
                          + "\"."
                          + DidYouMean.hint(
                              name, coefficients.stream().map(Coefficient::name).toList())));
    }
  }

  /**
   * A fit's coefficients as a function of the weights, for replicate weights.
   *
   * @param ridge that the fit was made with
   */
  public static WeightedStatistic refits(Fit fit, double ridge) {
    return new Refits(fit, ridge);
  }

  /**
   * What a fit predicts for some rows, as a function of the weights: the expected number, or the
   * probability of every class but the first.
   *
   * @param ridge that the fit was made with
   * @param rows none of the model's columns missing
   */
  public static WeightedStatistic predictions(Fit fit, double ridge, Frame rows) {
    return new Predictions(new Refits(fit, ridge), fit, rows);
  }

  /** Least squares. */
  public static Fit linear(ModelData data) {
    double[] y = data.numbers();
    Design design = data.design();
    int p = design.columnCount();
    LeastSquares.Fit fit =
        guarded(design, () -> LeastSquares.fit(design.values(), p, y, data.weights()));
    Meat meat = new Meat(p);
    double[] score = new double[p];
    for (int i = 0; i < y.length; i++) {
      double residual = y[i];
      for (int j = 0; j < p; j++) {
        residual -= fit.coefficients()[j] * design.value(i, j);
      }
      for (int j = 0; j < p; j++) {
        score[j] = residual * design.value(i, j);
      }
      meat.add(score, data.weights()[i]);
    }
    return result(data, List.of(), design.names(), fit.coefficients(), fit.inverseGram(), meat);
  }

  /** Logistic regression of a target with two classes; the second one is the event. */
  public static Fit logistic(ModelData data) {
    return logistic(data, 0);
  }

  /**
   * Logistic regression with a ridge.
   *
   * @param ridge the penalty ridge/2 |b|^2 per row, intercept left out; zero for none
   */
  public static Fit logistic(ModelData data, double ridge) {
    Variable.Factor classes = data.classes();
    if (classes.levels().size() != 2) {
      throw new IllegalArgumentException(
          "The target \""
              + classes.name()
              + "\" must have two classes for a logistic model. Got: "
              + classes.levels().size()
              + ". Use a multinomial model.");
    }
    return classified(data, classes, data.design().names(), ridge);
  }

  /** Multinomial logistic regression against the first class. */
  public static Fit multinomial(ModelData data) {
    return multinomial(data, 0);
  }

  /**
   * Multinomial logistic regression with a ridge.
   *
   * @param ridge the penalty ridge/2 |b|^2 per row, intercepts left out; zero for none
   */
  public static Fit multinomial(ModelData data, double ridge) {
    Variable.Factor classes = data.classes();
    return classified(data, classes, namesByClass(data, classes), ridge);
  }

  /** One name per coefficient of every class but the first. */
  static List<String> namesByClass(ModelData data, Variable.Factor classes) {
    List<String> names = new ArrayList<>();
    for (String level : classes.levels().subList(1, classes.levels().size())) {
      data.design().names().forEach(name -> names.add(level + ":" + name));
    }
    return names;
  }

  private static Fit classified(
      ModelData data, Variable.Factor classes, List<String> names, double ridge) {
    if (!(ridge >= 0)) {
      throw new IllegalArgumentException("ridge must be zero or more. Got: " + ridge);
    }
    Design design = data.design();
    MultinomialRegression.Problem problem = problem(data, classes);
    double[] penalties = penalties(data, ridge);
    MultinomialRegression.Fit fit =
        guarded(design, () -> MultinomialRegression.fit(problem, penalties));
    if (!fit.converged()) {
      throw new BadInputException(
          "target \"" + classes.name() + "\"",
          "The rows separate the classes exactly, so the coefficients grow without bound. Use a"
              + " ridge or a Bayesian model.");
    }
    double[] bread = Cholesky.of(fit.hessian(), problem.size()).inverse();
    Meat meat = meat(problem, fit.coefficients());
    return result(data, classes.levels(), names, fit.coefficients(), bread, meat);
  }

  static MultinomialRegression.Problem problem(ModelData data, Variable.Factor classes) {
    return new MultinomialRegression.Problem(
        data.design().values(),
        data.design().columnCount(),
        classes.codes(),
        classes.levels().size(),
        data.weights());
  }

  /** The ridge per row times the rows, for every column but the intercept. */
  static double[] penalties(ModelData data, double ridge) {
    double[] penalties = new double[data.design().columnCount()];
    int first = data.design().hasIntercept() ? 1 : 0;
    Arrays.fill(penalties, first, penalties.length, ridge * data.rowCount());
    return penalties;
  }

  private static Meat meat(MultinomialRegression.Problem problem, double[] coefficients) {
    int p = problem.columns();
    Meat meat = new Meat(problem.size());
    double[] probabilities = new double[problem.classes()];
    double[] score = new double[problem.size()];
    for (int i = 0; i < problem.labels().length; i++) {
      MultinomialRegression.probabilities(coefficients, problem.x(), i * p, p, probabilities);
      for (int k = 1; k < problem.classes(); k++) {
        double residual = (problem.labels()[i] == k ? 1 : 0) - probabilities[k];
        for (int j = 0; j < p; j++) {
          score[(k - 1) * p + j] = residual * problem.x()[i * p + j];
        }
      }
      meat.add(score, problem.weights()[i]);
    }
    return meat;
  }

  /** A fit that names the column when columns depend on each other. */
  static <T> T guarded(Design design, Supplier<T> fit) {
    try {
      return fit.get();
    } catch (LeastSquares.DependentColumnException e) {
      throw new BadInputException(
          "design",
          "The column \""
              + design.names().get(e.column())
              + "\" is constant or a linear combination of those before it. Leave it out of the"
              + " formula.");
    }
  }

  private static Fit result(
      ModelData data,
      List<String> classes,
      List<String> names,
      double[] estimates,
      double[] bread,
      Meat meat) {
    double n = data.rowCount();
    double[] covariance = sandwich(bread, meat.squared, n / (n - 1));
    List<Coefficient> coefficients = new ArrayList<>();
    for (int j = 0; j < estimates.length; j++) {
      coefficients.add(
          new Coefficient(
              names.get(j), estimates[j], Math.sqrt(covariance[j * estimates.length + j])));
    }
    // The weights have mean one, so that the bread stands for n rows of the real law.
    double[] singleRow = sandwich(bread, meat.plain, n * n / (n - 1));
    return new Fit(data, classes, coefficients, covariance, singleRow);
  }

  /** Outer products of scores, summed with the squares of the weights and with the weights. */
  private static final class Meat {
    final double[] squared;
    final double[] plain;

    Meat(int size) {
      squared = new double[size * size];
      plain = new double[size * size];
    }

    void add(double[] score, double weight) {
      int p = score.length;
      for (int j = 0; j < p; j++) {
        for (int k = 0; k < p; k++) {
          double product = weight * score[j] * score[k];
          plain[j * p + k] += product;
          squared[j * p + k] += weight * product;
        }
      }
    }
  }

  private static double[] sandwich(double[] bread, double[] meat, double factor) {
    int p = (int) Math.round(Math.sqrt(bread.length));
    double[] product = times(times(bread, meat, p), bread, p);
    for (int m = 0; m < product.length; m++) {
      product[m] *= factor;
    }
    return product;
  }

  private static double[] times(double[] a, double[] b, int p) {
    double[] product = new double[p * p];
    for (int i = 0; i < p; i++) {
      for (int k = 0; k < p; k++) {
        for (int j = 0; j < p; j++) {
          product[i * p + j] += a[i * p + k] * b[k * p + j];
        }
      }
    }
    return product;
  }
}
