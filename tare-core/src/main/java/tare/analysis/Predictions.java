package tare.analysis;

import java.util.ArrayList;
import java.util.List;
import tare.inference.Scale;
import tare.inference.WeightedStatistic;
import tare.kernel.linear.RowKernel;
import tare.kernel.regression.MultinomialRegression;

/** What a regression predicts for some rows, as a function of the weights it is fitted with. */
final class Predictions implements WeightedStatistic {

  private final Refits refits;
  private final List<String> classes;
  private final Design design;
  private final int perRow;

  Predictions(Refits refits, Regression.Fit fit, Frame rows) {
    this.refits = refits;
    this.classes = fit.classes();
    this.design = fit.data().coding().design(rows);
    this.perRow = Math.max(1, classes.size() - 1);
    int[] complete = fit.data().coding().completeRows(rows, false);
    if (complete.length != rows.rowCount()) {
      throw new IllegalArgumentException(
          "A row to predict must have every column of the model. Got: "
              + (rows.rowCount() - complete.length)
              + " with a missing cell");
    }
  }

  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < design.rowCount(); i++) {
      if (classes.isEmpty()) {
        names.add("row " + (i + 1));
      }
      for (int k = 1; k < classes.size(); k++) {
        names.add("row " + (i + 1) + ": " + classes.get(k));
      }
    }
    return names;
  }

  @Override
  public double[] at(double[] weights) {
    double[] coefficients = refits.at(weights);
    int p = design.columnCount();
    double[] predicted = new double[design.rowCount() * perRow];
    double[] probabilities = new double[perRow + 1];
    for (int i = 0; i < design.rowCount(); i++) {
      if (classes.isEmpty()) {
        predicted[i] = RowKernel.PLAIN.dot(design.values(), i * p, coefficients, 0, p);
      } else {
        MultinomialRegression.probabilities(coefficients, design.values(), i * p, p, probabilities);
        System.arraycopy(probabilities, 1, predicted, i * perRow, perRow);
      }
    }
    return predicted;
  }

  @Override
  public Scale scale() {
    return classes.isEmpty() ? Scale.PLAIN : Scale.LOG_ODDS;
  }
}
