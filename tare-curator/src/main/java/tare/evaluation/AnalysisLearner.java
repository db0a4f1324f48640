package tare.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tare.analysis.Formula;
import tare.analysis.Frame;
import tare.analysis.ModelData;
import tare.analysis.Predictor;
import tare.analysis.Variable;
import tare.random.Seed;

/**
 * A learner of the analyst's, trained on examples. Rows of weight zero are left out first, and a
 * class that no training row has gets the lowest score everywhere.
 *
 * @param name as grids and options use it
 */
record AnalysisLearner(String name, tare.analysis.Learner learner, Seed seed)
    implements DownstreamLearner {

  private static final String TARGET = "y";

  @Override
  public Trained train(LabelledRows examples, double[] mass) {
    double[] present = examples.present(mass);
    int[] rows = IntStream.range(0, present.length).filter(r -> present[r] > 0).toArray();
    if (rows.length == 0) {
      throw new IllegalArgumentException("At least one row with a target must have weight.");
    }
    int outputs = Math.max(1, examples.classes());
    if (examples.classification() && oneClass(examples, rows)) {
      return points -> new double[outputs][points.length];
    }
    ModelData data = data(examples, rows, present);
    if (!examples.classification()) {
      Predictor predictor = learner.regress(data, seed);
      return points -> predicted(predictor, points, new int[] {0}, outputs);
    }
    int[] known = data.classes().levels().stream().mapToInt(Integer::parseInt).toArray();
    Predictor predictor = learner.classify(data, seed);
    return points -> predicted(predictor, points, known, outputs);
  }

  private static boolean oneClass(LabelledRows examples, int[] rows) {
    return Arrays.stream(rows).map(r -> examples.labels()[r]).distinct().count() < 2;
  }

  private static ModelData data(LabelledRows examples, int[] rows, double[] mass) {
    List<Variable> variables = new ArrayList<>();
    List<List<String>> terms = new ArrayList<>();
    for (int k = 0; k < examples.width(); k++) {
      int column = k;
      variables.add(
          new Variable.Numeric(
              "x" + k,
              Arrays.stream(rows).mapToDouble(r -> examples.points()[r][column]).toArray()));
      terms.add(List.of("x" + k));
    }
    variables.add(target(examples, rows));
    double[] weights = Arrays.stream(rows).mapToDouble(r -> mass[r]).toArray();
    return ModelData.of(new Formula(TARGET, terms, false), new Frame(variables), weights);
  }

  private static Variable target(LabelledRows examples, int[] rows) {
    if (!examples.classification()) {
      return new Variable.Numeric(
          TARGET, Arrays.stream(rows).mapToDouble(r -> examples.targets()[r]).toArray());
    }
    List<String> levels =
        IntStream.range(0, examples.classes()).mapToObj(Integer::toString).toList();
    return new Variable.Factor(
        TARGET, levels, Arrays.stream(rows).map(r -> examples.labels()[r]).toArray());
  }

  /** Scores by class of the examples; classes the predictor does not know stay at the bottom. */
  private static double[][] predicted(
      Predictor predictor, double[][] points, int[] known, int outputs) {
    double[][] scores = new double[outputs][points.length];
    if (known.length < outputs) {
      for (double[] row : scores) {
        Arrays.fill(row, -Double.MAX_VALUE);
      }
    }
    double[] out = new double[known.length];
    for (int i = 0; i < points.length; i++) {
      predictor.predict(points[i], 0, out);
      for (int k = 0; k < known.length; k++) {
        scores[known[k]][i] = out[k];
      }
    }
    return scores;
  }
}
