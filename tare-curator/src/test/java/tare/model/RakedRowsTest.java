package tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tare.testkit.StatisticalAssertions.RARE;
import static tare.testkit.StatisticalAssertions.assertFollows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tare.generator.Examples;
import tare.random.Seed;
import tare.schema.RowRule;
import tare.schema.Schema;
import tare.table.Table;

/** A network of three bits that know nothing of each other, and a table that ties two of them. */
class RakedRowsTest {

  private static final Schema BITS = Examples.yesNo(3);
  private static final double[] TIED = {0.4, 0.1, 0.2, 0.3};

  private static List<NetworkNode> bits() {
    List<NetworkNode> nodes = new ArrayList<>();
    for (int c = 0; c < 3; c++) {
      nodes.add(
          new NetworkNode(
              c,
              ColumnBins.of(c, BITS.column(c), 5),
              Grouping.of(List.of(0, 1)),
              new double[] {0.5, 0.5},
              List.of(),
              List.of(),
              new double[][] {{0.5, 0.5}}));
    }
    return nodes;
  }

  private static BayesNetwork tied() {
    return new BayesNetwork(BITS, bits(), List.of(new GroupTable(List.of(0, 2), TIED)));
  }

  private static long[] counts(Table rows, int a, int b) {
    long[] counts = new long[4];
    for (int r = 0; r < rows.rowCount(); r++) {
      counts[2 * rows.level(r, a) + rows.level(r, b)]++;
    }
    return counts;
  }

  /** Whole rows, in one block and in three. */
  @Test
  void rowsMeetTheTable() {
    for (int n : new int[] {5_000, 2 * RakedRows.BLOCK + 10_000}) {
      long[] counts = counts(tied().sample(n, new Seed(1)), 0, 2);
      for (int cell = 0; cell < 4; cell++) {
        assertThat((double) counts[cell]).isBetween(n * TIED[cell] - 4, n * TIED[cell] + 4);
      }
    }
  }

  /** Few rows are some of many: they stray as rows that are drawn one by one do, by 15 here. */
  @Test
  void fewRowsAreSomeOfMany() {
    long[] counts = counts(tied().sample(1_000, new Seed(1)), 0, 2);
    assertThat(counts[0]).isBetween(400 - 75L, 400 + 75L);
  }

  /** The twin of that: the same network without the table is far off it. */
  @Test
  void withoutTheTableRowsAreTheNetworks() {
    long[] counts = counts(new BayesNetwork(BITS, bits()).sample(1_000, new Seed(1)), 0, 2);
    assertThat(counts[0]).isBetween(200L, 300L);
  }

  /** By a chi-squared test over seeds, that of a column which no table holds included. */
  @Test
  void eachRowHasTheLawOfTheTable() {
    long[] tied = new long[4];
    long[] free = new long[4];
    for (int seed = 0; seed < 300; seed++) {
      Table rows = tied().sample(3, new Seed(seed));
      tied[2 * rows.level(1, 0) + rows.level(1, 2)]++;
      free[2 * rows.level(2, 0) + rows.level(2, 1)]++;
    }
    assertFollows(tied, TIED, RARE);
    assertFollows(free, new double[] {0.25, 0.25, 0.25, 0.25}, RARE);
  }

  @Test
  void aFileKeepsTheTableAndTheRows() {
    BayesNetwork model = tied();
    FittedGenerator read = FittedGenerators.parse("model.json", FittedGenerators.text(model));
    assertThat(((BayesNetwork) read).tables()).hasSize(1);
    assertThat(((BayesNetwork) read).tables().get(0).shares()).containsExactly(TIED);
    Table once = model.sample(500, new Seed(7));
    Table again = read.sample(500, new Seed(7));
    for (int c = 0; c < 3; c++) {
      assertThat(again.values(c)).containsExactly(once.values(c));
    }
    assertThat(FittedGenerators.text(new BayesNetwork(BITS, bits()))).doesNotContain("\"tables\"");
  }

  @Test
  void aConditionIsMet() {
    RowRule first = RowRule.parse("b0 = yes", BITS.columns());
    RuledRows rows = RuledRows.sample(tied(), 1_000, new Seed(2), Optional.of(first));
    long[] counts = counts(rows.table(), 0, 2);
    assertThat(counts[0] + counts[1]).isZero();
    // Given the first bit the other is set in three of five rows; 1,000 rows stray by 0.016.
    assertThat(counts[3] / 1_000.0).isBetween(0.52, 0.68);
  }

  @Test
  void tablesThatAreNoneAreRefused() {
    List<GroupTable> tooShort = List.of(new GroupTable(List.of(0, 2), new double[] {0.5, 0.5}));
    assertThatThrownBy(() -> new BayesNetwork(BITS, bits(), tooShort))
        .hasMessageContaining("one share per combination");
    assertThatThrownBy(() -> new GroupTable(List.of(0), new double[] {0.5, 0.4}))
        .hasMessageContaining("sum to one");
    assertThatThrownBy(() -> new GroupTable(List.of(0), new double[] {1.5, -0.5}))
        .hasMessageContaining("no negative share");
    assertThatThrownBy(() -> new GroupTable(List.of(), new double[] {1}))
        .hasMessageContaining("at least one column");
  }
}
