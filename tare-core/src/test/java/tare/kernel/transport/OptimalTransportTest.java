package tare.kernel.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tare.random.Seed;

class OptimalTransportTest {

  private final RandomGenerator chance = new Seed(7).stream("transport");

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void equalMassesGiveTheBestAssignment(int n) {
    for (int round = 0; round < 30; round++) {
      // Few distinct costs: ties everywhere.
      double[] cost = chance.ints((long) n * n, 0, 4).asDoubleStream().toArray();
      double[] mass = ones(n);
      assertThat(certified(cost, mass, mass).cost())
          .isCloseTo(bestAssignment(cost, n, 0, 0, 0) / n, within(1e-12));
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,5", "5,1", "2,2", "2,4", "3,3", "4,3", "3,4"})
  void anyMassesGiveTheBestVertexOfThePolytope(int n, int m) {
    for (int round = 0; round < 40; round++) {
      double[] cost = chance.doubles((long) n * m, -1, 3).toArray();
      double[] a = chance.ints(n, 1, 4).asDoubleStream().toArray();
      double[] b = chance.ints(m, 1, 4).asDoubleStream().toArray();
      assertThat(certified(cost, a, b).cost())
          .isCloseTo(VertexOracle.cheapest(cost, a, b), within(1e-12));
    }
  }

  @Test
  void onALineTheCostIsTheAreaBetweenTheDistributionFunctions() {
    int n = 300;
    int m = 170;
    double[][] x = new double[n][1];
    double[][] y = new double[m][1];
    Arrays.setAll(x, i -> new double[] {chance.nextDouble()});
    Arrays.setAll(y, i -> new double[] {chance.nextDouble() * 1.5 - 0.3});
    double[] a = chance.doubles(n).toArray();
    double[] b = chance.doubles(m).toArray();
    assertThat(OptimalTransport.wasserstein1(x, a, y, b))
        .isCloseTo(areaBetween(x, a, y, b), within(1e-11));
  }

  @Test
  void aShiftedCloudIsAsFarAsTheShift() {
    double[][] x = new double[200][3];
    Arrays.setAll(x, i -> chance.doubles(3).toArray());
    double[][] y =
        Arrays.stream(x)
            .map(p -> new double[] {p[0] + 3, p[1] - 4, p[2] + 12})
            .toArray(double[][]::new);
    double[] mass = chance.doubles(200, 0.1, 2).toArray();
    assertThat(OptimalTransport.wasserstein1(x, mass, y, mass)).isCloseTo(13, within(1e-11));
  }

  @Test
  void aMeasureIsAtDistanceZeroFromItselfWhateverItsCopies() {
    double[][] x = new double[120][2];
    Arrays.setAll(x, i -> new double[] {i % 5, i % 3});
    assertThat(OptimalTransport.wasserstein1(x, ones(120), x, ones(120))).isZero();
    // The same measure with masses on 15 points instead of 120 copies.
    double[][] distinct = Arrays.copyOf(x, 15);
    assertThat(OptimalTransport.wasserstein1(x, ones(120), distinct, ones(15)))
        .isCloseTo(0, within(1e-15));
  }

  @Test
  void zeroMassesTakeNoPart() {
    double[] cost = chance.doubles(40 * 30).toArray();
    double[] a = chance.doubles(40).toArray();
    double[] b = chance.doubles(30).toArray();
    for (int i = 0; i < 40; i += 3) {
      a[i] = 0;
    }
    b[0] = 0;
    b[17] = 0;
    OptimalTransport.Solution all = certified(cost, a, b);
    int[] rows = IntStream.range(0, 40).filter(i -> a[i] > 0).toArray();
    int[] columns = IntStream.range(0, 30).filter(j -> b[j] > 0).toArray();
    double[] kept =
        Arrays.stream(rows)
            .boxed()
            .flatMapToDouble(i -> Arrays.stream(columns).mapToDouble(j -> cost[i * 30 + j]))
            .toArray();
    double[] keptA = Arrays.stream(rows).mapToDouble(i -> a[i]).toArray();
    double[] keptB = Arrays.stream(columns).mapToDouble(j -> b[j]).toArray();
    assertThat(all.cost()).isCloseTo(certified(kept, keptA, keptB).cost(), within(1e-12));
  }

  @Test
  void massesOfVeryDifferentSizeKeepTheCertificate() {
    double[] cost = chance.doubles(60 * 50, 0, 1e6).toArray();
    double[] a = chance.doubles(60).map(u -> Math.exp(-40 * u)).toArray();
    double[] b = chance.doubles(50).map(u -> Math.exp(-40 * u)).toArray();
    certified(cost, a, b);
  }

  @Test
  void equalMassesOnAGridEndThoughEveryPivotIsDegenerate() {
    double[][] grid = new double[400][2];
    Arrays.setAll(grid, i -> new double[] {i % 20, i / 20});
    double[][] moved = new double[400][2];
    Arrays.setAll(moved, i -> new double[] {i % 20 + 1, i / 20});
    OptimalTransport.Solution solution =
        certified(Distances.euclidean(grid, moved), ones(400), ones(400));
    assertThat(solution.cost()).isCloseTo(1, within(1e-12));
  }

  @Test
  void refusesWhatIsNoMeasure() {
    double[] cost = new double[4];
    double[] good = {1, 1};
    assertThatThrownBy(() -> OptimalTransport.solve(cost, new double[] {1, -1}, good))
        .hasMessage("Every source mass must be finite and not negative. Got: -1.0");
    assertThatThrownBy(() -> OptimalTransport.solve(cost, good, new double[] {0, 0}))
        .hasMessage("The sink mass must have a positive, finite sum. Got: 0.0");
    assertThatThrownBy(() -> OptimalTransport.solve(new double[3], good, good))
        .hasMessage("cost must have sources x sinks entries. Got: 3 for 2 x 2");
    assertThatThrownBy(() -> OptimalTransport.solve(new double[] {1, Double.NaN, 1, 1}, good, good))
        .hasMessage("Every cost must be finite. Got: NaN");
  }

  /** Solves, and checks the plan against its masses and the prices against the costs. */
  private static OptimalTransport.Solution certified(double[] cost, double[] a, double[] b) {
    OptimalTransport.Solution solution = OptimalTransport.solve(cost, a, b);
    double[] sent = new double[a.length];
    double[] received = new double[b.length];
    double total = 0;
    for (int k = 0; k < solution.mass().length; k++) {
      assertThat(solution.mass()[k]).isPositive();
      sent[solution.source()[k]] += solution.mass()[k];
      received[solution.sink()[k]] += solution.mass()[k];
      total += solution.mass()[k] * cost[solution.source()[k] * b.length + solution.sink()[k]];
    }
    double scale = Arrays.stream(cost).map(Math::abs).max().orElse(0);
    assertThat(sent).containsExactly(shares(a), within(1e-15));
    assertThat(received).containsExactly(shares(b), within(1e-15));
    assertThat(solution.cost()).isCloseTo(total, within(1e-12 * scale));
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        assertThat(solution.sourcePotential()[i] + solution.sinkPotential()[j])
            .isLessThanOrEqualTo(cost[i * b.length + j] + 1e-12 * scale);
      }
    }
    double dual = 0;
    for (int i = 0; i < a.length; i++) {
      dual += shares(a)[i] * solution.sourcePotential()[i];
    }
    for (int j = 0; j < b.length; j++) {
      dual += shares(b)[j] * solution.sinkPotential()[j];
    }
    assertThat(dual).isCloseTo(total, within(1e-12 * scale));
    assertThat(solution.gap()).isBetween(0.0, 1e-12 * scale);
    return solution;
  }

  private static double[] ones(int n) {
    double[] mass = new double[n];
    Arrays.fill(mass, 1);
    return mass;
  }

  private static double[] shares(double[] mass) {
    double sum = Arrays.stream(mass).sum();
    return Arrays.stream(mass).map(x -> x / sum).toArray();
  }

  private static double bestAssignment(double[] cost, int n, int row, int used, double soFar) {
    if (row == n) {
      return soFar;
    }
    double best = Double.POSITIVE_INFINITY;
    for (int j = 0; j < n; j++) {
      if ((used & (1 << j)) == 0) {
        double with = soFar + cost[row * n + j];
        best = Math.min(best, bestAssignment(cost, n, row + 1, used | (1 << j), with));
      }
    }
    return best;
  }

  private static double areaBetween(double[][] x, double[] a, double[][] y, double[] b) {
    double[] p = shares(a);
    double[] q = shares(b);
    double[] all =
        IntStream.range(0, p.length + q.length)
            .mapToDouble(i -> i < p.length ? x[i][0] : y[i - p.length][0])
            .sorted()
            .toArray();
    double area = 0;
    for (int k = 0; k + 1 < all.length; k++) {
      double at = all[k];
      double below = 0;
      for (int i = 0; i < p.length; i++) {
        below += x[i][0] <= at ? p[i] : 0;
      }
      for (int j = 0; j < q.length; j++) {
        below -= y[j][0] <= at ? q[j] : 0;
      }
      area += Math.abs(below) * (all[k + 1] - at);
    }
    return area;
  }
}
