package tare.ledger;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import tare.accounting.PrivacyEvent;

/**
 * A process of its own that charges a ledger when it is told to: reads the path of a ledger from
 * its input, tries to take all that is left, and answers "booked" or "refused".
 */
final class LedgerRacer {

  private LedgerRacer() {}

  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = System.out;
    out.println("ready");
    for (String path = in.readLine(); path != null; path = in.readLine()) {
      try {
        Ledger.open(Path.of(path)).charge("race", args[0], new PrivacyEvent.Laplace(1));
        out.println("booked");
      } catch (BudgetRefusedException e) {
        out.println("refused");
      }
    }
  }
}
