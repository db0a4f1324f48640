package tare.noise;

/**
 * A value computed from private rows that has no noise yet, with the bound that was proved for it.
 * Private: a {@link PrivacyLaw} takes it, and it prints nothing of itself.
 *
 * @param norm the norm of the bound
 * @param bound the most that one row more or less moves the value
 */
public record Exact<V>(V value, Norm norm, double bound) {

  public Exact {
    BoundedStatistic.requireBound(bound);
  }

  /** Counts in which every row counts once, in one cell. */
  public static Exact<long[]> counts(long... counts) {
    return new Exact<>(counts, Norm.L1, 1);
  }

  @Override
  public String toString() {
    return "Exact[" + norm + ", " + bound + "]";
  }
}
