package tare.generator.bayes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tare.generator.bayes.JunctionTree.Edge;
import tare.noise.NoiseSource;

/*
 * A pair's score is the L1 distance between its exact joint counts and an estimate that is public
 * when the choice is made, less a public charge for the noise that its table will carry. One row
 * moves one joint count by one, hence every score by at most one, whatever the public numbers are:
 * docs/proofs/privbayes.md. The estimate is rounded to whole numbers, so scores are whole and the
 * choice can be drawn exactly.
 */

/** Chooses pairs of columns by the exponential mechanism and counts each chosen pair once. */
final class PairSearch {

  private static final int STEPS_BETWEEN = 20;
  private static final int STEPS_LAST = 800;

  /** A fit ends when a step takes less than this part of the misfit away. */
  private static final double TOLERANCE = 1e-6;

  /** The charge per cell, in standard deviations of the noise: about half its mean size. */
  private static final double CHARGE = 0.4;

  private final PrivateCodes rows;
  private final PrivBayesPlan.Joints plan;
  private final long largestTable;
  private final double total;
  private final int[] sizes;
  private final int[] partOf;
  private final double[][] oneWays;
  private final List<NoisedTable> tables = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();
  private final Map<Edge, long[]> exact = new HashMap<>();
  private double[][] parameters = new double[0][];

  /**
   * Starts with no pairs.
   *
   * @param fine private rows as fine cells
   * @param n the public row count
   */
  PairSearch(
      PrivateCodes fine,
      List<OneWay> columns,
      PrivBayesPlan.Joints plan,
      long largestTable,
      long n) {
    // From here on columns are known by their groups, which are public.
    this.rows = fine.grouped(columns.stream().map(OneWay::grouping).toList());
    this.plan = plan;
    this.largestTable = largestTable;
    this.total = n;
    sizes = columns.stream().mapToInt(column -> column.grouping().size()).toArray();
    partOf = new int[sizes.length];
    oneWays = new double[sizes.length][];
    for (int c = 0; c < sizes.length; c++) {
      partOf[c] = c;
      tables.add(columns.get(c).table());
      oneWays[c] = Simplex.project(columns.get(c).table().counts(), total);
    }
  }

  /**
   * Chooses and counts a pair whose columns no chosen pairs join yet, by its distance from the
   * product of the two columns' noised counts. Does nothing when all are joined.
   */
  void joinApart(NoiseSource noise) {
    List<Edge> candidates =
        pairs().stream().filter(edge -> partOf[edge.a()] != partOf[edge.b()]).toList();
    if (candidates.isEmpty()) {
      return;
    }
    Edge chosen = choose(candidates, edge -> product(oneWays[edge.a()], oneWays[edge.b()]), noise);
    int gone = partOf[chosen.b()];
    for (int c = 0; c < partOf.length; c++) {
      partOf[c] = partOf[c] == gone ? partOf[chosen.a()] : partOf[c];
    }
  }

  /**
   * Chooses and counts a pair by its distance from what the model fitted so far says of it. Does
   * nothing when no pair is left that the model could hold.
   */
  void refine(NoiseSource noise) {
    List<Edge> candidates = pairs().stream().filter(this::bearable).toList();
    if (candidates.isEmpty()) {
      return;
    }
    GraphicalModel model = fit(STEPS_BETWEEN);
    Map<Integer, double[][]> estimates = new HashMap<>();
    choose(
        candidates, edge -> estimates.computeIfAbsent(edge.a(), model::pairsWith)[edge.b()], noise);
  }

  /** The model fitted to all noised tables. */
  GraphicalModel fitted() {
    return fit(STEPS_LAST);
  }

  private GraphicalModel fit(int steps) {
    MarginalFit fit = new MarginalFit(JunctionTree.of(sizes, edges), total, tables, parameters);
    GraphicalModel model = fit.run(steps, TOLERANCE);
    parameters = fit.parameters();
    return model;
  }

  private Edge choose(
      List<Edge> candidates, Function<Edge, double[]> publicEstimate, NoiseSource noise) {
    double deviation = plan.noise().deviation();
    long[] scores = new long[candidates.size()];
    for (int i = 0; i < scores.length; i++) {
      double[] estimate = publicEstimate.apply(candidates.get(i));
      long charge = Math.round(CHARGE * estimate.length * deviation);
      scores[i] = distance(exactCounts(candidates.get(i)), estimate) - charge;
    }
    Edge chosen = candidates.get(plan.choice().choose(scores, noise));
    double[] noised = plan.noise().noised(exactCounts(chosen), noise);
    double[] variances = new double[noised.length];
    Arrays.fill(variances, plan.noise().variance());
    tables.add(new NoisedTable(List.of(chosen.a(), chosen.b()), noised, variances));
    edges.add(chosen);
    return chosen;
  }

  /**
   * The L1 distance between exact counts and a public estimate rounded to whole numbers.
   *
   * @param counts Not modified.
   * @param estimate Not modified.
   */
  static long distance(long[] counts, double[] estimate) {
    long distance = 0;
    for (int i = 0; i < counts.length; i++) {
      // Privacy hangs on this line: a row is in one cell, so it moves one of these terms, by one.
      distance += Math.abs(counts[i] - Math.round(estimate[i]));
    }
    return distance;
  }

  private long[] exactCounts(Edge edge) {
    return exact.computeIfAbsent(
        edge, e -> rows.pairCounts(e.a(), sizes[e.a()], e.b(), sizes[e.b()]));
  }

  private List<Edge> pairs() {
    List<Edge> pairs = new ArrayList<>();
    for (int a = 0; a < sizes.length; a++) {
      for (int b = a + 1; b < sizes.length; b++) {
        if (sizes[a] > 1 && sizes[b] > 1) {
          pairs.add(new Edge(a, b));
        }
      }
    }
    return pairs;
  }

  /** Whether a pair is new and a model that holds it needs no table above the limit. */
  private boolean bearable(Edge edge) {
    if (edges.contains(edge)) {
      return false;
    }
    List<Edge> with = new ArrayList<>(edges);
    with.add(edge);
    return JunctionTree.largestTable(sizes, with) <= largestTable;
  }

  private double[] product(double[] a, double[] b) {
    double[] product = new double[a.length * b.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        product[i * b.length + j] = a[i] * b[j] / total;
      }
    }
    return product;
  }
}
