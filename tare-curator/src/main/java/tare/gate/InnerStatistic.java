package tare.gate;

import tare.table.RowPass;

/**
 * A mechanism that can say how far two tables move what it computes before noise, and how far it
 * claims that one row moves it at most. For audits on made-up tables: no release calls it.
 */
public interface InnerStatistic {

  /** How far apart the statistic is on two tables, in the norm that its claim is about. */
  double change(RowPass one, RowPass other);

  /** The most that one row more or less may change it. */
  double claimedChange();
}
