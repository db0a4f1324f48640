package tare.gate;

import java.util.function.Supplier;

/**
 * Listens at a gate: sees every mechanism as it runs and what comes out, and may hand on something
 * else in its place. It never sees a row. For audits; a gate for a release has none.
 */
public interface Tape {

  /** A tape that hands everything on as it is. */
  Tape NONE =
      new Tape() {
        @Override
        public <R> R hear(Mechanism<R> mechanism, Supplier<R> run) {
          return run.get();
        }
      };

  /**
   * Hears one mechanism, whose charge is booked.
   *
   * @param run runs it on the rows behind the gate
   * @return what the caller of the gate receives
   */
  <R> R hear(Mechanism<R> mechanism, Supplier<R> run);
}
