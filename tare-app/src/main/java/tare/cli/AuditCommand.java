package tare.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tare.audit.ReleaseAudit;
import tare.curator.ReleasePlan;
import tare.noise.SecureNoise;
import tare.schema.Schema;
import tare.schema.SchemaFile;

/** {@code tare audit}: puts the privacy claim of a release to the test, on made-up rows. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = {
      "Put the privacy claim of a release to the test, without any real rows.",
      "",
      "Two audits on made-up neighbouring tables under the schema. Replay: with all mechanism outputs held",
      "fixed, nothing else may depend on the rows. Black box: many whole releases of each neighbour, an attack",
      "that tells them apart, and a lower bound on epsilon. Exit code 1 when a claim fails."
    },
    footer = {"", "Example:", "  tare audit --generator dpgan --weights discriminator --epsilon 1"})
final class AuditCommand implements Callable<Integer> {

  @Mixin private Output output = new Output();
  @Mixin private ReleaseOptions options = new ReleaseOptions();

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description = "The schema of the made-up rows. Default: two numbers and a yes/no column.")
  private @Nullable Path schemaFile;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Releases to make of each neighbour. Default: ${DEFAULT-VALUE}")
  private int runs;

  @Override
  public Integer call() throws IOException {
    Schema schema = schemaFile != null ? SchemaFile.read(schemaFile) : small();
    ReleasePlan plan = options.withDefaultEpsilon(1).plan(schema);
    ReleaseAudit.Report report;
    try (ProgressLine progress = ProgressLine.on(output.err())) {
      report =
          ReleaseAudit.of(
              schema,
              plan,
              runs,
              new SecureNoise(),
              done -> progress.at("making releases", done / (double) runs));
    }
    if (output.json()) {
      output.printJson(facts(plan, report));
    } else {
      tell(plan, report);
    }
    return report.passed() ? ExitCode.FINE : ExitCode.CHECK_FAILED;
  }

  private static Schema small() {
    return SchemaFile.parse(
        "audit schema",
        """
        {
          "tare:name": "audit", "tare:unit": "row", "tare:publicRowCount": 100,
          "fields": [
            { "name": "x", "type": "number", "constraints": { "required": true, "minimum": 0, "maximum": 1 } },
            { "name": "y", "type": "number", "constraints": { "required": true, "minimum": 0, "maximum": 1 } },
            { "name": "label", "type": "boolean", "trueValues": ["yes"], "falseValues": ["no"], "constraints": { "required": true } }
          ]
        }
        """);
  }

  private void tell(ReleasePlan plan, ReleaseAudit.Report report) {
    PrintWriter out = output.out();
    out.printf(
        Locale.ROOT,
        "Claim:     %s with %s is (%.4g, %.3g)-differentially private under adding or removing one row.%n",
        plan.generator().orElseThrow().name(),
        plan.weightsName().equals("none") ? "no weights" : plan.weightsName() + " weights",
        plan.budget().epsilon(),
        plan.budget().delta());
    out.println("Replay:    " + report.replay().summary());
    out.println("Black box: " + report.blackBox().summary());
    out.println(
        report.passed()
            ? "Verdict:   no violation was found. That is evidence, not proof; the proofs are in docs/proofs."
            : "Verdict:   A CLAIM FAILS. Do not release with these settings, and please report it.");
  }

  private static Map<String, Object> facts(ReleasePlan plan, ReleaseAudit.Report report) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("generator", plan.generator().orElseThrow().name());
    facts.put("weights", plan.weightsName());
    facts.put("epsilon", plan.budget().epsilon());
    facts.put("delta", plan.budget().delta());
    facts.put("replay_passed", report.replay().passed());
    facts.put("replay_faults", report.replay().faults());
    facts.put("epsilon_lower_bound", report.blackBox().epsilonLowerBound());
    facts.put("runs", report.blackBox().options().samples());
    facts.put("passed", report.passed());
    return facts;
  }
}
