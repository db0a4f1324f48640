package tare.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.kernel.mcmc.LinearDensity;
import tare.kernel.mcmc.LogDensity;
import tare.kernel.mcmc.LogisticDensity;
import tare.kernel.mcmc.MultinomialDensity;
import tare.kernel.mcmc.WhitenedDensity;
import tare.kernel.regression.MultinomialRegression;

/**
 * A Bayesian regression whose likelihood counts every row by its weight: prior(theta) prod f(y_i |
 * x_i, theta)^w_i, equation 5 of Ghalebikesabi et al. (UAI 2022). Weights have mean one, so the
 * rows together count as many as they are.
 *
 * <p>Priors: N(0, 1) on every coefficient and intercept; the error variance of a linear model is
 * N(0, 10^2) cut at zero.
 */
public sealed interface BayesModel {

  /** The standard deviation of the normal prior on coefficients. */
  double COEFFICIENT_SD = 1;

  /** The standard deviation of the half-normal prior on a linear model's error variance. */
  double VARIANCE_SD = 10;

  /** The rows that the model is about. */
  ModelData data();

  /** The names of the parameters as they are reported. */
  List<String> names();

  /** The log density of the unconstrained parameters; a new instance, for one thread. */
  LogDensity density();

  /** The same model of the same rows under other weights, on any scale. Not modified. */
  BayesModel withWeights(double[] weights);

  /** Where the density is largest, or nearly: unconstrained parameters. */
  double[] centre();

  /** The same density in coordinates in which it is nearly a standard normal one. */
  WhitenedDensity whitened();

  /**
   * Parameters as they are reported, from unconstrained ones.
   *
   * @param unconstrained Modified.
   */
  default void constrain(double[] unconstrained) {}

  /** y ~ N(x.b, sigma2), parameters b and sigma2. */
  static BayesModel linear(ModelData data) {
    data.numbers();
    return new Linear(data);
  }

  /** Two classes, the second one the event. */
  static BayesModel logistic(ModelData data) {
    Variable.Factor classes = data.classes();
    if (classes.levels().size() != 2) {
      throw new IllegalArgumentException(
          "The target \""
              + classes.name()
              + "\" must have two classes for a logistic model. Got: "
              + classes.levels().size()
              + ". Use bayes-multinomial.");
    }
    return new Logistic(data, classes);
  }

  /** Any number of classes against the first one. */
  static BayesModel multinomial(ModelData data) {
    return new Multinomial(data, data.classes());
  }

  /** See {@link BayesModel#linear}. */
  record Linear(ModelData data) implements BayesModel {
    /** The name of the error variance. */
    public static final String VARIANCE = "sigma2";

    @Override
    public List<String> names() {
      List<String> names = new ArrayList<>(data.design().names());
      names.add(VARIANCE);
      return names;
    }

    @Override
    public LinearDensity density() {
      Design design = data.design();
      return Regression.guarded(
          design,
          () ->
              new LinearDensity(
                  design.values(),
                  design.columnCount(),
                  data.numbers(),
                  data.weights(),
                  COEFFICIENT_SD,
                  VARIANCE_SD));
    }

    @Override
    public Linear withWeights(double[] weights) {
      return new Linear(data.withWeights(weights));
    }

    @Override
    public double[] centre() {
      return density().centre();
    }

    @Override
    public WhitenedDensity whitened() {
      LinearDensity density = density();
      return new WhitenedDensity(density, density.centre(), density.curvature());
    }

    @Override
    public void constrain(double[] unconstrained) {
      int last = unconstrained.length - 1;
      unconstrained[last] = Math.exp(unconstrained[last]);
    }
  }

  /** See {@link BayesModel#logistic}. */
  record Logistic(ModelData data, Variable.Factor classes) implements BayesModel {
    @Override
    public List<String> names() {
      return data.design().names();
    }

    @Override
    public LogDensity density() {
      Design design = data.design();
      return new LogisticDensity(
          design.values(), design.columnCount(), classes.codes(), data.weights(), COEFFICIENT_SD);
    }

    @Override
    public Logistic withWeights(double[] weights) {
      return new Logistic(data.withWeights(weights), classes);
    }

    @Override
    public double[] centre() {
      return mode(Regression.problem(data, classes)).coefficients();
    }

    @Override
    public WhitenedDensity whitened() {
      return whitenedAtMode(density(), Regression.problem(data, classes));
    }
  }

  /** See {@link BayesModel#multinomial}. */
  record Multinomial(ModelData data, Variable.Factor classes) implements BayesModel {
    @Override
    public List<String> names() {
      return Regression.namesByClass(data, classes);
    }

    @Override
    public LogDensity density() {
      return new MultinomialDensity(Regression.problem(data, classes), COEFFICIENT_SD);
    }

    @Override
    public Multinomial withWeights(double[] weights) {
      return new Multinomial(data.withWeights(weights), classes);
    }

    @Override
    public double[] centre() {
      return mode(Regression.problem(data, classes)).coefficients();
    }

    @Override
    public WhitenedDensity whitened() {
      return whitenedAtMode(density(), Regression.problem(data, classes));
    }
  }

  /** The prior is a ridge to the mode finder, so mode and curvature come from Newton's method. */
  private static WhitenedDensity whitenedAtMode(
      LogDensity density, MultinomialRegression.Problem problem) {
    MultinomialRegression.Fit mode = mode(problem);
    return new WhitenedDensity(density, mode.coefficients(), mode.hessian());
  }

  private static MultinomialRegression.Fit mode(MultinomialRegression.Problem problem) {
    double[] penalties = new double[problem.columns()];
    Arrays.fill(penalties, 1 / (COEFFICIENT_SD * COEFFICIENT_SD));
    return MultinomialRegression.fit(problem, penalties);
  }
}
