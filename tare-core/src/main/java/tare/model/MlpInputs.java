package tare.model;

import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import tare.schema.Schema;
import tare.table.EncodedRows;
import tare.table.Encoding;
import tare.table.Row;
import tare.table.RowPass;
import tare.table.Table;

/**
 * Rows as a network takes them: the box encoding without its intercept, and after it the squares of
 * the numbers; everything centred and scaled by the synthetic rows' means and standard deviations
 * and cut off at {@value #LIMIT}. Squares, because generators often miss how far numbers spread,
 * and a network that must find curvature by itself spends its budget on that.
 *
 * <p>A fixed public map: all it knows comes from the schema and from synthetic rows. A coordinate
 * that hardly varies among synthetic rows is scaled by {@value #LEAST_SD} of its range instead, so
 * that a level the generator never made does not drown all others.
 */
public final class MlpInputs {

  static final double LIMIT = 4;
  static final double LEAST_SD = 0.05;

  /** For squares of standardised numbers; that of a Gaussian has 1.4, that of two values none. */
  private static final double LEAST_SD_OF_SQUARES = 0.3;

  private final Encoding encoding;
  private final int[] squared;
  private final Scaling coordinates;
  private final Scaling squares;

  private MlpInputs(Encoding encoding, int[] squared, Scaling coordinates, Scaling squares) {
    this.encoding = encoding;
    this.squared = squared;
    this.coordinates = coordinates;
    this.squares = squares;
  }

  /** The map that synthetic rows ask for. */
  public static MlpInputs fitted(Table synthetic) {
    Encoding encoding = Encoding.of(synthetic.schema());
    int width = encoding.width() - 1;
    Moments ofCoordinates =
        Moments.of(
            synthetic,
            encoding,
            width,
            (moments, encoded) -> {
              for (int j = 0; j < width; j++) {
                moments.add(j, encoded[j + 1]);
              }
            });
    Scaling coordinates = ofCoordinates.scaling(synthetic.rowCount(), LEAST_SD);
    int[] squared = numbers(synthetic.schema(), encoding);
    Moments ofSquares =
        Moments.of(
            synthetic,
            encoding,
            squared.length,
            (moments, encoded) -> {
              for (int k = 0; k < squared.length; k++) {
                double z = coordinates.apply(squared[k], encoded[squared[k] + 1]);
                moments.add(k, z * z);
              }
            });
    return new MlpInputs(
        encoding,
        squared,
        coordinates,
        ofSquares.scaling(synthetic.rowCount(), LEAST_SD_OF_SQUARES));
  }

  /** The number of inputs of a row. */
  public int width() {
    return coordinates.mean().length + squared.length;
  }

  /** Which inputs, counted from 0, have their squares after the others. */
  int[] squared() {
    return squared.clone();
  }

  /** What is taken off every input; a square is that of the scaled input. */
  double[] mean() {
    return joined(coordinates.mean(), squares.mean());
  }

  /** What every input is then multiplied by. */
  double[] scale() {
    return joined(coordinates.scale(), squares.scale());
  }

  /** All rows, row-major. */
  public float[] encode(RowPass rows) {
    return EncodedRows.floats(rows, width(), this::put);
  }

  /** Writes the inputs of a row. @param to Modified from {@code at} on, as far as the width. */
  public void put(Row row, float[] to, int at) {
    double[] encoded = new double[encoding.width()];
    encoding.encode(row, encoded, 0);
    int plain = coordinates.mean().length;
    for (int j = 0; j < plain; j++) {
      to[at + j] = (float) coordinates.apply(j, encoded[j + 1]);
    }
    for (int k = 0; k < squared.length; k++) {
      double z = coordinates.apply(squared[k], encoded[squared[k] + 1]);
      to[at + plain + k] = (float) squares.apply(k, z * z);
    }
  }

  private static int[] numbers(Schema schema, Encoding encoding) {
    return IntStream.range(0, schema.columnCount())
        .filter(c -> schema.column(c).type().isNumeric())
        .map(c -> encoding.start(c) - 1)
        .toArray();
  }

  private static double[] joined(double[] first, double[] second) {
    return DoubleStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
  }

  /** Sums over rows, for each coordinate. */
  private static final class Moments {
    private final double[] sums;
    private final double[] squares;

    Moments(int width) {
      sums = new double[width];
      squares = new double[width];
    }

    /** The sums over all rows. @param visit adds an encoded row */
    static Moments of(
        Table rows, Encoding encoding, int width, BiConsumer<Moments, double[]> visit) {
      return rows.pass(
          () -> new Moments(width),
          (moments, row) -> {
            double[] encoded = new double[encoding.width()];
            encoding.encode(row, encoded, 0);
            visit.accept(moments, encoded);
          },
          Moments::plus);
    }

    private Moments plus(Moments other) {
      for (int j = 0; j < sums.length; j++) {
        sums[j] += other.sums[j];
        squares[j] += other.squares[j];
      }
      return this;
    }

    void add(int coordinate, double value) {
      sums[coordinate] += value;
      squares[coordinate] += value * value;
    }

    Scaling scaling(int rows, double leastSd) {
      double[] mean = new double[sums.length];
      double[] scale = new double[sums.length];
      for (int j = 0; j < mean.length; j++) {
        mean[j] = sums[j] / rows;
        double variance = Math.max(0, squares[j] / rows - mean[j] * mean[j]);
        scale[j] = 1 / Math.max(leastSd, Math.sqrt(variance));
      }
      return new Scaling(mean, scale);
    }
  }

  /** Centres, scales and cuts off. */
  private record Scaling(double[] mean, double[] scale) {
    double apply(int coordinate, double value) {
      double scaled = (value - mean[coordinate]) * scale[coordinate];
      return Math.max(-LIMIT, Math.min(LIMIT, scaled));
    }
  }
}
