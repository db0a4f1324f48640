package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.table.Weights;
import tare.testdata.Datasets;
import tare.testdata.TestCsv;

/** Weighted regressions, means and tables against R's survey package, and what they refuse. */
class RegressionTest {

  private static final TestCsv REFERENCE = TestCsv.read("/reference/regression_r.csv");

  @Test
  void linearAgreesWithSvyglm() {
    Frame boston = boston();
    Formula formula = Formula.parse("medv ~ crim + nox + rm * old + lstat + tax", boston.names());
    agrees("linear", Regression.linear(data(formula, boston)));
  }

  @Test
  void logisticAgreesWithSvyglm() {
    Frame banknote = Datasets.frame("banknote");
    agrees(
        "logistic",
        Regression.logistic(data(Formula.parse("class ~ .", banknote.names()), banknote)));
  }

  @Test
  void multinomialAgreesWithNewtonStepsInR() {
    Frame boston = boston();
    Formula formula = Formula.parse("price ~ crim + nox + rm + old + lstat", boston.names());
    agrees("multinomial", Regression.multinomial(data(formula, boston)));
  }

  @Test
  void twoClassesAreTheSameBothWays() {
    Frame banknote = Datasets.frame("banknote");
    ModelData data = data(Formula.parse("class ~ .", banknote.names()), banknote);
    assertThat(Regression.multinomial(data).estimates())
        .containsExactly(Regression.logistic(data).estimates());
  }

  @Test
  void meansAgreeWithSvymean() {
    Frame boston = boston();
    Weights weights = logged(Datasets.referenceWeights(boston.rowCount()));
    for (String column : List.of("medv", "crim")) {
      Variable.Numeric numeric = (Variable.Numeric) boston.variable(column);
      Expectation.Estimate estimate = Expectation.selfNormalized(numeric.values(), weights);
      int row = row("mean", column);
      assertThat(estimate.mean()).isCloseTo(REFERENCE.number(row, "estimate"), within(1e-9));
      assertThat(estimate.standardError()).isCloseTo(REFERENCE.number(row, "se"), within(1e-9));
    }
  }

  @Test
  void tableAgreesWithSvymeanOfIndicators() {
    Frame boston = boston();
    Variable.Factor old = (Variable.Factor) boston.variable("old");
    Variable.Factor price = (Variable.Factor) boston.variable("price");
    ContingencyTable table =
        ContingencyTable.of(old, price, logged(Datasets.referenceWeights(boston.rowCount())));
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        int row = row("table", old.levels().get(a) + "." + price.levels().get(b));
        assertThat(table.shares()[a][b])
            .isCloseTo(REFERENCE.number(row, "estimate"), within(1e-12));
        assertThat(table.standardErrors()[a][b])
            .isCloseTo(REFERENCE.number(row, "se"), within(1e-10));
      }
    }
  }

  @Test
  void scaleOfWeightsChangesNothing() {
    Frame boston = boston();
    Formula formula = Formula.parse("medv ~ rm + lstat", boston.names());
    double[] weights = Datasets.referenceWeights(boston.rowCount());
    double[] scaled = Arrays.stream(weights).map(w -> 1000 * w).toArray();
    Regression.Fit a = Regression.linear(ModelData.of(formula, boston, weights));
    Regression.Fit b = Regression.linear(ModelData.of(formula, boston, scaled));
    for (int j = 0; j < 3; j++) {
      assertThat(b.coefficients().get(j).standardError())
          .isCloseTo(a.coefficients().get(j).standardError(), within(1e-10));
    }
  }

  @Test
  void rowsOfWeightZeroAreAsGoodAsAbsent() {
    Frame iris = Datasets.frame("iris");
    Formula formula = Formula.parse("species ~ sepal_length", iris.names());
    double[] weights = new double[150];
    Arrays.fill(weights, 0, 120, 1);
    int[] first = new int[120];
    Arrays.setAll(first, i -> i);
    double[] ones = new double[120];
    Arrays.fill(ones, 1);
    double[] masked = Regression.multinomial(ModelData.of(formula, iris, weights)).estimates();
    double[] shorter =
        Regression.multinomial(ModelData.of(formula, iris.select(first), ones)).estimates();
    for (int j = 0; j < masked.length; j++) {
      assertThat(masked[j]).isCloseTo(shorter[j], within(1e-8));
    }
  }

  @Test
  void separatedClassesAreRefusedUnlessThereIsARidge() {
    Frame iris = Datasets.frame("iris");
    ModelData data = data(Formula.parse("species ~ .", iris.names()), iris);
    assertThatThrownBy(() -> Regression.multinomial(data))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("separate the classes");
    assertThat(Regression.multinomial(data, 0.01).estimates()).doesNotContain(Double.NaN);
  }

  @Test
  void aDependentColumnIsNamed() {
    Frame boston = boston();
    List<Variable> more = new ArrayList<>(boston.variables());
    double[] rm = ((Variable.Numeric) boston.variable("rm")).values();
    more.add(new Variable.Numeric("rooms", Arrays.stream(rm).map(v -> 2 * v + 1).toArray()));
    Frame frame = new Frame(more);
    for (String target : List.of("medv", "price")) {
      ModelData data = data(Formula.parse(target + " ~ rm + rooms", frame.names()), frame);
      assertThatThrownBy(
              () -> {
                if (target.equals("medv")) {
                  Regression.linear(data);
                } else {
                  Regression.multinomial(data);
                }
              })
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("\"rooms\"");
    }
  }

  @Test
  void wrongTargetsSayWhatToUse() {
    Frame iris = Datasets.frame("iris");
    ModelData species = data(Formula.parse("species ~ .", iris.names()), iris);
    assertThatThrownBy(() -> Regression.linear(species)).hasMessageContaining("must be numeric");
    assertThatThrownBy(() -> Regression.logistic(species)).hasMessageContaining("multinomial");
    assertThatThrownBy(() -> iris.variable("specis"))
        .hasMessageContaining("Did you mean \"species\"?");
  }

  @Test
  void sandwichIntervalsCoverTheTruth() {
    // p_D: x ~ N(0,1), y = 1 + 2x + heteroscedastic noise; rows drawn with x ~ N(0.5, 1), exact
    // weights.
    RandomGenerator random = new Seed(11).stream("coverage");
    int runs = 300;
    int covered = 0;
    for (int run = 0; run < runs; run++) {
      Regression.Fit fit = shiftedFit(500, random);
      covered += fit.coefficient("x").interval(0.95).contains(2) ? 1 : 0;
    }
    // At a true coverage of 0.945 the count of 300 falls outside [0.88, 0.985] with chance under
    // 1e-5.
    assertThat((double) covered / runs).isBetween(0.88, 0.985);
  }

  static Regression.Fit shiftedFit(int n, RandomGenerator random) {
    double[] x = new double[n];
    double[] y = new double[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = 0.5 + random.nextGaussian();
      y[i] = 1 + 2 * x[i] + (0.5 + 0.5 * Math.abs(x[i])) * random.nextGaussian();
      weights[i] = Math.exp(-0.5 * x[i] + 0.125);
    }
    Frame frame = new Frame(List.of(new Variable.Numeric("x", x), new Variable.Numeric("y", y)));
    return Regression.linear(ModelData.of(Formula.parse("y ~ x", frame.names()), frame, weights));
  }

  private static void agrees(String job, Regression.Fit fit) {
    List<Integer> rows = new ArrayList<>();
    for (int row = 0; row < REFERENCE.rows().size(); row++) {
      if (REFERENCE.text(row, "job").equals(job)) {
        rows.add(row);
      }
    }
    assertThat(fit.coefficients()).hasSameSizeAs(rows);
    for (int j = 0; j < rows.size(); j++) {
      Coefficient coefficient = fit.coefficients().get(j);
      String name = REFERENCE.text(rows.get(j), "coefficient");
      assertThat(coefficient.name().replace("=", "")).isEqualTo(name);
      double estimate = REFERENCE.number(rows.get(j), "estimate");
      double error = REFERENCE.number(rows.get(j), "se");
      assertThat(coefficient.estimate()).as(name).isCloseTo(estimate, within(1e-8));
      assertThat(coefficient.standardError()).as(name).isCloseTo(error, within(1e-6));
    }
  }

  private static int row(String job, String coefficient) {
    for (int row = 0; row < REFERENCE.rows().size(); row++) {
      if (REFERENCE.text(row, "job").equals(job)
          && REFERENCE.text(row, "coefficient").equals(coefficient)) {
        return row;
      }
    }
    throw new IllegalArgumentException(job + " " + coefficient);
  }

  private static ModelData data(Formula formula, Frame frame) {
    return ModelData.of(formula, frame, Datasets.referenceWeights(frame.rowCount()));
  }

  private static Weights logged(double[] weights) {
    return new Weights(Arrays.stream(weights).map(Math::log).toArray());
  }

  /** Boston with the two factors that regression.R makes. */
  static Frame boston() {
    Frame boston = Datasets.frame("boston10");
    List<String> old =
        Arrays.stream(((Variable.Numeric) boston.variable("age")).values())
            .mapToObj(age -> age < 40 ? "new" : age < 80 ? "mid" : "old")
            .toList();
    List<String> price =
        Arrays.stream(((Variable.Numeric) boston.variable("medv")).values())
            .mapToObj(medv -> medv < 17 ? "low" : medv < 25 ? "mid" : "high")
            .toList();
    List<Variable> variables = new ArrayList<>(boston.variables());
    variables.add(Datasets.factor("old", List.of("new", "mid", "old"), old));
    variables.add(Datasets.factor("price", List.of("low", "mid", "high"), price));
    return new Frame(variables);
  }
}
