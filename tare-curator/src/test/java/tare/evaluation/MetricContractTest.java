package tare.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tare.kernel.transport.Distances;
import tare.table.Table;

/** What every metric keeps: weights are shares of copies, on both sides. */
class MetricContractTest {

  private static final Table REAL = Tables.mixed(60, 0, 1);
  private static final Table SYNTHETIC = Tables.mixed(50, 12, 2);

  static Stream<Metric> metrics() {
    EvaluationOptions options = EvaluationOptions.DEFAULTS;
    return Stream.concat(
        Metrics.all(Tables.MIXED, options.withTarget("ill")).stream(),
        Metrics.all(Tables.MIXED, options.withTarget("age")).stream()
            .filter(
                metric -> metric instanceof DownstreamScore || metric instanceof CoefficientError));
  }

  /** Those whose answer is a minimiser; the others draw lots and bootstraps from the rows. */
  static Stream<Metric> exactMetrics() {
    return metrics()
        .filter(m -> !(m instanceof DownstreamScore s && s.learner() instanceof AnalysisLearner));
  }

  @ParameterizedTest
  @MethodSource("exactMetrics")
  void weightsCountLikeCopies(Metric metric) {
    int[] times = new int[SYNTHETIC.rowCount()];
    Arrays.setAll(times, r -> r % 3);
    double[] mass = Arrays.stream(times).asDoubleStream().toArray();
    double weighted = metric.pair(REAL, SYNTHETIC).weigh(mass).applyAsDouble(ones(60));
    Table copies = SYNTHETIC.select(repeated(times));
    double copied =
        metric.pair(REAL, copies).weigh(ones(copies.rowCount())).applyAsDouble(ones(60));
    assertThat(weighted).isCloseTo(copied, within(1e-9));
  }

  @ParameterizedTest
  @MethodSource("metrics")
  void massesOfRealRowsCountLikeCopies(Metric metric) {
    int[] times = new int[REAL.rowCount()];
    Arrays.setAll(times, r -> 1 + r % 2);
    double[] mass = Arrays.stream(times).asDoubleStream().toArray();
    Table copies = REAL.select(repeated(times));
    // The bandwidth of the kernel and cells at quantiles are chosen by the real rows and not by
    // their masses, so that all bootstraps share them.
    boolean chosen = metric instanceof MeanDiscrepancy || metric.name().endsWith("quantiles");
    double tolerance = chosen ? 0.03 : 1e-9;
    assertThat(metric.pair(REAL, SYNTHETIC).weigh(ones(50)).applyAsDouble(mass))
        .isCloseTo(
            metric.pair(copies, SYNTHETIC).weigh(ones(50)).applyAsDouble(ones(copies.rowCount())),
            within(tolerance));
  }

  @ParameterizedTest
  @MethodSource("metrics")
  void onlySharesMatter(Metric metric) {
    double[] mass = new double[50];
    Arrays.setAll(mass, r -> 0.5 + r % 4);
    double[] tenfold = Arrays.stream(mass).map(m -> 10 * m).toArray();
    Metric.Pairing pairing = metric.pair(REAL, SYNTHETIC);
    assertThat(pairing.weigh(tenfold).applyAsDouble(ones(60)))
        .isCloseTo(pairing.weigh(mass).applyAsDouble(ones(60)), within(1e-9));
  }

  @ParameterizedTest
  @MethodSource("exactMetrics")
  void realRowsThemselvesAreBest(Metric metric) {
    double own = metric.pair(REAL, REAL).weigh(ones(60)).applyAsDouble(ones(60));
    double other = metric.pair(REAL, SYNTHETIC).weigh(ones(50)).applyAsDouble(ones(60));
    if (metric.higherIsBetter()) {
      assertThat(own).isGreaterThan(other);
    } else {
      assertThat(own).isLessThan(other);
      if (!(metric instanceof DownstreamScore)) {
        assertThat(own).isCloseTo(0, within(1e-7));
      }
    }
  }

  @Test
  void aTargetThatIsNoColumnIsNamedWithItsNeighbour() {
    assertThatThrownBy(
            () -> Metrics.all(Tables.MIXED, EvaluationOptions.DEFAULTS.withTarget("agee")))
        .hasMessage("No column named \"agee\". Did you mean \"age\"?");
  }

  private static int[] repeated(int[] times) {
    return IntStream.range(0, times.length)
        .flatMap(r -> IntStream.generate(() -> r).limit(times[r]))
        .toArray();
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  /**
   * With all mass of a real row on its nearest synthetic one the distance is the least there is.
   */
  @Test
  void theLeastDistanceIsReachedByTheRightWeights() {
    double least = Metrics.leastWasserstein(REAL, SYNTHETIC);
    Coordinates coordinates = Coordinates.of(REAL.schema());
    double[][] real = coordinates.of(REAL);
    double[][] synthetic = coordinates.of(SYNTHETIC);
    double[] mass = new double[50];
    for (double[] row : real) {
      double[] cost = Distances.euclidean(new double[][] {row}, synthetic);
      int nearest = IntStream.range(0, 50).reduce(0, (a, b) -> cost[b] < cost[a] ? b : a);
      mass[nearest]++;
    }
    assertThat(Metrics.wasserstein().pair(REAL, SYNTHETIC).weigh(mass).applyAsDouble(ones(60)))
        .isCloseTo(least, within(1e-9));
  }
}
