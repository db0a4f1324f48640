package tare.generator.bayes;

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

  /** Groups lighter than this many standard deviations of a joint table's noise are merged. */
  private static final double LEAST_ROWS = 2;

  /** The same where relations are measured: as a part of the mean group. */
  private static final double LEAST_PART_OF_GROUP = 0.3;

  /** All that follows from noised counts. */
  static OneWay of(int column, NestedCounts noised, PrivBayesPlan plan, long n) {
    ColumnLaw law = new ColumnLaw(noised, n);
    ColumnBins bins = law.bins();
    double[] estimates = law.estimates();
    Grouping grouping =
        plan.joints()
            .map(
                joints ->
                    Grouping.merged(
                        bins,
                        estimates,
                        joints.mostGroups(),
                        LEAST_ROWS * joints.noise().deviation()))
            .or(() -> plan.relations().map(all -> grouping(bins, estimates, n)))
            .orElseGet(() -> Grouping.single(bins.size()));
    double[] sums = grouping.sums(law.counts());
    double[] variances = new double[grouping.size()];
    for (int g = 0; g < variances.length; g++) {
      boolean[] members = new boolean[law.partOf().length];
      for (int i = 0; i < members.length; i++) {
        members[i] = grouping.of(law.partOf()[i]) == g;
      }
      variances[g] = noised.varianceOf(members);
    }
    ColumnLaw.Refined fine = law.refined();
    return new OneWay(
        fine.bins(),
        fine.rows(),
        grouping.finer(fine.cellOf()),
        new NoisedTable(List.of(column), sums, variances));
  }

  private static Grouping grouping(ColumnBins bins, double[] estimates, long n) {
    double least = LEAST_PART_OF_GROUP * n / RelationPlan.GROUPS;
    return Grouping.merged(bins, estimates, RelationPlan.GROUPS, least);
  }

  /** The same column, in the groups of levels that it had before. */
  OneWay inGroupsOf(OneWay before) {
    return bins.ordered() ? this : new OneWay(bins, estimates, before.grouping, before.table);
  }

  /** What the column's groups stand for where relations are measured. */
  ColumnScores scores() {
    boolean missing = bins.size() > bins.values();
    boolean apart = missing && grouping.members()[grouping.of(bins.values())] == 1;
    return ColumnScores.of(
        grouping.sums(estimates),
        bins.ordered() ? grouping.size() - (apart && grouping.size() > 1 ? 1 : 0) : 0);
  }

  /** The column's groups as cells of a row. */
  Cells cells() {
    return new Grouped(bins, grouping);
  }

  private record Grouped(Cells bins, Grouping grouping) implements Cells {

    @Override
    public int size() {
      return grouping.size();
    }

    @Override
    public int of(Row row) {
      return grouping.of(bins.of(row));
    }
  }
}
