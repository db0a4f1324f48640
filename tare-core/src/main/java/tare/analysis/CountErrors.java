package tare.analysis;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import tare.accounting.PrivacyEvent;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.DiscreteGaussian;
import tare.accounting.PrivacyEvent.DiscreteLaplace;
import tare.accounting.PrivacyEvent.Exponential;
import tare.accounting.PrivacyEvent.Repeated;

/**
 * How far shares of a release may be off, from public numbers alone: the noise on the counts that a
 * generator was fitted to, and the chance by which rows came to be in the private table. Known for
 * generators that count every column, and then pairs of columns; it can be told before anything is
 * spent, because the events of a plan are all it takes.
 *
 * <p>What it leaves out: what a model of columns and pairs cannot express, and how values lie
 * within a cell that was counted as one.
 *
 * @param columnNoise standard deviation of the noise on a count of one column, in rows
 * @param pairNoise the same for a count of a pair of columns; empty when no pair is counted
 * @param n the number of private rows as far as it is public
 */
public record CountErrors(double columnNoise, OptionalDouble pairNoise, double n) {

  /** Two-sided 95 % of the normal law. */
  private static final double Z = 1.96;

  /**
   * Reads the noise off the events of a release.
   *
   * @param events one per charge
   * @param columns the number of columns
   * @param n the number of private rows as used
   * @return empty when no event counts every column
   */
  public static Optional<CountErrors> of(List<PrivacyEvent> events, int columns, double n) {
    return events.stream()
        .filter(Composed.class::isInstance)
        .flatMap(event -> ofFit(((Composed) event).events(), columns, n).stream())
        .findFirst();
  }

  /** One count of every column, then choices of pairs, then a count of every pair. */
  private static Optional<CountErrors> ofFit(List<PrivacyEvent> parts, int columns, double n) {
    OptionalDouble counted = OptionalDouble.empty();
    OptionalDouble pairs = OptionalDouble.empty();
    boolean chosen = false;
    for (PrivacyEvent part : parts) {
      PrivacyEvent inner = part instanceof Repeated repeated ? repeated.event() : part;
      chosen |= inner instanceof Exponential;
      if (deviation(inner).isPresent() && chosen) {
        pairs = deviation(inner);
      } else if (deviation(inner).isPresent() && times(part) == columns) {
        counted = deviation(inner);
      }
    }
    return counted.isEmpty()
        ? Optional.empty()
        : Optional.of(new CountErrors(counted.getAsDouble(), pairs, n));
  }

  private static long times(PrivacyEvent event) {
    return event instanceof Repeated repeated ? repeated.times() : 1;
  }

  /** The standard deviation of the noise on a whole number, where one row moves one count. */
  private static OptionalDouble deviation(PrivacyEvent event) {
    if (event instanceof DiscreteGaussian noise && noise.coordinates() == 1) {
      return OptionalDouble.of(noise.sigma());
    }
    if (event instanceof DiscreteLaplace noise && noise.coordinates() == 1) {
      double q = Math.exp(-1 / noise.scale());
      return OptionalDouble.of(Math.sqrt(2 * q) / (1 - q));
    }
    return OptionalDouble.empty();
  }

  /**
   * Half the width of the interval that holds a share of one column in 19 of 20 releases.
   *
   * @param share the share as released
   * @param cells how many counted cells the share is a sum of, each by the square of its part in it
   */
  public double columnShare(double share, double cells) {
    return Z * Math.sqrt(chance(share) + cells * columnNoise * columnNoise / (n * n));
  }

  /** The same for a share of a pair of columns that was counted. */
  public OptionalDouble pairShare(double share, double cells) {
    return pairNoise.isEmpty()
        ? pairNoise
        : OptionalDouble.of(
            Z * Math.sqrt(chance(share) + cells * Math.pow(pairNoise.getAsDouble(), 2) / (n * n)));
  }

  private double chance(double share) {
    return share * (1 - share) / n;
  }
}
