package tare.studio;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/*
 * Why the token stands in the path and not in a cookie: cookies do not know ports, so a page that
 * another user serves on another port of this machine would be sent ours. A path is sent to nobody
 * else (Referrer-Policy: same-origin), and the page that opens the browser is a file of its owner's.
 */

/**
 * Decides who is let in: who knows the token, names this very host and port, and, where something
 * is to be done, comes from one of our own pages.
 */
final class Guard {

  private static final int TOKEN_BYTES = 24;

  private final String token;
  private final Set<String> hosts;

  Guard(int port) {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    this.token = HexFormat.of().formatHex(bytes);
    this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
  }

  String token() {
    return token;
  }

  /** What is refused, in a sentence; empty when the request may pass. */
  Optional<String> refusal(String method, String path, Headers headers) {
    String host = only(headers, "Host");
    if (host == null || !hosts.contains(host)) {
      return Optional.of("This address is not served here.");
    }
    if (!hasToken(path)) {
      return Optional.of("Open the studio with the whole address that it printed.");
    }
    String origin = only(headers, "Origin");
    boolean own = ("http://" + host).equals(origin);
    if (origin != null && !own) {
      return Optional.of("This came from another site.");
    }
    if (method.equals("POST") && !own) {
      return Optional.of("Forms are taken from the studio's own pages only.");
    }
    String site = headers.getFirst("Sec-Fetch-Site");
    if (site != null && site.equals("cross-site") && method.equals("POST")) {
      return Optional.of("This came from another site.");
    }
    return Optional.empty();
  }

  /** A header that stands once; two of them are a trick. */
  private static @Nullable String only(Headers headers, String name) {
    return headers.containsKey(name) && headers.get(name).size() == 1
        ? headers.getFirst(name)
        : null;
  }

  private boolean hasToken(String path) {
    int end = path.indexOf('/', 1);
    String given = end < 0 ? path.substring(Math.min(1, path.length())) : path.substring(1, end);
    // Takes as long whether the first letter is wrong or the last.
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }
}
