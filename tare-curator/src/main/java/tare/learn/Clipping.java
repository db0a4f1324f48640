package tare.learn;

/** What a row's gradient is measured by when it is clipped. Either way it ends within the clip. */
public enum Clipping {

  /** By its own norm: min(1, clip/|g|), as in Abadi et al. 2016. */
  GRADIENT,

  /**
   * By the norm of the gradient of the logit: min(1, clip/|g/d|), where d is the derivative of the
   * log loss at the logit.
   *
   * <p>Since |d| is at most 1 for targets in [0, 1], |g| ends within the clip too. The factor
   * depends on a row's inputs and not on its label, so clipping only weighs places in the space of
   * inputs and leaves the logit that minimises the loss at each place where it was: at the log
   * odds. Clipping by |g| shortens the rows that contradict the network most, and so bends the
   * odds.
   */
  LOGIT
}
