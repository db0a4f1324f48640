package tare.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tare.accounting.LossFilter.Booked;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.DiscreteLaplace;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;

/**
 * What the rules of a ledger leave to a curator: the table of docs/proofs/accounting.md, worked out
 * anew. "Before" composes all events as if they were fixed beforehand.
 */
class LivesTest {

  /** The part of a release's epsilon that buys its row count. */
  private static final double COUNT = 0.02;

  private static final DoubleFunction<PrivacyEvent> DP_SGD =
      sigma -> new Repeated(new PoissonSampled(0.02, new Gaussian(sigma)), 1000);

  private static PrivacyEvent count(double epsilon) {
    return new DiscreteLaplace(1 / (COUNT * epsilon), 1);
  }

  /** The charges of one release that takes its whole budget. */
  private static List<Booked> release(PrivacyBudget budget, DoubleFunction<PrivacyEvent> rest) {
    PrivacyEvent count = count(budget.epsilon());
    double noise = ReleaseBudget.of(budget).afterDeciding(count).lastNoiseMultiplier(rest);
    return List.of(new Booked("r", count, true), new Booked("r", rest.apply(noise), false));
  }

  /** A rule admits so many of a release, and not one more. */
  private static void admits(LossFilter filter, List<Booked> release, String count) {
    int most = Integer.parseInt(count);
    assertThat(filter.admits(times(release, most))).as(count + " of " + release).isTrue();
    assertThat(filter.admits(times(release, most + 1))).as("more than " + count).isFalse();
  }

  private static List<Booked> times(List<Booked> release, int count) {
    List<Booked> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      for (Booked charge : release) {
        all.add(new Booked("release " + i, charge.event(), charge.decides()));
      }
    }
    return all;
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("../docs/proofs/accounting.md"));
  }

  @Test
  void theNoiseOfOneReleaseIsAsThePageSays() throws IOException {
    PrivacyBudget limit = new PrivacyBudget(1, 1e-6);
    PrivacyEvent count = count(1);
    double before =
        Calibration.noiseMultiplier(
            sigma -> new Composed(List.of(count, new Gaussian(sigma))), limit);
    double after = ((Gaussian) release(limit, Gaussian::new).get(1).event()).noiseMultiplier();
    assertThat(page())
        .contains(
            String.format(
                Locale.ROOT,
                "| one release, (1, 1e-6), the whole limit: noise multiplier of the rest | %.3f | %.3f |",
                before,
                after));
  }

  @ParameterizedTest
  @CsvSource({"3, 1e-6, 0.5, 1e-7", "3, 1e-6, 1, 2e-7", "10, 1e-5, 1, 1e-6"})
  void soManyReleasesFitAsThePageSays(
      double epsilon, double delta, double eachEpsilon, double eachDelta) throws IOException {
    PrivacyBudget limit = new PrivacyBudget(epsilon, delta);
    PrivacyBudget each = new PrivacyBudget(eachEpsilon, eachDelta);
    String life =
        String.format(
            Locale.ROOT,
            "| limit (%.0f, %s): releases of (%s, %s), Gaussian / DP-SGD | ",
            epsilon,
            words(delta),
            eachEpsilon == 1 ? "1" : Double.toString(eachEpsilon),
            words(eachDelta));
    String line = page().lines().filter(l -> l.startsWith(life)).findFirst().orElseThrow();
    String[] counts = line.substring(life.length()).replace(" |", "").split(" / | ");
    assertThat(counts).hasSize(4);
    List<Booked> gaussian = release(each, Gaussian::new);
    List<Booked> descent = release(each, DP_SGD);
    admits(LossFilter.fixedBeforehand(limit), gaussian, counts[0]);
    admits(LossFilter.fixedBeforehand(limit), descent, counts[1]);
    admits(LossFilter.forLife(limit), gaussian, counts[2]);
    admits(LossFilter.forLife(limit), descent, counts[3]);
  }

  private static String words(double delta) {
    return String.format(Locale.ROOT, "%.0e", delta).replace("e-0", "e-");
  }
}
