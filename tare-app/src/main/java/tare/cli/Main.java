package tare.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line's front door. */
@Command(name = "tare", mixinStandardHelpOptions = true, version = "tare 0.1.0")
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }
}
