package tare.audit;

import java.util.Arrays;
import tare.noise.DiscreteGaussian;
import tare.noise.DiscreteLaplace;
import tare.noise.ExponentialChoice;
import tare.noise.IntegerNoise;
import tare.noise.Norm;
import tare.noise.SphericalNoise;

/** One exact value that got noise inside a mechanism, the law of the noise, and what came out. */
sealed interface Measurement {

  /** The law in words: the same for two measurements exactly if they were made alike. */
  String law();

  /** A count, or one coordinate of a vector on a grid. */
  record Count(long exact, IntegerNoise noise, long output) implements Measurement {
    @Override
    public String law() {
      return noise.toString();
    }
  }

  /** A choice among scores. */
  record Choice(long[] scores, ExponentialChoice choice, int output) implements Measurement {
    @Override
    public String law() {
      return "choice among " + scores.length + " at rate " + choice.rate();
    }
  }

  /** A vector with spherical noise. */
  record Vector(double[] exact, SphericalNoise noise, double[] output) implements Measurement {
    @Override
    public String law() {
      return "spherical, scale " + noise.scale() + ", dimension " + noise.dimension();
    }
  }

  /** Adds what this measurement loses when the exact value was another one, made alike. */
  default void addLoss(Measurement neighbour, ObservedLoss loss) {
    if (this instanceof Count count && neighbour instanceof Count other) {
      double moved = Math.abs((double) count.exact() - other.exact());
      if (count.noise() instanceof DiscreteLaplace law) {
        loss.laplace(moved, law.scale());
      } else if (count.noise() instanceof DiscreteGaussian law) {
        loss.gaussian(moved, law.sigma());
      }
    } else if (this instanceof Choice choice && neighbour instanceof Choice other) {
      loss.choice(range(choice.scores(), other.scores()) * choice.choice().rate());
    } else if (this instanceof Vector vector && neighbour instanceof Vector other) {
      loss.pure(Norm.L2.distance(vector.exact(), other.exact()) / vector.noise().scale());
    }
  }

  private static double range(long[] scores, long[] others) {
    return Norm.RANGE.distance(
        Arrays.stream(scores).asDoubleStream().toArray(),
        Arrays.stream(others).asDoubleStream().toArray());
  }
}
