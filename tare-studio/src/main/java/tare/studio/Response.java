package tare.studio;

import java.nio.charset.StandardCharsets;

/**
 * What a page answers.
 *
 * @param location where to go instead, relative to the studio's root; empty when here
 * @param body not copied
 */
record Response(int status, String type, String location, byte[] body) {

  static Response page(String html) {
    return of(200, "text/html; charset=utf-8", html);
  }

  static Response of(int status, String type, String text) {
    return new Response(status, type, "", text.getBytes(StandardCharsets.UTF_8));
  }

  /** After a form: the page to look at next, so that reloading it does nothing twice. */
  static Response goTo(String path) {
    return new Response(303, "text/plain; charset=utf-8", path, new byte[0]);
  }

  static Response notFound() {
    return of(404, "text/plain; charset=utf-8", "There is no such page.");
  }
}
