package tare.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Cells;
import tare.table.ColumnarTable;
import tare.table.EncodedRows;
import tare.table.Table;

class PrivateRowsTest {

  private static final Schema SCHEMA =
      new Schema(
          "numbers",
          "person",
          List.of(new Column("x", new ColumnType.Numeric(0, 1e6, List.of()), false)),
          OptionalLong.empty());

  private static Table numbers(int rows) {
    double[] x = new double[rows];
    Arrays.setAll(x, i -> i);
    return ColumnarTable.of(SCHEMA, new double[][] {x});
  }

  /**
   * A new question to private rows is a decision, not an accident. Parts are one: only the rows
   * know whose they are, and all of a person's must go to one teacher (docs/proofs/pate-gan.md).
   */
  @Test
  void aMechanismMayAskForAPassForCountsForLotsAndPartsAndForNothingElse() {
    // Whether rows lie in one place hangs on who holds them, a machine or a cluster, not on them;
    // and who hears of a pass learns how many rows went by, which the pass tells as well.
    assertThat(Arrays.stream(PrivateRows.class.getMethods()).map(Method::getName).distinct())
        .containsExactlyInAnyOrder(
            "schema", "pass", "counts", "lots", "parts", "of", "inOnePlace", "heardBy");
  }

  @Test
  void noCastLeadsBackToATable() {
    assertThat(PrivateRows.of(numbers(3))).isNotInstanceOf(Table.class);
    assertThat(PrivateRows.of(numbers(3)).counts(Cells.ONE)).containsExactly(3);
  }

  /**
   * Every row enters a lot with probability 0.3, whatever lots before it held: over 4,000 lots each
   * row's count and each pair's joint count lie within 5.5 standard deviations (false alarms: below
   * 1e-6 for all 21 together). Lots of a fixed size, the twin, fail on the pairs.
   */
  @Test
  void everyRowEntersEveryLotIndependently() {
    RandomGenerator random = new Seed(1).stream("lots");
    PrivateRows.Lots lots =
        PrivateRows.of(numbers(6))
            .lots(1, (row, to, at) -> to[at] = (float) row.number(0), 0.3, random::nextLong);
    assertThat(largestDeviation(lots)).isLessThan(5.5);
    PrivateRows.Lots ofTwo =
        () -> {
          int first = random.nextInt(6);
          int other = (first + 1 + random.nextInt(5)) % 6;
          return random.nextInt(10) == 0
              ? new PrivateRows.Lot(VectorArrays.of(new float[0], 1), new int[] {0})
              : new PrivateRows.Lot(
                  VectorArrays.of(new float[] {first, other}, 1), new int[] {0, 1, 2});
        };
    assertThat(largestDeviation(ofTwo)).isGreaterThan(5.5);
  }

  private static double largestDeviation(PrivateRows.Lots lots) {
    int tries = 4_000;
    int[][] together = new int[6][6];
    for (int i = 0; i < tries; i++) {
      float[] lot = VectorArrays.array(lots.next().rows(), 1);
      for (float a : lot) {
        for (float b : lot) {
          together[(int) a][(int) b]++;
        }
      }
    }
    double largest = 0;
    for (int a = 0; a < 6; a++) {
      for (int b = a; b < 6; b++) {
        double p = a == b ? 0.3 : 0.09;
        double z = (together[a][b] - tries * p) / Math.sqrt(tries * p * (1 - p));
        largest = Math.max(largest, Math.abs(z));
      }
    }
    return largest;
  }

  /** A vector hangs on its row alone: not on what stood where it is written to. */
  @Test
  void aVectorHoldsNothingOfTheRowBefore() {
    PrivateRows rows = PrivateRows.of(numbers(3));
    EncodedRows.RowEncoder<float[]> oneHot = (row, to, at) -> to[at + (int) row.number(0)] = 1;
    PrivateRows.Vectors lot = rows.lots(3, oneHot, 1, () -> 0L).next().rows();
    PrivateRows.Vectors part = rows.parts(3, oneHot, 1, () -> 0).get(0);
    for (PrivateRows.Vectors vectors : List.of(lot, part)) {
      float[] used = {7, 7, 7, 7, 7};
      for (int row = 0; row < 3; row++) {
        vectors.copy(row, used, 1);
        float[] expected = {7, 0, 0, 0, 7};
        expected[1 + row] = 1;
        assertThat(used).containsExactly(expected);
      }
    }
  }

  /** However many rows there are, and whoever hears of them: each is passed once. */
  @Test
  void everyRowIsPassedOnce() {
    int many = 70_001; // more than any block that rows are gathered or heard of in
    long[] seen =
        PrivateRows.of(numbers(many))
            .heardBy(row -> {})
            .pass(
                () -> new long[many],
                (counts, row) -> counts[(int) row.number(0)]++,
                (a, b) -> {
                  throw new IllegalStateException("There is one part.");
                });
    assertThat(seen).containsOnly(1);
  }

  @Test
  void gatheredRowsStandOneAfterTheOtherOverBlocksAndParts() {
    EncodedRows.RowEncoder<double[]> encoder = (row, to, at) -> to[at + 2] = row.number(0);
    EncodedRows<double[]> one = part(40_000, encoder).append(part(2, encoder));
    double[] all = one.append(part(25_000, encoder)).array();
    assertThat(all).hasSize(3 * 65_002);
    for (int i = 0; i < 65_002; i++) {
      double expected = i < 40_000 ? i : i < 40_002 ? i - 40_000 : i - 40_002;
      assertThat(all[3 * i + 2]).isEqualTo(expected);
    }
  }

  private static EncodedRows<double[]> part(int rows, EncodedRows.RowEncoder<double[]> encoder) {
    return numbers(rows)
        .pass(
            () -> new EncodedRows<>(double[]::new, 3, encoder),
            EncodedRows::add,
            EncodedRows::append);
  }
}
