package tare.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tare.cli.Main;

/** What {@code spark-submit} runs. */
@Command(
    name = "tare-spark",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Tare on Apache Spark.",
    subcommands = {SparkReleaseCommand.class})
public final class SparkMain {

  /** Runs a command and ends with its exit code. */
  public static void main(String[] args) {
    System.exit(run(args));
  }

  static int run(String... args) {
    return Main.dressed(new SparkMain()).execute(args.length == 0 ? new String[] {"--help"} : args);
  }

  /**
   * Makes a release of a data frame with the options of the command line: for Python and other
   * languages that reach Java through a gateway.
   *
   * @return the exit code: 0 when the release stands
   */
  public static int release(Dataset<Row> frame, String... options) {
    CommandLine command = Main.dressed(new SparkReleaseCommand().with(frame));
    return command.execute(options);
  }
}
