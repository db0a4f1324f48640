package tare.studio;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.spi.ToolProvider;

/**
 * {@code tare studio}, found by the command line as a tool of the platform, so that the default jar
 * knows nothing of it.
 */
public final class StudioTool implements ToolProvider {

  private static final int FINE = 0;
  private static final int WRONG_USAGE = 2;
  private static final int BAD_INPUT = 4;

  @Override
  public String name() {
    return "tare-studio";
  }

  /** Serves until it is told to stop; the address is the first line printed. */
  @Override
  public int run(PrintWriter out, PrintWriter err, String... args) {
    StudioOptions options;
    try {
      options = StudioOptions.parse(args);
    } catch (IllegalArgumentException e) {
      err.println("tare: " + e.getMessage());
      return WRONG_USAGE;
    }
    try (StudioServer server = StudioServer.start(options)) {
      out.println(server.address());
      out.println(
          "Tare Studio serves this machine only. Stop it with Ctrl-C or on its first page.");
      out.flush();
      switch (options.visit()) {
        case BROWSER -> open(server.address(), err);
        case BY_HAND -> {}
        case TRIAL -> {
          return tried(server.address(), out);
        }
      }
      server.awaitStop();
      return FINE;
    } catch (IOException e) {
      err.println(
          "tare: The studio could not listen on port "
              + options.port()
              + ". Choose another with --port, or 0 for any that is free.");
      return BAD_INPUT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FINE;
    }
  }

  /** Asks for the first page as a browser would. */
  private static int tried(String address, PrintWriter out) throws IOException {
    try (InputStream page = URI.create(address).toURL().openStream()) {
      boolean works = new String(page.readAllBytes(), StandardCharsets.UTF_8).contains("<main");
      out.println(works ? "The studio works here." : "The studio serves no page here.");
      return works ? FINE : BAD_INPUT;
    }
  }

  /**
   * Opens the browser on a file that only its owner may read and that leads to the address: the
   * address itself would stand in the list of processes for every user to see.
   */
  private static void open(String address, PrintWriter err) {
    try {
      Path page = Files.createTempFile("tare-studio", ".html"); // readable by its owner alone
      page.toFile().deleteOnExit();
      Files.writeString(
          page,
          "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url="
              + address
              + "\"><title>Tare Studio</title><a href=\""
              + address
              + "\">Tare Studio</a>",
          StandardCharsets.UTF_8);
      new ProcessBuilder(opener(page))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      err.println("No browser could be opened. Copy the address into one.");
    }
  }

  /** How each system opens a page in the browser of its user; java.desktop would add 15 MB. */
  private static List<String> opener(Path page) {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (system.startsWith("windows")) {
      return List.of("rundll32", "url.dll,FileProtocolHandler", page.toUri().toString());
    }
    return List.of(system.contains("mac") ? "open" : "xdg-open", page.toString());
  }
}
