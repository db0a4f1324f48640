package tare.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.inference.Replicates;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

class PosteriorScoreTest {

  private static Schema schema(ColumnType target) {
    return new Schema(
        "s",
        "row",
        List.of(
            new Column("x", new ColumnType.Numeric(-10, 10, List.of()), false),
            new Column("y", target, false)),
        OptionalLong.empty());
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static double score(Table train, double[] weights, Table test) {
    return PosteriorScore.of(train, weights, Optional.empty(), test, "y", new Seed(1));
  }

  @Test
  void aLinearPosteriorPredictsWithTheErrorsOfTheModel() {
    Schema schema = schema(new ColumnType.Numeric(-20, 20, List.of()));
    Table train = linear(schema, 800, 1);
    Table test = linear(schema, 800, 2);
    double score = score(train, ones(800), test);
    // y = 2 x + N(0, 1), x ~ N(0, 1): y has sd sqrt(5), so a standardised error has variance 1/5.
    // The
    // expected log density is -(1 + log(2 pi / 5)) / 2; over 800 rows its standard error is 0.025.
    assertThat(score).isCloseTo(-(1 + Math.log(2 * Math.PI / 5)) / 2, within(0.15));
  }

  private static Table linear(Schema schema, int n, long seed) {
    RandomGenerator chance = new Seed(seed).stream("linear");
    double[][] columns = new double[2][n];
    for (int r = 0; r < n; r++) {
      columns[0][r] = chance.nextGaussian();
      columns[1][r] = 2 * columns[0][r] + chance.nextGaussian();
    }
    return ColumnarTable.of(schema, columns);
  }

  @Test
  void weightsMoveAClassPosterior() {
    Table half = halfYes();
    Table yes = someYes();
    double[] mostlyYes = yesCounts(9);
    // Unweighted the chance of yes is 1/2, weighted it is 9/10.
    assertThat(score(half, ones(200), yes)).isCloseTo(Math.log(0.5), within(0.1));
    assertThat(score(half, mostlyYes, yes)).isCloseTo(Math.log(0.9), within(0.1));
    assertThat(score(yes, ones(4), half)).isNaN();
  }

  @Test
  void aColumnThatIsConstantAmongTheTrainingRowsIsLeftOut() {
    double[][] columns = new double[2][200];
    for (int r = 0; r < 200; r++) {
      columns[0][r] = 3;
      columns[1][r] = r % 2;
    }
    Table constant = ColumnarTable.of(schema(new ColumnType.YesNo("no", "yes")), columns);
    assertThat(score(constant, ones(200), someYes())).isCloseTo(Math.log(0.5), within(0.1));
  }

  private static Table halfYes() {
    double[][] columns = new double[2][200];
    for (int r = 0; r < 200; r++) {
      columns[0][r] = r % 5;
      columns[1][r] = r % 2;
    }
    return ColumnarTable.of(schema(new ColumnType.YesNo("no", "yes")), columns);
  }

  private static Table someYes() {
    return ColumnarTable.of(
        schema(new ColumnType.YesNo("no", "yes")), new double[][] {{0, 1, 2, 3}, {1, 1, 1, 1}});
  }

  private static double[] yesCounts(double times) {
    double[] weights = new double[200];
    Arrays.setAll(weights, r -> r % 2 == 1 ? times : 1);
    return weights;
  }

  /** Replicates that do not agree make a posterior less sure, and so do nearly equal ones not. */
  @Test
  void replicatesMakeAPosteriorAsWideAsTheySay() {
    double[] mostlyYes = yesCounts(9);
    double sure = score(halfYes(), mostlyYes, someYes());
    assertThat(spread(mostlyYes, 9, 9.1)).isCloseTo(sure, within(1e-9));
    // Centres at log odds of 0 and 4.4 about 2.2: chances of yes from 0.5 to 0.99, in the mean
    // less.
    assertThat(spread(mostlyYes, 1, 81)).isLessThan(sure - 0.1);
  }

  private static double spread(double[] weights, double one, double other) {
    float[][] replicates = {meanOne(yesCounts(one)), meanOne(yesCounts(other))};
    return PosteriorScore.of(
        halfYes(),
        weights,
        Optional.of(new Replicates(replicates, List.of(), List.of())),
        someYes(),
        "y",
        new Seed(1));
  }

  private static float[] meanOne(double[] weights) {
    double mean = Arrays.stream(weights).average().orElseThrow();
    float[] scaled = new float[weights.length];
    for (int r = 0; r < scaled.length; r++) {
      scaled[r] = (float) (weights[r] / mean);
    }
    return scaled;
  }
}
