package tare.ledger;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections to a PostgreSQL database that keeps ledgers; each use of one has its own. */
@FunctionalInterface
public interface LedgerDatabase {

  /** A new connection; whoever asked for it closes it. */
  Connection open() throws SQLException;
}
