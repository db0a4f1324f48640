package tare.weight;

import java.util.Arrays;
import tare.table.Encoding;
import tare.table.Table;

/**
 * Rows as a network takes them: the box encoding without its intercept, every coordinate centred
 * and scaled by the synthetic rows' mean and standard deviation, then cut off at {@value #LIMIT}.
 *
 * <p>A fixed public map: all it knows comes from the schema and from synthetic rows. A coordinate
 * that hardly varies among synthetic rows is scaled by {@value #LEAST_SD} of its range instead, so
 * that a level the generator never made does not drown all others.
 */
final class MlpInputs {

  static final double LIMIT = 4;
  static final double LEAST_SD = 0.05;
  private static final int BLOCK = 4096;

  private final Encoding encoding;
  private final double[] mean;
  private final double[] scale;

  private MlpInputs(Encoding encoding, double[] mean, double[] scale) {
    this.encoding = encoding;
    this.mean = mean;
    this.scale = scale;
  }

  static MlpInputs fitted(Table synthetic) {
    Encoding encoding = Encoding.of(synthetic.schema());
    int width = encoding.width() - 1;
    double[] sums = new double[width];
    double[] squares = new double[width];
    forBlocks(
        encoding,
        synthetic,
        (block, from, rows) -> {
          for (int r = 0; r < rows; r++) {
            for (int j = 0; j < width; j++) {
              double v = block[r * (width + 1) + 1 + j];
              sums[j] += v;
              squares[j] += v * v;
            }
          }
        });
    double n = synthetic.rowCount();
    double[] mean = new double[width];
    double[] scale = new double[width];
    for (int j = 0; j < width; j++) {
      mean[j] = sums[j] / n;
      double variance = Math.max(0, squares[j] / n - mean[j] * mean[j]);
      scale[j] = 1 / Math.max(LEAST_SD, Math.sqrt(variance));
    }
    return new MlpInputs(encoding, mean, scale);
  }

  int width() {
    return mean.length;
  }

  double[] mean() {
    return mean.clone();
  }

  double[] scale() {
    return scale.clone();
  }

  /** All rows, row-major. */
  float[] encode(Table rows) {
    int width = width();
    float[] inputs = new float[Math.multiplyExact(rows.rowCount(), width)];
    forBlocks(
        encoding,
        rows,
        (block, from, count) -> {
          for (int r = 0; r < count; r++) {
            for (int j = 0; j < width; j++) {
              double v = (block[r * (width + 1) + 1 + j] - mean[j]) * scale[j];
              inputs[(from + r) * width + j] = (float) Math.max(-LIMIT, Math.min(LIMIT, v));
            }
          }
        });
    return inputs;
  }

  private interface BlockVisitor {
    void visit(double[] encoded, int from, int rows);
  }

  /** Blocks, because the encoding of a large table in double would need twice the memory. */
  private static void forBlocks(Encoding encoding, Table table, BlockVisitor visitor) {
    for (int from = 0; from < table.rowCount(); from += BLOCK) {
      int first = from;
      int[] rows = new int[Math.min(BLOCK, table.rowCount() - from)];
      Arrays.setAll(rows, i -> first + i);
      visitor.visit(encoding.encode(table.select(rows)), from, rows.length);
    }
  }
}
