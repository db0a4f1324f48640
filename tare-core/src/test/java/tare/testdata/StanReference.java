package tare.testdata;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import tare.analysis.BayesModel;
import tare.analysis.Formula;
import tare.analysis.Frame;
import tare.analysis.ModelData;
import tare.analysis.Variable;

/** The models of the Stan reference figures, set up as their source line says. */
public final class StanReference {

  private StanReference() {}

  public static BayesModel banknote(boolean weighted) {
    Frame raw = Datasets.frame("banknote");
    List<Variable> variables =
        new ArrayList<>(raw.without(Set.of("class")).standardized().variables());
    variables.add(raw.variable("class"));
    double[] weights = ones(raw.rowCount());
    return BayesModel.logistic(
        data(
            new Frame(variables),
            "class",
            weighted ? Datasets.referenceWeights(raw.rowCount()) : weights));
  }

  public static BayesModel boston10() {
    Frame frame = Datasets.frame("boston10").standardized();
    return BayesModel.linear(data(frame, "medv", ones(frame.rowCount())));
  }

  public static BayesModel iris() {
    Frame frame = Datasets.frame("iris").standardized();
    return BayesModel.multinomial(data(frame, "species", ones(frame.rowCount())));
  }

  private static ModelData data(Frame frame, String target, double[] weights) {
    return ModelData.of(Formula.allOthers(target, frame.names()), frame, weights);
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }
}
