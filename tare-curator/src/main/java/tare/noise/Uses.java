package tare.noise;

import tare.accounting.PrivacyEvent;

/**
 * A law and how often it is used: the number that is charged is the number that can be drawn.
 *
 * @param times may be zero
 */
public record Uses<V, R>(PrivacyLaw<V, R> law, long times) {

  public Uses {
    if (times < 0) {
      throw new IllegalArgumentException("A law cannot be used " + times + " times.");
    }
  }

  /** What all uses together cost. */
  public PrivacyEvent event() {
    return times == 0 ? new PrivacyEvent.None() : new PrivacyEvent.Repeated(law.event(), times);
  }

  /** Begins to draw. */
  public Open<V, R> open(NoiseSource noise) {
    return new Open<>(this, noise);
  }

  /** Uses as they are taken; for one thread. */
  public static final class Open<V, R> {

    private final Uses<V, R> uses;
    private final NoiseSource noise;
    private long taken;

    private Open(Uses<V, R> uses, NoiseSource noise) {
      this.uses = uses;
      this.noise = noise;
    }

    /** Takes one use. */
    public R noised(Exact<V> exact) {
      // Privacy hangs on this line: nothing is drawn beyond what was charged.
      if (taken == uses.times()) {
        throw new IllegalStateException(
            "All " + uses.times() + " draws that were accounted for have been taken.");
      }
      taken++;
      return uses.law().noised(exact, noise);
    }
  }
}
