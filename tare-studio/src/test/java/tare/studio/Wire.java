package tare.studio;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** Speaks to a studio over a bare socket, so that every header is what the test says. */
final class Wire {

  private final URI address;

  Wire(StudioServer studio) {
    this.address = URI.create(studio.address());
  }

  /** An answer: the number of its status, and all of its text. */
  record Answer(int status, String text) {}

  String root() {
    return address.getPath();
  }

  String host() {
    return "127.0.0.1:" + address.getPort();
  }

  Answer get(String path) throws IOException {
    return send(
        "GET " + root() + path + " HTTP/1.1\r\nHost: " + host() + "\r\nConnection: close\r\n\r\n");
  }

  Answer post(String path, Map<String, String> form) throws IOException {
    String body =
        form.entrySet().stream()
            .map(e -> encoded(e.getKey()) + "=" + encoded(e.getValue()))
            .collect(Collectors.joining("&"));
    return send(
        "POST "
            + root()
            + path
            + " HTTP/1.1\r\nHost: "
            + host()
            + "\r\nOrigin: http://"
            + host()
            + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
            + body.length()
            + "\r\nConnection: close\r\n\r\n"
            + body);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Sends anything at all; status 0 when the server just hangs up. */
  Answer send(String raw) throws IOException {
    return send(raw.getBytes(StandardCharsets.UTF_8));
  }

  Answer send(byte[] raw) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), address.getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(raw);
      socket.shutdownOutput();
      try (InputStream in = socket.getInputStream()) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(
            text.startsWith("HTTP/1.1 ") ? Integer.parseInt(text.substring(9, 12)) : 0, text);
      }
    } catch (java.net.SocketException e) {
      return new Answer(0, "");
    }
  }
}
