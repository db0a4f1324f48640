package tare.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.table.Table;
import tare.weight.Tables;

class MlpInputsTest {

  private static final Offset<Float> CLOSE = Offset.offset(1e-6f);

  /** Box values -0.25, 0 and 0.25: mean 0, sd sqrt(1/24); their scaled squares 1.5, 0 and 1.5. */
  @Test
  void scalesBySyntheticRowsAndAddsTheSquaresOfNumbers() {
    Table synthetic = Tables.rows(Tables.numeric(1, 0, 4), new double[][] {{1.0}, {2.0}, {3.0}});
    MlpInputs inputs = MlpInputs.fitted(synthetic);
    assertThat(inputs.width()).isEqualTo(2);
    assertThat(inputs.squared()).containsExactly(0);
    double sdOfSquares = Math.sqrt(0.5);
    float[] encoded = inputs.encode(synthetic);
    assertThat(encoded[0]).isCloseTo((float) -Math.sqrt(1.5), CLOSE);
    assertThat(encoded[1]).isCloseTo((float) (0.5 / sdOfSquares), CLOSE);
    assertThat(encoded[2]).isCloseTo(0f, CLOSE);
    assertThat(encoded[3]).isCloseTo((float) (-1 / sdOfSquares), CLOSE);
  }

  @Test
  void levelsAndMissingMarksHaveNoSquares() {
    MlpInputs inputs = MlpInputs.fitted(Tables.mixedRows(50, 0, new Seed(1)));
    // age, age missing, three groups and missing, no and yes; then the square of age.
    assertThat(inputs.width()).isEqualTo(2 + 4 + 2 + 1);
    assertThat(inputs.squared()).containsExactly(0);
    assertThat(inputs.mean()).hasSize(inputs.width());
    assertThat(inputs.scale()).hasSize(inputs.width());
  }

  /** A row far from all synthetic ones, as a private row may be, stays within the limit. */
  @Test
  void cutsOffWhatSyntheticRowsNeverShowed() {
    Table synthetic =
        Tables.rows(Tables.numeric(1, -1000, 1000), new double[][] {{-1.0}, {0.0}, {1.0}});
    Table far = Tables.rows(synthetic.schema(), new double[][] {{1000.0}, {-1000.0}});
    float limit = (float) MlpInputs.LIMIT;
    assertThat(MlpInputs.fitted(synthetic).encode(far))
        .containsExactly(limit, limit, -limit, limit);
  }

  /** What privacy needs of the map: no private row has a say in what another becomes. */
  @Test
  void aRowBecomesWhatItIsWhoeverStandsBesideIt() {
    MlpInputs inputs = MlpInputs.fitted(Tables.mixedRows(50, 0, new Seed(1)));
    Table rows = Tables.mixedRows(5_000, 1, new Seed(2)); // more than one block
    float[] together = inputs.encode(rows);
    for (int row : new int[] {0, 17, 4_095, 4_096, 4_999}) {
      float[] alone = inputs.encode(rows.select(new int[] {row}));
      int from = row * inputs.width();
      assertThat(Arrays.copyOfRange(together, from, from + inputs.width())).isEqualTo(alone);
    }
  }

  /** The square of a number with two values says nothing new and must not be blown up. */
  @Test
  void aSquareThatDoesNotVaryStaysSmall() {
    Table synthetic = Tables.rows(Tables.numeric(1, 0, 1), new double[][] {{0.0}, {1.0}});
    float[] encoded = MlpInputs.fitted(synthetic).encode(synthetic);
    assertThat(encoded[1]).isCloseTo(0f, CLOSE);
    assertThat(encoded[3]).isCloseTo(0f, CLOSE);
  }
}
