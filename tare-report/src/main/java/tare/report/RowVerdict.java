package tare.report;

/** What the rows are fit for, by how wide the intervals of their shares are. */
enum RowVerdict {
  SHARES_AND_PAIRS("fit for shares and pairs"),
  FOUND_PAIRS("fit for shares, and pairs that were found"),
  SHARES("fit for shares of single columns"),
  CARE("use with care");

  /** Shares that are not known to three in a hundred rows are to be used with care. */
  static final double WIDEST = 0.03;

  private final String words;

  RowVerdict(String words) {
    this.words = words;
  }

  static RowVerdict of(ReleaseFacts facts) {
    if (!(facts.columnReach() <= WIDEST)) {
      return CARE;
    }
    if (!(facts.pairReach() <= WIDEST)) {
      return SHARES;
    }
    return facts.columnsAlone().isEmpty() ? SHARES_AND_PAIRS : FOUND_PAIRS;
  }

  boolean isFit() {
    return this != CARE;
  }

  String words() {
    return words;
  }
}
