package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.gate.PrivateRows;
import tare.kernel.sampling.BalancedSample;
import tare.model.MomentWeights;
import tare.model.Resampling;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Table;
import tare.table.TableAppender;

/** Rows that were drawn by their weights have what the weighted rows have, far rows too. */
class ResampledRowsTest {

  private static final int ROWS = 1_000;
  private static final int DRAWS = 40;

  /** A cost with a heavy tail that is higher where somebody is ill. */
  private static final Schema SCHEMA =
      new Schema(
          "costs",
          "person",
          List.of(
              new Column("cost", new ColumnType.Numeric(0, 500, List.of()), false),
              new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.empty());

  private static Table rows(int count, double effect, Seed seed) {
    RandomGenerator random = seed.stream("costs");
    TableAppender appender = new TableAppender(SCHEMA);
    for (int r = 0; r < count; r++) {
      int ill = random.nextInt(4) == 0 ? 1 : 0;
      double cost = Math.exp(1 + effect * ill + 1.2 * random.nextGaussian());
      appender.append(Math.min(500, cost), ill);
    }
    return appender.finish();
  }

  /**
   * The sum over drawn rows of cost times ill, beside the weighted one, in deviations of chance.
   */
  private static double miss(Table candidates, double[] weights, int[] drawn) {
    double mean = 0;
    double squares = 0;
    for (int r = 0; r < weights.length; r++) {
      double value = candidates.value(r, 0) * candidates.value(r, 1);
      mean += weights[r] * value / weights.length;
      squares += weights[r] * value * value / weights.length;
    }
    double sum = 0;
    for (int r : drawn) {
      sum += candidates.value(r, 0) * candidates.value(r, 1);
    }
    return (sum - ROWS * mean) / Math.sqrt(ROWS * (squares - mean * mean));
  }

  private static MomentWeights fitted(Table candidates) {
    MomentFit fit = MomentFit.of(Tables.task(candidates, 4_000, 20, 1e-6), MomentOptions.DEFAULTS);
    Table real = rows(4_000, 0.5, new Seed(2));
    return fit.weights(fit.mechanism().apply(PrivateRows.of(real), new SeededNoise(3)));
  }

  /** Fresh rows of a model may be all alike where those that weights were fitted to are not. */
  @Test
  void rowsThatAreAllAlikeAreDrawnToo() {
    Table candidates = rows(8 * ROWS, 0.2, new Seed(1));
    Table alike = candidates.select(new int[50]);
    assertThat(Resampling.chosen(alike, fitted(candidates), 10, new Seed(4))).hasSize(10);
  }

  /**
   * Beside rows drawn by weight alone. Over other seeds the ratio of mean squares of forty draws
   * was 0.02 to 0.04; where bounded moments alone are balanced, which is the fault, 0.18 to 0.33.
   */
  @Test
  void productsOfFarRowsAreBalanced() {
    Table candidates = rows(8 * ROWS, 0.2, new Seed(1));
    MomentWeights fitted = fitted(candidates);
    double[] weights = fitted.weigh(candidates).meanOne();
    double balanced = 0;
    double byWeightAlone = 0;
    for (int i = 0; i < DRAWS; i++) {
      Seed seed = new Seed(10 + i);
      int[] drawn = Resampling.chosen(candidates, fitted, ROWS, seed);
      balanced += Math.pow(miss(candidates, weights, drawn), 2) / DRAWS;
      int[] plain =
          BalancedSample.draw(weights, ROWS, new double[0], 0, seed.stream("by weight alone"));
      byWeightAlone += Math.pow(miss(candidates, weights, plain), 2) / DRAWS;
    }
    assertThat(balanced / byWeightAlone).isLessThan(0.1);
  }
}
