package tare.generator.bayes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tare.model.ColumnBins;
import tare.noise.Exact;
import tare.noise.NoiseSource;
import tare.noise.Norm;
import tare.noise.Uses;
import tare.table.RowPass;

/** Counts every column with noise, some in several rounds whose cells follow the rounds before. */
final class ColumnRounds {

  /** A cell is divided into so many at most, from one round to the next. */
  private static final int MOST_PARTS = 16;

  private final PrivBayesPlan plan;
  private final long n;
  private final Uses.Open<long[], long[]> countedOnce;
  private final Uses.Open<long[], long[]> countedInRounds;
  private final List<NestedCounts> counts = new ArrayList<>();

  ColumnRounds(PrivBayesPlan plan, long n, NoiseSource noise) {
    this.plan = plan;
    this.n = n;
    this.countedOnce = plan.countedOnce().open(noise);
    this.countedInRounds = plan.countedInRounds().open(noise);
  }

  /** All rounds, each in one pass over the rows. */
  List<NestedCounts> measured(RowPass rows) {
    for (int c = 0; c < plan.bins().size(); c++) {
      counts.add(new NestedCounts(plan.noiseOf(c).variance()));
    }
    measure(rows, plan.bins());
    for (int round = 1; round < plan.rounds().count(); round++) {
      measure(rows, plan.rounds().columns().stream().map(this::divided).toList());
    }
    return counts;
  }

  private void measure(RowPass rows, List<ColumnBins> cells) {
    long[][] exact = ColumnCounts.of(rows, cells);
    for (int i = 0; i < exact.length; i++) {
      int column = cells.get(i).column();
      long[] noised =
          (plan.rounds().columns().contains(column) ? countedInRounds : countedOnce)
              .noised(Exact.counts(exact[i]));
      counts.get(column).add(cells.get(i), Arrays.stream(noised).asDoubleStream().toArray());
    }
  }

  /**
   * Counts columns once more in their finest cells, one after the other and from the first again.
   *
   * @param times how many counts are made
   * @param tables where they are drawn
   * @param variance of their noise
   */
  void again(
      RowPass rows,
      List<Integer> columns,
      int times,
      Uses.Open<long[], long[]> tables,
      double variance) {
    long[][] exact =
        ColumnCounts.of(rows, columns.stream().map(c -> counts.get(c).finest()).toList());
    for (int i = 0; i < times; i++) {
      int at = i % exact.length;
      long[] noised = tables.noised(Exact.counts(exact[at]));
      counts.get(columns.get(at)).again(Arrays.stream(noised).asDoubleStream().toArray(), variance);
    }
  }

  /**
   * Counts all columns once more in their finest cells, together.
   *
   * @param times how often
   * @param portions where they are drawn
   */
  void allAgain(
      RowPass rows, int times, Uses.Open<long[], long[]> portions, RelationPlan relations) {
    long[][] exact = ColumnCounts.of(rows, counts.stream().map(NestedCounts::finest).toList());
    long per = relations.perCount();
    long[] together =
        Arrays.stream(exact).flatMapToLong(Arrays::stream).map(count -> per * count).toArray();
    double variance = Math.pow(relations.deviation() / per, 2);
    for (int i = 0; i < times; i++) {
      long[] noised = portions.noised(new Exact<>(together, Norm.L2, relations.bound()));
      int at = 0;
      for (int c = 0; c < exact.length; c++) {
        double[] own = new double[exact[c].length];
        for (int k = 0; k < own.length; k++) {
          own[k] = noised[at++] / (double) per;
        }
        counts.get(c).again(own, variance);
      }
    }
  }

  /** What is known of every column now, in groups of the same levels as before. */
  List<OneWay> oneWays(List<OneWay> before) {
    return IntStream.range(0, counts.size())
        .mapToObj(c -> OneWay.of(c, counts.get(c), plan, n).inGroupsOf(before.get(c)))
        .toList();
  }

  /** The cells of a column's next round, from its noised counts so far. */
  private ColumnBins divided(int column) {
    NestedCounts noised = counts.get(column);
    double[] rows = new ColumnLaw(noised, n).ofFinest();
    return NumberCells.divided(noised.finest(), rows, plan.rounds().perPart(), MOST_PARTS);
  }
}
