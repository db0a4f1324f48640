package tare.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tare.accounting.Accounting;
import tare.accounting.EventJson;
import tare.accounting.PrivacyEvent;
import tare.release.FolderCheck;
import tare.release.PrivacyStatement;
import tare.release.ReleaseFolder;
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
      "Check a release: every file against its checksum, rows against the schema, and the privacy",
      "statement against an independent composition of its events. Exit code 1 when a check fails."
    })
final class VerifyCommand implements Callable<Integer> {

  @Mixin private Output output = new Output();

  @Parameters(paramLabel = "RELEASE", description = "The release folder.")
  private Path folder = Path.of("");

  @Override
  public Integer call() throws IOException {
    List<Check> checks = new ArrayList<>(FolderCheck.of(folder).checks());
    if (checks.stream().allMatch(Check::passed)) {
      checks.add(statement(ReleaseFolder.read(folder).privacy()));
    }
    Verification verification = new Verification(checks);
    if (output.json()) {
      output.printJson(verification);
    } else {
      tell(verification);
    }
    return verification.passed() ? ExitCode.FINE : ExitCode.CHECK_FAILED;
  }

  /** Composes the listed events again and compares with the claim. */
  private static Check statement(PrivacyStatement privacy) {
    List<PrivacyEvent> events = new ArrayList<>();
    privacy.charges().forEach(charge -> events.add(EventJson.read(charge.event().toString())));
    double composed =
        Accounting.epsilon(new PrivacyEvent.Composed(events), privacy.spent().delta());
    // A release may state its request where that is smaller: by basic composition of the shares it
    // holds as well.
    double shares = privacy.charges().stream().mapToDouble(c -> c.share().epsilon()).sum();
    double bound = Math.min(composed, Math.max(shares, 0));
    boolean holds = privacy.spent().epsilon() >= bound * (1 - 1e-9);
    return new Check(
        "composition",
        holds,
        String.format(
            Locale.ROOT,
            "%d events compose to epsilon %.6g at delta %.3g; claimed %.6g",
            events.size(),
            composed,
            privacy.spent().delta(),
            privacy.spent().epsilon()));
  }

  private void tell(Verification verification) {
    for (Check check : verification.checks()) {
      output
          .out()
          .printf(
              Locale.ROOT,
              "%-6s %-22s %s%n",
              check.passed() ? "ok" : "FAILED",
              check.name(),
              check.detail());
    }
    output
        .out()
        .println(
            verification.passed()
                ? "The release is whole and its statement follows from its events."
                : "The release does not verify. Do not rely on it; ask whoever made it for a new copy.");
  }
}
