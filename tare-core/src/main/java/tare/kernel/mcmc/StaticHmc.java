package tare.kernel.mcmc;

import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;

/** Hamiltonian Monte Carlo with a fixed step size, a fixed number of steps and a unit mass. */
public final class StaticHmc {

  private static final double DIVERGENCE = 1000;

  private StaticHmc() {}

  /**
   * Runs one chain; warm-up draws are made alike and thrown away.
   *
   * @param start where the density is positive. Not modified.
   * @param progress told 1 after every draw, warm-up included
   */
  public static MarkovChain run(
      LogDensity density,
      double[] start,
      int warmup,
      int draws,
      double stepSize,
      int leapfrogs,
      RandomGenerator random,
      IntConsumer progress) {
    PhasePoint point = new PhasePoint(density);
    point.moveTo(start);
    MarkovChain chain = MarkovChain.ofLength(draws, stepSize, point.inverseMetric.clone());
    for (int i = -warmup; i < draws; i++) {
      double[] position = point.position.clone();
      double[] gradient = point.gradient.clone();
      double logDensity = point.logDensity;
      point.drawMomentum(random);
      double before = point.energy();
      for (int step = 0; step < leapfrogs; step++) {
        point.leapfrog(stepSize);
      }
      double gain = before - point.energy();
      if (!(Math.log(random.nextDouble()) < gain)) {
        point.restore(position, gradient, logDensity);
      }
      if (i >= 0) {
        chain.draws()[i] = point.position.clone();
        chain.logDensity()[i] = point.logDensity;
        chain.acceptance()[i] = Math.min(1, Math.exp(gain));
        chain.leapfrogs()[i] = leapfrogs;
        chain.divergent()[i] = -gain > DIVERGENCE;
        chain.energy()[i] = before;
      }
      progress.accept(1);
    }
    return chain;
  }
}
