package tare.generator.bayes;

import java.util.Arrays;
import java.util.List;
import tare.model.ColumnBins;
import tare.model.Grouping;
import tare.table.Cells;
import tare.table.Row;

/**
 * One column's noised counts and what follows from them: public.
 *
 * @param bins the column's fine cells
 * @param estimates estimated rows per fine cell: not negative, sum to the public row count; not
 *     copied
 * @param grouping the column's groups for joint tables
 * @param table the noised counts by group
 */
record OneWay(ColumnBins bins, double[] estimates, Grouping grouping, NoisedTable table) {

  /** A bound's cell counts as real when its noised count is this many standard deviations. */
  private static final double ATOM_THRESHOLD = 3;

  /** Groups lighter than this many standard deviations of a joint table's noise are merged. */
  private static final double LEAST_ROWS = 2;

  /** What a step in a column's density must be worth, in variances of the noise. */
  private static final double PRICE_OF_A_PIECE = 4;

  /** All that follows from noised counts. @param noised one per fine cell. Not modified. */
  static OneWay of(int column, double[] noised, PrivBayesPlan plan, long n) {
    ColumnBins bins = plan.bins().get(column);
    double variance = plan.oneWayNoise().variance();
    double[] estimates = estimates(bins, noised, plan.oneWayNoise().deviation(), n);
    Grouping grouping =
        plan.joints()
            .map(
                joints ->
                    Grouping.merged(
                        bins,
                        estimates,
                        joints.mostGroups(),
                        LEAST_ROWS * joints.noise().deviation()))
            .orElseGet(() -> Grouping.single(bins.size()));
    int[] members = grouping.members();
    double[] variances = new double[members.length];
    for (int g = 0; g < members.length; g++) {
      variances[g] = variance * members[g];
    }
    return new OneWay(
        bins,
        estimates,
        grouping,
        new NoisedTable(List.of(column), grouping.sums(noised), variances));
  }

  /** The column's groups as cells of a row. */
  Cells cells() {
    return new Cells() {
      @Override
      public int size() {
        return grouping.size();
      }

      @Override
      public int of(Row row) {
        return grouping.of(bins.of(row));
      }
    };
  }

  private static double[] estimates(ColumnBins bins, double[] noised, double sd, long n) {
    double[] heard = noised.clone();
    if (bins.ordered()) {
      int from = bins.atoms() ? 1 : 0;
      double[] inner = Arrays.copyOfRange(noised, from, bins.values() - from);
      double[] smoothed = Smoothing.smoothed(inner, sd * sd, PRICE_OF_A_PIECE);
      System.arraycopy(smoothed, 0, heard, from, smoothed.length);
    }
    for (int cell = 0; cell < heard.length; cell++) {
      if (bins.isAtom(cell) && heard[cell] < ATOM_THRESHOLD * sd) {
        heard[cell] = Double.NEGATIVE_INFINITY;
      }
    }
    return Simplex.project(heard, n);
  }
}
