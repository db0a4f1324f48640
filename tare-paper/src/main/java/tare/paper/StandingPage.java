package tare.paper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A page as it stands: sections begin at headings of the second level and end at the next. */
record StandingPage(String text) {

  /** Reads a page; one that is not there has no sections. */
  static StandingPage read(Path page) {
    try {
      return new StandingPage(Files.exists(page) ? Files.readString(page) : "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A section with its heading and the line before it. */
  Optional<String> section(String heading) {
    int from = start(heading);
    return from < 0 ? Optional.empty() : Optional.of(text.substring(from, end(from)));
  }

  /** The page with a section in the place of the one that it has, or at the end. */
  StandingPage with(String heading, String section) {
    int from = start(heading);
    return from < 0
        ? new StandingPage(text + section)
        : new StandingPage(text.substring(0, from) + section + text.substring(end(from)));
  }

  private int start(String heading) {
    return text.indexOf("\n## " + heading + "\n");
  }

  private int end(int from) {
    int next = text.indexOf("\n## ", from + 1);
    return next < 0 ? text.length() : next;
  }
}
