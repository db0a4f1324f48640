package tare.analysis;

import java.util.Arrays;
import java.util.Locale;
import java.util.random.RandomGenerator;
import tare.kernel.linear.Cholesky;
import tare.release.WeightStatement;
import tare.schema.BadInputException;
import tare.table.Encoding;
import tare.table.Table;
import tools.jackson.databind.JsonNode;

/**
 * The public law of the privacy noise that released log weights carry, as far as it can be drawn
 * again. A second draw has nothing to do with the secret first one: it only shows how much such
 * noise moves an estimate.
 */
public sealed interface WeightNoise {

  /**
   * Log weights with a second draw of the noise on top; with debiased weights that draw leaves the
   * expected weight where it is.
   *
   * @param logWeights one per row. Not modified.
   */
  double[] redrawn(double[] logWeights, RandomGenerator random);

  /** The noise of some rows, in their order. */
  WeightNoise select(int[] rows);

  /** What intervals from redrawn noise cover besides the drawing of the rows, in words. */
  String covers();

  /** No noise that is known: files without a statement, weights without privacy. */
  record None(String covers) implements WeightNoise {
    @Override
    public double[] redrawn(double[] logWeights, RandomGenerator random) {
      return logWeights.clone();
    }

    @Override
    public None select(int[] rows) {
      return this;
    }
  }

  /** The shape of the noise; see the curator's weight methods. */
  enum Law {
    LAPLACE,
    SPHERICAL,
    GAUSSIAN
  }

  /**
   * Noise on the coefficients of a log-linear weight: one draw moves all rows.
   *
   * @param features rows x width, row by row; not copied
   * @param debiased whether the weights were made unbiased over the noise
   */
  record OnCoefficients(double[] features, int width, Law law, double scale, boolean debiased)
      implements WeightNoise {

    @Override
    public double[] redrawn(double[] logWeights, RandomGenerator random) {
      double[] noise = draw(width, law, scale, random);
      double[] redrawn = logWeights.clone();
      for (int i = 0; i < redrawn.length; i++) {
        for (int j = 0; j < width; j++) {
          redrawn[i] += noise[j] * features[i * width + j];
        }
        if (debiased) {
          redrawn[i] += logCorrection(i * width);
        }
      }
      return redrawn;
    }

    /** log b(x) of the law: minus the logarithm of the expectation of exp(zeta.x). */
    private double logCorrection(int from) {
      double squares = 0;
      double product = 0;
      for (int j = 0; j < width; j++) {
        double t = scale * features[from + j];
        squares += t * t;
        product += Math.log1p(-t * t);
      }
      return switch (law) {
        case LAPLACE -> product;
        case SPHERICAL -> (width + 1) / 2.0 * Math.log1p(-squares);
        case GAUSSIAN -> -squares / 2;
      };
    }

    @Override
    public OnCoefficients select(int[] rows) {
      double[] selected = new double[rows.length * width];
      for (int i = 0; i < rows.length; i++) {
        System.arraycopy(features, rows[i] * width, selected, i * width, width);
      }
      return new OnCoefficients(selected, width, law, scale, debiased);
    }

    @Override
    public String covers() {
      return String.format(
          Locale.ROOT,
          "and the privacy noise in the weights (%s noise of scale %.3g on their coefficients)",
          law.name().toLowerCase(Locale.ROOT),
          scale);
    }
  }

  /** Independent noise on every row's log weight, of expectation one after exponentiation. */
  record OnRows(Law law, double scale) implements WeightNoise {
    @Override
    public double[] redrawn(double[] logWeights, RandomGenerator random) {
      double[] noise = draw(logWeights.length, law, scale, random);
      double shift = law == Law.LAPLACE ? Math.log1p(-scale * scale) : -scale * scale / 2;
      double[] redrawn = new double[logWeights.length];
      Arrays.setAll(redrawn, i -> logWeights[i] + noise[i] + shift);
      return redrawn;
    }

    @Override
    public OnRows select(int[] rows) {
      return this;
    }

    @Override
    public String covers() {
      return String.format(
          Locale.ROOT,
          "and the privacy noise in the weights (%s noise of scale %.3g on every log weight)",
          law.name().toLowerCase(Locale.ROOT),
          scale);
    }
  }

  /** The noise that a release states, for its own rows. */
  static WeightNoise of(WeightStatement statement, Table rows) {
    JsonNode model = statement.model();
    String name = model.path("noise_law").asString("none");
    double scale = model.path("noise_scale").asDouble(Double.NaN);
    for (Law law : Law.values()) {
      if (law.name().equalsIgnoreCase(name) && scale > 0) {
        return model.has("features") && model.has("coordinates")
            ? new OnCoefficients(
                features(model, rows),
                model.path("coordinates").size(),
                law,
                scale,
                model.path("debiased").asBoolean(false))
            : new OnRows(law, scale);
      }
    }
    return new None(
        name.equals("none")
            ? "(the weights carry no privacy noise)"
            : "but not the privacy noise in the weights, whose effect has no closed law");
  }

  /** The vectors that the weight function's coefficients stand against. */
  private static double[] features(JsonNode model, Table rows) {
    Encoding encoding = Encoding.of(rows.schema());
    double[] box = encoding.encode(rows);
    if (!model.path("features").asString("").equals("whitened")) {
      return box;
    }
    int width = model.path("coordinates").size();
    int[] kept = new int[width - 1];
    double[] mean = new double[width - 1];
    double[] lower = new double[(width - 1) * (width - 1)];
    for (int j = 0; j < width - 1; j++) {
      kept[j] = encoding.names().indexOf(model.path("coordinates").path(j + 1).asString(""));
      mean[j] = model.path("mean").path(j).asDouble(Double.NaN);
      for (int k = 0; k <= j; k++) {
        lower[j * (width - 1) + k] = model.path("factor").path(j).path(k).asDouble(Double.NaN);
      }
      if (kept[j] < 0 || Double.isNaN(mean[j]) || !(lower[j * (width - 1) + j] > 0)) {
        throw new BadInputException(
            "weights.json", "Its features do not fit the columns of the release.");
      }
    }
    Cholesky factor = Cholesky.ofFactor(lower, width - 1);
    double clip = model.path("clip").asDouble(Double.POSITIVE_INFINITY);
    double[] features = new double[rows.rowCount() * width];
    double[] z = new double[width - 1];
    for (int i = 0; i < rows.rowCount(); i++) {
      double squares = 0;
      for (int j = 0; j < z.length; j++) {
        z[j] = box[i * encoding.width() + kept[j]] - mean[j];
      }
      factor.solveLower(z);
      for (double value : z) {
        squares += value * value;
      }
      features[i * width] = 1;
      double shrink = Math.min(1, clip / Math.sqrt(squares));
      for (int j = 0; j < z.length; j++) {
        features[i * width + 1 + j] = z[j] * shrink;
      }
    }
    return features;
  }

  /** One vector of noise. */
  private static double[] draw(int size, Law law, double scale, RandomGenerator random) {
    double[] noise = new double[size];
    switch (law) {
      case LAPLACE ->
          Arrays.setAll(
              noise,
              j -> scale * Math.copySign(random.nextExponential(), random.nextDouble() - 0.5));
      case GAUSSIAN -> Arrays.setAll(noise, j -> scale * random.nextGaussian());
      case SPHERICAL -> {
        double length = 0;
        double squares = 0;
        for (int j = 0; j < size; j++) {
          noise[j] = random.nextGaussian();
          squares += noise[j] * noise[j];
          // A Gamma(size) length is a sum of as many exponentials.
          length += random.nextExponential();
        }
        double factor = scale * length / Math.sqrt(squares);
        Arrays.setAll(noise, j -> noise[j] * factor);
      }
    }
    return noise;
  }
}
