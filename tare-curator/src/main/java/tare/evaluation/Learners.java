package tare.evaluation;

import java.util.List;

/** The kinds of models that are trained on synthetic rows and tested on real ones. */
final class Learners {

  private Learners() {}

  static List<Learner> all() {
    return List.of(LinearModel.DEFAULT);
  }
}
