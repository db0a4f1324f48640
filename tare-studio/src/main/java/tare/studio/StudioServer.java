package tare.studio;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * The studio's web server: the JDK's own, on the loopback address only. docs/notes/studio.md says
 * why no other is needed.
 */
public final class StudioServer implements AutoCloseable {

  private static final int LARGEST_FORM = 1 << 20;
  private static final int THREADS = 8;

  private static final String POLICY =
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self';"
          + " form-action 'self'; base-uri 'self'; frame-ancestors 'none'";

  private final HttpServer server;
  private final ExecutorService threads;
  private final Guard guard;
  private final Pages pages;
  private final CountDownLatch stopped = new CountDownLatch(1);

  /** Whether somebody asked for the end, which comes once the answer is sent. */
  private volatile boolean quitting;

  private StudioServer(HttpServer server, StudioOptions options, Consumer<String> steps) {
    this.server = server;
    this.guard = new Guard(server.getAddress().getPort());
    this.pages =
        new Pages(
            new Workspace(options.folder()),
            "/" + guard.token() + "/",
            () -> quitting = true,
            steps);
    this.threads =
        Executors.newFixedThreadPool(
            THREADS,
            work -> {
              Thread thread = new Thread(work, "studio");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Starts to serve. */
  public static StudioServer start(StudioOptions options) throws IOException {
    return start(options, step -> {});
  }

  /** Starts to serve. @param steps hears of every step of a release before it is taken */
  static StudioServer start(StudioOptions options, Consumer<String> steps) throws IOException {
    InetSocketAddress place =
        new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), options.port());
    StudioServer studio = new StudioServer(HttpServer.create(place, 64), options, steps);
    studio.server.setExecutor(studio.threads);
    studio.server.createContext("/", studio::handle);
    studio.server.start();
    return studio;
  }

  /** The address to open, with the token in it. */
  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + guard.token() + "/";
  }

  void awaitStop() throws InterruptedException {
    stopped.await();
  }

  @Override
  public void close() {
    pages.close();
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      send(exchange, answer(exchange));
    } catch (RuntimeException e) {
      // What went wrong may quote a cell, so only its kind is told.
      send(exchange, failure(e));
    } finally {
      if (quitting) {
        stopped.countDown();
      }
    }
  }

  private static Response failure(RuntimeException e) {
    return Response.of(
        500,
        "text/plain; charset=utf-8",
        "This page failed ("
            + e.getClass().getSimpleName()
            + "). It is a fault in Tare, not in your data.");
  }

  private Response answer(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    String path = String.valueOf(exchange.getRequestURI().getRawPath());
    Optional<String> refusal = guard.refusal(method, path, exchange.getRequestHeaders());
    if (refusal.isPresent()) {
      return Response.of(403, "text/plain; charset=utf-8", refusal.get());
    }
    if (!method.equals("GET") && !method.equals("POST")) {
      return Response.of(405, "text/plain; charset=utf-8", "Only GET and POST are known here.");
    }
    int end = path.indexOf('/', 1);
    if (end < 0) {
      return Response.goTo("");
    }
    String inner = path.substring(end + 1).replaceAll("/+$", "");
    return pages.answer(new Request(method, inner, form(exchange, method)));
  }

  private static Map<String, List<String>> form(HttpExchange exchange, String method)
      throws IOException {
    if (method.equals("GET")) {
      return Request.parse(Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""));
    }
    try (InputStream in = exchange.getRequestBody()) {
      byte[] body = in.readNBytes(LARGEST_FORM);
      return Request.parse(new String(body, StandardCharsets.UTF_8));
    }
  }

  private void send(HttpExchange exchange, Response response) throws IOException {
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", response.type());
    headers.set("Content-Security-Policy", POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "same-origin");
    headers.set("Cache-Control", "no-store");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    if (response.status() == 303) {
      headers.set("Location", "/" + guard.token() + "/" + response.location());
    }
    byte[] body = exchange.getRequestMethod().equals("HEAD") ? new byte[0] : response.body();
    exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }
}
