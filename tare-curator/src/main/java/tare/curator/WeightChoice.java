package tare.curator;

import tare.weight.WeightEstimator;

/** How the rows of a release are weighed. */
public sealed interface WeightChoice {

  /** By what promises most, as far as public numbers tell: {@link AutoWeights}. */
  record Automatic() implements WeightChoice {}

  /** By one method. */
  record Method(WeightEstimator estimator) implements WeightChoice {}

  /** Not at all: the generator has the whole budget. */
  record None() implements WeightChoice {}
}
