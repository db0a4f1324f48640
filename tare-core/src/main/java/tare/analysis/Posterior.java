package tare.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import tare.inference.Estimate;
import tare.inference.ReplicateInference;
import tare.inference.WeightedStatistic;
import tare.kernel.mcmc.ChainDiagnostics;
import tare.kernel.mcmc.LogDensity;
import tare.kernel.mcmc.MarkovChain;
import tare.kernel.mcmc.Nuts;
import tare.kernel.mcmc.StaticHmc;
import tare.kernel.mcmc.WhitenedDensity;
import tare.kernel.special.StudentT;
import tare.random.Seed;

/**
 * Draws from the posterior of a weighted Bayesian model.
 *
 * @param names of the parameters
 * @param sampler what made the draws
 * @param chains with draws of the parameters as reported
 */
public record Posterior(List<String> names, Sampler sampler, List<MarkovChain> chains) {

  /** Stan tries as often to find a start with a finite density. */
  private static final int START_ATTEMPTS = 100;

  private static final double NORMAL_REACH = 1.959963984540054;

  public Posterior {
    names = List.copyOf(names);
    chains = List.copyOf(chains);
  }

  /**
   * One parameter's posterior.
   *
   * @param mcse the Monte Carlo standard error of the mean
   * @param q5 with q95 the central 90 % of the draws
   * @param rHat rank-normalised split R-hat; above 1.01 the chains have not mixed
   */
  public record Summary(
      String name,
      double mean,
      double sd,
      double mcse,
      double q5,
      double median,
      double q95,
      double rHat,
      double essBulk,
      double essTail) {}

  /** Samples with the seed's streams, the chains side by side. */
  public static Posterior sample(BayesModel model, Sampler sampler, Seed seed) {
    return sample(model, sampler, seed, draws -> {});
  }

  /**
   * Samples with the seed's streams, the chains side by side; the result hangs on the seed alone,
   * not on the threads.
   *
   * @param progress told the number of draws made since the last call, a hundred or so, warm-up
   *     included; from several threads, one at a time
   */
  public static Posterior sample(
      BayesModel model, Sampler sampler, Seed seed, IntConsumer progress) {
    List<Callable<MarkovChain>> jobs = new ArrayList<>();
    for (int c = 0; c < sampler.chains(); c++) {
      RandomGenerator random = seed.stream("chain " + (c + 1));
      jobs.add(() -> chain(model, sampler, random, new Batched(progress)));
    }
    int threads = Math.min(sampler.chains(), Runtime.getRuntime().availableProcessors());
    ExecutorService pool = Executors.newFixedThreadPool(threads, Posterior::worker);
    try {
      List<MarkovChain> chains = new ArrayList<>();
      for (Future<MarkovChain> job : pool.invokeAll(jobs)) {
        chains.add(job.get());
      }
      return new Posterior(model.names(), sampler, chains);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("A chain failed.", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Sampling was interrupted.", e);
    } finally {
      pool.shutdownNow();
    }
  }

  /**
   * The same draws, spread about their mean as the replicates are about the full estimate, so that
   * the posterior is as wide as all that the replicates cover: without them it takes synthetic rows
   * for real ones. Never narrower than it was. Every parameter is spread by itself, positive ones
   * on the log scale; how parameters go together stays as the rows have it.
   *
   * @param modes the posterior's centre under every replicate, from {@link #centres}
   */
  public Posterior spreadAs(ReplicateInference modes) {
    List<Boolean> positive = names.stream().map(BayesModel.Linear.VARIANCE::equals).toList();
    List<MarkovChain> spread = chains;
    for (int j = 0; j < names.size(); j++) {
      Estimate mode = modes.estimates().get(j);
      // A Student t of few degrees of freedom is wider than the normal by the ratio of quantiles.
      double reach = StudentT.centralQuantile(0.95, mode.degreesOfFreedom()) / NORMAL_REACH;
      double wanted = mode.standardError() * reach;
      spread = Spread.of(spread, j, wanted, positive.get(j));
    }
    return new Posterior(names, sampler, spread);
  }

  /** The centre of a model's posterior as a function of the weights of the frame's rows. */
  public static WeightedStatistic centres(BayesModel model) {
    return new WeightedStatistic() {
      @Override
      public List<String> names() {
        return model.names();
      }

      @Override
      public double[] at(double[] weights) {
        return model.withWeights(model.data().ownWeights(weights)).centre();
      }
    };
  }

  /** A summary of every parameter, in order. */
  public List<Summary> summaries() {
    List<Summary> summaries = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      double[][] draws = draws(j);
      summaries.add(
          new Summary(
              names.get(j),
              ChainDiagnostics.mean(draws),
              ChainDiagnostics.sd(draws),
              ChainDiagnostics.mcseMean(draws),
              ChainDiagnostics.quantile(draws, 0.05),
              ChainDiagnostics.quantile(draws, 0.5),
              ChainDiagnostics.quantile(draws, 0.95),
              ChainDiagnostics.rHat(draws),
              ChainDiagnostics.essBulk(draws),
              ChainDiagnostics.essTail(draws)));
    }
    return summaries;
  }

  /** The draws of one parameter, one array per chain. */
  public double[][] draws(int parameter) {
    double[][] draws = new double[chains.size()][];
    for (int c = 0; c < draws.length; c++) {
      double[][] all = chains.get(c).draws();
      double[] values = new double[all.length];
      Arrays.setAll(values, i -> all[i][parameter]);
      draws[c] = values;
    }
    return draws;
  }

  /** How many draws' trajectories diverged; any at all casts doubt on the posterior. */
  public int divergences() {
    int count = 0;
    for (MarkovChain chain : chains) {
      for (boolean divergent : chain.divergent()) {
        count += divergent ? 1 : 0;
      }
    }
    return count;
  }

  /**
   * Tells of a hundred draws at a time, one thread at a time: a cheap draw costs less than a lock.
   */
  private static final class Batched implements IntConsumer {
    private static final int BATCH = 100;
    private final IntConsumer progress;
    private int waiting;

    Batched(IntConsumer progress) {
      this.progress = progress;
    }

    @Override
    public void accept(int count) {
      waiting += count;
      if (waiting >= BATCH) {
        synchronized (progress) {
          progress.accept(waiting);
        }
        waiting = 0;
      }
    }
  }

  private static Thread worker(Runnable job) {
    Thread thread = new Thread(job, "tare-chain");
    thread.setDaemon(true);
    return thread;
  }

  private static MarkovChain chain(
      BayesModel model, Sampler sampler, RandomGenerator random, IntConsumer progress) {
    if (!sampler.whitened()) {
      return constrained(model, run(model.density(), sampler, random, progress));
    }
    WhitenedDensity whitened = model.whitened();
    MarkovChain chain = run(whitened, sampler, random, progress);
    for (double[] draw : chain.draws()) {
      whitened.unwhiten(draw.clone(), draw);
    }
    return constrained(model, chain);
  }

  private static MarkovChain run(
      LogDensity density, Sampler sampler, RandomGenerator random, IntConsumer progress) {
    double[] start = start(density, random);
    if (sampler instanceof Sampler.StaticHmc hmc) {
      return StaticHmc.run(
          density,
          start,
          hmc.warmup(),
          hmc.draws(),
          hmc.stepSize(),
          hmc.leapfrogs(),
          random,
          progress);
    }
    Sampler.Nuts nuts = (Sampler.Nuts) sampler;
    return Nuts.run(
        density,
        start,
        nuts.warmup(),
        nuts.draws(),
        nuts.targetAcceptance(),
        nuts.maxDepth(),
        random,
        progress);
  }

  private static MarkovChain constrained(BayesModel model, MarkovChain chain) {
    for (double[] draw : chain.draws()) {
      model.constrain(draw);
    }
    return chain;
  }

  /** Uniform in [-2, 2], as Stan starts, tried again until the density is finite there. */
  private static double[] start(LogDensity density, RandomGenerator random) {
    double[] position = new double[density.dimension()];
    double[] gradient = new double[position.length];
    for (int attempt = 0; attempt < START_ATTEMPTS; attempt++) {
      Arrays.setAll(position, i -> 4 * random.nextDouble() - 2);
      double value = density.evaluate(position, gradient);
      if (Double.isFinite(value) && Arrays.stream(gradient).allMatch(Double::isFinite)) {
        return position;
      }
    }
    throw new IllegalStateException(
        "No start with a finite density was found. Standardise the columns.");
  }
}
