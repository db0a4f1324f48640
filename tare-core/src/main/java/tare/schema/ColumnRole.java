package tare.schema;

/** What a column is there for, as the curator declares it. Public. */
public enum ColumnRole {
  /** Nothing in particular. */
  ORDINARY,
  /**
   * What analyses will explain or predict. Where all pairs of columns would drown in noise, moment
   * weights buy the pairs with outcomes.
   */
  OUTCOME
}
