package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.testdata.Datasets;
import tare.testdata.TestCsv;

/** One contract for every learner, and the support vector machine against scikit-learn's. */
class LearnerTest {

  private static final List<Learner> LEARNERS =
      List.of(
          new Learner.Mlp(32, 60, 32, 3e-3, 1e-4), new Learner.Forest(30), Learner.Svm.DEFAULTS);

  @Test
  void everyLearnerTellsClassesApart() {
    Frame iris = Datasets.frame("iris");
    ModelData data = data(Formula.parse("species ~ .", iris.names()), iris);
    for (Learner learner : LEARNERS) {
      PredictionQuality quality =
          PredictionQuality.crossValidated(learner, data, true, true, 5, new Seed(1));
      assertThat(quality.scores().get("accuracy")).as("%s", learner).isGreaterThan(0.9);
      assertThat(quality.scores().get("roc_auc")).as("%s", learner).isGreaterThan(0.97);
    }
  }

  @Test
  void everyLearnerPredictsNumbers() {
    Frame boston = Datasets.frame("boston10").standardized();
    ModelData data = data(Formula.parse("medv ~ .", boston.names()), boston);
    for (Learner learner : LEARNERS) {
      PredictionQuality quality =
          PredictionQuality.crossValidated(learner, data, false, true, 3, new Seed(2));
      // Ordinary least squares leaves 0.32 of the variance.
      assertThat(quality.scores().get("mse")).as("%s", learner).isLessThan(0.3);
      assertThat(quality.scores().get("r2")).as("%s", learner).isGreaterThan(0.7);
    }
  }

  /**
   * A column that hardly varies in the rows learned from, and does in those asked about: made-up
   * digits have such pixels. Without a bound it drowns the column that tells.
   */
  @Test
  void whatNoRowWasLearnedFromDrownsNothing() {
    int n = 200;
    RandomGenerator random = new Seed(5).stream("still");
    double[] telling = random.doubles(n, -1, 1).toArray();
    double[] still = IntStream.range(0, n).mapToDouble(i -> 1e-6 * (i % 2)).toArray();
    int[] y = Arrays.stream(telling).mapToInt(x -> x > 0 ? 1 : 0).toArray();
    Frame frame =
        new Frame(
            List.of(
                new Variable.Numeric("telling", telling),
                new Variable.Numeric("still", still),
                new Variable.Factor("y", List.of("no", "yes"), y)));
    ModelData data = data(Formula.parse("y ~ telling + still", frame.names()), frame);
    for (Learner learner : LEARNERS) {
      Predictor predictor = learner.classify(data, new Seed(6));
      double[] low = new double[2];
      double[] high = new double[2];
      predictor.predict(row(data, -0.7, 0.9), 0, low);
      predictor.predict(row(data, 0.7, 0.9), 0, high);
      assertThat(high[1] - high[0]).as("%s", learner).isGreaterThan(low[1] - low[0]);
      assertThat(high[1]).as("%s", learner).isGreaterThan(high[0]);
      assertThat(low[0]).as("%s", learner).isGreaterThan(low[1]);
    }
  }

  private static double[] row(ModelData data, double telling, double still) {
    Frame asked =
        new Frame(
            List.of(
                new Variable.Numeric("telling", new double[] {telling}),
                new Variable.Numeric("still", new double[] {still})));
    return data.coding().design(asked).values();
  }

  /** Two groups with opposite answers: the group that the weights favour is believed. */
  @Test
  void everyLearnerHeedsTheWeights() {
    int n = 240;
    RandomGenerator random = new Seed(3).stream("groups");
    double[] x = random.doubles(n, -1, 1).toArray();
    int[] y = new int[n];
    double[] number = new double[n];
    double[] heavy = new double[n];
    for (int i = 0; i < n; i++) {
      boolean trusted = i % 3 == 0;
      y[i] = (x[i] > 0) == trusted ? 1 : 0;
      number[i] = trusted ? x[i] : -x[i];
      heavy[i] = trusted ? 1 : 0.01;
    }
    Frame frame =
        new Frame(
            List.of(
                new Variable.Numeric("x", x),
                new Variable.Factor("y", List.of("no", "yes"), y),
                new Variable.Numeric("number", number)));
    ModelData classes = ModelData.of(Formula.parse("y ~ x", frame.names()), frame, heavy);
    ModelData numbers = ModelData.of(Formula.parse("number ~ x", frame.names()), frame, heavy);
    for (Learner learner : LEARNERS) {
      Seed seed = new Seed(4);
      assertThat(advantage(learner.classify(classes, seed))).as("%s", learner).isPositive();
      assertThat(advantage(learner.classify(classes.unweighted(), seed)))
          .as("%s", learner)
          .isNegative();
      assertThat(slope(learner.regress(numbers, seed))).as("%s", learner).isPositive();
      assertThat(slope(learner.regress(numbers.unweighted(), seed))).as("%s", learner).isNegative();
    }
  }

  @Test
  void theSeedAloneDecides() {
    Frame iris = Datasets.frame("iris");
    ModelData data = data(Formula.parse("species ~ .", iris.names()), iris);
    for (Learner learner : LEARNERS) {
      double[] a = new double[3];
      double[] b = new double[3];
      learner.classify(data, new Seed(5)).predict(data.design().values(), 500, a);
      learner.classify(data, new Seed(5)).predict(data.design().values(), 500, b);
      assertThat(b).as("%s", learner).containsExactly(a);
    }
  }

  @Test
  void supportVectorClassifierAgreesWithScikitLearn() {
    Frame banknote = Datasets.frame("banknote");
    Frame some = banknote.select(everySeventh(banknote.rowCount()));
    ModelData data = data(Formula.parse("class ~ .", some.names()), some);
    Predictor machine = new Learner.Svm(0.5, 0.1).classify(data, new Seed(1));
    double[] reference = reference("svc");
    double[] scores = new double[2];
    for (int i = 0; i < data.rowCount(); i++) {
      machine.predict(data.design().values(), i * 5, scores);
      // Our solver stops at a violation of 1e-3, as libsvm does by default.
      assertThat(scores[1]).isCloseTo(reference[i], within(5e-3));
    }
  }

  @Test
  void supportVectorRegressorAgreesWithScikitLearn() {
    Frame boston = Datasets.frame("boston10");
    Frame some = boston.select(everySeventh(boston.rowCount()));
    ModelData data = data(Formula.parse("medv ~ .", some.names()), some);
    Predictor machine = Learner.Svm.DEFAULTS.regress(data, new Seed(1));
    double[] y = data.numbers();
    double mean = Scaling.mean(y, data.weights());
    double sd = Scaling.sd(y, data.weights());
    double[] reference = reference("svr");
    double[] score = new double[1];
    for (int i = 0; i < data.rowCount(); i++) {
      machine.predict(data.design().values(), i * 11, score);
      assertThat((score[0] - mean) / sd).isCloseTo(reference[i], within(5e-3));
    }
  }

  @Test
  void impossibleFoldsAreRefused() {
    Frame iris = Datasets.frame("iris");
    ModelData data = data(Formula.parse("species ~ .", iris.names()), iris);
    assertThatThrownBy(
            () ->
                PredictionQuality.crossValidated(
                    Learner.Svm.DEFAULTS, data, true, true, 1, new Seed(1)))
        .hasMessageContaining("folds");
  }

  private static double advantage(Predictor predictor) {
    double[] scores = new double[2];
    predictor.predict(new double[] {1, 0.5}, 0, scores);
    return scores[1] - scores[0];
  }

  private static double slope(Predictor predictor) {
    double[] low = new double[1];
    double[] high = new double[1];
    predictor.predict(new double[] {1, -0.5}, 0, low);
    predictor.predict(new double[] {1, 0.5}, 0, high);
    return high[0] - low[0];
  }

  private static double[] reference(String job) {
    TestCsv csv = TestCsv.read("/reference/svm_sklearn.csv");
    List<Double> values = new ArrayList<>();
    for (int row = 0; row < csv.rows().size(); row++) {
      if (csv.text(row, "job").equals(job)) {
        values.add(csv.number(row, "value"));
      }
    }
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static int[] everySeventh(int n) {
    return IntStream.iterate(0, i -> i < n, i -> i + 7).toArray();
  }

  private static ModelData data(Formula formula, Frame frame) {
    double[] weights = Datasets.referenceWeights(frame.rowCount());
    return ModelData.of(formula, frame, Arrays.copyOf(weights, weights.length));
  }
}
