package tare.evaluation;

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
    return syntheticMass ->
        realMass -> OptimalTransport.solve(cost, realMass, syntheticMass).cost();
  }
}
