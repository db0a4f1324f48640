package tare.audit;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.hipparchus.special.Erf;
import tare.accounting.Accounting;
import tare.accounting.PrivacyEvent;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.mechanism.NoisedSum;
import tare.noise.GridGaussian;
import tare.noise.GridLaplace;
import tare.noise.NoiseSource;
import tare.noise.Norm;
import tare.noise.SphericalNoise;
import tare.noise.VectorNoise;
import tare.table.Cells;
import tare.table.Row;
import tare.table.RowPass;

/** Vectors with the noise they need, with 1/1.175 of it, and with noise for the wrong norm. */
final class VectorCases extends CaseList {

  private static final double[] SENSITIVITIES = {0.01, 1, 1000};

  private VectorCases() {
    super(2000);
  }

  static List<DpCase<?>> all() {
    VectorCases list = new VectorCases();
    list.laplaceVectors();
    list.gaussianVectors();
    list.sphericalVectors();
    list.sums();
    list.composedGaussians();
    list.sampledGaussians();
    list.laplaceNoiseForTheWrongNorm();
    return list.cases();
  }

  /** A vector of zeros for two rows, moved by one vector for any other number of rows. */
  private static Function<RowPass, double[]> moved(double[] by) {
    double[] zeros = new double[by.length];
    return table -> table.counts(Cells.ONE)[0] == 2 ? zeros : by;
  }

  private static double[] axis(int dimension, double length) {
    double[] vector = new double[dimension];
    vector[dimension - 1] = length;
    return vector;
  }

  private static double[] diagonal(int dimension, double l2) {
    double[] vector = new double[dimension];
    Arrays.fill(vector, l2 / Math.sqrt(dimension));
    return vector;
  }

  private void vectors(
      String name,
      double[] by,
      DoubleFunction<VectorNoise> atNoise,
      Claim claim,
      Attack<double[]> attack,
      int samples) {
    pair(
        name,
        noise -> Claimed.vector("vector", moved(by), atNoise.apply(noise)),
        rows(2),
        rows(3),
        claim,
        attack,
        samples);
  }

  private void laplaceVectors() {
    for (double epsilon : new double[] {0.5, 1, 2, 4}) {
      int samples = DpCase.runs(0.5, Math.exp(-FAULT * epsilon) / 2, epsilon, 0);
      for (int dimension : new int[] {1, 3, 10}) {
        for (double sensitivity : SENSITIVITIES) {
          vectors(
              "Laplace vector" + shape(epsilon, dimension, sensitivity),
              axis(dimension, sensitivity),
              noise -> GridLaplace.of(noise / epsilon, sensitivity, dimension),
              Claim.of(epsilon, 0),
              Attack.score(z -> z[dimension - 1]),
              samples);
        }
      }
    }
  }

  private static String shape(double parameter, int dimension, double sensitivity) {
    return ", " + parameter + ", " + dimension + " dimensions, sensitivity " + sensitivity;
  }

  private void gaussianVectors() {
    double[][] points = {{0.5, 0}, {0.5, 1}, {0.7, 0}, {1, 0}};
    for (double[] point : points) {
      double multiplier = point[0];
      double epsilon = point[1];
      double delta = frequency(multiplier, epsilon) - Math.exp(epsilon) * other(point[0], epsilon);
      double less = multiplier / FAULT;
      int samples = DpCase.runs(frequency(less, epsilon), other(less, epsilon), epsilon, delta);
      for (int dimension : new int[] {1, 3, 10}) {
        for (double sensitivity : SENSITIVITIES) {
          double[] by = diagonal(dimension, sensitivity);
          vectors(
              "Gaussian vector at epsilon " + epsilon + shape(multiplier, dimension, sensitivity),
              by,
              noise -> GridGaussian.of(multiplier * noise, sensitivity, dimension),
              Claim.of(epsilon, delta),
              Attack.score(z -> inner(z, by) / sensitivity),
              samples);
        }
      }
    }
  }

  /** How often the best event against (epsilon, delta) comes where it is likely: Balle and Wang. */
  private static double frequency(double multiplier, double epsilon) {
    return normal(1 / (2 * multiplier) - epsilon * multiplier);
  }

  /** How often it comes on the other neighbour. */
  private static double other(double multiplier, double epsilon) {
    return normal(-1 / (2 * multiplier) - epsilon * multiplier);
  }

  private static double normal(double x) {
    return Erf.erfc(-x / Math.sqrt(2)) / 2;
  }

  private static double inner(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /**
   * In one dimension spherical noise is Laplace noise. In two, at epsilon 3, the best event has
   * frequencies 0.29 and 0.0098 (by four million draws).
   */
  private void sphericalVectors() {
    for (double sensitivity : SENSITIVITIES) {
      for (double epsilon : new double[] {1, 2, 4}) {
        int samples = DpCase.runs(0.5, Math.exp(-FAULT * epsilon) / 2, epsilon, 0);
        spherical(1, epsilon, sensitivity, samples);
      }
      spherical(2, 3, sensitivity, DpCase.runs(0.2937, 0.0098, 3, 0));
    }
  }

  private void spherical(int dimension, double epsilon, double sensitivity, int samples) {
    double[] by = diagonal(dimension, sensitivity);
    double[] zeros = new double[dimension];
    vectors(
        "spherical" + shape(epsilon, dimension, sensitivity),
        by,
        noise -> SphericalNoise.of(epsilon / noise, sensitivity, dimension),
        Claim.of(epsilon, 0),
        Attack.score(z -> Norm.L2.distance(z, by) - Norm.L2.distance(z, zeros)),
        samples);
  }

  /** Rows whose vectors are longer than the clip, so that each counts for the clip. */
  private void sums() {
    NoisedSum.RowVector vector =
        new NoisedSum.RowVector() {
          @Override
          public int length() {
            return 2;
          }

          @Override
          public void put(Row row, double[] out) {
            out[0] = 3 * row.number(0);
            out[1] = 4 * row.level(1);
          }
        };
    for (double multiplier : new double[] {0.5, 1}) {
      double delta = frequency(multiplier, 0) - other(multiplier, 0);
      double less = multiplier / FAULT;
      int samples = DpCase.runs(frequency(less, 0), other(less, 0), 0, delta);
      for (double clip : new double[] {0.5, 2}) {
        this.<double[]>pair(
            "sum of clipped rows, multiplier " + multiplier + ", clip " + clip,
            noise -> new NoisedSum("sum", vector, clip, multiplier * noise),
            rows(2),
            rows(3),
            Claim.of(0, delta),
            Attack.score(z -> 0.6 * z[0] + 0.8 * z[1]),
            samples);
      }
    }
  }

  /** What the accountants say of several Gaussians together. */
  private void composedGaussians() {
    for (int times : new int[] {2, 3}) {
      for (double multiplier : new double[] {1, 1.5}) {
        double delta =
            Accounting.delta(
                new PrivacyEvent.Repeated(new PrivacyEvent.Gaussian(multiplier), times), 0);
        double less = multiplier / FAULT / Math.sqrt(times);
        vectors(
            times + " Gaussians of multiplier " + multiplier,
            diagonal(times, Math.sqrt(times)),
            noise ->
                GridGaussian.of(multiplier * noise / Math.sqrt(times), Math.sqrt(times), times),
            Claim.of(0, delta),
            Attack.score(z -> Arrays.stream(z).sum()),
            DpCase.runs(frequency(less, 0), other(less, 0), 0, delta));
      }
    }
  }

  /** A row that takes part with a probability, and what the accountants say of that. */
  private void sampledGaussians() {
    for (int part : new int[] {2, 4}) {
      for (double multiplier : new double[] {0.5, 0.7}) {
        double rate = 1.0 / part;
        PrivacyEvent event =
            new PrivacyEvent.PoissonSampled(rate, new PrivacyEvent.Gaussian(multiplier));
        double delta = Accounting.delta(event, 0);
        double p = frequency(multiplier / FAULT, 0);
        double q = other(multiplier / FAULT, 0);
        this.<Double>pair(
            "Gaussian of multiplier " + multiplier + " on one of " + part + " rows",
            noise -> new Sampled(part, multiplier * noise, event),
            rows(2),
            rows(3),
            Claim.of(0, delta),
            Attack.score(Double::doubleValue),
            DpCase.runs((1 - rate) * q + rate * p, q, 0, delta));
      }
    }
  }

  private record Sampled(int part, double multiplier, PrivacyEvent event)
      implements Mechanism<Double> {
    @Override
    public String purpose() {
      return "a sampled row";
    }

    @Override
    public Double apply(PrivateRows rows, NoiseSource noise) {
      double[] draw = new double[1];
      noise.fillGaussian(multiplier, draw, 0, 1);
      return draw[0] + (rows.counts(Cells.ONE)[0] > 2 && noise.nextLong(part) == 0 ? 1 : 0);
    }
  }

  /** Independent Laplace noise for an L2 sensitivity, against the L1 sensitivity that it needs. */
  private void laplaceNoiseForTheWrongNorm() {
    for (int dimension : new int[] {2, 3}) {
      for (double epsilon : new double[] {1, 2}) {
        double l1 = Math.sqrt(dimension);
        double[] by = diagonal(dimension, 1);
        double all = Math.pow(0.5, dimension);
        int samples = DpCase.runs(all, all * Math.exp(-epsilon * l1), epsilon, 0);
        for (boolean right : new boolean[] {true, false}) {
          GridLaplace law = GridLaplace.of(1 / epsilon, right ? l1 : 1, dimension);
          Mechanism<double[]> mechanism = Claimed.vector("vector", moved(by), law);
          add(
              "Laplace noise for " + (right ? "L1" : "L2") + shape(epsilon, dimension, 1),
              mechanism,
              rows(2),
              rows(3),
              Claim.of(epsilon, 0),
              Attack.score(
                  z -> Norm.L1.distance(z, by) - Norm.L1.distance(z, new double[dimension])),
              samples,
              right);
        }
      }
    }
  }
}
