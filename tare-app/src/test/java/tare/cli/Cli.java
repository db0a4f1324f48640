package tare.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command line printed and returned. */
record Cli(int code, String out, String err) {

  /** Runs a command line as the program would. */
  static Cli run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out), new PrintWriter(err), args);
    return new Cli(code, out.toString(), err.toString());
  }

  /** All that was printed. */
  String text() {
    return out + err;
  }
}
