package tare.analysis;

import java.util.ArrayList;
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
 * <p>Where a unit may have several rows, they are reckoned with as if they were alike, which is the
 * worst that chance can do: so many rows then tell no more than one.
 *
 * <p>What it leaves out: what a model of columns and pairs cannot express, and how values lie
 * within a cell that was counted as one.
 *
 * @param levelNoise standard deviation of the noise on a count of a level, in rows
 * @param numberNoise the same for a cell of a number, each time that it is counted
 * @param pairNoise the same for a count of a pair of columns; empty when no pair is counted
 * @param n the number of private rows as far as it is public
 * @param rowsPerUnit how many of them may be one unit's
 */
public record CountErrors(
    double levelNoise, double numberNoise, OptionalDouble pairNoise, double n, int rowsPerUnit) {

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

  /**
   * Counts of columns, then choices of pairs, then counts of pairs. Where columns are counted in
   * two kinds, the first kind is of those counted once, the second of numbers counted several
   * times.
   */
  private static Optional<CountErrors> ofFit(List<PrivacyEvent> parts, int columns, double n) {
    List<PrivacyEvent> counted = new ArrayList<>();
    OptionalDouble pairs = OptionalDouble.empty();
    boolean chosen = false;
    for (PrivacyEvent part : parts) {
      chosen |= inner(part) instanceof Exponential;
      if (deviation(inner(part)).isPresent() && chosen) {
        pairs = deviation(inner(part));
      } else if (deviation(inner(part)).isPresent()) {
        counted.add(part);
      }
    }
    if (!ofColumns(counted, columns)) {
      return Optional.empty();
    }
    double levels = deviation(inner(counted.get(0))).getAsDouble();
    double numbers = deviation(inner(counted.get(counted.size() - 1))).getAsDouble();
    return Optional.of(
        new CountErrors(levels, numbers, pairs, n, rowsPerUnit(inner(counted.get(0)))));
  }

  /** Whether the numbers of counts are those of so many columns. */
  private static boolean ofColumns(List<PrivacyEvent> counted, int columns) {
    if (counted.size() == 1) {
      return times(counted.get(0)) % columns == 0;
    }
    long once = counted.size() == 2 ? times(counted.get(0)) : columns;
    return once < columns && times(counted.get(1)) % (columns - once) == 0;
  }

  private static PrivacyEvent inner(PrivacyEvent part) {
    return part instanceof Repeated repeated ? repeated.event() : part;
  }

  private static long times(PrivacyEvent event) {
    return event instanceof Repeated repeated ? repeated.times() : 1;
  }

  /** The standard deviation of the noise on a whole number, where each row moves one count. */
  private static OptionalDouble deviation(PrivacyEvent event) {
    if (event instanceof DiscreteGaussian noise && noise.sensitivity() == noise.coordinates()) {
      return OptionalDouble.of(noise.sigma());
    }
    if (event instanceof DiscreteLaplace noise && noise.sensitivity() == noise.coordinates()) {
      double q = Math.exp(-1 / noise.scale());
      return OptionalDouble.of(Math.sqrt(2 * q) / (1 - q));
    }
    return OptionalDouble.empty();
  }

  /** Each row of a unit moves one count. */
  private static int rowsPerUnit(PrivacyEvent event) {
    return event instanceof DiscreteGaussian noise
        ? noise.coordinates()
        : ((DiscreteLaplace) event).coordinates();
  }

  /** The larger of the noises on counts of one column. */
  public double columnNoise() {
    return Math.max(levelNoise, numberNoise);
  }

  /** Half the width of the interval that holds a level's share in 19 of 20 releases. */
  public double levelShare(double share) {
    return reach(share, 1, levelNoise);
  }

  /**
   * The same for a share of a number's range.
   *
   * @param cells how many counted cells the share is a sum of, each by the square of its part in it
   */
  public double numberShare(double share, double cells) {
    return reach(share, cells, numberNoise);
  }

  /** The same for a share of a pair of columns that was counted. */
  public OptionalDouble pairShare(double share, double cells) {
    return pairNoise.isEmpty()
        ? pairNoise
        : OptionalDouble.of(reach(share, cells, pairNoise.getAsDouble()));
  }

  private double reach(double share, double cells, double noise) {
    return Z * Math.sqrt(rowsPerUnit * share * (1 - share) / n + cells * noise * noise / (n * n));
  }
}
