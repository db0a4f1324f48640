package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.gate.PrivateRows;
import tare.model.CandidateLook;
import tare.model.MomentWeights;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.table.Table;

/** Moments that two million rows have bought, met by 3,000 candidates and then by 60,000. */
class MomentSettlingTest {

  private static final int PARTS = 6;
  private static final int PART = 10_000;

  private final Table some = Tables.mixedRows(3_000, 0, new Seed(1));
  private final Table many = Tables.mixedRows(PARTS * PART, 0, new Seed(5));
  private final MomentFit fit =
      MomentFit.of(Tables.task(some, 2_000_000, 10, 1e-6), MomentOptions.DEFAULTS);
  private final double[] sum =
      Arrays.stream(
              fit.mechanism()
                  .apply(
                      PrivateRows.of(Tables.mixedRows(20_000, 1, new Seed(2))), new SeededNoise(1)))
          .map(each -> 100 * each)
          .toArray();
  private final MomentWeights fitted = fit.weights(sum);

  private CandidateLook part(MomentWeights weights, CandidateLook.Bounds bounds, int part) {
    int[] rows = IntStream.range(part * PART, (part + 1) * PART).toArray();
    return CandidateLook.of(weights, bounds, many.select(rows), part, 1);
  }

  private CandidateLook all(MomentWeights weights, CandidateLook.Bounds bounds) {
    CandidateLook all = part(weights, bounds, 0);
    for (int p = 1; p < PARTS; p++) {
      all = all.plus(part(weights, bounds, p));
    }
    return all;
  }

  private double[] moments(MomentWeights weights) {
    double[] shares = ReplicateLaw.shares(weights.weigh(many).meanOne());
    return Arrays.copyOf(weights.map().rows(many).sums(shares), fit.variances().length);
  }

  /** What moments miss, but for what their slack allows; root mean square. */
  private double missed(MomentWeights weights) {
    double[] bought = fit.means(sum);
    double[] slack = fit.slack(weights, many.rowCount());
    double[] have = moments(weights);
    double squares = 0;
    for (int j = 0; j < bought.length; j++) {
      double one = bought[j] - have[j] - slack[j] * weights.theta()[j];
      squares += slack[j] > 1 ? 0 : one * one; // those that follow from others ask for nothing
    }
    return Math.sqrt(squares / bought.length);
  }

  private MomentSettling settling() {
    return new MomentSettling(fit, fitted, many.rowCount());
  }

  /**
   * What 3,000 candidates know to 0.02 is off by as much among others; settled it is not. Chance is
   * fixed, so there is no false alarm.
   */
  @Test
  void otherCandidatesHaveTheBoughtMomentsOnceTheyAreLookedAt() {
    MomentSettling settling = settling();
    for (int look = 0; look < MomentSettling.LOOKS; look++) {
      look(settling);
    }
    assertThat(missed(fitted)).isGreaterThan(8e-3);
    assertThat(missed(settling.settled())).isLessThan(0.3 * missed(fitted));
    assertThat(settling.settled().description().details().path("settled_with").asInt())
        .isEqualTo(many.rowCount());
  }

  private void look(MomentSettling settling) {
    CandidateLook.Bounds bounds = settling.bounds();
    settling.look(all(settling.weights(), bounds), bounds, PARTS);
  }

  @Test
  void theOrderOfPartsChangesNoBit() {
    CandidateLook.Bounds bounds = settling().bounds();
    CandidateLook backwards = part(fitted, bounds, PARTS - 1);
    for (int p = PARTS - 2; p >= 0; p--) {
      backwards = part(fitted, bounds, p).plus(backwards);
    }
    assertThat(backwards.sums().totals()).containsExactly(all(fitted, bounds).sums().totals());
    assertThat(backwards.far().keySet())
        .containsExactlyElementsOf(all(fitted, bounds).far().keySet());
  }

  /** Steps after which more is missed than before are taken back. */
  @Test
  void stepsThatLeadAstrayAreTakenBack() {
    MomentSettling settling = settling();
    look(settling);
    CandidateLook.Bounds bounds = settling.bounds();
    Table others = Tables.mixedRows(PART, 3, new Seed(6));
    settling.look(CandidateLook.of(settling.weights(), bounds, others, 0, 1), bounds, 1);
    assertThat(settling.weights().theta()).isNotEqualTo(fitted.theta());
    assertThat(settling.settled()).isSameAs(fitted);
  }

  /**
   * Other rows weigh no more than the heaviest that weights were fitted to; by theta they would.
   */
  @Test
  void noRowWeighsMoreThanTheHeaviestOfTheFit() {
    double largest = fitted.description().details().path(MomentWeights.LARGEST).asDouble();
    assertThat(Arrays.stream(fitted.weigh(some).logWeights()).max()).hasValue(largest);
    assertThat(Arrays.stream(fitted.weigh(many).logWeights()).max()).hasValue(largest);
    assertThat(Arrays.stream(fitted.map().rows(many).products(fitted.theta())).max().orElseThrow())
        .isGreaterThan(largest);
  }

  /** Where private rows are few, noise is what counts: there is no bound, and nothing to settle. */
  @Test
  void fewPrivateRowsHaveNothingToSettle() {
    MomentFit few = MomentFit.of(Tables.task(some, 700, 10, 1e-6), MomentOptions.DEFAULTS);
    assertThat(MomentSettling.worthIt(few)).isFalse();
    assertThat(MomentSettling.worthIt(fit)).isTrue();
  }
}
