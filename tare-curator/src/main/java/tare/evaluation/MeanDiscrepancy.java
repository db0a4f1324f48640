package tare.evaluation;

import tare.kernel.transport.MaximumMeanDiscrepancy;
import tare.table.Table;

/**
 * Maximum mean discrepancy with a Gaussian kernel whose bandwidth is the median distance between
 * real rows.
 */
record MeanDiscrepancy() implements Metric {

  @Override
  public String name() {
    return "MMD";
  }

  @Override
  public Pairing pair(Table real, Table synthetic) {
    Coordinates coordinates = Coordinates.of(real.schema());
    double[][] a = coordinates.of(real);
    double[][] b = coordinates.of(synthetic);
    double bandwidth = MaximumMeanDiscrepancy.medianDistance(a);
    double[] within = MaximumMeanDiscrepancy.kernel(a, a, bandwidth);
    return syntheticMass -> {
      double[] towards = MaximumMeanDiscrepancy.meanKernels(a, b, syntheticMass, bandwidth);
      double rest = MaximumMeanDiscrepancy.meanKernel(b, syntheticMass, bandwidth);
      return realMass -> MaximumMeanDiscrepancy.combine(within, towards, rest, realMass);
    };
  }
}
