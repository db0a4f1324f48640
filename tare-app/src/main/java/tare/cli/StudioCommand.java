package tare.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tare studio}: pages to work on, where the studio's jar is on the class path. */
@Command(
    name = "studio",
    mixinStandardHelpOptions = true,
    description = {
      "Opens pages in your browser on which a release is made by clicks and typing.",
      "Table, columns, plan, release, report, ledger, analysis. Served on this machine only; the",
      "first line printed is the address."
    },
    footer = {"", "Example:", "  tare studio --no-open --port 8800"})
final class StudioCommand implements Callable<Integer> {

  @Mixin private Output output = new Output();

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "Where to listen; 0 for any free port. Default: ${DEFAULT-VALUE}")
  private int port;

  @Option(names = "--no-open", description = "Do not open a browser.")
  private boolean closed;

  @Option(
      names = "--trial",
      description = "Ask for the first page and stop: tells whether the studio works here.")
  private boolean trial;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Where tables are looked for and releases are written. Default: here.")
  private @Nullable String folder;

  @Override
  public Integer call() {
    ToolProvider studio =
        ToolProvider.findFirst("tare-studio")
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "The studio is a jar of its own and not on the class path. Start it with ./tare studio, or put"
                            + " tare-studio.jar beside tare-app.jar."));
    List<String> args = new ArrayList<>(List.of("--port", Integer.toString(port)));
    if (closed) {
      args.add("--no-open");
    }
    if (trial) {
      args.add("--trial");
    }
    if (folder != null) {
      args.addAll(List.of("--folder", folder));
    }
    return studio.run(output.out(), output.err(), args.toArray(String[]::new));
  }
}
