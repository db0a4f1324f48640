package tare.evaluation;

import tare.table.Table;

/**
 * The mean squared difference between the coefficients of a linear model fitted to the synthetic
 * rows and to the real ones, with the same ridge per row on both sides ([1] calls it the MSE of
 * beta).
 */
record CoefficientError(String target) implements Metric {

  @Override
  public String name() {
    return "beta MSE";
  }

  @Override
  public Pairing pair(Table real, Table synthetic) {
    LabelledRows ours = LabelledRows.of(real, target);
    LabelledRows theirs = LabelledRows.of(synthetic, target);
    return syntheticMass -> {
      double[] fitted = LinearModel.DEFAULT.coefficients(theirs, syntheticMass);
      return realMass -> {
        double[] wanted = LinearModel.DEFAULT.coefficients(ours, realMass);
        double sum = 0;
        for (int j = 0; j < wanted.length; j++) {
          sum += (fitted[j] - wanted[j]) * (fitted[j] - wanted[j]);
        }
        return sum / wanted.length;
      };
    };
  }
}
