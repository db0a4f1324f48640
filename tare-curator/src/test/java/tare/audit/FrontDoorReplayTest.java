package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.audit.ReplayAudit.Result;
import tare.curator.GeneratorFitters;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.generator.GeneratorFitter;
import tare.generator.bayes.PrivBayes;
import tare.generator.bayes.PrivBayesOptions;
import tare.generator.gan.Gan;
import tare.generator.gan.PateGan;
import tare.generator.gan.PateGanOptions;
import tare.ledger.Ledger;
import tare.model.BayesNetwork;
import tare.model.FittedGenerators;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.table.Table;

/**
 * Whole releases through the front door, recorded and replayed on neighbours whose odd row comes
 * first, in the middle and last: with all outputs the same nothing else may differ, and how far the
 * exact values moved must cost no more than was charged. On rows that have nothing in common with
 * them nothing else may differ either: so that what exact values decide is seen even where one row
 * would hardly ever turn the decision.
 */
class FrontDoorReplayTest {

  /** Cells of a clique that leave little room beside the pairs that join the columns. */
  private static final long CLIQUE = 8;

  private static final int[] PLACES = {0, SixColumns.ROWS / 2, SixColumns.ROWS};

  private static final List<double[]> ODD =
      List.of(
          new double[] {100, 1, 2, 10, 1, 1},
          new double[] {0, 0, 0, Double.NaN, 0, 1},
          new double[] {100, 0, 1, 0, 1, 0});

  /** The rows with one more, or one fewer, at each place. */
  static List<Table> neighbours() {
    List<Table> all = new ArrayList<>();
    for (int i = 0; i < PLACES.length; i++) {
      List<double[]> more = SixColumns.values();
      more.add(PLACES[i], ODD.get(i));
      all.add(SixColumns.table(more));
      List<double[]> fewer = SixColumns.values();
      fewer.remove(Math.min(PLACES[i], SixColumns.ROWS - 1));
      all.add(SixColumns.table(fewer));
    }
    return all;
  }

  /** Rows that have little in common with the others: what exact values decide comes out else. */
  private static List<Table> strangers() {
    List<double[]> alike = new ArrayList<>();
    List<double[]> few = new ArrayList<>();
    for (int i = 0; i < SixColumns.ROWS; i++) {
      alike.add(new double[] {i % 2 == 0 ? 1 : 2, 0, 2, Double.NaN, 1, 0});
    }
    few.add(new double[] {99, 1, 0, 9, 0, 1});
    return List.of(SixColumns.table(alike), SixColumns.table(few));
  }

  private static Result audit(GeneratorFitter generator, String weights, double epsilon) {
    return audit(generator, weights, new PrivacyBudget(epsilon, 1e-6));
  }

  private static Result audit(GeneratorFitter generator, String weights, PrivacyBudget budget) {
    ReleasePlan plan = SixColumns.plan(generator, weights, budget);
    Result result =
        ReplayAudit.audit(
            gate -> published(ReleaseRun.run(gate, plan, Progress.SILENT)),
            SixColumns.table(SixColumns.values()),
            neighbours(),
            strangers(),
            budget,
            new SeededNoise(5));
    assertThat(result.faults()).isEmpty();
    assertThat(result.neighbours()).isEqualTo(6);
    return result;
  }

  /** All that a folder would hold. */
  private static List<Object> published(Bundle bundle) {
    return List.of(
        bundle.synthetic(),
        bundle.weights(),
        bundle.replicates(),
        bundle.privacy(),
        FittedGenerators.toJson(bundle.model().orElseThrow()));
  }

  @Test
  void privBayes() {
    Result result = audit(GeneratorFitters.named("privbayes"), "none", 100);
    assertThat(result.mechanisms()).isEqualTo(2);
    assertThat(result.largestShare()).isBetween(0.8, 1.0001);
  }

  /**
   * A model that may hold few circles of pairs: when no more fit in, rows are weighed by further
   * ones, and then pairs are counted again.
   */
  @Test
  void privBayesThatCountsPairsAgain() {
    PrivBayes small = new PrivBayes(new PrivBayesOptions(0.25, 0.08, 3, 80, 32, 1, CLIQUE, CLIQUE));
    assertThat(audit(small, "none", 100).mechanisms()).isEqualTo(2);
    ReleasePlan plan = SixColumns.plan(small, "none", new PrivacyBudget(100, 1e-6));
    Table rows = SixColumns.table(SixColumns.values());
    DrawTape tape = new DrawTape(rows, new SeededNoise(5));
    Ledger ledger = Ledger.inMemory(plan.budget());
    Bundle bundle =
        ReleaseRun.run(
            new Gate(PrivateTable.of(rows), ledger, "again", new SeededNoise(5), tape),
            plan,
            Progress.SILENT);
    assertThat(((BayesNetwork) bundle.model().orElseThrow()).tables())
        .as("pairs that the cliques have no room for")
        .isNotEmpty();
    List<Integer> among = tape.heard.get(1).choiceSizes;
    assertThat(IntStream.range(6, among.size()).filter(i -> among.get(i) == i).toArray())
        .as("a table is chosen among all that were counted before: " + among)
        .isNotEmpty();
  }

  /** Few rows: relations of all columns are measured at once, and columns again. */
  @Test
  void privBayesOfFewRows() {
    Result result = audit(GeneratorFitters.named("privbayes"), "none", 1.5);
    assertThat(result.mechanisms()).isEqualTo(2);
    assertThat(result.largestShare()).isBetween(0.5, 1.0001);
  }

  /** Pure noise and few rows: tables of pairs are shrunk, and what shows nothing is left alone. */
  @Test
  void privBayesThatShrinksTables() {
    PrivacyBudget little = new PrivacyBudget(1.5, 0);
    assertThat(audit(GeneratorFitters.named("privbayes"), "none", little).mechanisms())
        .isEqualTo(2);
  }

  @Test
  void independentColumns() {
    Result result = audit(GeneratorFitters.named("independent"), "beta-debiased", 6);
    assertThat(result.mechanisms()).isEqualTo(3);
    assertThat(result.largestShare()).isBetween(0.99, 1.0001);
  }

  @Test
  void outputNorm() {
    assertThat(audit(GeneratorFitters.named("independent"), "output-norm", 6).mechanisms())
        .isEqualTo(3);
  }

  @Test
  void outputLaplace() {
    assertThat(audit(GeneratorFitters.named("independent"), "output-laplace", 60).mechanisms())
        .isEqualTo(3);
  }

  @Test
  void moments() {
    assertThat(audit(GeneratorFitters.named("independent"), "moments", 6).mechanisms())
        .isEqualTo(3);
  }

  /** Rows of a network: coarse shares are bought with the moments. */
  @Test
  void momentsOfNetworks() {
    Gan gan = new Gan(Gan.Kind.DPGAN, SixColumns.SMALL);
    assertThat(audit(gan, "moments", 6).mechanisms()).isEqualTo(3);
  }

  @Test
  void dpMlp() {
    assertThat(audit(GeneratorFitters.named("independent"), "dp-mlp", 6).mechanisms()).isEqualTo(3);
  }

  @Test
  void dpcgan() {
    Gan gan = new Gan(Gan.Kind.DPCGAN, SixColumns.SMALL.withLabel("ill"));
    assertThat(audit(gan, "discriminator", 6).mechanisms()).isEqualTo(3);
  }

  @Test
  void pateGan() {
    PateGan gan = new PateGan(new PateGanOptions(7, 6, 4, 3, 5e-4));
    assertThat(audit(gan, "none", 6).mechanisms()).isEqualTo(2);
  }
}
