package tare.release;

/** Whether the weights of a release should be used; later constants are worse. */
public enum Verdict {
  USE("use"),
  USE_WITH_CARE("use with care"),
  DO_NOT_USE("do not use");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /**
   * The verdict as a person says it and as files write it: "use", "use with care", "do not use".
   */
  public String words() {
    return words;
  }

  /** The worse of two verdicts. */
  public Verdict and(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
