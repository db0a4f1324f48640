package tare.studio;

import java.nio.file.Path;

/**
 * How the studio is started.
 *
 * @param port where to listen; 0 for any free port
 * @param visit what happens once it serves
 * @param folder where tables are looked for and releases are written
 */
public record StudioOptions(int port, Visit visit, Path folder) {

  /** What happens once it serves. */
  public enum Visit {
    /** A browser is opened. */
    BROWSER,
    /** The address is printed, and whoever has it comes. */
    BY_HAND,
    /** It asks itself for its first page and stops: whether it works here. */
    TRIAL
  }

  private static final String USAGE =
      "Options: --port N (0 for any), --no-open, --trial, --folder DIR (default: here).";

  public StudioOptions {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("--port must be in [0, 65535]. Got: " + port);
    }
  }

  static StudioOptions parse(String... args) {
    int port = 0;
    Visit visit = Visit.BROWSER;
    Path folder = Path.of("");
    for (int i = 0; i < args.length; i++) {
      boolean more = i + 1 < args.length;
      if (args[i].equals("--no-open")) {
        visit = Visit.BY_HAND;
      } else if (args[i].equals("--trial")) {
        visit = Visit.TRIAL;
      } else if (args[i].equals("--port") && more) {
        port = port(args[++i]);
      } else if (args[i].equals("--folder") && more) {
        folder = Path.of(args[++i]);
      } else {
        throw new IllegalArgumentException(
            "The studio does not know \"" + args[i] + "\". " + USAGE);
      }
    }
    return new StudioOptions(port, visit, folder.toAbsolutePath().normalize());
  }

  private static int port(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("--port must be a number. Got: " + text + ". " + USAGE);
    }
  }
}
