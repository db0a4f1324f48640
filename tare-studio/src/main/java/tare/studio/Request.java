package tare.studio;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a page is asked for.
 *
 * @param method GET or POST
 * @param path what comes after the token, without slashes at its ends
 * @param form what was filled in, by name
 */
record Request(String method, String path, Map<String, List<String>> form) {

  boolean isPost() {
    return method.equals("POST");
  }

  String text(String name) {
    List<String> values = form.getOrDefault(name, List.of());
    return values.isEmpty() ? "" : values.get(0).strip();
  }

  List<String> all(String name) {
    return form.getOrDefault(name, List.of());
  }

  boolean has(String name) {
    return form.containsKey(name);
  }

  /** The number after the last slash of the path, or -1. */
  int number() {
    String last = path.substring(path.lastIndexOf('/') + 1);
    return last.matches("[0-9]{1,6}") ? Integer.parseInt(last) : -1;
  }

  /** Reads what a form sends. */
  static Map<String, List<String>> parse(String encoded) {
    Map<String, List<String>> form = new LinkedHashMap<>();
    for (String pair : encoded.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        form.computeIfAbsent(decoded(pair.substring(0, equals)), k -> new ArrayList<>())
            .add(decoded(pair.substring(equals + 1)));
      }
    }
    return form;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
