package tare.weight;

import java.util.Optional;
import tare.schema.RefusedException;

/**
 * How moments become weights.
 *
 * @param set which moments are bought; empty for a choice by public numbers
 * @param poorest the poorest set that is still bought where richer ones would drown in noise
 * @param slack the ridge on a moment's coefficient, in variances of its noise
 * @param misfit the ridge grows until the squared misfit to the bought moments is this part of what
 *     noise alone leads one to expect; 0 to leave it
 */
public record MomentOptions(
    Optional<MomentSet> set, MomentSet poorest, double slack, double misfit) {

  /** The usual options. */
  public static final MomentOptions DEFAULTS =
      new MomentOptions(Optional.empty(), MomentSet.MEANS, 20, 0);

  public MomentOptions {
    if (!(slack > 0) || !(misfit >= 0 && misfit <= 1)) {
      throw new RefusedException(
          "The slack must be positive and the misfit in [0, 1]. Got: " + slack + " and " + misfit);
    }
  }

  /** Whether a set may be bought. */
  boolean allows(MomentSet some) {
    return set.map(only -> only == some).orElse(some.compareTo(poorest) <= 0);
  }

  /** The same options with a given set of moments. */
  public MomentOptions withSet(MomentSet only) {
    return new MomentOptions(Optional.of(only), poorest, slack, misfit);
  }

  /** Nothing poorer than a set is bought: what is left then is refused. */
  public MomentOptions withPoorest(MomentSet least) {
    return new MomentOptions(set, least, slack, misfit);
  }

  /** The same options with another slack. */
  public MomentOptions withSlack(double least, double part) {
    return new MomentOptions(set, poorest, least, part);
  }
}
