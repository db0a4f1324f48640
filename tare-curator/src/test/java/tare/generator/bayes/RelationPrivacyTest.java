package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static tare.generator.bayes.PrivacyCases.BINS;
import static tare.generator.bayes.PrivacyCases.SMALL;
import static tare.generator.bayes.PrivacyCases.counts;
import static tare.generator.bayes.PrivacyCases.curve;
import static tare.generator.bayes.PrivacyCases.runs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.audit.Attack;
import tare.audit.Claim;
import tare.audit.DpTester;
import tare.audit.SensitivityHunter;
import tare.gate.PrivateRows;
import tare.generator.Examples;
import tare.generator.GeneratorTask;
import tare.model.BayesNetwork;
import tare.model.NetworkNode;
import tare.noise.Exact;
import tare.noise.Norm;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/**
 * Attacks on what is claimed of relations that are measured of all columns at once: the bound by
 * the hunter, whole fits by the tester, which rejects a true claim once in a million. Every attack
 * has a twin with a planted fault that it must catch.
 */
class RelationPrivacyTest {

  /** Public scores: four ages in order and a missing one, three levels, two levels. */
  private static final List<ColumnScores> SCORES =
      List.of(
          ColumnScores.of(new double[] {3, 2, 4, 1, 1}, 4),
          ColumnScores.of(new double[] {5, 1, 3}, 0),
          ColumnScores.of(new double[] {2, 6}, 0));

  private static final double BOUND = 4096.0 * 4096 * Math.sqrt(3);

  private static double[] sums(Table table) {
    List<Double> all = new ArrayList<>();
    for (int[] pair : new int[][] {{0, 1}, {0, 2}, {1, 2}}) {
      for (long sum :
          RelationSums.sums(counts(table, pair), SCORES.get(pair[0]), SCORES.get(pair[1]))) {
        all.add((double) sum);
      }
    }
    return all.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static SensitivityHunter.Finding hunt(Function<Table, double[]> statistic) {
    return PrivacyCases.hunt(statistic, Norm.L2);
  }

  @Test
  void oneRowMovesAllSumsTogetherByTheBound() {
    assertThat(new RelationPlan(1, 3).bound()).isEqualTo(BOUND);
    double change = hunt(RelationPrivacyTest::sums).change();
    assertThat(change).isBetween(0.999 * BOUND, BOUND);
  }

  /** The planted fault: a column's scores that are as long as its levels are many. */
  @Test
  void longerScoresAreCaught() {
    Function<Table, double[]> longer =
        table -> Arrays.stream(sums(table)).map(sum -> 1.1 * sum).toArray();
    assertThat(hunt(longer).within(BOUND)).isFalse();
  }

  /** Of no rows but those that the hunter puts in, so that the largest change is one row's. */
  private static double[] length(Table table) {
    long[] sums = Arrays.stream(sums(table)).mapToLong(sum -> (long) sum).toArray();
    return new double[] {RelationLength.of(sums, SCORES, 0)};
  }

  /** Three columns: eigenvalues of 2, -1 and -1, so the fourth root of 18. */
  @Test
  void oneRowMovesTheLengthOfAllProductsByItsBound() {
    double bound = new RelationPlan(1, 3).glanceBound();
    assertThat(bound).isBetween(4096.0 * 4096 * 2.0597, 4096.0 * 4096 * 2.0598);
    assertThat(hunt(RelationPrivacyTest::length).change()).isBetween(0.999 * bound, bound);
  }

  /** The planted fault: the length as numbers in a row have it, of both halves of the matrix. */
  @Test
  void theEuclideanLengthOfAMatrixIsCaught() {
    Function<Table, double[]> euclidean =
        table -> {
          double squares = Arrays.stream(sums(table)).map(sum -> 2 * sum * sum).sum();
          return new double[] {Math.sqrt(squares)};
        };
    assertThat(hunt(euclidean).within(new RelationPlan(1, 3).glanceBound())).isFalse();
  }

  /** One row or none; a twin has half the noise. */
  @Test
  void aGlanceStandsAndOneWithHalfItsNoiseFalls() {
    RelationPlan plan = new RelationPlan(0.5, 3);
    RelationPlan faulty = new RelationPlan(0.25, 3);
    Claim claim = curve(plan.glance().event());
    assertThat(glances(plan, claim)).isTrue();
    assertThat(glances(faulty, claim)).isFalse();
  }

  private static boolean glances(RelationPlan plan, Claim claim) {
    SeededNoise noise = new SeededNoise(42);
    Function<Table, Supplier<double[]>> run =
        table ->
            () -> {
              long[] length = {(long) length(table)[0]};
              Exact<long[]> exact = new Exact<>(length, Norm.L2, plan.glanceBound());
              return new double[] {plan.glance().open(noise).noised(exact)[0]};
            };
    Table one = rows(new double[][] {{3}, {0}, {1}});
    Table none = rows(new double[][] {{}, {}, {}});
    return DpTester.test(run.apply(none), run.apply(one), claim, Attack.vector(), runs(20_000))
        .accepted();
  }

  private static Table rows(double[][] values) {
    return ColumnarTable.of(SMALL, values);
  }

  @Test
  void oneRowMovesCountsOfAllColumnsByTheBound() {
    long per = new RelationPlan(1, 3).perCount();
    Function<Table, double[]> counts =
        table ->
            Arrays.stream(ColumnCounts.of(table, BINS))
                .flatMapToLong(Arrays::stream)
                .mapToDouble(count -> per * (double) count)
                .toArray();
    assertThat(hunt(counts).change()).isBetween(0.999 * BOUND, BOUND);
  }

  private static final Schema BITS = Examples.yesNo(5);

  /** A public n with which relations are looked for, for tables of a few rows. */
  private static final GeneratorTask TASK =
      new GeneratorTask(BITS, 100, new PrivacyBudget(1, 1e-3), new Seed(1));

  /**
   * The planted fault: relations, and columns that are counted again, have far too little noise.
   */
  private static PrivBayesMechanism withLittleNoiseOnRelations(PrivBayesPlan plan) {
    double multiplier = plan.relations().orElseThrow().multiplier();
    PrivBayesPlan faulty =
        new PrivBayesPlan(
            plan.bins(),
            plan.oneWayNoise(),
            plan.rounds(),
            plan.joints(),
            Optional.of(new RelationPlan(multiplier / 50, 5)));
    return new PrivBayesMechanism("fit", TASK, faulty, false);
  }

  /** The law of every column given its first parent's group, or alone. */
  private static double[] laws(BayesNetwork network) {
    double[] laws = new double[2 * BITS.columnCount()];
    for (NetworkNode node : network.nodes()) {
      laws[2 * node.column()] = node.law(0)[1];
      laws[2 * node.column() + 1] = node.shares()[1];
    }
    return laws;
  }

  private static boolean accepted(PrivBayesMechanism fit, PrivacyEvent claimed) {
    int[] none = new int[5];
    int[] all = {1, 1, 1, 1, 1};
    Table without = Examples.bits(BITS, none, none);
    Table with = Examples.bits(BITS, none, none, all);
    SeededNoise noise = new SeededNoise(41);
    Function<Table, Supplier<double[]>> run =
        table -> () -> laws((BayesNetwork) fit.apply(PrivateRows.of(table), noise));
    return DpTester.test(
            run.apply(without), run.apply(with), curve(claimed), Attack.vector(), runs(4_000))
        .accepted();
  }

  @Test
  void aFitThatMeasuresRelationsStandsAndOneThatClaimsTooLittleFalls() {
    PrivBayesMechanism honest = (PrivBayesMechanism) new PrivBayes().mechanism(TASK);
    assertThat(honest.plan().relations()).isPresent();
    assertThat(accepted(honest, honest.event())).isTrue();
    assertThat(accepted(withLittleNoiseOnRelations(honest.plan()), honest.event())).isFalse();
  }
}
