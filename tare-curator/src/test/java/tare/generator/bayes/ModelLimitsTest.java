package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.generator.bayes.JunctionTree.Edge;

class ModelLimitsTest {

  private static final int[] SIZES = {20, 20, 20, 20};

  private static final List<Edge> STAR =
      List.of(new Edge(0, 1), new Edge(0, 2), new Edge(0, 3), new Edge(1, 2), new Edge(1, 3));

  private static boolean bears(ModelLimits limits) {
    JunctionTree tree = JunctionTree.of(SIZES, STAR);
    TreeGrowth[] growths =
        IntStream.range(0, 4).mapToObj(c -> new TreeGrowth(tree, c)).toArray(TreeGrowth[]::new);
    return limits.bear(new Edge(2, 3), growths, tree.largestTable(), tree.totalCells());
  }

  /** The last edge needs a clique of all four columns: 160,000 cells. */
  @Test
  void aCliqueIsBorneWhereOneBoundHolds() {
    assertThat(bears(ModelLimits.of(8_000, 90_000, 4, 20, 10, 20))).isFalse();
    assertThat(bears(ModelLimits.of(8_000, 200_000, 4, 20, 10, 20))).isTrue();
    assertThat(bears(ModelLimits.of(8_000, 200_000, 400, 20, 40, 20))).isFalse();
    assertThat(bears(ModelLimits.of(160_000, 160_000, 400, 20, 40, 20))).isTrue();
  }

  /** Many columns leave large cliques no work, and small ones what they always had. */
  @Test
  void workLimitsLargeCliquesOnly() {
    ModelLimits few = ModelLimits.of(8_000, 90_000, 10, 24, 30, 20);
    ModelLimits many = ModelLimits.of(8_000, 90_000, 500, 24, 40, 20);
    assertThat(few.large().clique()).isEqualTo(90_000);
    assertThat(many.large().total()).isLessThan(0.2 * few.large().total());
    assertThat(many.small()).isEqualTo(few.small());
  }
}
