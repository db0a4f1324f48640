package tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

class HeldCellsTest {

  private static final int ROWS = 20_000;

  private static final Schema SCHEMA =
      new Schema(
          "payments",
          "payment",
          List.of(
              new Column("paid", new ColumnType.Numeric(0, 1e9, List.of()), true),
              new Column("share", new ColumnType.Numeric(0, 1, List.of()), false),
              new Column(
                  "kind",
                  new ColumnType.Category(List.of("a", "b", "c"), Optional.empty()),
                  false)),
          OptionalLong.of(ROWS));

  /** A long tail, of which a hundredth is missing. */
  private static Table payments() {
    RandomGenerator random = new Seed(4).stream("payments");
    double[][] columns = new double[3][ROWS];
    for (int r = 0; r < ROWS; r++) {
      columns[0][r] = r % 100 == 0 ? Double.NaN : Math.exp(3 * random.nextGaussian());
      columns[1][r] = random.nextDouble();
      columns[2][r] = random.nextInt(3);
    }
    return ColumnarTable.of(SCHEMA, columns);
  }

  private final Table rows = payments();
  private final HeldCells held = HeldCells.of(rows, List.of(List.of(1, 0), List.of(0, 2)));
  private final char[][] cells = held.cells(rows);

  private double[] shares(int group) {
    double[] shares = new double[held.coefficients()[group].length];
    for (char cell : cells[group]) {
      shares[cell] += 1.0 / ROWS;
    }
    return shares;
  }

  @Test
  void pairsComeFirstThenEveryColumn() {
    assertThat(held.groups())
        .containsExactly(List.of(0, 1), List.of(0, 2), List.of(0), List.of(1), List.of(2));
    assertThat(held.pairs()).isEqualTo(2);
  }

  /** Bins of equal width see the last rows of a tail each by themselves. */
  @Test
  void singleColumnsAreCutFinelyAndTailsMoreSo() {
    double[] shares = shares(2);
    int last = shares.length - 2; // behind it are the rows that have none
    assertThat(shares[last + 1]).isCloseTo(0.01, within(1e-9));
    assertThat(Arrays.stream(shares, 0, last + 1).max().orElseThrow()).isLessThan(0.015);
    assertThat(shares[0]).isBetween(0.0001, 0.0015);
    assertThat(shares[last]).isBetween(0.0001, 0.0015);
  }

  @Test
  void inPairsNeighbouringCellsOfNumbersAreOneAndLevelsStayApart() {
    assertThat(held.coefficients()[0].length).isBetween(20 * 20, 26 * 26 + 1);
    assertThat(held.coefficients()[1].length).isBetween(3 * 20, 3 * 26 + 1);
    Set<Integer> pairs = new HashSet<>();
    Set<Integer> joined = new HashSet<>();
    for (int r = 0; r < ROWS; r++) {
      if (r % 100 != 0) {
        pairs.add((int) cells[1][r]);
        joined.add(cells[2][r] / 4 * 3 + cells[4][r]);
      }
    }
    assertThat(pairs).isEqualTo(joined);
  }

  /** Counted plainly, cut by cut. */
  @Test
  void aNumberIsInTheCellOfTheCutsBelowIt() {
    double[] values = rows.values(1).clone();
    Integer[] byValue = new Integer[ROWS];
    Arrays.setAll(byValue, r -> r);
    Arrays.sort(byValue, (a, b) -> Double.compare(values[a], values[b]));
    for (int i = 1; i < ROWS; i++) {
      int step = cells[3][byValue[i]] - cells[3][byValue[i - 1]];
      assertThat(step).isBetween(0, 1);
    }
    assertThat((int) cells[3][byValue[0]]).isZero();
    assertThat((int) cells[3][byValue[ROWS - 1]]).isEqualTo(held.coefficients()[3].length - 2);
  }
}
