package tare.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class PrintGuardTest {

  @Test
  void failsTestsThatPrintAndNoOthers() {
    PrintStream before = System.out;
    Events tests = run();

    assertThat(tests.failed().stream().map(e -> e.getTestDescriptor().getDisplayName()))
        .containsExactlyInAnyOrder("printsOut()", "printsErr()");
    assertThat(tests.succeeded().count()).isEqualTo(2);
    assertThat(System.out).isSameAs(before);
  }

  @Test
  void guardsThisVeryModule() {
    // Found by the service file: without it System.out would be the console's stream.
    assertThat(System.out).isSameAs(System.err);
  }

  private static Events run() {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
        .selectors(selectClass(Printers.class))
        .execute()
        .testEvents();
  }

  /** Not found by the build itself: a nested class that is not a test class by name. */
  static class Printers {

    @Test
    void printsOut() {
      System.out.println("hello");
    }

    @Test
    void printsErr() {
      System.err.print("x");
    }

    @Test
    void isSilent() {
      assertThat(System.out).isNotNull();
    }

    @Test
    void givesAStreamOfItsOwn() {
      PrintStream before = System.out;
      ByteArrayOutputStream own = new ByteArrayOutputStream();
      System.setOut(new PrintStream(own, true, StandardCharsets.UTF_8));
      System.out.print("mine");
      System.setOut(before);
      assertThat(own.toString(StandardCharsets.UTF_8)).isEqualTo("mine");
    }
  }
}
