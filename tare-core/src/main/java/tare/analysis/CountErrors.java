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
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.Repeated;

/**
 * How far shares of released rows may be off from the shares among the people that the private rows
 * were drawn from, 19 times in 20, from public numbers alone: the noise on the counts that a
 * generator was fitted to, the chance by which rows came to be in the private table, and the
 * drawing of the released ones. Known for generators that count every column, and then pairs of
 * columns; it can be told before anything is spent, because the events of a plan are all it takes.
 *
 * <p>How much of the noise is left in a share, after a column was smoothed and all tables were put
 * together, and what drawing rows adds to chance were measured on known laws, and then looked at on
 * others: docs/notes/expected-errors.md.
 *
 * <p>Where a unit may have several rows, they are reckoned with as if they were alike, which is the
 * worst that chance can do: so many rows then tell no more than one.
 *
 * <p>What it leaves out: pairs that were not counted, numbers that pile up at single values within
 * what is counted as one, and parts of a number narrower than the cells in which it is counted
 * once.
 *
 * @param levelNoise standard deviation of the noise on a count of a level, in rows
 * @param numberNoise the same for a cell of a number, each time that it is counted
 * @param followed whether the cells of numbers follow the rows; else they are even over the bounds
 * @param pairNoise the same for a count of a pair of columns; empty when no pair is counted
 * @param relations whether relations of all columns are measured at once instead
 * @param n the number of private rows as far as it is public
 * @param rowsPerUnit how many of them may be one unit's
 * @param drawn the number of released rows
 */
public record CountErrors(
    double levelNoise,
    double numberNoise,
    boolean followed,
    OptionalDouble pairNoise,
    boolean relations,
    double n,
    int rowsPerUnit,
    double drawn) {

  /** Two-sided 95 % of the normal law. */
  private static final double Z = 1.96;

  /** The variance of drawing rows, which is done evenly, over that of chance. */
  private static final double DRAWING = 0.5;

  /** What is left of the variance of a level's count: tables of pairs tell of it too. */
  private static final double LEFT_OF_LEVELS = 0.75;

  /** The noise in a part of a number's range, over that of one cell, where pairs are counted. */
  private static final double LEFT_OF_NUMBERS = 1.5;

  /**
   * The same where they are not, over the root of rows per noise: the more rows, the finer the
   * cells, each with noise of its own; tables of pairs would hold them together.
   */
  private static final double IN_FINER_CELLS = 0.3;

  /** The part of the noise's variance that is left in shares of rows with bought moments. */
  private static final double LEFT_BY_MOMENTS = 0.5;

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

  /** The noise on each count of a column; empty where not every column was counted. */
  public static OptionalDouble noiseOfColumns(List<PrivacyEvent> events, int columns, double n) {
    Optional<CountErrors> errors = of(events, columns, n);
    return errors.isPresent()
        ? OptionalDouble.of(errors.get().columnNoise())
        : OptionalDouble.empty();
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
    boolean followed = counted.size() > 1 || times(counted.get(0)) > columns;
    boolean relations = parts.stream().anyMatch(part -> inner(part) instanceof Gaussian);
    int rows = rowsPerUnit(inner(counted.get(0)));
    return Optional.of(new CountErrors(levels, numbers, followed, pairs, relations, n, rows, n));
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

  /** The same for another number of released rows than of private ones. */
  public CountErrors withDrawn(double rows) {
    return new CountErrors(
        levelNoise, numberNoise, followed, pairNoise, relations, n, rowsPerUnit, rows);
  }

  /** The same where the moments of rows were bought too, and took half of the noise out. */
  public CountErrors withMoments() {
    double left = Math.sqrt(LEFT_BY_MOMENTS);
    return new CountErrors(
        left * levelNoise,
        left * numberNoise,
        followed,
        pairNoise.isPresent() ? OptionalDouble.of(left * pairNoise.getAsDouble()) : pairNoise,
        relations,
        n,
        rowsPerUnit,
        drawn);
  }

  /** The larger of the noises on counts of one column. */
  public double columnNoise() {
    return Math.max(levelNoise, numberNoise);
  }

  /** Half the width of the interval that holds a level's share in 19 of 20 releases. */
  public double levelShare(double share) {
    return reach(share, LEFT_OF_LEVELS * levelNoise * levelNoise);
  }

  /** The same for a share of a number's range. */
  public double numberShare(double share) {
    double cells =
        pairNoise.isPresent() ? LEFT_OF_NUMBERS : IN_FINER_CELLS * Math.sqrt(n / numberNoise);
    return reach(share, cells * numberNoise * numberNoise);
  }

  /**
   * The same for a share of a pair of columns that was counted.
   *
   * @param cells how many counted cells the share is a sum of
   */
  public OptionalDouble pairShare(double share, double cells) {
    return pairNoise.isEmpty()
        ? pairNoise
        : OptionalDouble.of(reach(share, cells * Math.pow(pairNoise.getAsDouble(), 2)));
  }

  private double reach(double share, double variance) {
    // More rows than there are private ones do not show more: what a model gets wrong stays.
    double chance = rowsPerUnit / n + DRAWING / Math.min(n, drawn);
    return Z * Math.sqrt(chance * share * (1 - share) + variance / (n * n));
  }
}
