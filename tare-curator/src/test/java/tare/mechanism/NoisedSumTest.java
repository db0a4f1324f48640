package tare.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.audit.SensitivityHunter;
import tare.gate.SmallTables;
import tare.noise.Norm;
import tare.random.Seed;
import tare.table.Row;
import tare.table.Table;

class NoisedSumTest {

  private static NoisedSum sum(int length, double clip, Fill fill) {
    return new NoisedSum(
        "sum",
        new NoisedSum.RowVector() {
          @Override
          public int length() {
            return length;
          }

          @Override
          public void put(Row row, double[] out) {
            fill.put(row, out);
          }
        },
        clip,
        1);
  }

  private interface Fill {
    void put(Row row, double[] out);
  }

  /** The hunted change never exceeds the clip norm, in whole steps and with no tolerance. */
  @Test
  void noRowMovesTheSumByMoreThanTheClip() {
    NoisedSum sum =
        sum(
            3,
            0.7,
            (row, out) -> {
              double x = row.missing(0) ? 0.1 : row.number(0);
              out[0] = 5 * x;
              out[1] = row.level(1) / 3.0;
              out[2] = x * x * 1e9;
            });
    var finding = SensitivityHunter.hunt(SmallTables.SCHEMA, table -> steps(sum, table), Norm.L2);
    assertThat(finding.change())
        .isLessThanOrEqualTo((double) sum.clipInSteps())
        .isGreaterThan(sum.clipInSteps() * 0.999999);
  }

  private static double[] steps(NoisedSum sum, Table table) {
    long[] exact = sum.clippedSum(table);
    double[] steps = new double[exact.length];
    for (int j = 0; j < steps.length; j++) {
      steps[j] = exact[j];
    }
    return steps;
  }

  /**
   * Random vectors of all sizes and awkward clips: the exact norm is within the clip every time.
   */
  @Test
  void everyClippedVectorIsWithinTheClipExactly() {
    RandomGenerator random = new Seed(3).stream("vectors");
    Table one = SmallTables.of(new double[] {0.3, 1});
    for (int i = 0; i < 3_000; i++) {
      int length = 1 + random.nextInt(40);
      double clip = Math.exp(20 * random.nextDouble() - 10);
      double size = Math.exp(40 * random.nextDouble() - 20);
      NoisedSum sum =
          sum(
              length,
              clip,
              (row, out) -> {
                for (int j = 0; j < out.length; j++) {
                  out[j] = size * (random.nextDouble() - 0.5);
                }
              });
      long squares = 0;
      for (long step : sum.clippedSum(one)) {
        squares = Math.addExact(squares, Math.multiplyExact(step, step));
      }
      assertThat(squares).isLessThanOrEqualTo(sum.clipInSteps() * sum.clipInSteps());
      assertThat(sum.clipInSteps() * sum.grid().spacing()).isLessThanOrEqualTo(clip);
      assertThat(sum.clipInSteps()).isBetween(1L << 29, 1L << 30);
    }
  }

  @Test
  void shortVectorsAreKeptToTheGrid() {
    NoisedSum sum =
        sum(
            2,
            1,
            (row, out) -> {
              out[0] = row.number(0);
              out[1] = -0.25;
            });
    long[] steps = sum.clippedSum(SmallTables.of(new double[] {0.5, 0}, new double[] {-0.125, 0}));
    assertThat(sum.grid().value(steps[0])).isEqualTo(0.375);
    assertThat(sum.grid().value(steps[1])).isEqualTo(-0.5);
  }

  /** What is no number, or infinite, counts for nothing and stops nothing. */
  @Test
  void brokenVectorsCountAsZero() {
    NoisedSum sum =
        sum(
            2,
            1,
            (row, out) -> {
              out[0] = row.level(1) == 0 ? Double.NaN : Double.POSITIVE_INFINITY;
              out[1] = 1;
            });
    assertThat(sum.clippedSum(SmallTables.smaller())).containsExactly(0, 0);
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> sum(2, 0, (row, out) -> {})).hasMessageContaining("sensitivity");
    assertThatThrownBy(() -> sum(0, 1, (row, out) -> {})).hasMessageContaining("dimension");
  }
}
