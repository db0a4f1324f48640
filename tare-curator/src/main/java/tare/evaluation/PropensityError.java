package tare.evaluation;

import java.util.Arrays;
import tare.kernel.regression.MultinomialRegression;
import tare.table.Table;

/**
 * How well a logistic model tells real rows from synthetic ones: the mean squared distance of its
 * probabilities from 1/2, both sides counting the same (Woo et al. 2009; Snoke et al. 2018 call it
 * pMSE). Zero when it cannot, 1/4 when it always can.
 */
record PropensityError() implements Metric {

  /** A small ridge per row: one-hot columns depend on each other, and the classes may separate. */
  private static final double RIDGE = 1e-3;

  @Override
  public String name() {
    return "propensity MSE";
  }

  @Override
  public Pairing pair(Table real, Table synthetic) {
    Coordinates coordinates = Coordinates.of(real.schema());
    int width = coordinates.width() + 1;
    double[][] a = coordinates.of(real);
    double[][] b = coordinates.of(synthetic);
    double[] x = new double[(a.length + b.length) * width];
    int[] labels = new int[a.length + b.length];
    for (int i = 0; i < labels.length; i++) {
      x[i * width] = 1;
      double[] point = i < a.length ? a[i] : b[i - a.length];
      System.arraycopy(point, 0, x, i * width + 1, width - 1);
      labels[i] = i < a.length ? 1 : 0;
    }
    return syntheticMass -> realMass -> error(x, width, labels, realMass, syntheticMass);
  }

  private static double error(
      double[] x, int width, int[] labels, double[] realMass, double[] syntheticMass) {
    double[] weights = new double[labels.length];
    double realSum = Arrays.stream(realMass).sum();
    double syntheticSum = Arrays.stream(syntheticMass).sum();
    for (int i = 0; i < weights.length; i++) {
      weights[i] =
          i < realMass.length
              ? realMass[i] / realSum / 2
              : syntheticMass[i - realMass.length] / syntheticSum / 2;
    }
    double[] penalties = new double[width];
    Arrays.fill(penalties, RIDGE);
    double[] beta =
        MultinomialRegression.fit(
                new MultinomialRegression.Problem(x, width, labels, 2, weights), penalties)
            .coefficients();
    double[] probabilities = new double[2];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      MultinomialRegression.probabilities(beta, x, i * width, width, probabilities);
      sum += weights[i] * (probabilities[1] - 0.5) * (probabilities[1] - 0.5);
    }
    return sum;
  }
}
