package tare.evaluation;

import java.util.List;
import tare.random.Seed;
import tare.schema.DidYouMean;

/** The kinds of models that are trained on synthetic rows and tested on real ones. */
final class Learners {

  private Learners() {}

  /** The chance inside a learner (initial weights, bootstraps) is the same for every table. */
  private static final Seed SEED = new Seed(1);

  /**
   * A quarter of the analyst's default, since every method of every run trains its own forest. On
   * real rows of Breast it costs 0.002 of the AUC.
   */
  private static final int TREES = 50;

  static List<DownstreamLearner> all() {
    return List.of(
        LinearModel.DEFAULT,
        new AnalysisLearner("mlp", tare.analysis.Learner.Mlp.DEFAULTS, SEED),
        new AnalysisLearner("svm", tare.analysis.Learner.Svm.DEFAULTS, SEED),
        new AnalysisLearner("forest", new tare.analysis.Learner.Forest(TREES), SEED));
  }

  static DownstreamLearner named(String name) {
    List<String> names = all().stream().map(DownstreamLearner::name).toList();
    return all().stream()
        .filter(learner -> learner.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "No metric named \"" + name + "\"." + DidYouMean.hint(name, names)));
  }
}
