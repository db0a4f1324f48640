package tare.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The laws of noise that coefficients can carry. */
public enum NoiseLaw {
  /** Independent Laplace noise, calibrated by L1 sensitivity: pure epsilon. */
  LAPLACE,
  /** Uniform direction, Gamma length, calibrated by L2 sensitivity: pure epsilon. */
  SPHERICAL,
  /** Independent Gaussian noise, calibrated by L2 sensitivity: needs a delta. */
  GAUSSIAN;

  /** The law of a name; empty when there is none. */
  public static Optional<NoiseLaw> labelled(String label) {
    return Arrays.stream(values()).filter(law -> law.label().equals(label)).findFirst();
  }

  /** The name in options and files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
