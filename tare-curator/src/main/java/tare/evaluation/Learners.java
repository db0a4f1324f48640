package tare.evaluation;

import java.util.List;
import tare.random.Seed;
import tare.schema.DidYouMean;

/** The kinds of models that are trained on synthetic rows and tested on real ones. */
final class Learners {

  private Learners() {}

  /** The chance inside a learner (initial weights, bootstraps) is the same for every table. */
  private static final Seed SEED = new Seed(1);

  static List<Learner> all() {
    return List.of(
        LinearModel.DEFAULT,
        new AnalysisLearner("mlp", tare.analysis.Learner.Mlp.DEFAULTS, SEED),
        new AnalysisLearner("svm", tare.analysis.Learner.Svm.DEFAULTS, SEED),
        new AnalysisLearner("forest", tare.analysis.Learner.Forest.DEFAULTS, SEED));
  }

  static Learner named(String name) {
    List<String> names = all().stream().map(Learner::name).toList();
    return all().stream()
        .filter(learner -> learner.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "No metric named \"" + name + "\"." + DidYouMean.hint(name, names)));
  }
}
