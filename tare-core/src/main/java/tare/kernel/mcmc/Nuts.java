package tare.kernel.mcmc;

import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;

/*
 * A trajectory doubles forwards or backwards in time until it turns back on itself; a draw is taken from all its points
 * with chance proportional to their density. Turning back is tested on the sum of momenta of every subtree, and on the
 * two sums that reach one point into the neighbouring subtree (which catches what the first test misses for nearly
 * independent normals).
 *
 * Subtrees are kept in two slots per depth and combined by exchanging arrays, so that nothing is allocated while sampling.
 */

/**
 * The no-U-turn sampler with multinomial draws along the trajectory, a diagonal mass matrix learnt
 * in windows, and a step size found by dual averaging.
 *
 * <p>References: Hoffman and Gelman, JMLR 15 (2014); Betancourt, "A conceptual introduction to
 * Hamiltonian Monte Carlo", arXiv 1701.02434 (2017), appendix A.
 */
public final class Nuts {

  /** An energy error beyond this means that the integrator has lost the trajectory. */
  private static final double DIVERGENCE = 1000;

  private final PhasePoint point;
  private final RandomGenerator random;
  private final int maxDepth;
  private final Tree[] earlier;
  private final Tree[] later;
  private final double[] sum;

  private final Tree whole;
  private final Tree added;
  private final double[] forwardPosition;
  private final double[] forwardGradient;
  private final double[] backwardPosition;
  private final double[] backwardGradient;
  private double forwardDensity;
  private double backwardDensity;

  private double stepSize;
  private double startEnergy;
  private double acceptanceSum;
  private int leapfrogs;
  private int depth;
  private boolean divergent;

  private Nuts(LogDensity density, int maxDepth, RandomGenerator random) {
    this.random = random;
    this.maxDepth = maxDepth;
    int d = density.dimension();
    point = new PhasePoint(density);
    earlier = new Tree[maxDepth];
    later = new Tree[maxDepth];
    for (int i = 0; i < maxDepth; i++) {
      earlier[i] = new Tree(d);
      later[i] = new Tree(d);
    }
    whole = new Tree(d);
    added = new Tree(d);
    sum = new double[d];
    forwardPosition = new double[d];
    forwardGradient = new double[d];
    backwardPosition = new double[d];
    backwardGradient = new double[d];
  }

  /** A stretch of trajectory: its ends' momenta, their sum, and one point drawn from it. */
  private static final class Tree {
    double[] firstMomentum;
    double[] lastMomentum;
    double[] momentumSum;
    double[] position;
    double[] gradient;
    double logDensity;
    double logWeight;

    Tree(int d) {
      firstMomentum = new double[d];
      lastMomentum = new double[d];
      momentumSum = new double[d];
      position = new double[d];
      gradient = new double[d];
    }

    void set(PhasePoint point, double logWeight) {
      int d = position.length;
      System.arraycopy(point.momentum, 0, firstMomentum, 0, d);
      System.arraycopy(point.momentum, 0, lastMomentum, 0, d);
      System.arraycopy(point.momentum, 0, momentumSum, 0, d);
      System.arraycopy(point.position, 0, position, 0, d);
      System.arraycopy(point.gradient, 0, gradient, 0, d);
      logDensity = point.logDensity;
      this.logWeight = logWeight;
    }

    /** Takes the drawn point of another tree, which gets this one's in exchange. */
    void exchangeDraw(Tree other) {
      double[] p = position;
      position = other.position;
      other.position = p;
      double[] g = gradient;
      gradient = other.gradient;
      other.gradient = g;
      double l = logDensity;
      logDensity = other.logDensity;
      other.logDensity = l;
    }
  }

  /**
   * Runs one chain.
   *
   * @param start where the density is positive. Not modified.
   * @param targetAcceptance the mean acceptance that the step size aims at, for instance 0.8
   * @param maxDepth a trajectory has at most 2^maxDepth - 1 steps
   * @param progress told 1 after every draw, warm-up included
   */
  public static MarkovChain run(
      LogDensity density,
      double[] start,
      int warmup,
      int draws,
      double targetAcceptance,
      int maxDepth,
      RandomGenerator random,
      IntConsumer progress) {
    Nuts nuts = new Nuts(density, maxDepth, random);
    nuts.point.moveTo(start);
    nuts.warmUp(warmup, targetAcceptance, progress);
    MarkovChain chain =
        MarkovChain.ofLength(draws, nuts.stepSize, nuts.point.inverseMetric.clone());
    for (int i = 0; i < draws; i++) {
      nuts.transition();
      chain.draws()[i] = nuts.point.position.clone();
      chain.logDensity()[i] = nuts.point.logDensity;
      chain.acceptance()[i] = nuts.acceptanceSum / nuts.leapfrogs;
      chain.treeDepth()[i] = nuts.depth;
      chain.leapfrogs()[i] = nuts.leapfrogs;
      chain.divergent()[i] = nuts.divergent;
      chain.energy()[i] = nuts.startEnergy;
      progress.accept(1);
    }
    return chain;
  }

  private void warmUp(int warmup, double target, IntConsumer progress) {
    stepSize = point.reasonableStep(1, random);
    DualAveraging averaging = new DualAveraging(target);
    averaging.restart(stepSize);
    MetricWindows windows = new MetricWindows(point.position.length, warmup);
    for (int i = 0; i < warmup; i++) {
      transition();
      stepSize = averaging.next(acceptanceSum / leapfrogs);
      if (windows.learn(point.position, point.inverseMetric)) {
        stepSize = point.reasonableStep(stepSize, random);
        averaging.restart(stepSize);
      }
      progress.accept(1);
    }
    if (warmup > 0) {
      stepSize = averaging.settled();
    }
  }

  /** One draw; {@link #point} is left on it. */
  private void transition() {
    point.drawMomentum(random);
    startEnergy = point.energy();
    acceptanceSum = 0;
    leapfrogs = 0;
    depth = 0;
    divergent = false;
    whole.set(point, 0);
    saveForward();
    saveBackward();
    while (depth < maxDepth) {
      boolean forward = random.nextBoolean();
      if (!(forward ? grewForward() : grewBackward())) {
        break;
      }
      depth++;
      // A biased choice between old and new half moves further than a fair one and keeps the law.
      if (Math.log(random.nextDouble()) < added.logWeight - whole.logWeight) {
        whole.exchangeDraw(added);
      }
      whole.logWeight = logSum(whole.logWeight, added.logWeight);
      Tree early = forward ? whole : added;
      Tree late = forward ? added : whole;
      boolean goesOn = persists(early, late);
      join(early, late);
      if (!goesOn) {
        break;
      }
    }
    point.restore(whole.position, whole.gradient, whole.logDensity);
  }

  /** Puts the ends and the sum of two neighbouring stretches into {@link #whole}. */
  private void join(Tree early, Tree late) {
    for (int i = 0; i < whole.momentumSum.length; i++) {
      whole.momentumSum[i] = early.momentumSum[i] + late.momentumSum[i];
    }
    if (late == whole) {
      double[] first = whole.firstMomentum;
      whole.firstMomentum = early.firstMomentum;
      early.firstMomentum = first;
    } else {
      double[] last = whole.lastMomentum;
      whole.lastMomentum = late.lastMomentum;
      late.lastMomentum = last;
    }
  }

  private boolean grewForward() {
    point.restore(forwardPosition, forwardGradient, forwardDensity);
    System.arraycopy(whole.lastMomentum, 0, point.momentum, 0, point.momentum.length);
    boolean valid = build(depth, stepSize, added);
    saveForward();
    return valid;
  }

  private boolean grewBackward() {
    point.restore(backwardPosition, backwardGradient, backwardDensity);
    System.arraycopy(whole.firstMomentum, 0, point.momentum, 0, point.momentum.length);
    boolean valid = build(depth, -stepSize, added);
    saveBackward();
    if (valid) {
      // Built backwards in time: its last point is the earliest.
      double[] first = added.firstMomentum;
      added.firstMomentum = added.lastMomentum;
      added.lastMomentum = first;
    }
    return valid;
  }

  /** Builds 2^depth points onwards from {@link #point}; false when it turns back or diverges. */
  private boolean build(int depth, double step, Tree tree) {
    if (depth == 0) {
      return leaf(step, tree);
    }
    Tree a = earlier[depth - 1];
    Tree b = later[depth - 1];
    if (!build(depth - 1, step, a) || !build(depth - 1, step, b)) {
      return false;
    }
    tree.logWeight = logSum(a.logWeight, b.logWeight);
    tree.exchangeDraw(Math.log(random.nextDouble()) < b.logWeight - tree.logWeight ? b : a);
    boolean persists = persists(a, b);
    for (int i = 0; i < sum.length; i++) {
      tree.momentumSum[i] = a.momentumSum[i] + b.momentumSum[i];
    }
    double[] first = tree.firstMomentum;
    tree.firstMomentum = a.firstMomentum;
    a.firstMomentum = first;
    double[] last = tree.lastMomentum;
    tree.lastMomentum = b.lastMomentum;
    b.lastMomentum = last;
    return persists;
  }

  private boolean leaf(double step, Tree tree) {
    point.leapfrog(step);
    leapfrogs++;
    double gain = startEnergy - point.energy();
    divergent |= -gain > DIVERGENCE;
    acceptanceSum += gain > 0 ? 1 : Math.exp(gain);
    tree.set(point, gain);
    return !divergent;
  }

  /**
   * Whether two neighbouring stretches, a before b, still move apart, with the two bridging tests.
   */
  private boolean persists(Tree a, Tree b) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] = a.momentumSum[i] + b.momentumSum[i];
    }
    if (!apart(a.firstMomentum, b.lastMomentum)) {
      return false;
    }
    for (int i = 0; i < sum.length; i++) {
      sum[i] = a.momentumSum[i] + b.firstMomentum[i];
    }
    if (!apart(a.firstMomentum, b.firstMomentum)) {
      return false;
    }
    for (int i = 0; i < sum.length; i++) {
      sum[i] = b.momentumSum[i] + a.lastMomentum[i];
    }
    return apart(a.lastMomentum, b.lastMomentum);
  }

  private boolean apart(double[] first, double[] last) {
    double atFirst = 0;
    double atLast = 0;
    for (int i = 0; i < sum.length; i++) {
      double scaled = point.inverseMetric[i] * sum[i];
      atFirst += scaled * first[i];
      atLast += scaled * last[i];
    }
    return atFirst > 0 && atLast > 0;
  }

  private void saveForward() {
    System.arraycopy(point.position, 0, forwardPosition, 0, forwardPosition.length);
    System.arraycopy(point.gradient, 0, forwardGradient, 0, forwardGradient.length);
    forwardDensity = point.logDensity;
  }

  private void saveBackward() {
    System.arraycopy(point.position, 0, backwardPosition, 0, backwardPosition.length);
    System.arraycopy(point.gradient, 0, backwardGradient, 0, backwardGradient.length);
    backwardDensity = point.logDensity;
  }

  private static double logSum(double a, double b) {
    double max = Math.max(a, b);
    return max == Double.NEGATIVE_INFINITY ? max : max + Math.log1p(Math.exp(Math.min(a, b) - max));
  }
}
