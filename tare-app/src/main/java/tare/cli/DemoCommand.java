package tare.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tare.curator.OpenLedger;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun.Release;
import tare.ledger.Ledger;
import tare.release.Bundle;
import tare.release.Verdict;
import tare.schema.Schema;
import tare.schema.SchemaFile;

/** {@code tare demo}: a whole release from the example table that ships with Tare. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Make a whole release from a small example table that ships with Tare: 6,000 invented"
          + " patients.",
      "They are nobody, so no ledger is kept and the demo can be repeated at will."
    })
final class DemoCommand implements Callable<Integer> {

  @Mixin private Output output = new Output();
  @Mixin private ReleaseOptions options = new ReleaseOptions();

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "tare-demo",
      description = "The folder to write; must not exist yet. Default: ${DEFAULT-VALUE}")
  private Path out = Path.of("tare-demo");

  @Override
  public Integer call() throws IOException {
    Schema schema = SchemaFile.parse("patients.schema.json", resource("patients.schema.json"));
    ReleasePlan plan = options.withDefaultEpsilon(1).plan(schema);
    Path data = Files.createTempFile("tare-demo", ".csv");
    try {
      Files.write(data, resource("patients.csv"));
      ReleaseJob job = new ReleaseJob(output);
      Path ledger = data.resolveSibling(data.getFileName() + ".ledger");
      Release release =
          job.run(
              data,
              schema,
              plan,
              rows -> new OpenLedger(Ledger.inMemory(plan.budget()), ledger, false),
              out);
      job.tell(release, out, options.whyTheseWeights());
      if (!output.json()) {
        next(release.bundle());
      }
      return ExitCode.FINE;
    } finally {
      Files.delete(data);
    }
  }

  private void next(Bundle bundle) {
    PrintWriter print = output.out();
    print.println();
    print.println("What to look at:");
    print.println(
        "  " + out.resolve("report.html") + "    the page for people: open it in a browser");
    print.println(
        "  " + out.resolve("synthetic.csv") + "  the rows; last columns: weight, log_weight");
    print.println(
        "  " + out.resolve("privacy.json") + "   the guarantee and every event behind it");
    print.println();
    print.println("What to try:");
    print.println("  ./tare verify " + out);
    print.println(
        "  ./tare analyze " + out + " --model logistic --formula \"" + DemoTruth.FORMULA + "\"");
    print.println("  ./tare sample " + out + " --rows 1000 --out more.csv");
    if (bundle.weights().filter(w -> w.quality().verdict() == Verdict.DO_NOT_USE).isPresent()) {
      print.println();
      String weaker = out + "-gan";
      print.println("This generator leaves little for weights to mend. Another may leave more:");
      print.println(
          "  ./tare demo --generator dpgan --weights beta-debiased --weight-share 0.3 --out "
              + weaker);
      print.println("  ./tare evaluate " + weaker + " --against examples/patients/patients.csv");
    }
    print.println();
    print.println(DemoTruth.line(bundle));
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = DemoCommand.class.getResourceAsStream("demo/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }
}
