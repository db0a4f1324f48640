package tare.ledger;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import tare.accounting.PrivacyEvent;
import tare.table.Databases;

/**
 * A process of its own that charges a ledger in a database until it is killed: says what it tries,
 * and what was booked once that is sure. Password and user come from its environment.
 */
final class LedgerCharger {

  private LedgerCharger() {}

  public static void main(String[] args) {
    PrintStream out = System.out;
    for (long i = 0; ; i++) {
      String purpose = args[2] + "." + i;
      out.println("tries " + purpose);
      try {
        Ledger.open(() -> Databases.connect(args[0], System.getenv()), args[1])
            .orElseThrow()
            .charge("r", purpose, new PrivacyEvent.Spherical(1e-4));
        out.println("booked " + purpose);
      } catch (IOException | UncheckedIOException e) {
        out.println("failed " + e);
      }
    }
  }
}
