package tare.testkit;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test that prints to the console: what a test has to say belongs into its assertions.
 * Registered for every test of every module; a test of something that prints gives it a stream of
 * its own, or sets {@code System.out} and puts it back.
 */
public final class PrintGuard implements BeforeEachCallback, AfterEachCallback {

  private static final ExtensionContext.Namespace SPACE =
      ExtensionContext.Namespace.create(PrintGuard.class);

  private record Watch(PrintStream out, PrintStream err, ByteArrayOutputStream printed) {}

  @Override
  public void beforeEach(ExtensionContext context) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    context.getStore(SPACE).put("watch", new Watch(System.out, System.err, printed));
    PrintStream watched = new PrintStream(printed, true, StandardCharsets.UTF_8);
    System.setOut(watched);
    System.setErr(watched);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Watch watch = context.getStore(SPACE).get("watch", Watch.class);
    if (watch == null) {
      return;
    }
    System.setOut(watch.out());
    System.setErr(watch.err());
    String printed = watch.printed().toString(StandardCharsets.UTF_8);
    if (!printed.isEmpty() && context.getExecutionException().isEmpty()) {
      throw new AssertionError("A test must not print. Got: " + printed.strip());
    }
  }
}
