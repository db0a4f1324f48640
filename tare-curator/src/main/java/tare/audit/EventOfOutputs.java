package tare.audit;

import java.util.function.ToDoubleFunction;

/**
 * The outputs whose score is at least, or at most, a threshold.
 *
 * @param swapped whether it is the more likely on the second neighbour
 */
record EventOfOutputs<O>(
    ToDoubleFunction<O> score, double threshold, boolean atLeast, boolean swapped) {

  boolean holds(O output) {
    double value = score.applyAsDouble(output);
    return atLeast ? value >= threshold : value <= threshold;
  }
}
