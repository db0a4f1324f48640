package tare.learn;

/** Hears how far a training has come. Hears nothing that private rows could have changed. */
@FunctionalInterface
public interface Progress {

  /** Hears nothing. */
  Progress NONE = (done, steps) -> {};

  /** Called after every step. */
  void step(long done, long steps);
}
