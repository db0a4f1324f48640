package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.inference.Estimate;
import tare.inference.ReplicateInference;
import tare.inference.Replicates;
import tare.inference.WeightedStatistic;
import tare.testdata.Datasets;
import tare.testdata.TestCsv;

/** Estimates and standard errors are those of R's survey package with the same replicates. */
class ReplicatesBesideSurveyTest {

  private static final int COUNT = 20;

  /** Made by replicates.R. */
  private static final TestCsv REFERENCE = TestCsv.read("/reference/replicates_r.csv");

  private final Frame boston = RegressionTest.boston();

  /** The formula of replicates.R. */
  private static Replicates replicates(int rows) {
    double[] weights = Datasets.referenceWeights(rows);
    float[][] replicates = new float[COUNT][rows];
    for (int b = 1; b <= COUNT; b++) {
      double[] raw = new double[rows];
      double sum = 0;
      for (int i = 1; i <= rows; i++) {
        raw[i - 1] = weights[i - 1] * (0.6 + 0.8 * ((13 * i * (b + 7) + 29 * b) % 97) / 97);
        sum += raw[i - 1];
      }
      for (int i = 0; i < rows; i++) {
        replicates[b - 1][i] = (float) (raw[i] * rows / sum);
      }
    }
    return new Replicates(replicates, List.of("a formula"), List.of());
  }

  private static ReplicateInference inferred(WeightedStatistic statistic, int rows) {
    return ReplicateInference.of(
        statistic, Datasets.referenceWeights(rows), replicates(rows), OptionalLong.of(rows), 0.95);
  }

  private static ModelData data(String formula, Frame frame) {
    return ModelData.of(
        Formula.parse(formula, frame.names()), frame, Datasets.referenceWeights(frame.rowCount()));
  }

  private static void agrees(String job, ReplicateInference inference) {
    List<Integer> rows =
        IntStream.range(0, REFERENCE.rows().size())
            .filter(row -> REFERENCE.text(row, "job").equals(job))
            .boxed()
            .toList();
    assertThat(inference.estimates()).as(job).hasSameSizeAs(rows);
    for (int j = 0; j < rows.size(); j++) {
      Estimate own = inference.estimates().get(j);
      String name = REFERENCE.text(rows.get(j), "coefficient");
      assertThat(own.value())
          .as(job + " " + name)
          .isCloseTo(REFERENCE.number(rows.get(j), "estimate"), within(1e-6));
      assertThat(own.standardError())
          .as(job + " " + name)
          .isCloseTo(REFERENCE.number(rows.get(j), "se"), within(1e-6));
    }
  }

  @Test
  void regressions() {
    Regression.Fit linear =
        Regression.linear(data("medv ~ crim + nox + rm * old + lstat + tax", boston));
    agrees("linear", inferred(Regression.refits(linear, 0), boston.rowCount()));
    Frame banknote = Datasets.frame("banknote");
    Regression.Fit logistic =
        Regression.logistic(data("class ~ variance + skewness + curtosis + entropy", banknote));
    agrees("logistic", inferred(Regression.refits(logistic, 0), banknote.rowCount()));
    Regression.Fit multinomial =
        Regression.multinomial(data("price ~ crim + nox + rm + old + lstat", boston));
    agrees("multinomial", inferred(Regression.refits(multinomial, 0), boston.rowCount()));
  }

  @Test
  void descriptions() {
    int rows = boston.rowCount();
    agrees("mean", inferred(Statistics.means(boston, List.of("medv", "crim")), rows));
    agrees("median", inferred(Statistics.quantiles(boston, List.of("lstat"), 0.5), rows));
    agrees(
        "correlation", inferred(Statistics.correlations(boston, List.of("lstat", "medv")), rows));
    // R runs through the first factor first.
    agrees("table", inferred(Statistics.table(boston, "price", "old"), rows));
  }

  @Test
  void aPredictionIsTheCombinationOfItsCoefficients() {
    Regression.Fit fit = Regression.linear(data("medv ~ rm + lstat", boston));
    Frame rows =
        new Frame(
            List.of(
                new Variable.Numeric("rm", new double[] {6, 7}),
                new Variable.Numeric("lstat", new double[] {10, 5})));
    ReplicateInference slopes = inferred(Regression.refits(fit, 0), boston.rowCount());
    ReplicateInference predicted =
        inferred(Regression.predictions(fit, 0, rows), boston.rowCount());
    double[] x = {1, 7, 5};
    double value = 0;
    double variance = 0;
    for (int j = 0; j < 3; j++) {
      value += x[j] * slopes.estimates().get(j).value();
      for (int k = 0; k < 3; k++) {
        variance += x[j] * x[k] * slopes.covariance()[j * 3 + k];
      }
    }
    assertThat(predicted.estimates().get(1).value()).isCloseTo(value, within(1e-9));
    assertThat(predicted.estimates().get(1).standardError())
        .isCloseTo(Math.sqrt(variance), within(1e-9));
  }
}
