package tare.analysis;

import java.util.Arrays;
import java.util.List;
import tare.inference.WeightedStatistic;
import tare.kernel.regression.LeastSquares;
import tare.kernel.regression.MultinomialRegression;

/**
 * The coefficients of a regression as a function of the weights: each refit starts where the full
 * one ended, so that it takes three or four Newton steps.
 */
final class Refits implements WeightedStatistic {

  private final Regression.Fit full;
  private final double[] start;
  private final Refit refit;

  /** Coefficients under the weights of the model's own rows. */
  private interface Refit {
    double[] at(double[] weights);
  }

  /**
   * @param full the fit under the release's own weights
   * @param ridge that it was made with
   */
  Refits(Regression.Fit full, double ridge) {
    this.full = full;
    this.start = full.estimates();
    this.refit = full.classes().isEmpty() ? linear(full.data()) : classified(full.data(), ridge);
  }

  private static Refit linear(ModelData data) {
    Design design = data.design();
    double[] y = data.numbers();
    return weights ->
        LeastSquares.fit(design.values(), design.columnCount(), y, weights).coefficients();
  }

  private Refit classified(ModelData data, double ridge) {
    MultinomialRegression.Problem own = Regression.problem(data, data.classes());
    double[] penalties = Regression.penalties(data, ridge);
    return weights -> {
      MultinomialRegression.Problem other =
          new MultinomialRegression.Problem(
              own.x(), own.columns(), own.labels(), own.classes(), weights);
      MultinomialRegression.Fit fit = MultinomialRegression.fitFrom(other, penalties, start);
      return fit.converged() ? fit.coefficients() : missing();
    };
  }

  @Override
  public List<String> names() {
    return full.coefficients().stream().map(Coefficient::name).toList();
  }

  /**
   * @param weights one per row of the frame that the model's rows were taken from
   */
  @Override
  public double[] at(double[] weights) {
    try {
      return refit.at(full.data().ownWeights(weights));
    } catch (LeastSquares.DependentColumnException e) {
      return missing();
    }
  }

  private double[] missing() {
    double[] nothing = new double[start.length];
    Arrays.fill(nothing, Double.NaN);
    return nothing;
  }

  @Override
  public double[] singleRowVariances(double[] weights) {
    int size = start.length;
    double[] variances = new double[size];
    Arrays.setAll(variances, j -> full.singleRowCovariance()[j * size + j]);
    return variances;
  }
}
