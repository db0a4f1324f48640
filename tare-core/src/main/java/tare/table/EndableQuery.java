package tare.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A query under way at a database, which may think for minutes before its first row: meanwhile
 * whoever listens is asked a few times a second, and the database is told when they want no more.
 */
final class EndableQuery {

  private static final long ASKED_EVERY_MILLIS = 200;

  private final Statement statement;
  private final FutureTask<ResultSet> answer;

  private EndableQuery(Statement statement, String query) {
    this.statement = statement;
    this.answer = new FutureTask<>(() -> statement.executeQuery(query));
  }

  /** Runs a query. @param heard may end it by throwing, which is passed on */
  static ResultSet run(Statement statement, String query, RowsRead heard) throws SQLException {
    EndableQuery running = new EndableQuery(statement, query);
    Thread thread = new Thread(running.answer, "query");
    thread.setDaemon(true);
    thread.start();
    try {
      while (true) {
        heard.at(0);
        try {
          return running.answer.get(ASKED_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          continue; // it is still thinking
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      running.end();
      throw new SQLException("Interrupted.", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof SQLException known ? known : new SQLException(e.getCause());
    } catch (RuntimeException e) {
      running.end();
      throw e;
    }
  }

  /** Tells the database, and, where it listens, waits until it has let go of the statement. */
  private void end() {
    try {
      statement.cancel();
      answer.get();
    } catch (SQLException | ExecutionException e) {
      return; // it has ended, or cannot be told: its connection is closed in any case
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
