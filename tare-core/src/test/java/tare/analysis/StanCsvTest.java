package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.random.Seed;
import tare.testdata.Rstan;
import tare.testdata.StanReference;

/** Stan's own reader takes the draws, and sees the same numbers and settings. */
class StanCsvTest {

  /** For each parameter and each chain, its mean. (This reader takes int_time__ for one too.) */
  private static final String MEANS =
      """
      fit <- read_stan_csv(%s)
      draws <- as.array(fit)
      for (p in grep("__$", dimnames(draws)$parameters, invert = TRUE, value = TRUE)) for (c in seq_len(dim(draws)[2]))
        cat("RESULT", p, sprintf("%%.15g", mean(draws[, c, p])), dim(draws)[1], fit@sim$warmup, "\\n")
      cat("RESULT energy", sprintf("%%.15g", mean(sapply(get_sampler_params(fit), function(s) mean(s[, "energy__"])))), "\\n")
      """;

  @Test
  void rstanReadsDrawsOfNuts(@TempDir Path folder) throws IOException, InterruptedException {
    Sampler.Nuts sampler = Sampler.Nuts.DEFAULTS.withChains(2).withWarmup(100).withDraws(60);
    Posterior posterior = Posterior.sample(StanReference.banknote(true), sampler, new Seed(1));
    agrees(posterior, folder);
  }

  @Test
  void rstanReadsDrawsOfStaticHmc(@TempDir Path folder) throws IOException, InterruptedException {
    Sampler.StaticHmc sampler = Sampler.StaticHmc.DEFAULTS.withDraws(50);
    Posterior posterior = Posterior.sample(StanReference.boston10(), sampler, new Seed(2));
    agrees(posterior, folder);
  }

  private static void agrees(Posterior posterior, Path folder)
      throws IOException, InterruptedException {
    List<Path> files = StanCsv.write(posterior, "weighted", 1, folder);
    String names =
        "c(\""
            + String.join("\", \"", files.stream().map(f -> f.getFileName().toString()).toList())
            + "\")";
    List<String> results = Rstan.run(folder, MEANS.formatted(names));
    List<String> parameters = StanCsv.stanNames(posterior.names());
    int line = 0;
    for (int j = 0; j < parameters.size(); j++) {
      for (double[] chain : posterior.draws(j)) {
        String[] cells = results.get(line++).strip().split(" ", -1);
        assertThat(cells[0]).isEqualTo(parameters.get(j));
        double mean = Arrays.stream(chain).average().orElseThrow();
        assertThat(Double.parseDouble(cells[1]))
            .isCloseTo(mean, within(1e-12 * (1 + Math.abs(mean))));
        assertThat(cells[2]).isEqualTo("" + posterior.sampler().draws());
      }
    }
    double energy =
        posterior.chains().stream()
            .flatMapToDouble(chain -> Arrays.stream(chain.energy()))
            .average()
            .orElseThrow();
    assertThat(Double.parseDouble(results.get(line).strip().split(" ", -1)[1]))
        .isCloseTo(energy, within(1e-12 * (1 + Math.abs(energy))));
  }
}
