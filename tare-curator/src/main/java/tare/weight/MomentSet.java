package tare.weight;

/** Which moments are bought. */
public enum MomentSet {
  /** Means and all products of two coordinates. */
  ALL_PAIRS("means and all pairs"),
  /** Means, and products of the declared outcomes' coordinates with all. */
  OUTCOME_PAIRS("means and pairs with the declared outcomes"),
  /** Means alone. */
  MEANS("means");

  private final String words;

  MomentSet(String words) {
    this.words = words;
  }

  /** The set in a few words, as files and messages name it. */
  public String words() {
    return words;
  }
}
