package tare.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;

/**
 * A page that stands by itself: one file, no script, nothing from a network. Its content policy
 * lets it have no more than the one style sheet that is in it.
 */
public final class Page {

  private Page() {}

  /** The whole document. @param body HTML, escaped by whoever made it */
  public static String of(String title, String body) {
    String style = styleSheet();
    return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-"
        + sha256(style)
        + "'; form-action 'none'; base-uri 'none'\">"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
        + "<meta name=\"color-scheme\" content=\"light dark\"><title>"
        + Html.escaped(title)
        + "</title><style>"
        + style
        + "</style></head><body><main>\n"
        + body
        + "</main></body></html>\n";
  }

  /** The style of every page. */
  public static String styleSheet() {
    try (InputStream in = Page.class.getResourceAsStream("report.css")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every Java has SHA-256.", e);
    }
  }
}
