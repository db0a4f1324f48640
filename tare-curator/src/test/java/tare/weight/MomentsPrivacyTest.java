package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.hipparchus.special.Erf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tare.audit.Attack;
import tare.audit.Claim;
import tare.audit.DpTester;
import tare.audit.SensitivityHunter;
import tare.audit.SensitivityHunter.Finding;
import tare.audit.SensitivityHunter.Options;
import tare.mechanism.NoisedSum;
import tare.model.MomentBounds;
import tare.model.MomentFeatures;
import tare.model.ShareFeatures;
import tare.noise.Norm;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.table.Row;
import tare.table.Table;

/**
 * The bound on a row's moments, hunted over small tables without the clip of the sum, and the
 * mechanism put to the statistical test. False-alarm rate of the acceptance: 1e-6 over seeds.
 */
class MomentsPrivacyTest {

  private static final Options QUICK = new Options(6, 4, 60, 300, new Seed(1));

  /** The outcome is the yes/no column, so that its coordinate comes first. */
  private static final MomentFeatures FEATURES =
      MomentFeatures.fitted(Tables.mixedRows(200, 0, new Seed(1)), List.of(2), MomentBounds.NARROW);

  private static final ShareFeatures SHARES =
      ShareFeatures.of(Tables.mixedRows(200, 0, new Seed(1)));

  private static MomentPlan plan(MomentSet set, double multiplier) {
    return MomentPlan.of(FEATURES, set, SHARES, multiplier, 50);
  }

  /** The sum of row vectors as it is, not clipped: the page's bound must hold for it. */
  private static double[] sum(NoisedSum.RowVector vectors, Table rows) {
    return rows.pass(
        () -> new double[vectors.length()],
        (sum, row) -> add(sum, vectors, row),
        (a, b) -> {
          throw new AssertionError("one part");
        });
  }

  private static void add(double[] sum, NoisedSum.RowVector vectors, Row row) {
    double[] one = new double[sum.length];
    vectors.put(row, one);
    for (int j = 0; j < sum.length; j++) {
      sum[j] += one[j];
    }
  }

  private static Finding hunt(NoisedSum.RowVector vectors) {
    return SensitivityHunter.hunt(Tables.mixed(), rows -> sum(vectors, rows), Norm.L2, QUICK);
  }

  @ParameterizedTest
  @EnumSource(MomentSet.class)
  void noRowMovesTheSumByMoreThanTheBoundAndSomeRowByNearlyAsMuch(MomentSet set) {
    MomentPlan plan = plan(set, 1);
    Finding finding = hunt(plan.mechanism().rowVector());
    assertThat(finding.within(plan.bound() * (1 + 1e-9)))
        .as(finding.summary(plan.bound()))
        .isTrue();
    assertThat(finding.change()).isGreaterThan(0.5 * plan.bound());
  }

  /** The mechanism's own sum keeps the bound exactly, whatever the map. */
  @ParameterizedTest
  @EnumSource(MomentSet.class)
  void theClippedSumKeepsTheBoundWithoutTolerance(MomentSet set) {
    NoisedSum mechanism = plan(set, 1).mechanism();
    Finding finding = SensitivityHunter.hunt(Tables.mixed(), mechanism, QUICK);
    assertThat(finding.within(1)).isTrue();
  }

  /**
   * What a row adds hangs on that row alone: not on the one before it, nor on how many there are. A
   * sum of what rows add by themselves is the sum of all of them, to the last step of the grid.
   */
  @ParameterizedTest
  @EnumSource(MomentSet.class)
  void everyRowAddsWhatItAddsAlone(MomentSet set) {
    NoisedSum mechanism = plan(set, 1).mechanism();
    Table rows = Tables.mixedRows(40, 1, new Seed(3));
    long[] alone = new long[mechanism.rowVector().length()];
    for (int r = 0; r < rows.rowCount(); r++) {
      long[] one = mechanism.statistic().of(rows.select(new int[] {r})).value();
      for (int j = 0; j < alone.length; j++) {
        alone[j] += one[j];
      }
    }
    assertThat(mechanism.statistic().of(rows).value()).containsExactly(alone);
  }

  /** Planted: a map without radius, such as a clip of single numbers leaves, breaks the bound. */
  @Test
  void withoutTheRadiusTheHuntFindsAWayOver() {
    MomentPlan plan = plan(MomentSet.ALL_PAIRS, 1);
    NoisedSum.RowVector sound = plan.mechanism().rowVector();
    NoisedSum.RowVector faulty = mapped(sound, value -> 1.3 * value);
    assertThat(hunt(faulty).within(plan.bound())).isFalse();
  }

  /** Under narrow bounds much is cut off rows: the bound holds for it, and hardly more would. */
  @Test
  void whatIsCutOffRowsIsWithinTheBoundAndFourTimesAsMuchIsNot() {
    MomentFeatures narrow =
        MomentFeatures.fitted(
            Tables.mixedRows(200, 0, new Seed(1)), List.of(), new MomentBounds(0.5, 0.5, 3, 0.4));
    MomentPlan plan = MomentPlan.of(narrow, MomentSet.MEANS, ShareFeatures.NONE, 1, 50);
    NoisedSum.RowVector sound = plan.mechanism().rowVector();
    assertThat(hunt(sound).within(plan.bound() * (1 + 1e-9))).isTrue();
    NoisedSum.RowVector faulty = timesFrom(sound, narrow.crossed(), 4);
    assertThat(hunt(faulty).within(plan.bound())).isFalse();
  }

  /** Every column adds a share: the bound holds for them, and not for three times as much. */
  @Test
  void sharesAreWithinTheBoundAndThreeTimesAsMuchAreNot() {
    MomentPlan plan = plan(MomentSet.MEANS, 1);
    NoisedSum.RowVector sound = plan.mechanism().rowVector();
    assertThat(hunt(sound).within(plan.bound() * (1 + 1e-9))).isTrue();
    assertThat(hunt(timesFrom(sound, plan.moments().size(), 3)).within(plan.bound())).isFalse();
  }

  /** A vector of which a part is too long. */
  private static NoisedSum.RowVector timesFrom(NoisedSum.RowVector sound, int from, double by) {
    return new NoisedSum.RowVector() {
      @Override
      public int length() {
        return sound.length();
      }

      @Override
      public void put(Row row, double[] out) {
        sound.put(row, out);
        for (int j = from; j < out.length; j++) {
          out[j] *= by;
        }
      }
    };
  }

  /** Planted: the bound of the outcome's pairs does not hold for all pairs. */
  @Test
  void theBoundOfFewerMomentsDoesNotHoldForMore() {
    MomentPlan all = plan(MomentSet.ALL_PAIRS, 1);
    double less = plan(MomentSet.MEANS, 1).bound();
    assertThat(hunt(all.mechanism().rowVector()).within(less)).isFalse();
  }

  private static NoisedSum.RowVector mapped(NoisedSum.RowVector inner, DoubleUnaryOperator map) {
    return new NoisedSum.RowVector() {
      @Override
      public int length() {
        return inner.length();
      }

      @Override
      public void put(Row row, double[] out) {
        inner.put(row, out);
        Arrays.setAll(out, j -> map.applyAsDouble(out[j]));
      }
    };
  }

  /** Continuous Gaussian at multiplier 1: delta(0) = 2 Phi(1/2) - 1. */
  @Test
  void standsAtItsClaimAndFallsWithLessNoise() {
    Claim claim = Claim.of(0, Erf.erf(0.5 / Math.sqrt(2)));
    assertThat(accepted(claim, 1, 1)).isTrue();
    assertThat(accepted(claim, 1 / 1.175, 2)).isFalse();
  }

  /** Planted: noise left out of the products, kept on the means. */
  @Test
  void productsWithoutNoiseAreFound() {
    MomentPlan plan = plan(MomentSet.ALL_PAIRS, 1);
    Table one = farOut(1);
    Table other = farOut(2);
    double[] exact = sum(plan.mechanism().rowVector(), one);
    double[] more = sum(plan.mechanism().rowVector(), other);
    int product = plan.moments().size() - 1;
    assertThat(
            DpTester.test(
                    () -> exact[product],
                    () -> more[product],
                    Claim.of(0, 0.4),
                    Attack.<Double>score(Double::doubleValue),
                    DpTester.Options.DEFAULTS.withSamples(6_000))
                .accepted())
        .isFalse();
  }

  private static boolean accepted(Claim claim, double noise, long seed) {
    MomentPlan plan = plan(MomentSet.ALL_PAIRS, noise);
    double[] far = sum(plan.mechanism().rowVector(), farOut(1));
    double length = Norm.L2.distance(far, new double[far.length]);
    // The attack looks along the row's own moments, and takes a bound that fits this very row.
    NoisedSum mechanism =
        new NoisedSum("moments", plan.mechanism().rowVector(), length, plan.noiseMultiplier());
    return DpTester.test(
            mechanism,
            farOut(0),
            farOut(1),
            new SeededNoise(seed),
            claim,
            Attack.score(z -> inner(z, far) / length),
            DpTester.Options.DEFAULTS.withSamples(60_000))
        .accepted();
  }

  private static double inner(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }

  private static Table farOut(int rows) {
    Table all = Tables.mixedRows(1, 1, new Seed(5));
    return all.select(new int[rows]);
  }
}
