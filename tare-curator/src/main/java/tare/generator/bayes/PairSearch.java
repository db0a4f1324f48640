package tare.generator.bayes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tare.generator.GeneratorTask;
import tare.generator.bayes.JunctionTree.Edge;
import tare.noise.Exact;
import tare.noise.NoiseSource;
import tare.noise.Norm;
import tare.noise.Uses;
import tare.progress.Progress;

/*
 * A pair's score is the L1 distance between its exact joint counts and an estimate that is public
 * when the choice is made, less a public charge for the noise that its table will carry. One row
 * moves one joint count by one, hence every score by at most one, whatever the public numbers are:
 * docs/proofs/privbayes.md. The estimate is rounded to whole numbers, so scores are whole and the
 * choice can be drawn exactly.
 */

/** Chooses pairs of columns by the exponential mechanism and counts each pair when chosen. */
final class PairSearch {

  /** One row moves every score by one at most, so two of them against each other by two. */
  private static final double SCORE_RANGE = 2;

  /** Steps of a fit between two choices: with 10 instead of 20 rows are a tenth worse. */
  static final int STEPS_BETWEEN = 20;

  private static final int STEPS_LAST = 200;

  /** A fit ends when a step takes less than this part of the misfit away. */
  private static final double TOLERANCE = 1e-6;

  /** The charge per cell, in standard deviations of the noise: about half its mean size. */
  private static final double CHARGE = 0.4;

  private final PrivBayesPlan.Joints plan;
  private final Uses.Open<long[], Integer> choices;
  private final Uses.Open<long[], long[]> counts;
  private final ModelLimits limits;
  private final double total;
  private final Progress progress;
  private final int[] sizes;
  private final int[] partOf;
  private final double[][] oneWays;
  private final List<NoisedTable> tables = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();
  private final List<Candidate> candidates;
  private JunctionTree tree;
  private int made;
  private double[][] parameters = new double[0][];

  /** A pair that may be counted, its exact counts, and its score against a public estimate. */
  private static final class Candidate {
    private final Edge edge;
    private final Exact<long[]> exact;
    private long score;
    private int times;
    private int table;

    Candidate(Edge edge, Exact<long[]> exact) {
      this.edge = edge;
      this.exact = exact;
    }
  }

  /**
   * Starts with no pairs.
   *
   * @param rows private rows as groups
   * @param task has the public row count, and hears how far the search is
   */
  PairSearch(
      JointCounts rows,
      List<OneWay> columns,
      PrivBayesPlan.Joints plan,
      GeneratorTask task,
      NoiseSource noise) {
    this.plan = plan;
    this.choices = plan.choices().open(noise);
    this.counts = plan.tables().open(noise);
    this.limits = plan.limits();
    this.total = task.n();
    this.progress = task.progress();
    sizes = columns.stream().mapToInt(column -> column.grouping().size()).toArray();
    partOf = new int[sizes.length];
    oneWays = new double[sizes.length][];
    for (int c = 0; c < sizes.length; c++) {
      partOf[c] = c;
      tables.add(columns.get(c).table());
      oneWays[c] = Simplex.project(columns.get(c).table().counts(), total);
    }
    tree = JunctionTree.of(sizes, edges);
    candidates = candidates(rows);
  }

  /** All pairs, counted in one pass over the rows. */
  private List<Candidate> candidates(JointCounts rows) {
    progress.at("counting pairs", 0);
    List<Edge> pairs = pairs();
    List<long[]> exact =
        rows.counts(
            pairs.stream().map(edge -> new JointCounts.JointTable(edge.a(), edge.b())).toList());
    return IntStream.range(0, pairs.size())
        .parallel()
        .mapToObj(i -> candidate(pairs.get(i), Exact.counts(exact.get(i))))
        .toList();
  }

  private Candidate candidate(Edge edge, Exact<long[]> exact) {
    Candidate candidate = new Candidate(edge, exact);
    score(candidate, product(oneWays[edge.a()], oneWays[edge.b()]));
    return candidate;
  }

  /**
   * Chooses and counts a pair whose columns no chosen pairs join yet, by its distance from the
   * product of the two columns' noised counts. Does nothing when all are joined.
   */
  void joinApart() {
    choose(candidates.stream().filter(c -> partOf[c.edge.a()] != partOf[c.edge.b()]).toList());
  }

  /**
   * Chooses and counts some pairs by their distance from what the model fitted so far says of them.
   * Where no pair is left that the model could hold, the rest of the budget makes counted tables
   * surer: each is counted once more before any is counted a third time.
   *
   * @return how many tables were counted
   */
  int refine(int pairs, int left) {
    List<Candidate> open = open();
    rescore(open.isEmpty() ? candidates.stream().filter(c -> c.times > 0).toList() : open);
    if (open.isEmpty()) {
      for (int i = 0; i < left; i++) {
        int fewest =
            candidates.stream().filter(c -> c.times > 0).mapToInt(c -> c.times).min().orElse(0);
        choose(candidates.stream().filter(c -> fewest > 0 && c.times == fewest).toList());
      }
      return left;
    }
    choose(open);
    for (int i = 1; i < pairs; i++) {
      choose(open());
    }
    return pairs;
  }

  /** The pairs not yet counted that the model could hold. */
  private List<Candidate> open() {
    TreeGrowth[] growths =
        IntStream.range(0, sizes.length)
            .parallel()
            .mapToObj(column -> new TreeGrowth(tree, column))
            .toArray(TreeGrowth[]::new);
    double held = tree.totalCells();
    double largest = tree.largestTable();
    return candidates.stream()
        .filter(c -> c.times == 0 && limits.bear(c.edge, growths, largest, held))
        .toList();
  }

  /** Scores some pairs against what the model says of them. */
  private void rescore(List<Candidate> some) {
    GraphicalModel model = fit(STEPS_BETWEEN);
    Map<Integer, List<Candidate>> byFirst =
        some.stream().collect(Collectors.groupingBy(c -> c.edge.a()));
    byFirst.entrySet().parallelStream()
        .forEach(
            entry -> {
              BitSet others = new BitSet();
              entry.getValue().forEach(c -> others.set(c.edge.b()));
              double[][] estimates = model.pairsWith(entry.getKey(), others);
              entry.getValue().forEach(c -> score(c, estimates[c.edge.b()]));
            });
  }

  /** The model fitted to all noised tables. */
  GraphicalModel fitted() {
    GraphicalModel model = fit(STEPS_LAST);
    progress.at("fitting the model", 1); // it may come to rest long before its last step
    return model;
  }

  private GraphicalModel fit(int steps) {
    MarginalFit fit = new MarginalFit(tree, total, tables, parameters);
    boolean last = steps == STEPS_LAST;
    double chosen = made / (double) (plan.tree() + plan.extra());
    GraphicalModel model =
        fit.run(
            steps,
            TOLERANCE,
            step ->
                progress.at(
                    last ? "fitting the model" : "choosing pairs",
                    last ? step / (double) steps : chosen));
    parameters = fit.parameters();
    return model;
  }

  private void choose(List<Candidate> open) {
    if (open.isEmpty()) {
      return;
    }
    long[] scores = open.stream().mapToLong(c -> c.score).toArray();
    Candidate chosen = open.get(choices.noised(new Exact<>(scores, Norm.RANGE, SCORE_RANGE)));
    double[] noised = Arrays.stream(counts.noised(chosen.exact)).asDoubleStream().toArray();
    made++;
    chosen.times++;
    if (chosen.times > 1) {
      tables.set(chosen.table, surer(tables.get(chosen.table), noised, chosen.times));
      return;
    }
    chosen.table = tables.size();
    Edge edge = chosen.edge;
    tables.add(new NoisedTable(List.of(edge.a(), edge.b()), noised, variances(noised.length, 1)));
    edges.add(edge);
    tree = limits.grown(tree, edges);
    int gone = partOf[edge.b()];
    for (int c = 0; c < partOf.length; c++) {
      partOf[c] = partOf[c] == gone ? partOf[edge.a()] : partOf[c];
    }
  }

  /** The mean of all counts of a table, of which the last is new. */
  private NoisedTable surer(NoisedTable before, double[] noised, int times) {
    double[] mean = new double[noised.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = before.counts()[i] + (noised[i] - before.counts()[i]) / times;
    }
    return new NoisedTable(before.columns(), mean, variances(mean.length, times));
  }

  private double[] variances(int cells, int times) {
    double[] variances = new double[cells];
    Arrays.fill(variances, plan.noise().variance() / times);
    return variances;
  }

  private void score(Candidate candidate, double[] estimate) {
    long charge = Math.round(CHARGE * estimate.length * plan.noise().deviation());
    candidate.score = distance(candidate.exact.value(), estimate) - charge;
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
