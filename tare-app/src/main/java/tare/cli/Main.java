package tare.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tare.schema.ToolVersion;

/**
 * The front door of the command line: all commands, and how failures become messages and exit
 * codes.
 */
@Command(
    name = "tare",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Differentially private synthetic rows, each with a private weight that takes the bias off.",
      "",
      "New here? Run 'tare demo': a whole release from a small example table."
    },
    footer = {
      "",
      "Exit codes: 0 fine, 1 finished but a check failed, 2 wrong usage, 3 budget refused,",
      "4 bad input, 5 internal error. 'tare COMMAND --help' explains each command."
    },
    subcommands = {
      DemoCommand.class,
      SchemaCommand.class,
      ReleaseCommand.class,
      WeighCommand.class,
      SampleCommand.class,
      VerifyCommand.class,
      AccountCommand.class,
      AnalyzeCommand.class,
      DiagnoseCommand.class,
      AuditCommand.class,
      DistanceCommand.class,
      EvaluateCommand.class,
      LedgerCommand.class,
      StudioCommand.class,
      PaperCommand.class,
      CommandLine.HelpCommand.class,
      AutoComplete.GenerateCompletion.class
    })
public final class Main {

  private Main() {}

  /** Runs a command and ends with its exit code. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(out, err, args));
  }

  /** Runs one command line and returns its exit code; what a test calls. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    CommandLine commandLine = dressed(new Main()).setOut(out).setErr(err);
    int code = executed(commandLine, args);
    out.flush();
    err.flush();
    return code;
  }

  /** A command whose failures end in a message and an exit code as all of the house do. */
  public static CommandLine dressed(Object command) {
    return new CommandLine(command)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(Failures::wrongUsage)
        .setExecutionExceptionHandler(Failures::failed);
  }

  /** Errors of the machine end in one line and a code too: a stranger's file may ask for much. */
  private static int executed(CommandLine commandLine, String... args) {
    try {
      return args.length == 0 ? usage(commandLine) : commandLine.execute(args);
    } catch (StackOverflowError e) {
      commandLine.getErr().println("tare: A file is nested too deeply to be read.");
      return ExitCode.BAD_INPUT;
    } catch (OutOfMemoryError e) {
      commandLine
          .getErr()
          .println("tare: There is not enough memory for this. Give Java more, with -Xmx.");
      return ExitCode.INTERNAL;
    }
  }

  private static int usage(CommandLine commandLine) {
    commandLine.usage(commandLine.getOut());
    return ExitCode.WRONG_USAGE;
  }

  /** Says the version of the build. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"tare " + ToolVersion.NUMBER};
    }
  }
}
