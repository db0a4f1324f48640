package tare.report;

/** What the rows are fit for, by how wide the intervals of their shares are. */
enum RowVerdict {
  SHARES_AND_PAIRS("fit for shares and pairs"),
  SHARES("fit for shares of single columns"),
  CARE("use with care");

  /** Shares that are not known to a twentieth of all rows are to be used with care. */
  static final double WIDEST = 0.05;

  private final String words;

  RowVerdict(String words) {
    this.words = words;
  }

  static RowVerdict of(ReleaseFacts facts) {
    if (!(facts.columnReach() <= WIDEST)) {
      return CARE;
    }
    return facts.pairReach() <= WIDEST ? SHARES_AND_PAIRS : SHARES;
  }

  boolean isFit() {
    return this != CARE;
  }

  String words() {
    return words;
  }
}
