package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.audit.Attack;
import tare.audit.Claim;
import tare.audit.DpTester;
import tare.audit.SensitivityHunter;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.generator.Examples;
import tare.generator.GeneratorTask;
import tare.model.BayesNetwork;
import tare.model.ColumnBins;
import tare.model.FittedGenerator;
import tare.model.NetworkNode;
import tare.noise.Exact;
import tare.noise.ExponentialChoice;
import tare.noise.Norm;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Table;

/**
 * Attacks on what PrivBayes claims: sensitivities by the hunter, the drawn outputs by the tester,
 * which rejects a true claim once in a million. Every attack has a twin with a planted fault that
 * it must catch.
 */
class PrivBayesPrivacyTest {

  static final Schema SMALL =
      new Schema(
          "small",
          "person",
          List.of(
              new Column("age", new ColumnType.Whole(0, 3, List.of()), true),
              new Column(
                  "group",
                  new ColumnType.Category(List.of("a", "b", "c"), Optional.empty()),
                  false),
              new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.empty());
  static final List<ColumnBins> BINS =
      List.of(
          ColumnBins.of(0, SMALL.column(0), 5),
          ColumnBins.of(1, SMALL.column(1), 5),
          ColumnBins.of(2, SMALL.column(2), 5));
  private static final int[][] PAIRS = {{0, 1}, {0, 2}, {1, 2}};
  private static final int[][] JOINTS = {{0, 1}, {0, 2}, {1, 2}, {0, 1, 2}};

  private static long[] counts(Table table, int[] columns) {
    return JointCounts.of(table, BINS).counts(List.of(new JointCounts.JointTable(columns))).get(0);
  }

  private static int cells(int[] columns) {
    return java.util.Arrays.stream(columns).map(c -> BINS.get(c).size()).reduce(1, (a, b) -> a * b);
  }

  private static double[] concat(List<long[]> tables) {
    return tables.stream()
        .flatMapToLong(java.util.Arrays::stream)
        .mapToDouble(count -> count)
        .toArray();
  }

  private static SensitivityHunter.Finding hunt(Function<Table, double[]> statistic, Norm norm) {
    return SensitivityHunter.hunt(
        SMALL, statistic, norm, SensitivityHunter.Options.DEFAULTS.withRestarts(6).withSteps(100));
  }

  @Test
  void oneRowMovesEachTableOfCountsByOne() {
    for (int c = 0; c < 3; c++) {
      int column = c;
      assertThat(
              hunt(table -> concat(List.of(ColumnCounts.of(table, BINS)[column])), Norm.L1)
                  .change())
          .isEqualTo(1);
    }
    for (int[] joint : JOINTS) {
      assertThat(hunt(table -> concat(List.of(counts(table, joint))), Norm.L1).change())
          .isEqualTo(1);
    }
  }

  /** Whatever the public estimates are, each score moves by one, and no two by more than two. */
  @Test
  void oneRowMovesEachScoreByOne() {
    RandomGenerator random = new Seed(17).stream("public estimates");
    for (int trial = 0; trial < 4; trial++) {
      List<double[]> estimates = new ArrayList<>();
      for (int[] joint : JOINTS) {
        double[] estimate = new double[cells(joint)];
        for (int i = 0; i < estimate.length; i++) {
          estimate[i] = 3 * random.nextDouble();
        }
        estimates.add(estimate);
      }
      Function<Table, double[]> scores =
          table -> {
            double[] all = new double[JOINTS.length];
            for (int i = 0; i < JOINTS.length; i++) {
              all[i] = PairSearch.distance(counts(table, JOINTS[i]), estimates.get(i));
            }
            return all;
          };
      assertThat(hunt(scores, Norm.MAX).change()).isEqualTo(1);
      assertThat(hunt(scores, Norm.RANGE).within(2)).isTrue();
    }
  }

  /** The planted fault: scores against the product of the exact one-way counts move by more. */
  @Test
  void scoresAgainstExactMarginalsAreCaught() {
    SensitivityHunter.Finding finding =
        hunt(
            table -> {
              long[][] oneWays = ColumnCounts.of(table, BINS);
              double[] scores = new double[PAIRS.length];
              for (int i = 0; i < PAIRS.length; i++) {
                int a = PAIRS[i][0];
                int b = PAIRS[i][1];
                long[] first = oneWays[a];
                long[] second = oneWays[b];
                double[] product = new double[first.length * second.length];
                for (int cell = 0; cell < product.length; cell++) {
                  product[cell] =
                      first[cell / second.length]
                          * (double) second[cell % second.length]
                          / Math.max(1, table.rowCount());
                }
                scores[i] = PairSearch.distance(counts(table, PAIRS[i]), product);
              }
              return scores;
            },
            Norm.MAX);
    assertThat(finding.within(1)).isFalse();
  }

  /** The planted fault: a table over the categories that occur has a length that tells of rows. */
  @Test
  void aDomainOfObservedCategoriesIsCaught() {
    assertThatThrownBy(
            () ->
                hunt(
                    table -> {
                      TreeMap<Integer, Integer> seen = new TreeMap<>();
                      for (int r = 0; r < table.rowCount(); r++) {
                        seen.merge(table.level(r, 1), 1, Integer::sum);
                      }
                      return seen.values().stream().mapToDouble(i -> i).toArray();
                    },
                    Norm.L1))
        .hasMessageContaining("tells of the rows");
  }

  private static Claim curve(PrivacyEvent event) {
    List<PrivacyBudget> points = new ArrayList<>();
    for (double epsilon : new double[] {0, 0.25, 0.5, 1, 1.5, 2, 3}) {
      points.add(new PrivacyBudget(epsilon, Math.min(0.999999, Accounting.delta(event, epsilon))));
    }
    return new Claim(points);
  }

  private static DpTester.Options runs(int samples) {
    return DpTester.Options.DEFAULTS.withSamples(samples);
  }

  @Test
  void noisedTablesStandAndTablesWithBareZerosFall() {
    CountNoise law = CountNoise.gaussian(1.5);
    long[] without = {4, 0, 0, 2};
    long[] with = {4, 0, 1, 2};
    SeededNoise noise = new SeededNoise(31);
    assertThat(
            DpTester.test(
                    () -> noised(without, law, noise),
                    () -> noised(with, law, noise),
                    curve(law.law().event()),
                    Attack.vector(),
                    runs(20_000))
                .accepted())
        .isTrue();
    assertThat(
            DpTester.test(
                    () -> bareZeros(without, law, noise),
                    () -> bareZeros(with, law, noise),
                    curve(law.law().event()),
                    Attack.vector(),
                    runs(20_000))
                .accepted())
        .isFalse();
  }

  private static double[] noised(long[] counts, CountNoise law, SeededNoise noise) {
    long[] noised = law.tables(1).open(noise).noised(Exact.counts(counts));
    return java.util.Arrays.stream(noised).asDoubleStream().toArray();
  }

  /** The planted fault: only cells with rows get noise. */
  private static double[] bareZeros(long[] counts, CountNoise law, SeededNoise noise) {
    double[] noised = noised(counts, law, noise);
    for (int i = 0; i < counts.length; i++) {
      noised[i] = counts[i] == 0 ? 0 : noised[i];
    }
    return noised;
  }

  @Test
  void theChoiceOfAPairStandsAndOneWithTwiceTheOddsFalls() {
    SeededNoise noise = new SeededNoise(32);
    long[] without = {5, 5, 5, 5};
    long[] with = {6, 4, 4, 4};
    Claim claim = curve(ExponentialChoice.of(1.2, 1).event());
    assertThat(choice(1.2, without, with, claim, noise).accepted()).isTrue();
    assertThat(choice(2.4, without, with, claim, noise).accepted()).isFalse();
  }

  private static DpTester.Result choice(
      double epsilon, long[] without, long[] with, Claim claim, SeededNoise noise) {
    ExponentialChoice choice = ExponentialChoice.of(epsilon, 1);
    return DpTester.test(
        () -> choice.choose(without, noise),
        () -> choice.choose(with, noise),
        claim,
        Attack.<Integer>cells(),
        runs(20_000));
  }

  private static final Schema BITS = Examples.yesNo(3);

  /** What joins columns: every table, so that all parts are at work, or none, so that few are. */
  private enum Joined {
    ALL(-1e9),
    NONE(1e9);

    private final double relation;

    Joined(double relation) {
      this.relation = relation;
    }

    PrivBayesMechanism fit(Schema schema, PrivBayesOptions options, double epsilon) {
      PrivacyBudget budget = new PrivacyBudget(epsilon, 1e-3);
      GeneratorTask task = new GeneratorTask(schema, 6, budget, new Seed(1));
      PrivBayesPlan plan = new PrivBayesPlanner(task, options).plan();
      return new PrivBayesMechanism("fit", task, options, with(plan));
    }

    private PrivBayesPlan with(PrivBayesPlan plan) {
      PrivBayesPlan.Joints j = plan.joints().orElseThrow();
      return new PrivBayesPlan(
          plan.bins(),
          plan.oneWayNoise(),
          plan.rounds(),
          Optional.of(
              new PrivBayesPlan.Joints(
                  j.tree(),
                  j.extra(),
                  j.triples(),
                  j.largestTriple(),
                  j.mostGroups(),
                  j.limits(),
                  j.choice(),
                  j.noise(),
                  OptionalDouble.of(relation))),
          Optional.empty());
    }
  }

  /** Many small tables for few rows: all parts of a fit at work on a domain of eight cells. */
  private static PrivBayesMechanism tinyFit(double epsilon) {
    return Joined.ALL.fit(BITS, new PrivBayesOptions(0.3, 0.2, 0.01, 5, 2, 1, 100, 100), epsilon);
  }

  /** The law of a network over all cells of yes/no columns. */
  private static double[] law(FittedGenerator generator) {
    BayesNetwork network = (BayesNetwork) generator;
    int columns = network.nodes().size();
    double[] law = new double[1 << columns];
    for (int cell = 0; cell < law.length; cell++) {
      char[][] groups = new char[columns][];
      for (NetworkNode node : network.nodes()) {
        groups[node.column()] = new char[] {(char) node.grouping().of(bit(cell, node))};
      }
      double p = 1;
      for (NetworkNode node : network.nodes()) {
        p *= node.law(node.givens(groups, 1)[0])[bit(cell, node)];
      }
      law[cell] = p;
    }
    return law;
  }

  private static int bit(int cell, NetworkNode node) {
    return cell >> node.column() & 1;
  }

  private static DpTester.Result testFit(
      Mechanism<FittedGenerator> mechanism, Schema schema, PrivacyEvent claimed, int samples) {
    int[] none = new int[schema.columnCount()];
    int[] all = new int[schema.columnCount()];
    java.util.Arrays.fill(all, 1);
    Table without = Examples.bits(schema, none, none);
    Table with = Examples.bits(schema, none, none, all);
    SeededNoise noise = new SeededNoise(33);
    Supplier<double[]> one = () -> law(mechanism.apply(PrivateRows.of(without), noise));
    Supplier<double[]> other = () -> law(mechanism.apply(PrivateRows.of(with), noise));
    return DpTester.test(one, other, curve(claimed), Attack.vector(), runs(samples));
  }

  @Test
  void aWholeFitStandsAndOneThatClaimsTooLittleFalls() {
    PrivBayesMechanism honest = tinyFit(1);
    assertThat(honest.plan().joints().orElseThrow().tree()).isEqualTo(2);
    assertThat(honest.plan().joints().orElseThrow().extra()).isEqualTo(1);
    assertThat(testFit(honest, BITS, honest.event(), 4_000).accepted()).isTrue();
    assertThat(testFit(tinyFit(20), BITS, honest.event(), 4_000).accepted()).isFalse();
  }

  private static final Schema FIVE_BITS = Examples.yesNo(5);

  /** Nine tables in cliques that hold fewer pairs. */
  private static PrivBayesMechanism crampedFit(Joined joined, int clique, double epsilon) {
    return joined.fit(
        FIVE_BITS, new PrivBayesOptions(0.3, 0.2, 0.01, 5, 2, 1, clique, clique), epsilon);
  }

  private static void nineTablesArePaidFor(Joined joined, int clique) {
    PrivBayesMechanism honest = crampedFit(joined, clique, 1);
    assertThat(honest.plan().joints().orElseThrow().count()).isEqualTo(9);
    assertThat(testFit(honest, FIVE_BITS, honest.event(), 4_000).accepted()).isTrue();
    assertThat(testFit(crampedFit(joined, clique, 20), FIVE_BITS, honest.event(), 4_000).accepted())
        .isFalse();
  }

  /** Cliques of two columns hold four pairs: five tables are counted a second time. */
  @Test
  void pairsThatAreCountedAgainArePaidFor() {
    nineTablesArePaidFor(Joined.ALL, 4);
  }

  /** Cliques of three columns hold seven pairs: two tables are of three columns. */
  @Test
  void triplesArePaidFor() {
    nineTablesArePaidFor(Joined.ALL, 8);
  }

  /** No table shows a relation: after two, seven counts are of columns. */
  @Test
  void columnsThatAreCountedAgainArePaidFor() {
    nineTablesArePaidFor(Joined.NONE, 8);
  }

  @Test
  @Tag("audit")
  void aWholeFitStandsUnderManyRuns() {
    for (double epsilon : new double[] {0.5, 1, 2}) {
      PrivBayesMechanism honest = tinyFit(epsilon);
      assertThat(testFit(honest, BITS, honest.event(), 100_000).accepted()).isTrue();
    }
    assertThat(testFit(tinyFit(8), BITS, tinyFit(1).event(), 100_000).accepted()).isFalse();
  }

  private static final Schema NUMBER =
      new Schema(
          "number",
          "person",
          List.of(new Column("x", new ColumnType.Numeric(0, 100, List.of()), false)),
          OptionalLong.empty());

  /** A public n so large that cells are divided twice, for tables of a few rows. */
  private static PrivBayesMechanism roundsFit(double epsilon) {
    GeneratorTask task =
        new GeneratorTask(NUMBER, 20_000, new PrivacyBudget(epsilon, 1e-3), new Seed(1));
    return (PrivBayesMechanism) new PrivBayes().mechanism(task);
  }

  private static Table numbers(double... values) {
    return tare.table.ColumnarTable.of(NUMBER, new double[][] {values});
  }

  /** How many edges there are below some points, and how many rows. */
  private static double[] shape(ColumnBins bins, double[] shares) {
    double[] shape = new double[8];
    for (int cell = 0; cell < bins.values(); cell++) {
      int at = (int) Math.min(3, bins.from(cell) / 25);
      shape[at]++;
      shape[4 + at] += shares[cell];
    }
    return shape;
  }

  private static DpTester.Result testRounds(PrivBayesMechanism mechanism, PrivacyEvent claimed) {
    SeededNoise noise = new SeededNoise(35);
    Function<Table, double[]> run =
        table -> {
          NetworkNode node =
              ((BayesNetwork) mechanism.apply(PrivateRows.of(table), noise)).nodes().get(0);
          return shape(node.bins(), node.shares());
        };
    Table without = numbers(10, 30);
    Table with = numbers(10, 30, 77.7);
    return DpTester.test(
        () -> run.apply(without),
        () -> run.apply(with),
        curve(claimed),
        Attack.vector(),
        runs(1_000));
  }

  @Test
  void cellsThatFollowNoisedCountsStandAndOnesThatClaimTooLittleFall() {
    PrivBayesMechanism honest = roundsFit(1);
    assertThat(honest.plan().rounds().count()).isEqualTo(3);
    assertThat(testRounds(honest, honest.event()).accepted()).isTrue();
    assertThat(testRounds(roundsFit(30), honest.event()).accepted()).isFalse();
  }

  /** The planted fault: cells are divided by exact counts, and so tell of a row at once. */
  @Test
  void cellsThatFollowExactCountsAreCaught() {
    ColumnBins first = NumberCells.first(0, NUMBER.column(0), 20);
    SeededNoise noise = new SeededNoise(36);
    CountNoise law = CountNoise.gaussian(4);
    Function<Table, double[]> faulty =
        table -> {
          long[] exact = ColumnCounts.of(table, List.of(first))[0];
          double[] bare = java.util.Arrays.stream(exact).asDoubleStream().toArray();
          ColumnBins divided = NumberCells.divided(first, bare, 0.5, 16);
          long[] counts = ColumnCounts.of(table, List.of(divided))[0];
          return shape(divided, noised(counts, law, noise));
        };
    Table without = numbers(10, 30);
    Table with = numbers(10, 30, 77.7);
    assertThat(
            DpTester.test(
                    () -> faulty.apply(without),
                    () -> faulty.apply(with),
                    curve(law.law().event()),
                    Attack.vector(),
                    runs(3_000))
                .accepted())
        .isFalse();
  }
}
