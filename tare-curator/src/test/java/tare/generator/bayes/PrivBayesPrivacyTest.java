package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static tare.generator.bayes.PrivacyCases.curve;
import static tare.generator.bayes.PrivacyCases.noised;
import static tare.generator.bayes.PrivacyCases.runs;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.audit.Attack;
import tare.audit.Claim;
import tare.audit.DpTester;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.generator.Examples;
import tare.generator.GeneratorTask;
import tare.model.BayesNetwork;
import tare.model.FittedGenerator;
import tare.model.NetworkNode;
import tare.noise.ExponentialChoice;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.Table;

/**
 * Attacks on what PrivBayes draws, by the tester, which rejects a true claim once in a million: its
 * tables, its choices and whole fits. Every attack has a twin with a planted fault that it must
 * catch.
 */
class PrivBayesPrivacyTest {

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
      return new PrivBayesMechanism("fit", task, with(plan), false);
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
    Arrays.fill(all, 1);
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
}
