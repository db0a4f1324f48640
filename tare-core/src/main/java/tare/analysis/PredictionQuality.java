package tare.analysis;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tare.kernel.regression.RocAuc;
import tare.random.Seed;

/**
 * How well a learner predicts rows it has not seen, by cross-validation. The scores count the
 * held-out rows by their weights, so that they speak of the real law however the learner was
 * trained.
 *
 * @param scores by name: accuracy and roc_auc for classes, mse and r2 for numbers
 */
public record PredictionQuality(Map<String, Double> scores) {

  public PredictionQuality {
    scores = Collections.unmodifiableMap(new LinkedHashMap<>(scores));
  }

  /**
   * Trains and scores in turn.
   *
   * @param classes whether the target is a class
   * @param trainingWeighted whether training counts rows by their weights (scoring always does)
   * @param folds at least 2
   */
  public static PredictionQuality crossValidated(
      Learner learner,
      ModelData data,
      boolean classes,
      boolean trainingWeighted,
      int folds,
      Seed seed) {
    int n = data.rowCount();
    if (folds < 2 || folds > n) {
      throw new IllegalArgumentException(
          "folds must be between 2 and the number of rows. Got: " + folds);
    }
    int[] fold = folds(n, folds, seed.stream("folds"));
    int outputs = classes ? data.classes().levels().size() : 1;
    double[][] scores = new double[outputs][n];
    for (int f = 0; f < folds; f++) {
      int held = f;
      int[] training = IntStream.range(0, n).filter(i -> fold[i] != held).toArray();
      ModelData part = data.select(training);
      ModelData used = trainingWeighted ? part : part.unweighted();
      Seed own = seed.child("fold " + f);
      Predictor predictor = classes ? learner.classify(used, own) : learner.regress(used, own);
      int[] known = classes ? positions(data, part) : new int[] {0};
      double[] predicted = new double[known.length];
      for (int i = 0; i < n; i++) {
        if (fold[i] == held) {
          predictor.predict(data.design().values(), i * data.design().columnCount(), predicted);
          for (int k = 0; k < known.length; k++) {
            scores[known[k]][i] = predicted[k];
          }
        }
      }
    }
    return classes ? ofClasses(scores, data) : ofNumbers(scores[0], data);
  }

  /** Which class of all each class of a part is; a fold may lack one. */
  private static int[] positions(ModelData all, ModelData part) {
    return part.classes().levels().stream()
        .mapToInt(level -> all.classes().levels().indexOf(level))
        .toArray();
  }

  private static PredictionQuality ofClasses(double[][] scores, ModelData data) {
    Variable.Factor classes = data.classes();
    double right = 0;
    double total = 0;
    for (int i = 0; i < data.rowCount(); i++) {
      int best = 0;
      for (int k = 1; k < scores.length; k++) {
        best = scores[k][i] > scores[best][i] ? k : best;
      }
      right += best == classes.codes()[i] ? data.weights()[i] : 0;
      total += data.weights()[i];
    }
    Map<String, Double> result = new LinkedHashMap<>();
    result.put("roc_auc", RocAuc.macro(scores, classes.codes(), data.weights()));
    result.put("accuracy", right / total);
    return new PredictionQuality(result);
  }

  private static PredictionQuality ofNumbers(double[] predicted, ModelData data) {
    double[] y = data.numbers();
    double mean = Scaling.mean(y, data.weights());
    double error = 0;
    double spread = 0;
    double total = 0;
    for (int i = 0; i < y.length; i++) {
      error += data.weights()[i] * (y[i] - predicted[i]) * (y[i] - predicted[i]);
      spread += data.weights()[i] * (y[i] - mean) * (y[i] - mean);
      total += data.weights()[i];
    }
    Map<String, Double> result = new LinkedHashMap<>();
    result.put("mse", error / total);
    result.put("r2", 1 - error / spread);
    return new PredictionQuality(result);
  }

  private static int[] folds(int n, int folds, RandomGenerator random) {
    int[] fold = new int[n];
    Arrays.setAll(fold, i -> i % folds);
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int held = fold[i];
      fold[i] = fold[j];
      fold[j] = held;
    }
    return fold;
  }
}
