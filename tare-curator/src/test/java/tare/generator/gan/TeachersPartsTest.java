package tare.generator.gan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tare.gate.PrivateRows;
import tare.gate.SmallTables;
import tare.noise.SeededNoise;

class TeachersPartsTest {

  /**
   * Chance alone sends a row to its teacher: all parts are about as large, and other chance gives
   * other parts. A part of 1,000 rows in 5 misses 140 to 260 with probability below 1e-5.
   */
  @Test
  void rowsAreSpreadByChance() {
    double[][] rows = new double[1000][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {i / 1000.0, i % 3};
    }
    List<float[]> parts = parts(rows, 1);
    assertThat(parts).hasSize(5);
    assertThat(parts).allSatisfy(part -> assertThat(part.length).isBetween(140, 260));
    assertThat(parts(rows, 2).get(0)).isNotEqualTo(parts.get(0));
    assertThat(parts(rows, 1).get(0)).isEqualTo(parts.get(0));
  }

  private static List<float[]> parts(double[][] rows, long seed) {
    return Teachers.parts(
        PrivateRows.of(SmallTables.of(rows)),
        (row, out, at) -> out[at] = (float) row.number(0),
        1,
        5,
        new SeededNoise(seed));
  }
}
