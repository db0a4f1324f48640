package tare.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.kernel.regression.QuadraticMoments;
import tare.kernel.regression.TiltRows;
import tare.kernel.sampling.BalancedSample;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tools.jackson.databind.node.JsonNodeFactory;

/** Rows that are drawn by weight have the weighted candidates' moments. */
class ResamplingTest {

  private static final int CANDIDATES = 20_000;
  private static final int DRAWN = 2_500;

  private static Table candidates(double heads) {
    return candidates(heads, 2);
  }

  /** Two numbers that go together, a coin, an outcome of all of them, and a home. */
  private static Table candidates(double heads, int homes) {
    RandomGenerator random = new Seed(4).stream("candidates");
    double[][] columns = new double[5][CANDIDATES];
    for (int r = 0; r < CANDIDATES; r++) {
      columns[0][r] = random.nextGaussian();
      columns[1][r] = Math.exp(0.5 * columns[0][r] + 0.5 * random.nextGaussian());
      columns[2][r] = r < heads * CANDIDATES ? 1 : 0;
      columns[3][r] =
          random.nextDouble() < 1 / (1 + Math.exp(-columns[0][r] - columns[2][r])) ? 1 : 0;
      columns[4][r] = r % homes;
    }
    Schema schema =
        new Schema(
            "s",
            "row",
            List.of(
                new Column("x", new ColumnType.Numeric(-6, 6, List.of()), false),
                new Column("y", new ColumnType.Numeric(0, 60, List.of()), false),
                new Column("coin", new ColumnType.YesNo("no", "yes"), false),
                new Column("cured", new ColumnType.YesNo("no", "yes"), false),
                new Column("home", homes(homes), false)),
            OptionalLong.empty());
    return ColumnarTable.of(schema, columns);
  }

  private static ColumnType homes(int homes) {
    return new ColumnType.Category(
        IntStream.range(0, homes).mapToObj(k -> "home " + k).toList(), Optional.empty());
  }

  private static MomentWeights weights(Table candidates) {
    MomentFeatures features = MomentFeatures.fitted(candidates, List.of(), MomentBounds.NARROW);
    TiltMap map =
        new TiltMap(
            features,
            QuadraticMoments.leading(features.width(), features.crossed(), features.crossed()),
            ShareFeatures.of(candidates));
    double[] theta = new double[map.size()];
    theta[0] = 0.3;
    theta[features.width() + 1] = 0.1;
    return new MomentWeights(
        map,
        theta,
        HeldCells.NONE,
        new WeightDescription("moments", "gaussian", 1, 0, JsonNodeFactory.instance.objectNode()));
  }

  /** The root mean square of what drawn rows' moments are off by, beside independent draws. */
  private static double strayed(Table candidates, MomentWeights weights, int[] drawn) {
    MomentFeatures all = MomentFeatures.unbounded(candidates).orElseThrow();
    QuadraticMoments moments = QuadraticMoments.all(all.width());
    TiltRows rows = new TiltRows(all.encode(candidates), CANDIDATES, moments);
    double[] shares =
        Arrays.stream(weights.weigh(candidates).meanOne()).map(w -> w / CANDIDATES).toArray();
    double[] wanted = rows.sums(shares);
    double[] variances = rows.variances(shares);
    double[] have = new TiltRows(all.encode(candidates.select(drawn)), DRAWN, moments).sums(even());
    double sum = 0;
    int count = 0;
    for (int j = 0; j < wanted.length; j++) {
      if (variances[j] > 1e-3) {
        sum += DRAWN * Math.pow(have[j] - wanted[j], 2) / variances[j];
        count++;
      }
    }
    return Math.sqrt(sum / count);
  }

  private static double[] even() {
    double[] even = new double[DRAWN];
    Arrays.fill(even, 1.0 / DRAWN);
    return even;
  }

  /**
   * Independent draws stray by about one, which is the twin: of thirteen moments by less than a
   * half once in a thousand times. A coin that is all but fair is next to constant when it is
   * squared; that took all pull from the others.
   */
  @Test
  void drawnRowsHaveTheirMomentsWhateverTheCoin() {
    for (double heads : new double[] {0.5, 0.5002, 0.52, 0.9}) {
      Table candidates = candidates(heads);
      MomentWeights weights = weights(candidates);
      int[] drawn = Resampling.chosen(candidates, weights, DRAWN, new Seed(6));
      assertThat(strayed(candidates, weights, drawn)).isLessThan(0.2);
      double[] shares = weights.weigh(candidates).meanOne();
      int[] alone =
          BalancedSample.draw(shares, DRAWN, new double[0], 0, new Seed(6).stream("alone"));
      assertThat(strayed(candidates, weights, alone)).isGreaterThan(0.5);
    }
  }

  /**
   * Also where many levels make hundreds of products. With means alone they strayed by 0.44, and
   * slopes of such tables with them.
   */
  @Test
  void drawnRowsHaveTheProductsOfManyLevels() {
    Table candidates = candidates(0.4, 30);
    assertThat(
            QuadraticMoments.all(MomentFeatures.unbounded(candidates).orElseThrow().width()).size())
        .isGreaterThan(500);
    MomentWeights weights = weights(candidates);
    int[] drawn = Resampling.chosen(candidates, weights, DRAWN, new Seed(6));
    assertThat(strayed(candidates, weights, drawn)).isLessThan(0.25);
  }
}
