package tare.analysis;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.random.RandomGenerator;
import org.tribuo.Example;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.Output;
import org.tribuo.OutputFactory;
import org.tribuo.Trainer;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.classification.dtree.CARTClassificationTrainer;
import org.tribuo.classification.dtree.impurity.GiniIndex;
import org.tribuo.dataset.DatasetView;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;
import org.tribuo.regression.RegressionFactory;
import org.tribuo.regression.Regressor;
import org.tribuo.regression.rtree.CARTRegressionTrainer;
import org.tribuo.regression.rtree.impurity.MeanSquaredError;
import tare.random.Seed;

/*
 * Each tree is grown on a sample of the rows drawn with replacement in proportion to their weights. Weights inside the
 * trees would not do: a deep tree ends in leaves of one row each, where a weight no longer counts.
 */

/** Forests of Tribuo's trees; the only class that knows Tribuo. */
final class TribuoForest {

  /** Kept, because loggers are weakly referenced: Tribuo tells of its doings at level INFO. */
  private static final Logger LOGGER = Logger.getLogger("org.tribuo");

  private static final float SMALLEST_NODE = 2;

  static {
    LOGGER.setLevel(Level.WARNING);
  }

  private TribuoForest() {}

  static Predictor classifier(ModelData data, int trees, Seed seed) {
    Variable.Factor classes = data.classes();
    Forest<Label> forest =
        grown(
            data,
            new LabelFactory(),
            row -> new Label(Integer.toString(classes.codes()[row])),
            treeSeed ->
                new CARTClassificationTrainer(
                    Integer.MAX_VALUE,
                    SMALLEST_NODE,
                    0f,
                    share(data, 1 / Math.sqrt(data.design().columnCount())),
                    false,
                    new GiniIndex(),
                    treeSeed),
            trees,
            seed);
    return (x, offset, scores) -> {
      Arrays.fill(scores, 0);
      Example<Label> row = forest.example(new Label(Label.UNKNOWN), x, offset);
      for (Model<Label> tree : forest.trees()) {
        tree.predict(row)
            .getOutputScores()
            .forEach((name, label) -> scores[Integer.parseInt(name)] += label.getScore() / trees);
      }
    };
  }

  static Predictor regressor(ModelData data, int trees, Seed seed) {
    double[] y = data.numbers();
    Forest<Regressor> forest =
        grown(
            data,
            new RegressionFactory(),
            row -> new Regressor("y", y[row]),
            treeSeed ->
                new CARTRegressionTrainer(
                    Integer.MAX_VALUE,
                    SMALLEST_NODE,
                    0f,
                    share(data, 1 / 3.0),
                    false,
                    new MeanSquaredError(),
                    treeSeed),
            trees,
            seed);
    return (x, offset, scores) -> {
      scores[0] = 0;
      Example<Regressor> row = forest.example(new Regressor("y", Double.NaN), x, offset);
      for (Model<Regressor> tree : forest.trees()) {
        scores[0] += tree.predict(row).getOutput().getValues()[0] / trees;
      }
    };
  }

  /**
   * Grown trees.
   *
   * @param names of the columns that trees see
   * @param first the first such column of a design
   */
  private record Forest<T extends Output<T>>(List<Model<T>> trees, String[] names, int first) {
    Example<T> example(T target, double[] x, int offset) {
      int from = offset + first;
      return new ArrayExample<>(target, names, Arrays.copyOfRange(x, from, from + names.length));
    }
  }

  private static <T extends Output<T>> Forest<T> grown(
      ModelData data,
      OutputFactory<T> factory,
      IntFunction<T> target,
      LongFunction<Trainer<T>> trainers,
      int trees,
      Seed seed) {
    Forest<T> forest = new Forest<>(new ArrayList<>(), names(data), firstColumn(data));
    MutableDataset<T> rows =
        new MutableDataset<>(
            new SimpleDataSourceProvenance(
                "rows", OffsetDateTime.of(2000, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC), factory),
            factory);
    int p = data.design().columnCount();
    float[] weights = new float[data.rowCount()];
    for (int i = 0; i < weights.length; i++) {
      rows.add(forest.example(target.apply(i), data.design().values(), i * p));
      weights[i] = (float) (data.weights()[i] / weights.length);
    }
    RandomGenerator random = seed.stream("forest");
    for (int tree = 0; tree < trees; tree++) {
      DatasetView<T> bag =
          DatasetView.createWeightedBootstrapView(rows, weights.length, random.nextLong(), weights);
      forest.trees().add(trainers.apply(random.nextLong()).train(bag));
    }
    return forest;
  }

  /** Names in the order of the columns, which is also the order of the alphabet. */
  private static String[] names(ModelData data) {
    String[] names = new String[data.design().columnCount() - firstColumn(data)];
    Arrays.setAll(names, j -> String.format(Locale.ROOT, "x%08d", j));
    return names;
  }

  /** Trees have no use for the constant column. */
  private static int firstColumn(ModelData data) {
    if (data.design().columnCount() == 1 && data.design().hasIntercept()) {
      throw new IllegalArgumentException(
          "A forest needs at least one column to split on. Got: none");
    }
    return data.design().hasIntercept() ? 1 : 0;
  }

  /** A share of the columns for every split, for at least one of them. */
  private static float share(ModelData data, double wanted) {
    int p = data.design().columnCount() - firstColumn(data);
    return (float) Math.min(1, Math.max(1, Math.ceil(wanted * p)) / p);
  }
}
