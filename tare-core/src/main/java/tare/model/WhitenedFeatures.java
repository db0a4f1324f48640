package tare.model;

import java.util.ArrayList;
import java.util.List;
import tare.kernel.linear.Cholesky;
import tare.kernel.linear.MeanCovariance;
import tare.table.Encoding;
import tare.table.Row;
import tare.table.Table;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rows centred and whitened by the synthetic rows' mean and covariance, then clipped to a public
 * length: z = L^-1 (u - m) with L L' = S + ridge I, times min(1, clip / |z|), behind an intercept
 * of 1.
 *
 * <p>u is the box encoding without its intercept and without the first indicator of every column of
 * levels, which the others imply. S is taken over at most {@value #MOST_ROWS} evenly spaced rows:
 * any public choice is as private as any other. The ridge is {@value #RIDGE} of the mean variance;
 * it keeps directions in which synthetic rows hardly vary from being blown up to noise.
 */
final class WhitenedFeatures implements Features {

  /** The clip radius over the square root of the number of coordinates. */
  static final double CLIP = 1.25;

  static final double RIDGE = 0.01;
  static final int MOST_ROWS = 20_000;

  private static final double SMALLEST_RIDGE = 1e-9;

  private final Encoding encoding;
  private final int[] kept;
  private final double[] mean;
  private final Cholesky factor;

  private final double radius;

  /** The length that a vector without its intercept is clipped to. */
  private final double clip;

  private WhitenedFeatures(
      Encoding encoding, int[] kept, double[] mean, Cholesky factor, double radius, double clip) {
    this.encoding = encoding;
    this.kept = kept;
    this.mean = mean;
    this.factor = factor;
    this.radius = radius;
    this.clip = clip;
  }

  static WhitenedFeatures fitted(Encoding encoding, Table synthetic) {
    int[] kept = keptCoordinates(encoding);
    int size = kept.length;
    Table sample = thinned(synthetic);
    int rows = sample.rowCount();
    double[] matrix = picked(encoding, kept, sample);
    double[] mean = MeanCovariance.mean(matrix, rows, size);
    double[] covariance = MeanCovariance.covariance(matrix, rows, size, mean);
    double trace = 0;
    for (int j = 0; j < size; j++) {
      trace += covariance[j * size + j];
    }
    double ridge = Math.max(SMALLEST_RIDGE, RIDGE * trace / Math.max(1, size));
    for (int j = 0; j < size; j++) {
      covariance[j * size + j] += ridge;
    }
    double radius = CLIP * Math.sqrt(size + 1);
    return new WhitenedFeatures(
        encoding,
        kept,
        mean,
        Cholesky.of(covariance, size),
        radius,
        Math.sqrt(radius * radius - 1));
  }

  static WhitenedFeatures read(Encoding encoding, ObjectNode json) {
    int[] kept = keptCoordinates(encoding);
    int size = kept.length;
    double[] mean = WeightModel.numbers(json, "mean", size);
    // The file's own clip, so that its weights stay what they are whatever the usual clip becomes.
    double clip = json.path("clip").asDouble(Double.NaN);
    if (!(clip > 0)) {
      throw new IllegalArgumentException("\"clip\" must be positive. Got: " + json.path("clip"));
    }
    return new WhitenedFeatures(
        encoding, kept, mean, factor(json, size), Math.sqrt(1 + clip * clip), clip);
  }

  /** The lower triangle that stands under "factor". */
  static Cholesky factor(ObjectNode json, int size) {
    double[] lower = new double[size * size];
    JsonNode rows = json.path("factor");
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double entry = rows.path(i).path(j).asDouble(Double.NaN);
        if (!Double.isFinite(entry) || (i == j && !(entry > 0))) {
          throw new IllegalArgumentException(
              "\"factor\" must be a lower triangle of "
                  + size
                  + " rows of numbers with a positive diagonal. Row "
                  + (i + 1)
                  + " is not.");
        }
        lower[i * size + j] = entry;
      }
    }
    return Cholesky.ofFactor(lower, size);
  }

  private static int[] keptCoordinates(Encoding encoding) {
    List<Integer> kept = new ArrayList<>();
    for (int c = 0; c < encoding.schema().columnCount(); c++) {
      int start = encoding.start(c);
      int end = c + 1 < encoding.schema().columnCount() ? encoding.start(c + 1) : encoding.width();
      boolean numeric = encoding.schema().column(c).type().isNumeric();
      for (int j = numeric ? start : start + 1; j < end; j++) {
        kept.add(j);
      }
    }
    return kept.stream().mapToInt(Integer::intValue).toArray();
  }

  private static Table thinned(Table synthetic) {
    int rows = synthetic.rowCount();
    if (rows <= MOST_ROWS) {
      return synthetic;
    }
    int[] some = new int[MOST_ROWS];
    for (int i = 0; i < MOST_ROWS; i++) {
      some[i] = (int) ((long) i * rows / MOST_ROWS);
    }
    return synthetic.select(some);
  }

  private static double[] picked(Encoding encoding, int[] kept, Table rows) {
    double[] box = encoding.encode(rows);
    double[] picked = new double[rows.rowCount() * kept.length];
    for (int r = 0; r < rows.rowCount(); r++) {
      for (int j = 0; j < kept.length; j++) {
        picked[r * kept.length + j] = box[r * encoding.width() + kept[j]];
      }
    }
    return picked;
  }

  @Override
  public int width() {
    return kept.length + 1;
  }

  @Override
  public double radius() {
    return radius;
  }

  @Override
  public double largestCoordinate() {
    return Math.max(1, clip);
  }

  @Override
  public void put(Row row, double[] to, int at) {
    double[] box = new double[encoding.width()];
    encoding.encode(row, box, 0);
    int size = kept.length;
    int from = at + 1;
    for (int j = 0; j < size; j++) {
      to[from + j] = box[kept[j]] - mean[j];
    }
    factor.solveLower(to, from);
    double squares = 0;
    for (int j = 0; j < size; j++) {
      squares += to[from + j] * to[from + j];
    }
    // Privacy hangs on this line: after it no row is longer than the clip, whatever it holds.
    double scale = Math.min(1, clip / Math.sqrt(squares));
    to[at] = 1;
    for (int j = 0; j < size; j++) {
      to[from + j] *= scale;
    }
  }

  @Override
  public void describe(ObjectNode json) {
    json.put("features", "whitened");
    ArrayNode names = json.putArray("coordinates");
    names.add("(intercept)");
    for (int j : kept) {
      names.add(encoding.names().get(j));
    }
    json.put("clip", clip);
    ArrayNode means = json.putArray("mean");
    for (double m : mean) {
      means.add(m);
    }
    ArrayNode rows = json.putArray("factor");
    for (int i = 0; i < factor.size(); i++) {
      ArrayNode row = rows.addArray();
      for (int j = 0; j <= i; j++) {
        row.add(factor.entry(i, j));
      }
    }
  }
}
