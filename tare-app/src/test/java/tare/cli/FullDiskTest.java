package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.ledger.Ledger;

/**
 * A disk with no room left, at each point where a release writes: the message says what happened
 * and what is charged, and the ledger bears it out. The disk is a real one; the system is told to
 * let no file grow beyond a limit.
 */
class FullDiskTest {

  private static final int LIMIT_KIB = 4;

  @TempDir Path folder;

  @BeforeEach
  void rowsAndSchema() throws IOException {
    Files.writeString(folder.resolve("people.csv"), "ill\n" + "yes\nno\n".repeat(200));
    Files.writeString(
        folder.resolve("schema.json"),
        """
        {
          "tare:name": "people", "tare:unit": "person", "tare:publicRowCount": 400,
          "fields": [
            { "name": "ill", "type": "boolean", "trueValues": ["yes"], "falseValues": ["no"], "constraints": { "required": true } }
          ]
        }
        """);
  }

  /** The charge that finds no room is not read for, and the ledger opens as it was. */
  @Test
  void aChargeThatCannotBeBooked() throws IOException {
    Path file = folder.resolve("people.ledger");
    Ledger ledger = Ledger.create(file, "people", new PrivacyBudget(10, 1e-6));
    while (Files.size(file) < LIMIT_KIB * 1024 - 600) {
      ledger.charge("before", "a count", new PrivacyEvent.Spherical(0.001));
    }
    String name = "x".repeat((int) (LIMIT_KIB * 1024 - Files.size(file)) - 350);
    ledger.charge(name, "a count", new PrivacyEvent.Spherical(0.001));
    int booked = ledger.entries().size();

    Cli cli = releaseWithLittleRoom("none");

    assertThat(cli.code()).as(cli.text()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.text())
        .contains("could not be booked in")
        .contains("No row was read for it")
        .contains("File too large")
        .doesNotContain("internal error")
        .doesNotContain("Exception");
    assertThat(folder.resolve("release")).doesNotExist();
    Ledger reopened = Ledger.open(file);
    assertThat(reopened.entries()).hasSize(booked);
    assertThat(reopened.tornRecords()).isEqualTo(1);
  }

  /** What was read for stays charged, although nothing came of it. */
  @Test
  void aReleaseThatCannotBeWritten() throws IOException {
    Cli cli = releaseWithLittleRoom("none", "--rows", "3000");

    assertThat(cli.code()).as(cli.text()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.text())
        .contains("could not be written to")
        .contains("What was charged for it stays in the ledger")
        .contains("File too large")
        .doesNotContain("internal error")
        .doesNotContain("Exception");
    assertThat(folder.resolve("release")).doesNotExist();
    assertThat(Ledger.open(folder.resolve("people.ledger")).spent()).isGreaterThan(0.5);
  }

  /** The list of charged rows is the first to be written, and says so when it cannot be. */
  @Test
  void aListOfChargedRowsThatCannotGrow() throws IOException {
    Path home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(home.resolve("charged"), "x".repeat(LIMIT_KIB * 1024 - 20) + "\tnowhere\n");

    Cli cli = releaseWithLittleRoom(home.toString());

    assertThat(cli.code()).as(cli.text()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.text())
        .contains("could not be noted in " + home.resolve("charged"))
        .contains("Nothing was charged")
        .contains("File too large");
    assertThat(folder.resolve("release")).doesNotExist();
    assertThat(Ledger.open(folder.resolve("people.ledger")).entries()).isEmpty();
  }

  /** A ledger on a device that is always full. */
  @Test
  void aLedgerThatCannotBegin() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "There is no /dev/full here.");
    Cli cli = Cli.run("ledger", full.toString());
    assertThat(cli.code()).as(cli.text()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.text()).contains("/dev/full").doesNotContain("internal error");
  }

  @Test
  void whatTheSystemSaysIsPassedOnInWords() {
    assertThat(said(new IOException("Input/output error")))
        .isEqualTo("tare: A file could not be read or written: Input/output error.");
    assertThat(said(new UncheckedIOException(new IOException("No space left on device"))))
        .isEqualTo("tare: A file could not be read or written: No space left on device.");
    assertThat(said(new UncheckedIOException("The report was lost.", new IOException("Quota"))))
        .isEqualTo("tare: The report was lost. A file could not be read or written: Quota.");
  }

  private static String said(Exception failure) {
    StringWriter err = new StringWriter();
    CommandLine commandLine = new CommandLine(new LedgerCommand()).setErr(new PrintWriter(err));
    int code = Failures.failed(failure, commandLine, commandLine.parseArgs("x.ledger"));
    assertThat(code).isEqualTo(ExitCode.BAD_INPUT);
    return err.toString().strip();
  }

  /** Runs a release in a process of its own whose files may not grow beyond the limit. */
  private Cli releaseWithLittleRoom(String home, String... more) throws IOException {
    assumeTrue(Files.exists(Path.of("/bin/bash")), "There is no bash to set a limit with.");
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String command =
        "ulimit -f "
            + LIMIT_KIB
            + " && exec \"$0\" -XX:-UsePerfData -XX:TieredStopAtLevel=1"
            + " --add-modules jdk.incubator.vector -cp \"$1\" tare.cli.Main release people.csv"
            + " --schema schema.json --epsilon 1 "
            + String.join(" ", more);
    ProcessBuilder release =
        new ProcessBuilder("/bin/bash", "-c", command, java, classPath)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    release.environment().put("TARE_HOME", home);
    Process process = release.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return new Cli(process.exitValue(), text, "");
  }
}
