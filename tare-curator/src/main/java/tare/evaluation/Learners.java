package tare.evaluation;

import java.util.List;
import tare.schema.DidYouMean;

/** The kinds of models that are trained on synthetic rows and tested on real ones. */
final class Learners {

  private Learners() {}

  static List<Learner> all() {
    return List.of(LinearModel.DEFAULT);
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
