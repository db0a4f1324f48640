package tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static tare.testkit.StatisticalAssertions.RARE;
import static tare.testkit.StatisticalAssertions.assertFollows;
import static tare.testkit.StatisticalAssertions.kolmogorovSmirnovPValue;

import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.generator.Examples;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Table;

class BayesNetworkTest {

  private static final Schema BITS = Examples.yesNo(2);

  private static NetworkNode bit(int column, List<Integer> parents, double[]... table) {
    ColumnBins bins = ColumnBins.of(column, BITS.column(column), 5);
    return new NetworkNode(
        column,
        bins,
        Grouping.of(List.of(0, 1)),
        new double[] {0.5, 0.5},
        parents,
        parents.stream().map(p -> 2).toList(),
        table);
  }

  static BayesNetwork twoBits() {
    return new BayesNetwork(
        BITS,
        List.of(
            bit(0, List.of(), new double[] {0.3, 0.7}),
            bit(1, List.of(0), new double[] {0.9, 0.1}, new double[] {0.25, 0.75})));
  }

  @Test
  void rowsFollowTheTablesAsNearlyAsWholeRowsCan() {
    Table rows = twoBits().sample(1_000, new Seed(1));
    int[] counts = new int[4];
    for (int r = 0; r < 1_000; r++) {
      counts[2 * rows.level(r, 0) + rows.level(r, 1)]++;
    }
    assertThat(counts[0] + counts[1]).isEqualTo(300);
    assertThat(counts[0]).isEqualTo(270);
    assertThat(counts[3]).isEqualTo(525);
  }

  /** The law of a single row is the model's: over seeds, by a chi-squared test. */
  @Test
  void eachRowHasTheLawOfTheModel() {
    long[] counts = new long[4];
    for (int seed = 0; seed < 4_000; seed++) {
      Table rows = twoBits().sample(3, new Seed(seed));
      counts[2 * rows.level(1, 0) + rows.level(1, 1)]++;
    }
    assertFollows(counts, new double[] {0.27, 0.03, 0.175, 0.525}, RARE);
  }

  @Test
  void aNodeBeforeItsParentIsRefused() {
    NetworkNode child = bit(1, List.of(0), new double[] {0.9, 0.1}, new double[] {0.25, 0.75});
    NetworkNode parent = bit(0, List.of(), new double[] {0.3, 0.7});
    assertThatThrownBy(() -> new BayesNetwork(BITS, List.of(child, parent)))
        .hasMessageContaining("after its parents");
    assertThatThrownBy(() -> new BayesNetwork(BITS, List.of(parent)))
        .hasMessageContaining("one node per column");
  }

  @Test
  void lawsThatAreNoneAreRefused() {
    assertThatThrownBy(() -> bit(0, List.of(), new double[] {0.3, 0.6}))
        .hasMessageContaining("sum to one");
    assertThatThrownBy(() -> bit(0, List.of(), new double[] {-0.3, 1.3}))
        .hasMessageContaining("not negative");
    assertThatThrownBy(() -> bit(1, List.of(0), new double[] {0.9, 0.1}))
        .hasMessageContaining("one row per parents' groups");
  }

  private static ColumnBins numbers(int bins, boolean whole) {
    ColumnType type =
        whole
            ? new ColumnType.Whole(0, 99, List.of(25.0, 50.0, 75.0))
            : new ColumnType.Numeric(0, 1, List.of(0.25, 0.5, 0.75));
    Schema schema =
        new Schema("x", "row", List.of(new Column("x", type, false)), OptionalLong.empty());
    return ColumnBins.of(0, schema.column(0), bins);
  }

  /** Bins of a triangular density: lines within bins come nearer to it than steps. */
  @Test
  void slopesFollowTheNeighbours() {
    double[] shares = {1 / 16.0, 3 / 16.0, 5 / 16.0, 7 / 16.0};
    double tilted = distanceFromTriangle(shares, true);
    double flat = distanceFromTriangle(shares, false);
    assertThat(tilted).isGreaterThan(RARE);
    assertThat(flat).as("steps alone would be told apart").isLessThan(RARE);
  }

  private static double distanceFromTriangle(double[] shares, boolean tilted) {
    ColumnBins bins = numbers(4, false);
    CellValues values =
        new CellValues(bins, tilted ? shares : new double[] {0.25, 0.25, 0.25, 0.25});
    RandomGenerator random = new Seed(9).stream("draws");
    double[] draws = new double[40_000];
    for (int i = 0; i < draws.length; i++) {
      double height = random.nextDouble() * 16;
      int cell = height < 1 ? 0 : height < 4 ? 1 : height < 9 ? 2 : 3;
      draws[i] = values.draw(cell, random.nextDouble());
    }
    return kolmogorovSmirnovPValue(draws, x -> Math.max(0, Math.min(1, x * x)));
  }

  @Test
  void wholeNumbersStayInTheirBin() {
    ColumnBins bins = numbers(4, true);
    CellValues values = new CellValues(bins, new double[] {0.7, 0.1, 0.1, 0.1});
    for (int cell = 0; cell < 4; cell++) {
      for (double height : new double[] {0, 0.1, 0.5, 0.999, Math.nextDown(1.0)}) {
        double value = values.draw(cell, height);
        assertThat(value).isEqualTo(Math.rint(value));
        assertThat(bins.ofNumber(value)).isEqualTo(cell);
      }
    }
  }

  @Test
  void theInverseOfATiltedLawIsExact() {
    for (double tilt : new double[] {-2, -1, -1e-9, 0, 1e-9, 0.5, 2}) {
      for (double height : new double[] {0, 0.2, 0.7, 0.999}) {
        double u = CellValues.inverse(tilt, height);
        assertThat(u + tilt * (u * u - u) / 2).isCloseTo(height, within(1e-12));
      }
    }
  }
}
