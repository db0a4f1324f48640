package tare.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
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

  @Test
  void aLinearPosteriorPredictsWithTheErrorsOfTheModel() {
    Schema schema = schema(new ColumnType.Numeric(-20, 20, List.of()));
    Table train = linear(schema, 800, 1);
    Table test = linear(schema, 800, 2);
    double score = PosteriorScore.of(train, ones(800), test, "y", new Seed(1));
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
    Schema schema = schema(new ColumnType.YesNo("no", "yes"));
    double[][] columns = new double[2][200];
    for (int r = 0; r < 200; r++) {
      columns[0][r] = r % 5;
      columns[1][r] = r % 2;
    }
    Table half = ColumnarTable.of(schema, columns);
    double[] mostlyYes = new double[200];
    Arrays.setAll(mostlyYes, r -> r % 2 == 1 ? 9 : 1);
    Table yes = ColumnarTable.of(schema, new double[][] {{0, 1, 2, 3}, {1, 1, 1, 1}});
    // Unweighted the chance of yes is 1/2, weighted it is 9/10.
    assertThat(PosteriorScore.of(half, ones(200), yes, "y", new Seed(1)))
        .isCloseTo(Math.log(0.5), within(0.1));
    assertThat(PosteriorScore.of(half, mostlyYes, yes, "y", new Seed(1)))
        .isCloseTo(Math.log(0.9), within(0.1));
    assertThat(PosteriorScore.of(yes, ones(4), half, "y", new Seed(1))).isNaN();
  }
}
