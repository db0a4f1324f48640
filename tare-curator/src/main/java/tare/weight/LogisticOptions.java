package tare.weight;

import java.util.Optional;
import java.util.OptionalDouble;
import tare.model.FeatureKind;
import tare.model.NoiseLaw;

/**
 * What can be chosen about weights from logistic regression. All of it is public and must be chosen
 * without looking at private rows.
 *
 * @param features how rows become vectors
 * @param lambda the ridge penalty, or empty to have it from public numbers ({@link LambdaRule})
 * @param law the law of noise on coefficients, or empty to take the one with the least noise in the
 *     log weights
 */
public record LogisticOptions(FeatureKind features, OptionalDouble lambda, Optional<NoiseLaw> law) {

  /** The usual options. */
  public static final LogisticOptions DEFAULTS =
      new LogisticOptions(FeatureKind.WHITENED, OptionalDouble.empty(), Optional.empty());

  public LogisticOptions {
    if (lambda.isPresent() && !(lambda.getAsDouble() > 0 && lambda.getAsDouble() < 1e12)) {
      throw new IllegalArgumentException(
          "lambda must be positive and below 1e12. Got: " + lambda.getAsDouble());
    }
  }

  /** The same options with another map from rows to vectors. */
  public LogisticOptions withFeatures(FeatureKind kind) {
    return new LogisticOptions(kind, lambda, law);
  }

  /** The same options with a given penalty. */
  public LogisticOptions withLambda(double value) {
    return new LogisticOptions(features, OptionalDouble.of(value), law);
  }

  /** The same options with a given law of noise. */
  public LogisticOptions withLaw(NoiseLaw value) {
    return new LogisticOptions(features, lambda, Optional.of(value));
  }
}
