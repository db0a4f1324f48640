package tare.mechanism;

import tare.noise.BoundedStatistic;
import tare.noise.Norm;
import tare.table.Cells;
import tare.table.RowPass;

/** Counts as statistics: a row is in one cell, so it moves one count by one. */
final class Counting {

  private Counting() {}

  static BoundedStatistic<RowPass, long[]> of(Cells cells) {
    return new BoundedStatistic<>(rows -> rows.counts(cells), Norm.L1, 1);
  }
}
