package tare.inference;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import tare.kernel.special.StudentT;

/**
 * What somebody concludes who takes weighted rows for so many real ones: the drawing of the rows is
 * all that is covered. Right for rows of a survey; too sure for synthetic rows, whose law is itself
 * an estimate.
 */
public final class PlainInference {

  private PlainInference() {}

  /**
   * Estimates with intervals from the rows alone, by Kish's effective number of rows.
   *
   * @param weights one per row. Not modified.
   */
  public static List<Estimate> of(WeightedStatistic statistic, double[] weights, double level) {
    double[] values = statistic.at(weights);
    double[] single = statistic.singleRowVariances(weights);
    double rows = effectiveRows(weights);
    int df = Math.max(1, weights.length - 1);
    double reach = StudentT.centralQuantile(level, df);
    List<Estimate> estimates = new ArrayList<>();
    for (int j = 0; j < values.length; j++) {
      double error = Math.sqrt(single[j] / rows);
      estimates.add(
          new Estimate(
              statistic.names().get(j),
              values[j],
              error,
              statistic.scale().interval(level, values[j], error, reach),
              df,
              OptionalDouble.empty()));
    }
    return estimates;
  }

  private static double effectiveRows(double[] weights) {
    double sum = 0;
    double squares = 0;
    for (double weight : weights) {
      sum += weight;
      squares += weight * weight;
    }
    return sum * sum / squares;
  }
}
