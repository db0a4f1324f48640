package tare.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tare.analysis.AnalysisModel;
import tare.analysis.BayesModel;
import tare.analysis.ModelData;
import tare.analysis.Posterior;
import tare.analysis.Sampler;
import tare.analysis.StanCsv;
import tare.analysis.WeightedRows;
import tare.random.Seed;

/** How posteriors of Bayesian models are sampled, as options, and the sampling itself. */
final class PosteriorOptions {

  @Option(
      names = "--sampler",
      paramLabel = "NAME",
      defaultValue = "nuts",
      description =
          "nuts, or hmc (static: step 0.05, 10 leapfrog steps). Default: ${DEFAULT-VALUE}.")
  private SamplerName samplerName = SamplerName.NUTS;

  @Option(
      names = "--chains",
      paramLabel = "N",
      defaultValue = "4",
      description = "Chains of a Bayesian model. Default: ${DEFAULT-VALUE}.")
  private int chains = 4;

  @Option(
      names = "--warmup",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Warm-up draws of each chain. Default: ${DEFAULT-VALUE}.")
  private int warmup = 1000;

  @Option(
      names = "--draws",
      paramLabel = "N",
      defaultValue = "2500",
      description = "Kept draws of each chain. Default: ${DEFAULT-VALUE}.")
  private int draws = 2500;

  @Option(
      names = "--draws-to",
      paramLabel = "FOLDER",
      description = "Write the weighted posterior's draws there, as Stan CSV.")
  private @Nullable Path drawsTo;

  private enum SamplerName {
    NUTS,
    HMC
  }

  private Sampler sampler() {
    return samplerName == SamplerName.NUTS
        ? Sampler.Nuts.DEFAULTS.withChains(chains).withWarmup(warmup).withDraws(draws)
        : new Sampler.StaticHmc(
            chains,
            warmup,
            draws,
            Sampler.StaticHmc.DEFAULTS.stepSize(),
            Sampler.StaticHmc.DEFAULTS.leapfrogs(),
            true);
  }

  /** Samples the posterior of a model, weighted and, where that tells something, unweighted. */
  AnalysisReport report(
      AnalysisModel chosen, ModelData data, WeightedRows read, Seed seed, Output output)
      throws IOException {
    Sampler sampler = sampler();
    BayesModel with = bayes(chosen, data);
    Posterior posterior;
    Optional<Posterior> unweighted;
    try (ProgressLine progress = ProgressLine.on(output.err())) {
      Posterior ofRows = sampled(with, sampler, seed, progress, "sampling");
      posterior =
          read.infer(Posterior.centres(with), InferenceReport.LEVEL)
              .map(ofRows::spreadAs)
              .orElse(ofRows);
      unweighted =
          read.weighted() && read.replicates().isEmpty()
              ? Optional.of(
                  sampled(
                      bayes(chosen, data.unweighted()), sampler, seed, progress, "without weights"))
              : Optional.empty();
    }
    if (drawsTo != null) {
      StanCsv.write(posterior, chosen.word().replace('-', '_'), seed.value(), drawsTo);
    }
    return AnalysisReport.ofPosteriors(chosen, data, posterior, unweighted, read);
  }

  private static Posterior sampled(
      BayesModel bayes, Sampler sampler, Seed seed, ProgressLine progress, String step) {
    int total = sampler.chains() * (sampler.warmup() + sampler.draws());
    AtomicInteger done = new AtomicInteger();
    progress.at(step, 0);
    return Posterior.sample(
        bayes, sampler, seed, count -> progress.at(step, (double) done.addAndGet(count) / total));
  }

  private static BayesModel bayes(AnalysisModel chosen, ModelData data) {
    return switch (chosen) {
      case BAYES_LINEAR -> BayesModel.linear(data);
      case BAYES_LOGISTIC -> BayesModel.logistic(data);
      case BAYES_MULTINOMIAL -> BayesModel.multinomial(data);
      default -> throw new IllegalArgumentException("No Bayesian model: " + chosen);
    };
  }
}
