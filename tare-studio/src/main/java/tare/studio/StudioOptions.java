package tare.studio;

import java.nio.file.Path;

/**
 * How the studio is started.
 *
 * @param port where to listen; 0 for any free port
 * @param open whether to open a browser
 * @param folder where tables are looked for and releases are written
 */
public record StudioOptions(int port, boolean open, Path folder) {

  private static final String USAGE =
      "Options: --port N (0 for any), --no-open, --folder DIR (default: here).";

  public StudioOptions {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("--port must be in [0, 65535]. Got: " + port);
    }
  }

  static StudioOptions parse(String... args) {
    int port = 0;
    boolean open = true;
    Path folder = Path.of("");
    for (int i = 0; i < args.length; i++) {
      boolean more = i + 1 < args.length;
      if (args[i].equals("--no-open")) {
        open = false;
      } else if (args[i].equals("--port") && more) {
        port = port(args[++i]);
      } else if (args[i].equals("--folder") && more) {
        folder = Path.of(args[++i]);
      } else {
        throw new IllegalArgumentException(
            "The studio does not know \"" + args[i] + "\". " + USAGE);
      }
    }
    return new StudioOptions(port, open, folder.toAbsolutePath().normalize());
  }

  private static int port(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("--port must be a number. Got: " + text + ". " + USAGE);
    }
  }
}
