package tare.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tare.release.FolderCheck;
import tare.release.Verification;
import tare.release.Verification.Check;

/**
 * {@code tare verify}: is this release whole, and does its privacy statement follow from its
 * events?
 */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Check a release: files, rows and the privacy statement.",
      "Every file against its checksum, rows against the schema, and the statement against an",
      "independent composition of its events. Exit code 1 when a check fails."
    })
final class VerifyCommand implements Callable<Integer> {

  @Mixin private Output output = new Output();

  @Parameters(paramLabel = "RELEASE", description = "The release folder.")
  private Path folder = Path.of("");

  @Override
  public Integer call() throws IOException {
    Verification verification = FolderCheck.of(folder);
    if (output.json()) {
      output.printJson(verification);
    } else {
      tell(verification);
    }
    return verification.passed() ? ExitCode.FINE : ExitCode.CHECK_FAILED;
  }

  private void tell(Verification verification) {
    for (Check check : verification.checks()) {
      output
          .out()
          .printf(
              Locale.ROOT,
              "%-6s %-22s %s%n",
              check.passed() ? "ok" : "FAILED",
              PlainText.of(check.name()),
              PlainText.of(check.detail()));
    }
    output
        .out()
        .println(
            verification.passed()
                ? "The release is whole and its statement follows from its events."
                : "The release does not verify. Do not rely on it; ask whoever made it for a new copy.");
  }
}
