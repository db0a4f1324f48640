package tare.analysis;

/** How a posterior is sampled. */
public sealed interface Sampler {

  /** How many chains run side by side. */
  int chains();

  /** Draws per chain that are thrown away. */
  int warmup();

  /** Draws per chain that are kept. */
  int draws();

  /** Whether to sample in coordinates in which the posterior is nearly a standard normal law. */
  boolean whitened();

  /**
   * The no-U-turn sampler.
   *
   * @param targetAcceptance the mean acceptance that the step size aims at; nearer to one means
   *     smaller steps
   * @param maxDepth a trajectory has at most 2^maxDepth - 1 steps
   * @param whitened whether to sample in coordinates whitened by the curvature at the mode, which
   *     needs fewer steps when parameters are correlated; the law sampled is the same
   */
  record Nuts(
      int chains, int warmup, int draws, double targetAcceptance, int maxDepth, boolean whitened)
      implements Sampler {

    public static final Nuts DEFAULTS = new Nuts(4, 1000, 2500, 0.8, 10, true);

    public Nuts {
      requireCounts(chains, warmup, draws);
      if (!(targetAcceptance > 0 && targetAcceptance < 1)) {
        throw new IllegalArgumentException(
            "targetAcceptance must be in (0, 1). Got: " + targetAcceptance);
      }
      if (maxDepth < 1 || maxDepth > 20) {
        throw new IllegalArgumentException("maxDepth must be in [1, 20]. Got: " + maxDepth);
      }
    }

    public Nuts withDraws(int other) {
      return new Nuts(chains, warmup, other, targetAcceptance, maxDepth, whitened);
    }

    public Nuts withWarmup(int other) {
      return new Nuts(chains, other, draws, targetAcceptance, maxDepth, whitened);
    }

    public Nuts withChains(int other) {
      return new Nuts(other, warmup, draws, targetAcceptance, maxDepth, whitened);
    }

    public Nuts withTargetAcceptance(double other) {
      return new Nuts(chains, warmup, draws, other, maxDepth, whitened);
    }

    public Nuts withWhitened(boolean other) {
      return new Nuts(chains, warmup, draws, targetAcceptance, maxDepth, other);
    }
  }

  /**
   * Hamiltonian Monte Carlo with fixed trajectories, as in the paper: step 0.05, ten leapfrog
   * steps.
   *
   * @param whitened whether steps are taken in coordinates whitened by the curvature at the mode.
   *     Without it a step of 0.05 is longer than the posterior is wide once there are a few hundred
   *     rows, and every trajectory of a linear model diverges.
   */
  record StaticHmc(
      int chains, int warmup, int draws, double stepSize, int leapfrogs, boolean whitened)
      implements Sampler {

    public static final StaticHmc DEFAULTS = new StaticHmc(4, 1000, 2500, 0.05, 10, true);

    public StaticHmc {
      requireCounts(chains, warmup, draws);
      if (!(stepSize > 0) || leapfrogs < 1) {
        throw new IllegalArgumentException(
            "stepSize and leapfrogs must be above zero. Got: " + stepSize + " and " + leapfrogs);
      }
    }

    public StaticHmc withDraws(int other) {
      return new StaticHmc(chains, warmup, other, stepSize, leapfrogs, whitened);
    }

    public StaticHmc withWhitened(boolean other) {
      return new StaticHmc(chains, warmup, draws, stepSize, leapfrogs, other);
    }
  }

  private static void requireCounts(int chains, int warmup, int draws) {
    if (chains < 1 || warmup < 0 || draws < 4) {
      throw new IllegalArgumentException(
          "There must be at least one chain, no negative warm-up and four draws. Got: "
              + chains
              + ", "
              + warmup
              + " and "
              + draws);
    }
  }
}
