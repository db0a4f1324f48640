package tare.analysis;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tare.kernel.linear.Rows;
import tare.model.Features;
import tare.model.NoiseCorrection;
import tare.model.NoiseLaw;
import tare.model.WeightDescription;
import tare.release.WeightStatement;
import tare.schema.BadInputException;
import tare.table.Table;

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

  /**
   * Noise on the coefficients of a log-linear weight: one draw moves all rows.
   *
   * @param features rows x coordinates, row by row; not copied
   * @param noise the law, and its correction
   * @param debiased whether the weights were made unbiased over the noise
   */
  record OnCoefficients(double[] features, NoiseCorrection noise, boolean debiased)
      implements WeightNoise {

    @Override
    public double[] redrawn(double[] logWeights, RandomGenerator random) {
      int width = noise.coordinates();
      double[] drawn = draw(width, noise.law(), noise.scale(), random);
      double[] redrawn = Rows.products(features, logWeights.length, drawn);
      for (int i = 0; i < redrawn.length; i++) {
        redrawn[i] += logWeights[i] + (debiased ? noise.logCorrection(features, i * width) : 0);
      }
      return redrawn;
    }

    @Override
    public OnCoefficients select(int[] rows) {
      int width = noise.coordinates();
      double[] selected = new double[rows.length * width];
      for (int i = 0; i < rows.length; i++) {
        System.arraycopy(features, rows[i] * width, selected, i * width, width);
      }
      return new OnCoefficients(selected, noise, debiased);
    }

    @Override
    public String covers() {
      return String.format(
          Locale.ROOT,
          "and the privacy noise in the weights (%s noise of scale %.3g on their coefficients)",
          noise.law().label(),
          noise.scale());
    }
  }

  /** Independent noise on every row's log weight, of expectation one after exponentiation. */
  record OnRows(NoiseLaw law, double scale) implements WeightNoise {
    @Override
    public double[] redrawn(double[] logWeights, RandomGenerator random) {
      double[] noise = draw(logWeights.length, law, scale, random);
      double shift = law == NoiseLaw.LAPLACE ? Math.log1p(-scale * scale) : -scale * scale / 2;
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
          law.label(),
          scale);
    }
  }

  /** The noise that a release states, for its own rows. */
  static WeightNoise of(WeightStatement statement, Table rows) {
    WeightDescription description = statement.description();
    String name = description.noiseLaw();
    Optional<NoiseLaw> law = NoiseLaw.labelled(name);
    if (law.isPresent() && description.noiseScale() > 0) {
      String features = description.details().path("features").asString("none");
      switch (features) {
        case "none":
          return new OnRows(law.get(), description.noiseScale());
        case "box", "whitened":
          return onCoefficients(law.get(), description, rows);
        default: // a network, bought moments: their noise moves weights in a way of its own
      }
    }
    return new None(
        name.equals("none")
            ? "(the weights carry no privacy noise)"
            : "but not the privacy noise in the weights, whose effect has no closed law");
  }

  private static WeightNoise onCoefficients(
      NoiseLaw law, WeightDescription description, Table rows) {
    Features features;
    try {
      features = Features.read(rows.schema(), description.details());
    } catch (IllegalArgumentException e) {
      throw new BadInputException(
          "weights.json", "Its features do not fit the columns of the release: " + e.getMessage());
    }
    return new OnCoefficients(
        features.encode(rows),
        new NoiseCorrection(law, description.noiseScale(), features.width()),
        description.details().path("debiased").asBoolean(false));
  }

  /** One vector of noise. */
  private static double[] draw(int size, NoiseLaw law, double scale, RandomGenerator random) {
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
