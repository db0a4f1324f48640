package tare.kernel.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tare.testkit.ReferenceTable;

/** Agrees with another exact solver on two real tables, weighted and not. */
class OptimalTransportReferenceTest {

  static List<ReferenceTable.Row> figures() {
    return ReferenceTable.read(OptimalTransportReferenceTest.class, "transport.csv").rows();
  }

  @ParameterizedTest
  @MethodSource("figures")
  void agreesToNineDigits(ReferenceTable.Row figure) {
    double[][] real = points(figure.text("table") + "_real.csv.gz");
    double[][] synthetic = points(figure.text("table") + "_synthetic.csv.gz");
    scaleMinMax(real);
    double[] uniform = new double[real.length];
    Arrays.fill(uniform, 1);
    double[] mass = figure.text("weights").equals("uniform") ? uniform : cycle(synthetic.length);
    double[] cost =
        figure.text("cost").equals("euclidean")
            ? Distances.euclidean(real, synthetic)
            : Distances.squaredEuclidean(real, synthetic);

    OptimalTransport.Solution solution = OptimalTransport.solve(cost, uniform, mass);

    assertThat(solution.cost()).isCloseTo(figure.number("value"), within(1e-9));
    assertThat(solution.gap()).isLessThan(1e-12);
  }

  private static double[] cycle(int n) {
    double[] mass = new double[n];
    for (int i = 1; i <= n; i++) {
      mass[i - 1] = 1 + (i % 7) / 7.0;
    }
    return mass;
  }

  private static double[][] points(String resource) {
    ReferenceTable table =
        ReferenceTable.read(
            OptimalTransportReferenceTest.class, "/tare/kernel/regression/" + resource);
    double[][] points = new double[table.size()][table.columns().size()];
    for (int k = 0; k < table.columns().size(); k++) {
      double[] column = table.numbers(table.columns().get(k));
      for (int i = 0; i < column.length; i++) {
        points[i][k] = column[i];
      }
    }
    return points;
  }

  private static void scaleMinMax(double[][] points) {
    for (int k = 0; k < points[0].length; k++) {
      int column = k;
      double lo = Arrays.stream(points).mapToDouble(x -> x[column]).min().orElseThrow();
      double hi = Arrays.stream(points).mapToDouble(x -> x[column]).max().orElseThrow();
      for (double[] x : points) {
        x[k] = (x[k] - lo) / (hi - lo);
      }
    }
  }
}
