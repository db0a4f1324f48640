package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.inference.Replicates;
import tare.kernel.regression.EntropyTilt;
import tare.kernel.regression.QuadraticMoments;
import tare.kernel.regression.TiltRows;
import tare.model.MomentBounds;
import tare.model.MomentFeatures;
import tare.model.ShareFeatures;
import tare.model.TiltMap;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.Table;
import tare.table.TableAppender;

/**
 * Released rows that are asked for what only a few of them have, or none. All chance has seeds, and
 * what is asked for is far from what decides: the share of rows that replicates stand on is 0.5 by
 * the drawing of rows alone, with a standard error of 0.02.
 */
class ReplicateLawTest {

  private static final int RELEASED = 4_000;
  private static final int REPLICATES = 10;

  /** What noise makes of the mean of what is cut off a number, in standard deviations. */
  private static final double NOISE = 0.01;

  private final Table candidates = heavy(40_000);
  private final TiltMap map = map(candidates);
  private final int cut = map.features().crossed();

  /** A number with a heavy tail, and one that leans on it. */
  private static Table heavy(int rows) {
    RandomGenerator random = new Seed(1).stream("heavy");
    Schema schema = Tables.numeric(2, -50, 500);
    TableAppender appender = new TableAppender(schema);
    for (int r = 0; r < rows; r++) {
      double log = random.nextGaussian();
      appender.append(Math.min(500, Math.exp(1.1 * log)), log + random.nextGaussian());
    }
    return appender.finish();
  }

  private static TiltMap map(Table rows) {
    MomentFeatures features = MomentFeatures.fitted(rows, List.of(), MomentBounds.forNoise(0.5));
    QuadraticMoments moments =
        QuadraticMoments.leading(features.width(), features.crossed(), features.crossed());
    return new TiltMap(features, moments, ShareFeatures.of(rows));
  }

  /** What is cut off the number with the heavy tail, row by row. */
  private double[] cutOff(Table rows) {
    double[] encoded = map.features().encode(rows);
    int width = map.features().width();
    return IntStream.range(0, rows.rowCount()).mapToDouble(r -> encoded[r * width + cut]).toArray();
  }

  /** Candidates of which little enough is cut off, after so many of another kind. */
  private Table released(int others, DoublePredicate other) {
    double[] cutOff = cutOff(candidates);
    IntStream first =
        IntStream.range(0, cutOff.length).filter(r -> other.test(cutOff[r])).limit(others);
    IntStream rest = IntStream.range(0, cutOff.length).filter(r -> Math.abs(cutOff[r]) < 1e-9);
    return candidates.select(IntStream.concat(first, rest).limit(RELEASED).toArray());
  }

  private static double[] ones(Table rows) {
    double[] ones = new double[rows.rowCount()];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Replicates that differ as so many rows drawn anew do, but for what noise does to the tail. */
  private ReplicateLaw law(Table released) {
    TiltRows rows = map.rows(released);
    double[] at = rows.sums(rows.even());
    RandomGenerator random = new Seed(2).stream("shifts");
    double[][] shifts = new double[REPLICATES][];
    for (int b = 0; b < REPLICATES; b++) {
      double[] drawn = new double[rows.count()];
      Arrays.setAll(drawn, r -> -Math.log1p(-random.nextDouble()));
      shifts[b] = rows.sums(ReplicateLaw.shares(drawn));
      for (int j = 0; j < at.length; j++) {
        shifts[b][j] -= at[j];
      }
      shifts[b][cut] = NOISE * Math.abs(random.nextGaussian());
    }
    return new ReplicateLaw(map, shifts, new Seed(3), List.of(), List.of());
  }

  private static double effective(double[] weights) {
    double sum = Arrays.stream(weights).sum();
    return sum * sum / Arrays.stream(weights).map(w -> w * w).sum() / weights.length;
  }

  private static double leastEffective(Replicates replicates) {
    return IntStream.range(0, replicates.count())
        .mapToDouble(b -> effective(replicates.replicate(b)))
        .min()
        .orElseThrow();
  }

  /** What is missed of the shifts in some moments, squared and summed, over the shifts' squares. */
  private double missed(ReplicateLaw law, Table released, int from, int to) {
    TiltRows rows = map.rows(released);
    double[] at = rows.sums(rows.even());
    Replicates replicates = law.weigh(released, ones(released), "");
    double missed = 0;
    double asked = 0;
    for (int b = 0; b < REPLICATES; b++) {
      double[] have = rows.sums(ReplicateLaw.shares(replicates.replicate(b)));
      for (int j = from; j < to; j++) {
        double shift = law.shifts()[b][j];
        missed += Math.pow(have[j] - at[j] - shift, 2);
        asked += shift * shift;
      }
    }
    return missed / asked;
  }

  /** The twin is a tilt that follows every moment: it ends on a handful of rows. */
  @Test
  void aMomentThatFewRowsCarryIsNotFollowedOntoThem() {
    Table released = released(2, cutOff -> cutOff > 0.05 && cutOff < 0.2);
    ReplicateLaw law = law(released);
    assertThat(leastEffective(law.weigh(released, ones(released), ""))).isGreaterThan(0.3);
    assertThat(missed(law, released, 0, map.features().crossed())).isLessThan(0.05);
    TiltRows rows = map.rows(released);
    double[] slack = Arrays.stream(rows.variances(rows.even())).map(v -> 1e-3 * v).toArray();
    double[] target = rows.sums(rows.even());
    target[cut] += NOISE;
    EntropyTilt.Solution all =
        new EntropyTilt(rows, rows.even()).solve(target, slack, new double[target.length]);
    assertThat(effective(all.shares())).isLessThan(0.1);
  }

  /** What no row has must not decide either when a tilt is near enough to all the rest. */
  @Test
  void aMomentThatNoRowCarriesLeavesTheOthersAsTheyAreAskedFor() {
    Table released = released(0, cutOff -> false);
    ReplicateLaw law = law(released);
    assertThat(leastEffective(law.weigh(released, ones(released), ""))).isGreaterThan(0.4);
    assertThat(missed(law, released, 0, map.features().crossed())).isLessThan(0.05);
  }

  /** The twin of both: what rows enough carry is followed. */
  @Test
  void aMomentThatRowsEnoughCarryIsFollowed() {
    Table released = candidates.select(IntStream.range(0, RELEASED).toArray());
    ReplicateLaw law = law(released);
    assertThat(Arrays.stream(cutOff(released)).filter(size -> size > 0.3)).hasSizeGreaterThan(10);
    assertThat(missed(law, released, cut, cut + 1)).isLessThan(0.05);
  }
}
