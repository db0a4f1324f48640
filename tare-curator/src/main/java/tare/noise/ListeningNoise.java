package tare.noise;

/**
 * A noise source at which an audit listens: it sees each exact value that is about to get noise,
 * and says what comes out. For made-up rows only; a release draws from {@link SecureNoise}, which
 * hears nothing.
 */
public interface ListeningNoise extends NoiseSource {

  /** Hears a count that gets noise. */
  long hear(long exact, IntegerNoise law);

  /** Hears scores that are chosen among. @param scores Not modified. */
  int hear(long[] scores, ExponentialChoice choice);

  /** Hears a vector that gets spherical noise. @param exact Not modified. */
  double[] hear(double[] exact, SphericalNoise law);
}
