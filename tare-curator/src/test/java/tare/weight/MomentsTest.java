package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.accounting.ReleaseBudget;
import tare.gate.PrivateRows;
import tare.kernel.regression.TiltRows;
import tare.model.FittedWeights;
import tare.model.MomentBounds;
import tare.model.MomentFeatures;
import tare.model.MomentWeights;
import tare.model.WeightDescription;
import tare.model.WeightModel;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

class MomentsTest {

  @Nested
  class Contract extends WeightEstimatorContract {
    @Override
    WeightEstimator estimator() {
      return new Moments(MomentOptions.DEFAULTS);
    }
  }

  private final Table synthetic = Tables.mixedRows(3_000, 0, new Seed(1));
  private final Table privateRows = Tables.mixedRows(20_000, 1, new Seed(2));

  private FittedWeights fitted(double epsilon) {
    return new Moments(MomentOptions.DEFAULTS)
        .mechanism(Tables.task(synthetic, 20_000, epsilon, 1e-6))
        .apply(PrivateRows.of(privateRows), new SeededNoise(1));
  }

  private static double mean(Table rows, int column, double[] weights) {
    double sum = 0;
    double total = 0;
    for (int r = 0; r < rows.rowCount(); r++) {
      if (!rows.missing(r, column)) {
        sum += weights[r] * rows.value(r, column);
        total += weights[r];
      }
    }
    return sum / total;
  }

  /**
   * Means of 45 and 55, shares of 0.3 and 0.5: the tilt carries nine tenths of the way and more.
   */
  @Test
  void weightedSyntheticRowsHaveThePrivateRowsMoments() {
    double[] weights = fitted(10).weigh(synthetic).meanOne();
    assertThat(mean(synthetic, 0, weights)).isCloseTo(55, within(0.8));
    assertThat(mean(synthetic, 2, weights)).isCloseTo(0.5, within(0.03));
  }

  @Test
  void whatWeightsJsonSaysWeighsTheSameRowsAlike() {
    FittedWeights fitted = fitted(1);
    FittedWeights read =
        WeightModel.read(
            "weights.json",
            synthetic.schema(),
            WeightDescription.fromJson(fitted.description().toJson()),
            Optional.empty());
    Table others = Tables.mixedRows(50, 0.5, new Seed(9));
    assertThat(read.weigh(others).logWeights()).containsExactly(fitted.weigh(others).logWeights());
    assertThat(read.description().toJson()).isEqualTo(fitted.description().toJson());
  }

  /**
   * A quadratic function says nothing of rows that are like none of those it was fitted to: among
   * sixty times as many rows of the same law some would weigh more than any of these, and of one
   * model of a real table one row made up nearly all that was drawn from it later.
   */
  @Test
  void noRowWeighsMoreThanTheHeaviestThatWeightsWereFittedTo() {
    MomentFit fit = MomentFit.of(Tables.countedTask(synthetic, 400, 10, 2), MomentOptions.DEFAULTS);
    assertThat(fit.surerThanItsRows()).as("held anyway").isFalse();
    Table few = Tables.mixedRows(400, 1, new Seed(2));
    MomentWeights weights =
        fit.weights(fit.mechanism().apply(PrivateRows.of(few), new SeededNoise(1)));
    double heaviest = max(weights.map().rows(synthetic).products(weights.theta()));
    Table more = Tables.mixedRows(200_000, 0, new Seed(4));
    TiltRows others = weights.map().rows(more);
    assertThat(max(others.products(weights.theta()))).isGreaterThan(heaviest);
    assertThat(max(weights.logWeights(others, more))).isEqualTo(heaviest);
  }

  private static double max(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }

  /**
   * Levels of a column exclude each other and an indicator is its own square: what noise says
   * against that moves no weight: by no moment does a log weight vary by more than one, where noise
   * in such directions would make it nine.
   */
  @Test
  void momentsThatNoRowsCanHaveAreNotFollowed() {
    FittedWeights fitted = fitted(1);
    int moments = fitted.description().details().path("moments").asInt();
    assertThat(fitted.description().details().path("free_moments").asInt())
        .isBetween(moments / 2, moments - 1);
    MomentWeights weights = (MomentWeights) fitted;
    TiltRows seen = weights.map().rows(synthetic);
    double[] variances = seen.variances(seen.even());
    for (int j = 0; j < variances.length; j++) {
      assertThat(Math.abs(weights.theta()[j]) * Math.sqrt(variances[j])).isLessThan(1);
    }
  }

  /**
   * However little noise there is, a coefficient costs what rows that were not seen might add to
   * the variance of its moment: what is missed is that much of it, and the less the more rows carry
   * the moment. By the noise of two million rows alone it would be far less.
   */
  @Test
  void surelyBoughtMomentsStillHaveSlack() {
    MomentFit fit =
        MomentFit.of(Tables.task(synthetic, 2_000_000, 10, 1e-6), MomentOptions.DEFAULTS);
    double[] of20000 = fit.mechanism().apply(PrivateRows.of(privateRows), new SeededNoise(1));
    double[] sum = Arrays.stream(of20000).map(each -> 100 * each).toArray();
    MomentWeights weights = fit.weights(sum);
    double[] bought = fit.means(sum);
    double[] have =
        weights.map().rows(synthetic).sums(ReplicateLaw.shares(weights.weigh(synthetic).meanOne()));
    TiltRows seen = weights.map().rows(synthetic);
    double[] reach = seen.reach();
    double[] variances = seen.variances(seen.even());
    int large = 0;
    for (int j = 0; j < reach.length; j++) {
      if (Math.abs(weights.theta()[j]) > 0.05) {
        large++;
        double most = reach[j] * reach[j];
        double carried = Math.max(1, synthetic.rowCount() * variances[j] / (10 * most));
        double slack = 3 * most / (carried * carried) / synthetic.rowCount();
        assertThat(bought[j] - have[j]).isCloseTo(slack * weights.theta()[j], within(1e-5));
      }
    }
    assertThat(large).isGreaterThan(3);
  }

  /**
   * A third of the private rows lie near a half and a fifth of the synthetic ones, at the same mean
   * and variance: no moment tells. Rows whose columns nobody has counted have the private rows'
   * shares bought for them; where the generator counted columns its rows keep their own, which is
   * the twin.
   */
  @Test
  void sharesThatNobodyHasCountedAreBought() {
    Table even = bent(3_000, 0, new Seed(11));
    Table real = bent(20_000, 1, new Seed(12));
    double[] bought = weighed(Tables.task(even, 20_000, 2, 1e-6), real);
    double[] counted = weighed(Tables.countedTask(even, 20_000, 2, 20), real);
    assertThat(shareNearAHalf(even, bought)).isCloseTo(1 / 3.0, within(0.04));
    assertThat(shareNearAHalf(even, counted)).isCloseTo(0.2, within(0.04));
  }

  private static double[] weighed(WeightTask task, Table real) {
    MomentFit fit = MomentFit.of(task, MomentOptions.DEFAULTS);
    return fit.weights(fit.mechanism().apply(PrivateRows.of(real), new SeededNoise(1)))
        .weigh(task.synthetic())
        .meanOne();
  }

  /** Two laws of mean a half and variance a twelfth: even, and three heaps. */
  private static Table bent(int rows, int law, Seed seed) {
    RandomGenerator random = seed.stream("bent");
    double[][] values = new double[2][rows];
    for (int r = 0; r < rows; r++) {
      double u = random.nextDouble();
      double heap = random.nextInt(3) - 1;
      values[0][r] =
          law == 0 ? u : 0.5 + heap * Math.sqrt((1 / 12.0 - 1e-4 / 12) * 1.5) + 0.01 * (u - 0.5);
      values[1][r] = random.nextGaussian();
    }
    return twoNumbers(1, values);
  }

  private static double shareNearAHalf(Table rows, double[] weights) {
    double sum = 0;
    for (int r = 0; r < rows.rowCount(); r++) {
      sum += Math.abs(rows.value(r, 0) - 0.5) < 0.1 ? weights[r] : 0;
    }
    return sum / rows.rowCount();
  }

  @Test
  void noRowIsLongerThanTheRadiusNorWhatIsCutOffLongerThanItsReach() {
    MomentFeatures features =
        MomentFeatures.fitted(synthetic, List.of(2), new MomentBounds(0.8, 0.8, 3, 0.4));
    int width = features.width();
    double[] encoded = features.encode(privateRows);
    double[] scales = features.scales();
    double[] scaled = new double[features.crossed()];
    double cut = 0;
    for (int r = 0; r < privateRows.rowCount(); r++) {
      for (int j = 0; j < features.crossed(); j++) {
        scaled[j] = scales[j] * encoded[r * width + j];
      }
      assertThat(norm(scaled, 0, scaled.length))
          .isLessThanOrEqualTo(features.radius() * (1 + 1e-12));
      assertThat(Math.abs(scaled[0])).isLessThanOrEqualTo(features.leadingRadius() * (1 + 1e-12));
      cut =
          Math.max(cut, norm(encoded, r * width + features.crossed(), width - features.crossed()));
    }
    assertThat(cut).isBetween(0.5, MomentFeatures.CUT_REACH * (1 + 1e-12));
  }

  private static double norm(double[] values, int from, int length) {
    double squares = 0;
    for (int j = from; j < from + length; j++) {
      squares += values[j] * values[j];
    }
    return Math.sqrt(squares);
  }

  /** Skewed numbers: exponentials, and in one of so many rows fifteen times as much. */
  private static Table skewed(int rows, int far, Seed seed) {
    RandomGenerator random = seed.stream("skewed");
    double[][] values = new double[2][rows];
    for (int r = 0; r < rows; r++) {
      double size = r % far == 0 ? 15 : 1;
      values[0][r] = Math.min(200, size * -Math.log1p(-random.nextDouble()));
      values[1][r] = random.nextGaussian();
    }
    return twoNumbers(200, values);
  }

  /**
   * @param most the upper bound of the first
   */
  private static Table twoNumbers(double most, double[][] values) {
    Schema schema =
        new Schema(
            "numbers",
            "person",
            List.of(
                new Column("cost", new ColumnType.Numeric(0, most, List.of()), false),
                new Column("other", new ColumnType.Numeric(-9, 9, List.of()), false)),
            OptionalLong.empty());
    return ColumnarTable.of(schema, values);
  }

  private static MomentWeights ofSkewed(Table rows, Table real, OptionalDouble noise) {
    MomentFit fit = fit(rows, real.rowCount(), noise);
    return fit.weights(fit.mechanism().apply(PrivateRows.of(real), new SeededNoise(5)));
  }

  /**
   * @param noise of the counts of columns, if the generator has them
   */
  private static MomentFit fit(Table rows, long n, OptionalDouble noise) {
    PrivacyBudget budget = new PrivacyBudget(20, 1e-6);
    return MomentFit.of(
        new WeightTask(
            rows.schema(),
            rows,
            null,
            n,
            budget,
            ReleaseBudget.of(budget),
            noise,
            new Seed(3),
            Progress.SILENT),
        MomentOptions.DEFAULTS);
  }

  /**
   * Two million rows buy the share of the sick, 0.32, of a generator that counted 0.3 as surely.
   * Asked for both, the fit missed what was bought and gave share and mean coefficients in the
   * hundreds against each other. What is held of numbers follows from no moment, and is held still.
   */
  @Test
  void sharesThatFollowFromSurelyBoughtMomentsAreNotAskedForTwice() {
    MomentFit fit = fit(synthetic, 2_000_000, OptionalDouble.of(5));
    Table real = Tables.mixedRows(20_000, 0.1, new Seed(2));
    double[] of20000 = fit.mechanism().apply(PrivateRows.of(real), new SeededNoise(1));
    MomentWeights weights = fit.weights(Arrays.stream(of20000).map(x -> 100 * x).toArray());
    double[] ones = new double[real.rowCount()];
    Arrays.fill(ones, 1);
    assertThat(mean(synthetic, 2, weights.weigh(synthetic).meanOne()))
        .isCloseTo(mean(real, 2, ones), within(2e-3));
    boolean[] ofNumbers = weights.map().shares().ofNumbers();
    double numbers = 0;
    for (int j = 0; j < ofNumbers.length; j++) {
      double theta = Math.abs(weights.theta()[weights.map().moments().size() + j]);
      assertThat(theta).isLessThan(ofNumbers[j] ? 3 : 1e-3);
      numbers = Math.max(numbers, ofNumbers[j] ? theta : 0);
    }
    assertThat(numbers).isGreaterThan(0.01);
  }

  /**
   * Beyond every clip: the synthetic rows have four times as many far rows, a mean of 1.28 instead
   * of 1.07. Without a moment of what is cut off the weighted mean stays above 1.12 (clipped at
   * three standard deviations, the two laws differ by a tenth of that).
   */
  @Test
  void meansAreRightBeyondTheClip() {
    Table rows = skewed(40_000, 50, new Seed(1));
    Table real = skewed(40_000, 200, new Seed(2));
    double[] weights = ofSkewed(rows, real, OptionalDouble.empty()).weigh(rows).meanOne();
    double[] ones = new double[40_000];
    Arrays.fill(ones, 1);
    assertThat(mean(rows, 0, ones)).isGreaterThan(1.2);
    assertThat(mean(rows, 0, weights)).isCloseTo(mean(real, 0, ones), within(0.02));
  }

  /**
   * A generator that counts columns knows how many rows lie below a median. Held, that share moves
   * by less than two hundredths; let go, a tilt for the far rows takes it twice as far and more.
   */
  @Test
  void sharesThatTheGeneratorCountedAreHeld() {
    Table rows = skewed(40_000, 20, new Seed(1));
    Table real = skewed(40_000, 400, new Seed(2));
    double held = below(rows, ofSkewed(rows, real, OptionalDouble.of(5)));
    double free = below(rows, ofSkewed(rows, real, OptionalDouble.empty()));
    double own = belowMedian(rows, 1);
    assertThat(Math.abs(held - own)).isLessThan(0.02).isLessThan(0.5 * Math.abs(free - own));
  }

  private static double below(Table rows, MomentWeights weights) {
    double[] each = weights.weigh(rows).meanOne();
    return belowMedian(rows, each);
  }

  private static double belowMedian(Table rows, double... weights) {
    double sum = 0;
    for (int r = 0; r < rows.rowCount(); r++) {
      double weight = weights.length == 1 ? weights[0] : weights[r];
      sum += rows.value(r, 0) < Math.log(2) ? weight : 0;
    }
    return sum / rows.rowCount();
  }

  @Test
  void heldSharesComeBackFromWeightsJson() {
    Table rows = skewed(5_000, 50, new Seed(1));
    MomentWeights fitted = ofSkewed(rows, skewed(5_000, 200, new Seed(2)), OptionalDouble.of(5));
    assertThat(fitted.map().shares().width()).isGreaterThan(10);
    FittedWeights read =
        WeightModel.read(
            "weights.json",
            rows.schema(),
            WeightDescription.fromJson(fitted.description().toJson()),
            Optional.empty());
    assertThat(read.weigh(rows).logWeights()).containsExactly(fitted.weigh(rows).logWeights());
  }

  @Test
  void boundsAreTheWiderTheLessNoiseThereIs() {
    assertThat(MomentBounds.forNoise(2)).isEqualTo(MomentBounds.NARROW);
    MomentBounds wide = MomentBounds.forNoise(0.3);
    assertThat(wide.kept()).isBetween(0.99, 0.999);
    assertThat(wide.within()).isBetween(0.97, 0.99);
    assertThat(wide.tailPower()).isBetween(0.4, 0.6);
    assertThat(MomentBounds.forNoise(0).within()).isLessThan(1);
    WeightTask few = Tables.task(synthetic, 1_000, 1, 1e-6);
    WeightTask many = Tables.task(synthetic, 5_000_000, 1, 1e-6);
    double keptOfMany = MomentFit.of(many, MomentOptions.DEFAULTS).plan().features().squaresKept();
    double keptOfFew = MomentFit.of(few, MomentOptions.DEFAULTS).plan().features().squaresKept();
    assertThat(keptOfFew).isBetween(0.6, 0.95);
    assertThat(keptOfMany).isBetween(0.98, 1.0);
  }
}
