package tare.generator.bayes;

import java.util.ArrayList;
import java.util.List;
import tare.noise.Exact;
import tare.noise.Norm;
import tare.noise.Uses;
import tare.table.RowPass;

/*
 * A row adds, for every pair of columns, the products of its scores in the two. Scores of a column
 * are LENGTH long at most, so the products of a pair are LENGTH^2 long together, and all pairs
 * LENGTH^2 times the root of their number: docs/proofs/privbayes.md.
 */

/**
 * Measures relations of all pairs of columns at once. Holds private sums: lives within a
 * mechanism's {@code apply}.
 */
final class RelationSums {

  /** Noise alone lifts three glances of ten by so many deviations. */
  private static final double PROMISING = 0.5;

  private final RelationPlan plan;
  private final Uses.Open<long[], long[]> portions;
  private final List<NoisedTable> counted;
  private final List<ColumnScores> scores;
  private final Exact<long[]> exact;
  private final double[] mean;
  private int taken;

  RelationSums(
      RelationPlan plan,
      Uses.Open<long[], long[]> portions,
      RowPass rows,
      List<OneWay> columns,
      List<ColumnScores> scores) {
    this.plan = plan;
    this.portions = portions;
    this.counted = columns.stream().map(OneWay::table).toList();
    this.scores = scores;
    List<JointCounts.JointTable> pairs = new ArrayList<>();
    for (int a = 0; a < scores.size(); a++) {
      for (int b = a + 1; b < scores.size(); b++) {
        pairs.add(new JointCounts.JointTable(a, b));
      }
    }
    List<long[]> counts =
        JointCounts.of(rows, columns.stream().map(OneWay::cells).toList()).counts(pairs);
    long[] sums = new long[new ScoreProducts(scores).count()];
    int at = 0;
    for (int p = 0; p < counts.size(); p++) {
      ColumnScores a = scores.get(pairs.get(p).columns()[0]);
      ColumnScores b = scores.get(pairs.get(p).columns()[1]);
      at = add(sums(counts.get(p), a, b), sums, at);
    }
    this.mean = new double[sums.length];
    this.exact = new Exact<>(sums, Norm.L2, plan.bound());
  }

  /**
   * The sums over rows of the products of two columns' scores.
   *
   * @param counts of the rows by groups, row-major. Not modified.
   */
  static long[] sums(long[] counts, ColumnScores a, ColumnScores b) {
    long[] sums = new long[a.dimensions() * b.dimensions()];
    for (int i = 0; i < counts.length; i++) {
      int[] first = a.whole()[i / b.groups()];
      int[] second = b.whole()[i % b.groups()];
      for (int k = 0; k < sums.length; k++) {
        sums[k] += counts[i] * first[k / second.length] * second[k % second.length];
      }
    }
    return sums;
  }

  private static int add(long[] part, long[] to, int at) {
    System.arraycopy(part, 0, to, at, part.length);
    return at + part.length;
  }

  /**
   * Whether the products are longer together than those of unrelated columns are, by what a glance
   * says.
   */
  boolean promising(double total, Uses.Open<long[], long[]> glance) {
    long length = RelationLength.of(exact.value(), scores, total);
    long noised = glance.noised(new Exact<>(new long[] {length}, Norm.L2, plan.glanceBound()))[0];
    double unrelated = RelationLength.ofUnrelated(counted, scores, total);
    return noised - unrelated > PROMISING * plan.glanceDeviation();
  }

  /** What the sums say once one more portion is spent on them. */
  RelationEstimate estimate(double total) {
    double squared = ColumnScores.LENGTH * (double) ColumnScores.LENGTH;
    long[] noised = portions.noised(exact);
    taken++;
    for (int k = 0; k < noised.length; k++) {
      mean[k] += (noised[k] / squared - mean[k]) / taken;
    }
    double deviation = plan.deviation() / squared / Math.sqrt(taken);
    return new RelationEstimate(scores, mean, deviation, total);
  }
}
