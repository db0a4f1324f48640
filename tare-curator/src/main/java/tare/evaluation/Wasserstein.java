package tare.evaluation;

import java.util.function.ToDoubleFunction;
import tare.kernel.transport.Distances;
import tare.kernel.transport.OptimalTransport;
import tare.table.Table;

/**
 * Wasserstein-1 with Euclidean ground cost on rows scaled by their declared bounds; exact.
 *
 * <p>[1] prints values near 0, 1 and 2 without a definition; these are not comparable with them.
 */
record Wasserstein() implements Metric {

  @Override
  public String name() {
    return "Wasserstein-1";
  }

  @Override
  public Pairing pair(Table real, Table synthetic) {
    Coordinates coordinates = Coordinates.of(real.schema());
    double[] cost = Distances.euclidean(coordinates.of(real), coordinates.of(synthetic));
    return new Matched(cost);
  }

  /** Rows with the costs between them. */
  private record Matched(double[] cost) implements Pairing {

    @Override
    public ToDoubleFunction<double[]> weigh(double[] syntheticMass) {
      return realMass -> OptimalTransport.solve(cost, realMass, syntheticMass).cost();
    }

    /**
     * The dual prices of one solution price all masses near it: they stay feasible, so what they
     * give is never too large, and its slope is the derivative of the distance.
     */
    @Override
    public ToDoubleFunction<double[]> near(double[] realMass, double[] syntheticMass) {
      OptimalTransport.Solution solution = OptimalTransport.solve(cost, realMass, syntheticMass);
      double fixed = mean(solution.sinkPotential(), syntheticMass);
      return mass -> fixed + mean(solution.sourcePotential(), mass);
    }

    private static double mean(double[] prices, double[] mass) {
      double sum = 0;
      double total = 0;
      for (int i = 0; i < mass.length; i++) {
        sum += mass[i] > 0 ? mass[i] * prices[i] : 0;
        total += mass[i];
      }
      return sum / total;
    }
  }
}
