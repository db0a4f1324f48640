package tare.weight;

import java.util.Optional;
import tare.schema.RefusedException;

/**
 * How moments become weights.
 *
 * @param set which moments are bought; empty for a choice by public numbers
 * @param poorest the poorest set that is still bought where richer ones would drown in noise
 * @param slack the least ridge on a moment's coefficient, in variances of its noise: as many rows
 *     as the synthetic ones are worth at the least
 */
public record MomentOptions(Optional<MomentSet> set, MomentSet poorest, double leastWorth) {

  /** The usual options. */
  public static final MomentOptions DEFAULTS =
      new MomentOptions(Optional.empty(), MomentSet.MEANS, 1);

  public MomentOptions {
    if (!(leastWorth > 0)) {
      throw new RefusedException("The least worth of rows must be positive. Got: " + leastWorth);
    }
  }

  /** Whether a set may be bought. */
  boolean allows(MomentSet some) {
    return set.map(only -> only == some).orElse(some.compareTo(poorest) <= 0);
  }

  /** The same options with a given set of moments. */
  public MomentOptions withSet(MomentSet only) {
    return new MomentOptions(Optional.of(only), poorest, leastWorth);
  }

  /** Nothing poorer than a set is bought: what is left then is refused. */
  public MomentOptions withPoorest(MomentSet least) {
    return new MomentOptions(set, least, leastWorth);
  }
}
