package tare.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tare.kernel.regression.RocAuc;
import tare.random.Seed;

/** Learners of the analyst's behind the evaluation's own interface. */
class AnalysisLearnerTest {

  static Stream<DownstreamLearner> learners() {
    return Learners.all().stream().filter(learner -> learner instanceof AnalysisLearner);
  }

  /** Three classes on a circle, the third one left out of training. */
  private static LabelledRows circle(int n, long seed, boolean allClasses) {
    RandomGenerator chance = new Seed(seed).stream("circle");
    double[][] points = new double[n][2];
    int[] labels = new int[n];
    for (int r = 0; r < n; r++) {
      labels[r] = r % (allClasses ? 3 : 2);
      double angle = 2 * labels[r];
      points[r][0] = Math.cos(angle) + 0.3 * chance.nextGaussian();
      points[r][1] = Math.sin(angle) + 0.3 * chance.nextGaussian();
    }
    return new LabelledRows(points, labels, new double[0], 3);
  }

  @ParameterizedTest
  @MethodSource("learners")
  void tellsClassesApartInTheOrderOfTheExamples(DownstreamLearner learner) {
    LabelledRows test = circle(150, 2, true);
    double[][] scores = learner.train(circle(150, 1, true), ones(150)).predict(test.points());
    assertThat(RocAuc.macro(scores, test.labels(), ones(150))).isGreaterThan(0.95);
  }

  @ParameterizedTest
  @MethodSource("learners")
  void aClassThatNoTrainingRowHasIsNeverPreferred(DownstreamLearner learner) {
    LabelledRows test = circle(30, 2, true);
    double[][] scores = learner.train(circle(60, 1, false), ones(60)).predict(test.points());
    for (int r = 0; r < test.size(); r++) {
      assertThat(scores[2][r]).isLessThan(Math.min(scores[0][r], scores[1][r]));
    }
  }

  @ParameterizedTest
  @MethodSource("learners")
  void oneClassAloneGivesNoRanking(DownstreamLearner learner) {
    LabelledRows train = circle(30, 1, false);
    double[] firstOnly = new double[30];
    Arrays.setAll(firstOnly, r -> r % 2 == 0 ? 1 : 0);
    double[][] scores = learner.train(train, firstOnly).predict(train.points());
    assertThat(List.of(scores)).allSatisfy(row -> assertThat(row).containsOnly(0));
  }

  @ParameterizedTest
  @MethodSource("learners")
  void weightsDecideWhichRowsAreLearnedFrom(DownstreamLearner learner) {
    // The same points with the right and with the turned labels; only the right ones have weight.
    LabelledRows right = circle(120, 1, false);
    double[][] points = Arrays.copyOf(right.points(), 240);
    int[] labels = Arrays.copyOf(right.labels(), 240);
    double[] mass = new double[240];
    for (int r = 0; r < 120; r++) {
      points[120 + r] = right.points()[r];
      labels[120 + r] = 1 - right.labels()[r];
      mass[r] = 1;
      mass[120 + r] = 0.01;
    }
    double[][] scores =
        learner
            .train(new LabelledRows(points, labels, new double[0], 3), mass)
            .predict(right.points());
    boolean[] positive = new boolean[120];
    for (int r = 0; r < 120; r++) {
      positive[r] = right.labels()[r] == 1;
    }
    assertThat(RocAuc.of(scores[1], positive, ones(120))).isGreaterThan(0.9);
  }

  @ParameterizedTest
  @MethodSource("learners")
  void predictsNumbers(DownstreamLearner learner) {
    RandomGenerator chance = new Seed(3).stream("numbers");
    double[][] points = new double[200][1];
    double[] targets = new double[200];
    for (int r = 0; r < 200; r++) {
      points[r][0] = chance.nextDouble();
      targets[r] = 0.2 + 0.6 * points[r][0];
    }
    double[] predicted =
        learner.train(new LabelledRows(points, new int[0], targets, 0), ones(200))
            .predict(points)[0];
    double error = 0;
    for (int r = 0; r < 200; r++) {
      error += (predicted[r] - targets[r]) * (predicted[r] - targets[r]) / 200;
    }
    // The targets' variance is 0.03.
    assertThat(error).isLessThan(0.003);
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }
}
