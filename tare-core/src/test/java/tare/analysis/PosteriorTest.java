package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.kernel.mcmc.ChainDiagnostics;
import tare.random.Seed;
import tare.testdata.StanReference;
import tare.testdata.TestCsv;

/** Posteriors against Stan's, and how draws are written. */
class PosteriorTest {

  private static final Sampler.Nuts NUTS = Sampler.Nuts.DEFAULTS;
  private static final Posterior BANKNOTE =
      Posterior.sample(StanReference.banknote(false), NUTS, new Seed(1));

  @Test
  void logisticAgreesWithStan() {
    agrees(BANKNOTE, "banknote_long");
    agrees(BANKNOTE, "banknote");
  }

  @Test
  void logisticWithoutWhiteningAgreesWithStan() {
    agrees(
        Posterior.sample(
            StanReference.banknote(false),
            NUTS.withWhitened(false).withWarmup(400).withDraws(400),
            new Seed(2)),
        "banknote_long");
  }

  @Test
  void weightedLogisticAgreesWithStan() {
    agrees(Posterior.sample(StanReference.banknote(true), NUTS, new Seed(3)), "banknote_w");
  }

  @Test
  void linearAgreesWithStan() {
    agrees(Posterior.sample(StanReference.boston10(), NUTS, new Seed(4)), "boston10");
    agrees(
        Posterior.sample(StanReference.boston10(), NUTS.withWhitened(false), new Seed(4)),
        "boston10");
  }

  @Test
  void multinomialAgreesWithStan() {
    Posterior posterior = Posterior.sample(StanReference.iris(), NUTS, new Seed(5));
    agrees(posterior, "iris_long");
    agrees(posterior, "iris");
  }

  @Test
  void staticHmcAgreesWithStan() {
    Sampler.StaticHmc hmc = Sampler.StaticHmc.DEFAULTS.withDraws(5000);
    agrees(Posterior.sample(StanReference.boston10(), hmc, new Seed(6)), "boston10");
    Sampler.StaticHmc raw = hmc.withWhitened(false).withDraws(4000);
    agrees(Posterior.sample(StanReference.iris(), raw, new Seed(6)), "iris_long");
  }

  /** The twin: with the weights left out the weighted reference is missed. */
  @Test
  void theReferenceTellsWeightedFromUnweighted() {
    TestCsv reference = TestCsv.read("/reference/stan_banknote_w.csv");
    Posterior.Summary entropy = BANKNOTE.summaries().get(4);
    double error = Math.abs(entropy.mean() - reference.number(4, "mean"));
    assertThat(error / Math.hypot(entropy.mcse(), reference.number(4, "mcse_mean")))
        .isGreaterThan(5);
  }

  @Test
  void theSeedAloneDecidesTheDraws() {
    Sampler.Nuts few = NUTS.withWarmup(100).withDraws(50);
    Posterior a = Posterior.sample(StanReference.boston10(), few, new Seed(7));
    Posterior b = Posterior.sample(StanReference.boston10(), few, new Seed(7));
    Posterior c = Posterior.sample(StanReference.boston10(), few, new Seed(8));
    assertThat(b.draws(0)).isDeepEqualTo(a.draws(0));
    assertThat(c.draws(0)[0]).isNotEqualTo(a.draws(0)[0]);
    assertThat(a.draws(0)[1]).isNotEqualTo(a.draws(0)[0]);
  }

  @Test
  void progressCountsEveryDraw() {
    AtomicInteger told = new AtomicInteger();
    Sampler.Nuts few = NUTS.withWarmup(100).withDraws(100).withChains(3);
    Posterior.sample(StanReference.boston10(), few, new Seed(7), told::addAndGet);
    assertThat(told).hasValue(600);
  }

  @Test
  void drawsAreWrittenAsCmdStanWritesThem(@TempDir Path folder) throws IOException {
    Sampler.Nuts few = NUTS.withWarmup(200).withDraws(100).withChains(2);
    Posterior posterior = Posterior.sample(StanReference.iris(), few, new Seed(9));
    List<Path> files = StanCsv.write(posterior, "bayes_multinomial", 9, folder.resolve("draws"));
    assertThat(files).hasSize(2);
    List<String> lines = Files.readAllLines(files.get(1));
    List<String> table = lines.stream().filter(line -> !line.startsWith("#")).toList();
    assertThat(table).hasSize(101);
    assertThat(table.get(0))
        .startsWith(
            "lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__,"
                + "versicolor_Intercept,versicolor_sepal_length,");
    int columns = table.get(0).split(",", -1).length;
    assertThat(table).allMatch(line -> line.split(",", -1).length == columns);
    String[] last = table.get(100).split(",", -1);
    assertThat(Double.parseDouble(last[7])).isEqualTo(posterior.chains().get(1).draws()[99][0]);
    assertThat(lines).anyMatch(line -> line.startsWith("# Step size = "));
  }

  @Test
  void stanNamesArePlainAndDifferent() {
    assertThat(StanCsv.stanNames(List.of("(Intercept)", "a b", "a-b", "1st", "x__", "sex=f:age")))
        .containsExactly("Intercept", "a_b", "a_b_2", "b_1st", "x__x", "sex_f_age");
  }

  @Test
  void impossibleSamplersAreRefused() {
    assertThatThrownBy(() -> NUTS.withTargetAcceptance(1)).hasMessageContaining("(0, 1). Got: 1.0");
    assertThatThrownBy(() -> NUTS.withChains(0)).hasMessageContaining("at least one chain");
    assertThatThrownBy(() -> new Sampler.StaticHmc(4, 10, 10, 0, 10, true))
        .hasMessageContaining("above zero");
  }

  /** Means and sds within five Monte Carlo errors (both sides'): a false alarm in 2e6 each. */
  private static void agrees(Posterior posterior, String job) {
    TestCsv reference = TestCsv.read("/reference/stan_" + job + ".csv");
    List<Posterior.Summary> summaries = posterior.summaries();
    assertThat(summaries).hasSameSizeAs(reference.rows());
    assertThat(posterior.divergences()).isZero();
    for (int j = 0; j < summaries.size(); j++) {
      Posterior.Summary summary = summaries.get(j);
      double mcse = reference.number(j, "mcse_mean");
      double meanError = Math.abs(summary.mean() - reference.number(j, "mean"));
      assertThat(meanError / Math.hypot(summary.mcse(), mcse)).as(summary.name()).isLessThan(5);
      // The reference gives no error of its sd; that of a normal law with as many tail draws stands
      // in.
      double sd = reference.number(j, "sd");
      double sdError =
          sd
              / Math.sqrt(
                  2 * Math.min(reference.number(j, "ess_tail"), reference.number(j, "ess_bulk")));
      double own = ChainDiagnostics.mcseSd(posterior.draws(j));
      assertThat(Math.abs(summary.sd() - sd) / Math.hypot(own, sdError))
          .as("sd of %s", summary.name())
          .isLessThan(5);
      assertThat(summary.rHat()).isLessThan(1.02);
    }
  }
}
