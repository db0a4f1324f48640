package tare.generator.gan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import tare.generator.Examples;
import tare.model.RowCodec;
import tare.random.Seed;
import tare.table.ColumnarTable;
import tare.table.Table;

/** Rows as a GAN sees them: there and back, and the gradients on the way. */
class RowCodecTest {

  private static final Seed SEED = new Seed(11);

  @Test
  void gradientsPassThroughTheBlends() {
    RowCodec codec = RowCodec.of(Examples.MIXED, -1);
    RandomGenerator random = SEED.stream("gradient");
    int width = codec.width();
    float[] outputs = new float[width];
    float[] rowGradient = new float[width];
    for (int i = 0; i < width; i++) {
      outputs[i] = (float) random.nextGaussian();
      rowGradient[i] = (float) random.nextGaussian();
    }
    float[] slopes = outputs.clone();
    float[] row = new float[width];
    codec.relax(slopes, 0, SEED.stream("draws"), row, 0);
    float[] deltas = new float[width];
    codec.backward(slopes, rowGradient, deltas, 0);
    // Output 0 is a whole number: its gradient passes straight through the rounding.
    double t = Math.tanh(outputs[0]);
    assertThat((double) deltas[0]).isCloseTo(rowGradient[0] * (1 - t * t), Offset.offset(1e-5));
    for (int i = 1; i < width; i++) {
      double by = 1e-2;
      double slope =
          (along(outputs, i, by, rowGradient) - along(outputs, i, -by, rowGradient)) / (2 * by);
      assertThat((double) deltas[i]).as("output " + i).isCloseTo(slope, Offset.offset(2e-3));
    }
  }

  /** The row that an output moved by so much gives, with the same draws, along a gradient. */
  private static double along(float[] outputs, int moved, double by, float[] gradient) {
    RowCodec codec = RowCodec.of(Examples.MIXED, -1);
    float[] shifted = outputs.clone();
    shifted[moved] += (float) by;
    float[] row = new float[outputs.length];
    codec.relax(shifted, 0, SEED.stream("draws"), row, 0);
    double sum = 0;
    for (int i = 0; i < row.length; i++) {
      sum += row[i] * gradient[i];
    }
    return sum;
  }

  @Test
  void rowsSurviveTheCodec() {
    Table rows = Examples.correlated(200, SEED);
    RowCodec codec = RowCodec.of(Examples.MIXED, -1);
    double[][] columns = new double[Examples.MIXED.columnCount()][200];
    float[] row = new float[codec.width()];
    rows.pass(
        () -> new int[1],
        (seen, one) -> {
          codec.encode(one, row, 0);
          codec.decode(row, 0, columns, seen[0]++);
        },
        (a, b) -> a);
    Table back = ColumnarTable.of(Examples.MIXED, columns);
    for (int r = 0; r < 200; r++) {
      for (int c = 0; c < Examples.MIXED.columnCount(); c++) {
        assertThat(back.missing(r, c)).isEqualTo(rows.missing(r, c));
        if (!rows.missing(r, c)) {
          assertThat(back.value(r, c)).isCloseTo(rows.value(r, c), Offset.offset(1e-3));
        }
      }
    }
  }
}
