package tare.paper;

import tare.weight.WeightEstimators;

/** What Tare does when nobody chose a weight method. */
final class AutoChoice {

  /** The product's default method. */
  static final String METHOD = WeightEstimators.DEFAULT;

  private AutoChoice() {}
}
