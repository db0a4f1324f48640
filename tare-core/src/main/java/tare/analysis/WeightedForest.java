package tare.analysis;

import java.util.Arrays;
import java.util.stream.IntStream;
import tare.kernel.tree.Bag;
import tare.kernel.tree.BinnedColumns;
import tare.kernel.tree.RegressionTree;
import tare.kernel.tree.TreeGrower;
import tare.random.Seed;

/*
 * Each tree is grown on a sample of the rows drawn with replacement in proportion to their weights; how often a row was
 * drawn is its mass in every split and leaf. So a row of weight two is, in law, two rows of weight one. Weights times an
 * even bag would not do: a deep tree ends in leaves of one row each, where a mass no longer counts (docs/notes/learners.md).
 */

/**
 * Random forests, each tree from a seed of its own, so that the number of threads changes nothing.
 */
final class WeightedForest {

  private final RegressionTree[] trees;
  private final int firstColumn;

  private WeightedForest(RegressionTree[] trees, int firstColumn) {
    this.trees = trees;
    this.firstColumn = firstColumn;
  }

  static Predictor classifier(ModelData data, int trees, Seed seed) {
    Variable.Factor classes = data.classes();
    int count = classes.levels().size();
    // Of two classes the second one's indicator says all.
    int outputs = count == 2 ? 1 : count;
    double[] targets = new double[data.rowCount() * outputs];
    for (int i = 0; i < data.rowCount(); i++) {
      int code = classes.codes()[i];
      if (count > 2) {
        targets[i * outputs + code] = 1;
      } else {
        targets[i] = code;
      }
    }
    WeightedForest forest =
        grown(data, targets, outputs, 1 / Math.sqrt(splitColumns(data)), trees, seed);
    return (x, offset, scores) -> {
      forest.predict(x, offset, scores);
      if (count == 2) {
        scores[1] = scores[0];
        scores[0] = 1 - scores[1];
      }
    };
  }

  static Predictor regressor(ModelData data, int trees, Seed seed) {
    return grown(data, data.numbers(), 1, 1 / 3.0, trees, seed)::predict;
  }

  private static WeightedForest grown(
      ModelData data, double[] targets, int outputs, double share, int trees, Seed seed) {
    int width = data.design().columnCount();
    int columns = splitColumns(data);
    BinnedColumns binned = BinnedColumns.of(data.design().values(), width, width - columns);
    TreeGrower grower =
        new TreeGrower(binned, targets, outputs, (int) Math.ceil(share * columns - 1e-9));
    RegressionTree[] grown = new RegressionTree[trees];
    IntStream.range(0, trees)
        .parallel()
        .forEach(
            tree -> {
              Seed own = seed.child("tree " + tree);
              double[] bag = Bag.counts(data.weights(), own.stream("bag"));
              grown[tree] = grower.grow(bag, own.stream("columns"));
            });
    return new WeightedForest(grown, width - columns);
  }

  private void predict(double[] x, int offset, double[] scores) {
    Arrays.fill(scores, 0);
    for (RegressionTree tree : trees) {
      tree.addMeans(x, offset + firstColumn, scores);
    }
    for (int k = 0; k < scores.length; k++) {
      scores[k] /= trees.length;
    }
  }

  /** Trees have no use for the constant column. */
  private static int splitColumns(ModelData data) {
    int columns = data.design().columnCount() - (data.design().hasIntercept() ? 1 : 0);
    if (columns == 0) {
      throw new IllegalArgumentException(
          "A forest needs at least one column to split on. Got: none");
    }
    return columns;
  }
}
