package tare.kernel.mcmc;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** A position with its momentum on a level of total energy, moved by leapfrog steps. */
final class PhasePoint {

  final LogDensity density;
  final double[] inverseMetric;
  final double[] position;
  final double[] momentum;
  final double[] gradient;
  double logDensity;

  PhasePoint(LogDensity density) {
    this.density = density;
    int d = density.dimension();
    inverseMetric = new double[d];
    Arrays.fill(inverseMetric, 1);
    position = new double[d];
    momentum = new double[d];
    gradient = new double[d];
  }

  /** Goes to a position; the momentum stays. */
  void moveTo(double[] target) {
    System.arraycopy(target, 0, position, 0, position.length);
    logDensity = density.evaluate(position, gradient);
  }

  /** Goes to where the density is already known. */
  void restore(double[] target, double[] knownGradient, double knownLogDensity) {
    System.arraycopy(target, 0, position, 0, position.length);
    System.arraycopy(knownGradient, 0, gradient, 0, gradient.length);
    logDensity = knownLogDensity;
  }

  void drawMomentum(RandomGenerator random) {
    for (int i = 0; i < momentum.length; i++) {
      momentum[i] = random.nextGaussian() / Math.sqrt(inverseMetric[i]);
    }
  }

  /** Kinetic minus log density; infinite where there is none. */
  double energy() {
    double kinetic = 0;
    for (int i = 0; i < momentum.length; i++) {
      kinetic += inverseMetric[i] * momentum[i] * momentum[i];
    }
    double energy = 0.5 * kinetic - logDensity;
    return Double.isNaN(energy) ? Double.POSITIVE_INFINITY : energy;
  }

  void leapfrog(double stepSize) {
    double half = 0.5 * stepSize;
    for (int i = 0; i < position.length; i++) {
      momentum[i] += half * gradient[i];
      position[i] += stepSize * inverseMetric[i] * momentum[i];
    }
    logDensity = density.evaluate(position, gradient);
    for (int i = 0; i < momentum.length; i++) {
      momentum[i] += half * gradient[i];
    }
  }

  /** A step size at which one step is accepted with chance near 0.8, by doubling or halving. */
  double reasonableStep(double guess, RandomGenerator random) {
    double[] start = position.clone();
    double[] startGradient = gradient.clone();
    double startDensity = logDensity;
    double step = guess;
    int direction = 0;
    while (step > 1e-300 && step < 1e7) {
      restore(start, startGradient, startDensity);
      drawMomentum(random);
      double before = energy();
      leapfrog(step);
      int now = before - energy() > Math.log(0.8) ? 1 : -1;
      if (direction != 0 && now != direction) {
        break;
      }
      direction = now;
      step = direction > 0 ? 2 * step : 0.5 * step;
    }
    restore(start, startGradient, startDensity);
    return step;
  }
}
