package tare.report;

import java.util.Optional;
import java.util.stream.IntStream;
import tare.release.Bundle;
import tare.release.WeightStatement;
import tare.table.Weights;

/** Every so many-th row of a release, where there are very many: released rows are in no order. */
final class FewerRows {

  private FewerRows() {}

  /** The same release when it has no more rows than that. */
  static Bundle of(Bundle bundle, int most) {
    int all = bundle.synthetic().rowCount();
    if (all <= most) {
      return bundle;
    }
    int stride = (all + most - 1) / most;
    int[] rows = IntStream.range(0, (all + stride - 1) / stride).map(i -> i * stride).toArray();
    return new Bundle(
        bundle.synthetic().select(rows),
        bundle.weights().map(weights -> of(weights, rows)),
        bundle.replicates().map(replicates -> replicates.of(rows)),
        bundle.privacy(),
        bundle.provenance(),
        bundle.model());
  }

  private static WeightStatement of(WeightStatement statement, int[] rows) {
    double[] all = statement.weights().logWeights();
    double[] some = IntStream.of(rows).mapToDouble(row -> all[row]).toArray();
    return new WeightStatement(
        new Weights(some).normalised(), statement.description(), statement.quality());
  }

  /** How many of them are looked at, in words; nothing when they are all. */
  static Optional<String> words(Bundle bundle, Bundle looked) {
    int some = looked.synthetic().rowCount();
    return some == bundle.synthetic().rowCount()
        ? Optional.empty()
        : Optional.of(
            " The figures on this page are of " + Html.number(some) + " of them, evenly spread.");
  }
}
