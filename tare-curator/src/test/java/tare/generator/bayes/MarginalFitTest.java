package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.generator.bayes.JunctionTree.Edge;
import tare.random.Seed;

class MarginalFitTest {

  private static final int[] SIZES = {2, 3, 2};

  private static NoisedTable table(double variance, double[] counts, Integer... columns) {
    double[] variances = new double[counts.length];
    Arrays.fill(variances, variance);
    return new NoisedTable(List.of(columns), counts, variances);
  }

  private static GraphicalModel fit(List<Edge> edges, double total, NoisedTable... tables) {
    return new MarginalFit(JunctionTree.of(SIZES, edges), total, List.of(tables), new double[0][])
        .run(20_000, 1e-13, step -> {});
  }

  @Test
  void tablesThatAgreeAreMetExactly() {
    double[] pair = {10, 20, 5, 15, 30, 20};
    GraphicalModel model = fit(List.of(Edge.of(0, 1)), 100, table(1, pair, 0, 1));
    double[] fitted = model.marginal(List.of(0, 1));
    for (int i = 0; i < pair.length; i++) {
      assertThat(fitted[i]).isCloseTo(pair[i], within(1e-3));
    }
    assertThat(model.marginal(List.of(2))).containsExactly(50, 50);
  }

  /** Two one-way tables that contradict each other are averaged by their inverse variances. */
  @Test
  void contradictionsAreWeighedByHowSureEachIs() {
    GraphicalModel model =
        fit(List.of(), 100, table(1, new double[] {60, 40}, 0), table(3, new double[] {20, 80}, 0));
    assertThat(model.marginal(List.of(0))[0]).isCloseTo(50, within(1e-4));
  }

  /** For one table alone the least squares law is the projection on the simplex. */
  @Test
  void negativeCountsAreProjected() {
    double[] noised = {-20, 70, 30, 40, -5, 10};
    GraphicalModel model = fit(List.of(Edge.of(0, 1)), 100, table(4, noised, 0, 1));
    double[] fitted = model.marginal(List.of(0, 1));
    double[] projected = Simplex.project(noised, 100);
    for (int i = 0; i < noised.length; i++) {
      assertThat(fitted[i]).isCloseTo(projected[i], within(0.05));
    }
  }

  /** Counts of 34 times as many rows as were declared: their shares are met, and nothing fails. */
  @Test
  void countsOfFarMoreRowsThanDeclaredGiveTheirShares() {
    double[] pair = {10, 20, 5, 15, 30, 20};
    double[] many = Arrays.stream(pair).map(count -> 34 * count).toArray();
    double[] column = {1190, 2210};
    NoisedTable[] tables = {table(1, many, 0, 1), table(1, column, 2)};
    double[] fitted = fit(List.of(Edge.of(0, 1)), 100, tables).marginal(List.of(0, 1));
    for (int i = 0; i < pair.length; i++) {
      assertThat(fitted[i]).isCloseTo(pair[i], within(1e-3));
    }
  }

  /** Noise that makes few counts large is left to the fit. */
  @Test
  void whatNoiseMayAddUpToIsLeftAlone() {
    NoisedTable noisy = table(10_000, new double[] {200, 80, 60}, 1);
    assertThat(noisy.near(100)).isSameAs(noisy);
    assertThat(noisy.near(1)).isSameAs(noisy);
    assertThat(table(1, new double[] {200, 80, 60}, 1).near(100).counts())
        .containsExactly(new double[] {58.8235, 23.5294, 17.6471}, within(1e-3));
  }

  /** The misfit is as small as a plain descent over all combinations of cells can make it. */
  @Test
  void noLawFitsOverlappingTablesBetter() {
    RandomGenerator random = new Seed(21).stream("tables");
    double[] first = noise(random, 6);
    double[] second = noise(random, 6);
    double[] third = noise(random, 4);
    List<NoisedTable> tables =
        List.of(table(2, first, 0, 1), table(5, second, 1, 2), table(1, third, 0, 2));
    GraphicalModel model =
        fit(
            List.of(Edge.of(0, 1), Edge.of(1, 2), Edge.of(0, 2)),
            60,
            tables.toArray(NoisedTable[]::new));
    double[] joint = model.marginal(List.of(0, 1, 2));
    double plain = plainDescent(tables, 60);
    assertThat(misfit(joint, tables)).isCloseTo(plain, within(1e-3 * plain));
  }

  @Test
  void aSecondFitGoesOnWhereTheFirstEnded() {
    List<NoisedTable> tables = new ArrayList<>();
    tables.add(table(1, new double[] {10, 20, 5, 15, 30, 20}, 0, 1));
    JunctionTree tree = JunctionTree.of(SIZES, List.of(Edge.of(0, 1)));
    MarginalFit first = new MarginalFit(tree, 100, tables, new double[0][]);
    double[] before = first.run(500, 0, step -> {}).marginal(List.of(0, 1));
    double[] after =
        new MarginalFit(tree, 100, tables, first.parameters())
            .run(0, 0, step -> {})
            .marginal(List.of(0, 1));
    assertThat(after).containsExactly(before);
  }

  private static double[] noise(RandomGenerator random, int cells) {
    double[] counts = new double[cells];
    for (int i = 0; i < cells; i++) {
      counts[i] = 60.0 / cells + 12 * random.nextGaussian();
    }
    return counts;
  }

  private static double misfit(double[] joint, List<NoisedTable> tables) {
    double sum = 0;
    for (NoisedTable table : tables) {
      double[] marginal = marginal(joint, table.columns());
      for (int i = 0; i < marginal.length; i++) {
        double difference = marginal[i] - table.counts()[i];
        sum += difference * difference / (2 * table.variances()[i]);
      }
    }
    return sum;
  }

  private static double[] marginal(double[] joint, List<Integer> columns) {
    JunctionTree tree = JunctionTree.of(SIZES, List.of());
    double[] marginal = new double[tree.cells(columns)];
    tree.projection(List.of(0, 1, 2), columns).sums(joint, marginal);
    return marginal;
  }

  /** Exponentiated gradient on the full table with a small fixed step. */
  private static double plainDescent(List<NoisedTable> tables, double total) {
    JunctionTree tree = JunctionTree.of(SIZES, List.of());
    double[] joint = new double[12];
    Arrays.fill(joint, total / 12);
    for (int step = 0; step < 60_000; step++) {
      double[] gradient = new double[12];
      for (NoisedTable table : tables) {
        double[] marginal = marginal(joint, table.columns());
        Projection map = tree.projection(List.of(0, 1, 2), table.columns());
        for (int i = 0; i < 12; i++) {
          int cell = map.of(i);
          gradient[i] += (marginal[cell] - table.counts()[cell]) / table.variances()[cell];
        }
      }
      double sum = 0;
      for (int i = 0; i < 12; i++) {
        joint[i] *= Math.exp(-0.005 * gradient[i]);
        sum += joint[i];
      }
      for (int i = 0; i < 12; i++) {
        joint[i] *= total / sum;
      }
    }
    return misfit(joint, tables);
  }
}
