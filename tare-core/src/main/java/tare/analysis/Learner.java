package tare.analysis;

import java.util.Arrays;
import tare.kernel.regression.SupportVectors;
import tare.random.Seed;

/**
 * A way to learn a prediction from weighted rows: the minimiser of the weighted loss, within the
 * learner's means.
 */
public sealed interface Learner permits Learner.Mlp, Learner.Forest, Learner.Svm {

  /** Learns to tell the classes of {@link ModelData#classes()} apart. */
  Predictor classify(ModelData data, Seed seed);

  /** Learns to predict {@link ModelData#numbers()}. */
  Predictor regress(ModelData data, Seed seed);

  /**
   * A dense network with one hidden layer of rectified units, trained by Adam on weighted lots.
   *
   * @param decay the ridge on weights, per row
   */
  record Mlp(int hidden, int epochs, int lot, double rate, double decay) implements Learner {
    public static final Mlp DEFAULTS = new Mlp(100, 200, 64, 1e-3, 1e-4);

    @Override
    public Predictor classify(ModelData data, Seed seed) {
      Variable.Factor classes = data.classes();
      int outputs = classes.levels().size();
      Scaling scaling = Scaling.of(data);
      float[] parameters =
          MlpTraining.run(
              this,
              data,
              scaling,
              outputs,
              (row, scores, deltas) -> {
                softmax(scores);
                for (int k = 0; k < outputs; k++) {
                  deltas[k] = scores[k] - (classes.codes()[row] == k ? 1 : 0);
                }
              },
              seed);
      return MlpTraining.predictor(this, scaling, parameters, outputs, Learner::softmax);
    }

    @Override
    public Predictor regress(ModelData data, Seed seed) {
      double[] y = data.numbers();
      Scaling scaling = Scaling.of(data);
      double mean = Scaling.mean(y, data.weights());
      double sd = Scaling.sd(y, data.weights());
      float[] parameters =
          MlpTraining.run(
              this,
              data,
              scaling,
              1,
              (row, scores, deltas) -> deltas[0] = scores[0] - (y[row] - mean) / sd,
              seed);
      return MlpTraining.predictor(
          this, scaling, parameters, 1, scores -> scores[0] = mean + sd * scores[0]);
    }
  }

  /**
   * A random forest of classification or regression trees, each grown on rows drawn with
   * replacement in proportion to their weights. At each split the square root (classes) or a third
   * (numbers) of the columns compete.
   */
  record Forest(int trees) implements Learner {
    public static final Forest DEFAULTS = new Forest(200);

    @Override
    public Predictor classify(ModelData data, Seed seed) {
      return WeightedForest.classifier(data, trees, seed);
    }

    @Override
    public Predictor regress(ModelData data, Seed seed) {
      return WeightedForest.regressor(data, trees, seed);
    }
  }

  /**
   * A support vector machine with a Gaussian kernel of width one over the number of columns, on
   * standardised columns; classes one against the rest.
   *
   * @param cost C of a row of weight one
   * @param tube the error below which a regression does not care, in sds of the target
   */
  record Svm(double cost, double tube) implements Learner {
    public static final Svm DEFAULTS = new Svm(1, 0.1);

    @Override
    public Predictor classify(ModelData data, Seed seed) {
      Variable.Factor classes = data.classes();
      Scaling scaling = Scaling.of(data);
      double[] x = scaling.apply(data.design().values());
      int p = data.design().columnCount();
      int count = classes.levels().size();
      SupportVectors[] machines = new SupportVectors[count];
      for (int k = count == 2 ? 1 : 0; k < count; k++) {
        boolean[] positive = new boolean[data.rowCount()];
        for (int i = 0; i < positive.length; i++) {
          positive[i] = classes.codes()[i] == k;
        }
        machines[k] = SupportVectors.classifier(x, p, positive, bounds(data), 1.0 / p);
      }
      return (values, offset, scores) -> {
        double[] row = scaling.apply(Arrays.copyOfRange(values, offset, offset + p));
        for (int k = count == 2 ? 1 : 0; k < count; k++) {
          scores[k] = machines[k].value(row, 0);
        }
        if (count == 2) {
          scores[0] = -scores[1];
        }
      };
    }

    @Override
    public Predictor regress(ModelData data, Seed seed) {
      Scaling scaling = Scaling.of(data);
      double[] y = data.numbers();
      double mean = Scaling.mean(y, data.weights());
      double sd = Scaling.sd(y, data.weights());
      int p = data.design().columnCount();
      SupportVectors machine =
          SupportVectors.regressor(
              scaling.apply(data.design().values()),
              p,
              Arrays.stream(y).map(v -> (v - mean) / sd).toArray(),
              bounds(data),
              1.0 / p,
              tube);
      return (values, offset, scores) ->
          scores[0] =
              mean
                  + sd
                      * machine.value(
                          scaling.apply(Arrays.copyOfRange(values, offset, offset + p)), 0);
    }

    private double[] bounds(ModelData data) {
      return Arrays.stream(data.weights()).map(w -> cost * w).toArray();
    }
  }

  /** exp of each over the sum of all, in place. */
  private static void softmax(double[] scores) {
    double max = Arrays.stream(scores).max().orElse(0);
    double sum = 0;
    for (int k = 0; k < scores.length; k++) {
      scores[k] = Math.exp(scores[k] - max);
      sum += scores[k];
    }
    for (int k = 0; k < scores.length; k++) {
      scores[k] /= sum;
    }
  }
}
