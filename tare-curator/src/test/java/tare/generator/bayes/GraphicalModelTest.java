package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.generator.bayes.JunctionTree.Clique;
import tare.generator.bayes.JunctionTree.Edge;
import tare.random.Seed;

/** The junction tree and message passing, beside the plain sum over all combinations. */
class GraphicalModelTest {

  private static final int[] SIZES = {2, 3, 2, 4, 3, 2};
  private static final double TOTAL = 50;

  private static List<List<Edge>> graphs() {
    List<Edge> chain =
        List.of(Edge.of(0, 1), Edge.of(1, 2), Edge.of(2, 3), Edge.of(3, 4), Edge.of(4, 5));
    List<Edge> star =
        List.of(Edge.of(3, 0), Edge.of(3, 1), Edge.of(3, 2), Edge.of(3, 4), Edge.of(3, 5));
    List<Edge> ring = new ArrayList<>(chain);
    ring.add(Edge.of(0, 5));
    List<Edge> dense = new ArrayList<>(ring);
    dense.add(Edge.of(1, 3));
    dense.add(Edge.of(2, 5));
    return List.of(List.of(), List.of(Edge.of(1, 4)), chain, star, ring, dense);
  }

  @Test
  void everyEdgeIsInACliqueAndEveryColumnsCliquesHangTogether() {
    for (List<Edge> edges : graphs()) {
      JunctionTree tree = JunctionTree.of(SIZES, edges);
      for (Edge edge : edges) {
        assertThat(tree.cliqueWith(List.of(edge.a(), edge.b()))).isNotNegative();
      }
      for (int column = 0; column < SIZES.length; column++) {
        int tops = 0;
        for (Clique clique : tree.cliques()) {
          assertThat(clique.parent()).isLessThan(tree.cliques().indexOf(clique));
          if (clique.columns().contains(column) && !clique.separator().contains(column)) {
            tops++;
          }
        }
        assertThat(tops).as("cliques in which column %s first appears", column).isEqualTo(1);
      }
    }
  }

  @Test
  void triplesAreThoseThatShareAClique() {
    for (List<Edge> edges : graphs()) {
      JunctionTree tree = JunctionTree.of(SIZES, edges);
      List<List<Integer>> expected = new ArrayList<>();
      for (int a = 0; a < SIZES.length; a++) {
        for (int b = a + 1; b < SIZES.length; b++) {
          for (int c = b + 1; c < SIZES.length; c++) {
            if (tree.cliqueWith(List.of(a, b, c)) >= 0) {
              expected.add(List.of(a, b, c));
            }
          }
        }
      }
      assertThat(tree.triplesWithinCliques()).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void theLargestTableAndTheTotalAreThoseOfTheCliques() {
    for (List<Edge> edges : graphs()) {
      JunctionTree tree = JunctionTree.of(SIZES, edges);
      List<Integer> cells =
          tree.cliques().stream().map(clique -> tree.cells(clique.columns())).toList();
      assertThat(tree.largestTable()).isEqualTo(java.util.Collections.max(cells).doubleValue());
      assertThat(tree.totalCells()).isEqualTo(cells.stream().mapToInt(i -> i).sum());
    }
  }

  /** Whatever pair is added, the tree that grows holds it and all that was there, as foretold. */
  @Test
  void aTreeGrowsByWhatWasForetold() {
    for (List<Edge> edges : graphs()) {
      JunctionTree tree = JunctionTree.of(SIZES, edges);
      for (int a = 0; a < SIZES.length; a++) {
        TreeGrowth growth = new TreeGrowth(tree, a);
        for (int b = 0; b < SIZES.length; b++) {
          if (a != b) {
            JunctionTree grown = growth.joined(b);
            assertThat(grown.largestTable())
                .isLessThanOrEqualTo(Math.max(tree.largestTable(), growth.largest(b)));
            assertThat(grown.totalCells()).isLessThanOrEqualTo(tree.totalCells() + growth.total(b));
            assertThat(grown.cliqueWith(List.of(Math.min(a, b), Math.max(a, b)))).isNotNegative();
            for (Edge edge : edges) {
              assertThat(grown.cliqueWith(List.of(edge.a(), edge.b()))).isNotNegative();
            }
          }
        }
      }
    }
  }

  @Test
  void marginalsEqualPlainSums() {
    RandomGenerator random = new Seed(11).stream("potentials");
    for (List<Edge> edges : graphs()) {
      JunctionTree tree = JunctionTree.of(SIZES, edges);
      GraphicalModel model = new GraphicalModel(tree, TOTAL);
      double[] joint = randomised(model, random);
      for (int i = 0; i < tree.cliques().size(); i++) {
        List<Integer> columns = tree.cliques().get(i).columns();
        assertClose(model.table(i), plainMarginal(joint, columns));
      }
      for (int a = 0; a < SIZES.length; a++) {
        BitSet others = new BitSet();
        others.set(a + 1, SIZES.length);
        others.clear(a + 2);
        double[][] pairs = model.pairsWith(a, others);
        for (int b = 0; b < SIZES.length; b++) {
          if (others.get(b)) {
            assertClose(pairs[b], plainMarginal(joint, List.of(a, b)));
          } else {
            assertThat(pairs[b]).isEmpty();
          }
        }
      }
    }
  }

  /** Random potentials; gives the joint law over all columns, computed without any tree. */
  private static double[] randomised(GraphicalModel model, RandomGenerator random) {
    JunctionTree tree = model.tree();
    List<Integer> all = List.of(0, 1, 2, 3, 4, 5);
    double[] joint = new double[tree.cells(all)];
    java.util.Arrays.fill(joint, 1);
    for (int i = 0; i < tree.cliques().size(); i++) {
      double[] table = model.table(i);
      for (int cell = 0; cell < table.length; cell++) {
        table[cell] = random.nextInt(10) == 0 ? 1e-9 : random.nextDouble();
      }
      Projection map = tree.projection(all, tree.cliques().get(i).columns());
      for (int cell = 0; cell < joint.length; cell++) {
        joint[cell] *= table[map.of(cell)];
      }
    }
    model.update();
    double sum = java.util.Arrays.stream(joint).sum();
    for (int cell = 0; cell < joint.length; cell++) {
      joint[cell] *= TOTAL / sum;
    }
    return joint;
  }

  /** Digit by digit, the slow way. */
  private static double[] plainMarginal(double[] joint, List<Integer> columns) {
    int cells = 1;
    for (int column : columns) {
      cells *= SIZES[column];
    }
    double[] marginal = new double[cells];
    for (int cell = 0; cell < joint.length; cell++) {
      int[] digits = new int[SIZES.length];
      for (int c = SIZES.length - 1, rest = cell; c >= 0; c--) {
        digits[c] = rest % SIZES[c];
        rest /= SIZES[c];
      }
      int target = 0;
      for (int column : columns) {
        target = target * SIZES[column] + digits[column];
      }
      marginal[target] += joint[cell];
    }
    return marginal;
  }

  private static void assertClose(double[] actual, double[] expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      assertThat(actual[i]).isCloseTo(expected[i], within(1e-9));
    }
  }
}
