package tare.accounting;

/** When two tables count as neighbours: what a guarantee is about. The whole product knows one. */
public enum Neighbours {
  /** One table is the other with one row added or removed; the number of rows is not public. */
  ADD_OR_REMOVE_ONE_ROW("Neighbours differ by one row, added or removed.");

  private final String words;

  Neighbours(String words) {
    this.words = words;
  }

  /** The relation in words, as a privacy statement prints it. */
  public String words() {
    return words;
  }
}
