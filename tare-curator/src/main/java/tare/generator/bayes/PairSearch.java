package tare.generator.bayes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tare.generator.GeneratorTask;
import tare.generator.bayes.JunctionTree.Edge;
import tare.model.BayesNetwork;
import tare.noise.Exact;
import tare.noise.NoiseSource;
import tare.noise.Norm;
import tare.noise.Uses;
import tare.progress.Progress;

/*
 * A table's score is the L1 distance between its exact joint counts and an estimate that is public
 * when the choice is made, less a public charge for the noise that its table will carry. One row
 * moves one joint count by one, hence every score by at most one, whatever the public numbers are:
 * docs/proofs/privbayes.md. The estimate is rounded to whole numbers, so scores are whole and the
 * choice can be drawn exactly.
 */

/**
 * Chooses tables of two columns, then of three, by the exponential mechanism and counts each when
 * it is chosen.
 */
final class PairSearch {

  /** One row moves every score by one at most, so two of them against each other by two. */
  private static final double SCORE_RANGE = 2;

  /** Steps of a fit between two choices: with 10 instead of 20 rows are a tenth worse. */
  static final int STEPS_BETWEEN = 20;

  private static final int STEPS_LAST = 200;

  /** Steps of the fit that weighed rows are drawn from. */
  private static final int STEPS_OF_POOL = 100;

  /** Sweeps of a fit of weights between two choices, which begins where the last one ended. */
  private static final int SWEEPS_BETWEEN = 5;

  private static final int SWEEPS_AT_ONCE = 10;
  private static final int TIMES_LAST = 10;

  /** A fit ends when a step takes less than this part of the misfit away. */
  private static final double TOLERANCE = 1e-6;

  /** The charge per cell, in standard deviations of the noise: about half its mean size. */
  private static final double CHARGE = 0.4;

  /** The most triples that are looked at, the smallest first: a pass over the rows counts each. */
  private static final int MOST_TRIPLES = 2000;

  /** So many tables more than showed a relation may show none before no more are counted. */
  private static final int PATIENCE = 1;

  private final PrivBayesPlan.Joints plan;
  private final Uses.Open<long[], Integer> choices;
  private final Uses.Open<long[], long[]> counts;
  private final GeneratorTask task;
  private final double total;
  private final Progress progress;
  private final int[] sizes;
  private final double[][] oneWays;
  private final KnownTables tables;
  private final JoinedColumns joined;
  private final List<Candidate> candidates;
  private int made;
  private double[][] parameters = new double[0][];
  private int related;
  private int unrelated;

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
      NoiseSource noise,
      Uses.Open<long[], long[]> counts) {
    this.plan = plan;
    this.choices = plan.choices().open(noise);
    this.counts = counts;
    this.task = task;
    this.total = task.n();
    this.progress = task.progress();
    sizes = columns.stream().mapToInt(column -> column.grouping().size()).toArray();
    tables = new KnownTables(columns, plan.noise().variance(), plan.relation().isPresent(), total);
    oneWays = new double[sizes.length][];
    for (int c = 0; c < sizes.length; c++) {
      oneWays[c] = Simplex.project(columns.get(c).table().counts(), total);
    }
    joined = new JoinedColumns(sizes, plan.limits());
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
    Candidate candidate = new Candidate(List.of(edge.a(), edge.b()), exact);
    score(candidate, product(oneWays[edge.a()], oneWays[edge.b()]));
    return candidate;
  }

  /**
   * Chooses and counts pairs whose columns no kept pairs join yet, by their distance from the
   * product of the two columns' noised counts. Ends when all columns are joined, and when too many
   * noised tables show no relation; of those only what they say of their columns is kept.
   *
   * @return how many tables were counted, at most {@code most}
   */
  int joinApart(int most) {
    int counted = 0;
    for (List<Candidate> open = apart();
        counted < most && !open.isEmpty() && !tired();
        open = apart()) {
      Candidate chosen = count(open);
      counted++;
      if (plan.relation().isEmpty() || tables.strength(chosen) >= plan.relation().getAsDouble()) {
        related++;
        keep(chosen);
      } else {
        unrelated++;
        tables.keepColumns(chosen);
      }
    }
    return counted;
  }

  private List<Candidate> apart() {
    return candidates.stream().filter(c -> c.times == 0 && joined.apart(c)).toList();
  }

  /** Whether so many tables showed no relation that more are not worth their noise. */
  private boolean tired() {
    return unrelated > related + PATIENCE;
  }

  /** Whether tables that are shrunk left columns alone: those deserve what is left. */
  boolean leftAlone() {
    return plan.relation().isPresent() && !alone().isEmpty();
  }

  /** The columns that no table joins to others. */
  List<Integer> alone() {
    return joined.alone();
  }

  /**
   * Chooses and counts some pairs by their distance from what the model fitted so far says of them.
   *
   * @return how many tables were counted: none where no pair is left that the model could hold
   */
  int refine(int pairs) {
    List<Candidate> open = joined.open(candidates);
    if (open.isEmpty()) {
      return 0;
    }
    rescore(open);
    choose(open);
    int counted = 1;
    for (List<Candidate> next = joined.open(candidates);
        counted < pairs && !next.isEmpty();
        next = joined.open(candidates)) {
      choose(next);
      counted++;
    }
    return counted;
  }

  /**
   * Spends what pairs left on tables of three columns that share a clique and on pairs that the
   * cliques have no room for, chosen by their distance from what is known so far, and, where there
   * are too few of those, on tables counted again. The cliques stay as they are, so nothing of this
   * makes the model larger.
   *
   * @param rows private rows as groups
   * @param columns public
   * @param left how many tables are counted
   */
  void deepen(JointCounts rows, List<OneWay> columns, int left) {
    List<Candidate> triples = left > 0 ? triples(rows) : List.of();
    List<Candidate> loose = left > 0 ? loose() : List.of();
    loose.forEach(c -> c.loose = true);
    Optional<WeightedPool> pool =
        loose.isEmpty()
            ? Optional.empty()
            : Optional.of(
                WeightedPool.between(
                    ModelNetwork.of(task.schema(), columns, fit(STEPS_OF_POOL), List.of()),
                    total,
                    task.seed()));
    List<Candidate> fresh = Stream.concat(triples.stream(), loose.stream()).toList();
    for (int open = left; open > 0; ) {
      Function<List<Integer>, double[]> estimates = estimates(pool);
      Stream.concat(fresh.stream(), counted())
          .distinct()
          .parallel()
          .forEach(c -> score(c, estimates.apply(c.columns())));
      int now = Math.min(plan.batchOf(left), open);
      for (int i = 0; i < now; i++) {
        choose(worthCounting(fresh));
      }
      open -= now;
    }
  }

  /**
   * Counts so many pairs by their distance from independent columns, and keeps nothing of them but
   * what they say of their columns: no model is fitted between two choices.
   */
  void countColumns(int left) {
    for (int open = candidates.isEmpty() ? 0 : left; open > 0; open--) {
      int fewest = candidates.stream().mapToInt(c -> c.times).min().orElseThrow();
      Candidate chosen = count(candidates.stream().filter(c -> c.times == fewest).toList());
      if (chosen.table >= 0) {
        tables.keep(chosen);
      } else {
        tables.keepColumns(chosen);
      }
    }
  }

  /** The pairs not yet counted, where the cliques have no room for some: rows are weighed then. */
  private List<Candidate> loose() {
    List<Candidate> uncounted = candidates.stream().filter(c -> c.times == 0).toList();
    boolean room = joined.open(candidates).size() == uncounted.size();
    return room || !plan.bearsLoosePairs(sizes.length) ? List.of() : uncounted;
  }

  /** What is known of any table by now: by weighed rows, or by the model that they would be of. */
  private Function<List<Integer>, double[]> estimates(Optional<WeightedPool> pool) {
    if (pool.isEmpty()) {
      return fit(STEPS_BETWEEN)::marginal;
    }
    progress.at("choosing pairs", made / (double) plan.count());
    pool.get().fit(tables.all(), SWEEPS_BETWEEN);
    return pool.get()::estimate;
  }

  /** The tables not yet counted; else the pairs that were counted least often. */
  private List<Candidate> worthCounting(List<Candidate> some) {
    List<Candidate> fresh = some.stream().filter(c -> c.times == 0).toList();
    if (!fresh.isEmpty()) {
      return fresh;
    }
    int fewest = counted().mapToInt(c -> c.times).min().orElse(0);
    return counted().filter(c -> c.times == fewest).toList();
  }

  private Stream<Candidate> counted() {
    return candidates.stream().filter(c -> c.table >= 0);
  }

  /** The triples within cliques whose tables can be borne, counted in one pass over the rows. */
  private List<Candidate> triples(JointCounts rows) {
    progress.at("counting triples", 0);
    JunctionTree tree = joined.tree();
    List<List<Integer>> within =
        tree.triplesWithinCliques().stream()
            .filter(columns -> tree.cells(columns) <= plan.largestTriple())
            .sorted(Comparator.comparingInt(tree::cells))
            .limit(MOST_TRIPLES)
            .toList();
    List<long[]> exact = rows.counts(within.stream().map(JointCounts.JointTable::of).toList());
    return IntStream.range(0, within.size())
        .mapToObj(i -> new Candidate(within.get(i), Exact.counts(exact.get(i))))
        .toList();
  }

  /** Scores some pairs against what the model says of them. */
  private void rescore(List<Candidate> some) {
    GraphicalModel model = fit(STEPS_BETWEEN);
    Map<Integer, List<Candidate>> byFirst =
        some.stream().collect(Collectors.groupingBy(c -> c.first()));
    byFirst.entrySet().parallelStream()
        .forEach(
            entry -> {
              BitSet others = new BitSet();
              entry.getValue().forEach(c -> others.set(c.second()));
              double[][] estimates = model.pairsWith(entry.getKey(), others);
              entry.getValue().forEach(c -> score(c, estimates[c.second()]));
            });
  }

  /**
   * The network of the model that is fitted to all noised tables, with tables to weigh its rows by
   * where there are pairs that its cliques do not hold.
   *
   * @param alone columns of which the model knows less than their own counts
   */
  BayesNetwork network(List<OneWay> columns, List<Integer> alone) {
    BayesNetwork network = ModelNetwork.of(task.schema(), columns, fit(STEPS_LAST), alone);
    if (tables.areLoose()) {
      WeightedPool pool = WeightedPool.last(network, total, task.seed());
      for (int time = 0; time < TIMES_LAST; time++) {
        progress.at("weighing rows", time / (double) TIMES_LAST);
        pool.fit(tables.all(), SWEEPS_AT_ONCE);
      }
      network = new BayesNetwork(task.schema(), network.nodes(), pool.tables(tables.all()));
    }
    progress.at("fitting the model", 1); // it may come to rest long before its last step
    return network;
  }

  private GraphicalModel fit(int steps) {
    MarginalFit fit = new MarginalFit(joined.tree(), total, tables.held(), parameters);
    boolean last = steps == STEPS_LAST;
    double chosen = made / (double) plan.count();
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
    keep(count(open));
  }

  /** Chooses a table and counts it. @param open not empty */
  private Candidate count(List<Candidate> open) {
    long[] scores = open.stream().mapToLong(c -> c.score).toArray();
    Candidate chosen = open.get(choices.noised(new Exact<>(scores, Norm.RANGE, SCORE_RANGE)));
    double[] noised = Arrays.stream(counts.noised(chosen.exact())).asDoubleStream().toArray();
    made++;
    tables.hear(chosen, noised);
    return chosen;
  }

  /** Has the model hold a table. */
  private void keep(Candidate chosen) {
    boolean fresh = chosen.table < 0;
    tables.keep(chosen);
    if (fresh && !chosen.loose && chosen.columns().size() == 2) {
      joined.join(chosen);
    }
  }

  private void score(Candidate candidate, double[] estimate) {
    long charge = Math.round(CHARGE * estimate.length * plan.noise().deviation());
    candidate.score = distance(candidate.exact().value(), estimate) - charge;
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
