package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.schema.Schema;
import tare.schema.SchemaFile;

/** The README's commands, run in the order it tells them. */
class ReadmeTest {

  private static final Path ROOT = Path.of("..");

  @Test
  void aCuratorsFirstRelease(@TempDir Path temp) throws IOException {
    Path data = temp.resolve("patients.csv");
    Files.copy(ROOT.resolve("examples/patients/patients.csv"), data);
    Cli draft = Cli.run("schema", data.toString());
    assertThat(draft.code()).as(draft.text()).isZero();
    assertThat(draft.out()).contains("TODO: declare");
    Path drafted = temp.resolve("draft.json");
    Files.writeString(drafted, draft.out());
    String out = temp.resolve("release").toString();
    assertThat(
            run(
                "release",
                data.toString(),
                "--schema",
                drafted.toString(),
                "--epsilon",
                "1",
                "--out",
                out))
        .as("a draft is refused")
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run("schema", data.toString(), "--check", drafted.toString()))
        .isEqualTo(ExitCode.BAD_INPUT);

    String schema = ROOT.resolve("examples/patients/patients.schema.json").toString();
    assertThat(run("schema", data.toString(), "--check", schema)).isZero();
    Cli dryRun =
        Cli.run("release", data.toString(), "--schema", schema, "--epsilon", "1", "--dry-run");
    assertThat(dryRun.code()).as(dryRun.text()).isZero();
    assertThat(dryRun.out()).as("charges in words").contains("noise").doesNotContain("{");
    assertThat(dryRun.out()).as("which weights, and why").contains("Weights: Moments give");
    assertThat(dryRun.out())
        .as("how sure columns and pairs will be")
        .contains("a share of  10.0 %: ± ")
        .contains("sex by smoker")
        .contains("and 24 more");
    assertThat(Files.exists(temp.resolve("patients.ledger"))).isFalse();
    assertThat(run("release", data.toString(), "--schema", schema, "--epsilon", "1", "--out", out))
        .isZero();
    assertThat(run("ledger", temp.resolve("patients.ledger").toString())).isZero();
    assertThat(run("verify", out)).isZero();
    assertThat(run("analyze", out, "--model", "logistic", "--target", "readmitted")).isZero();
    String more = temp.resolve("more.csv").toString();
    assertThat(run("sample", out, "--rows", "100", "--out", more)).isZero();
    assertThat(Files.readAllLines(Path.of(more))).hasSize(101);
    assertThat(
            run(
                "release",
                data.toString(),
                "--schema",
                schema,
                "--epsilon",
                "1",
                "--out",
                out + "2"))
        .as("the data set's budget is spent")
        .isEqualTo(ExitCode.BUDGET_REFUSED);
  }

  private static int run(String... args) {
    return Cli.run(args).code();
  }

  @Test
  void theDemoMakesAWholeRelease(@TempDir Path temp) throws IOException {
    Path out = temp.resolve("tare-demo");
    Cli demo = Cli.run("demo", "--out", out.toString());
    assertThat(demo.code()).as(demo.text()).isZero();
    assertThat(demo.out()).contains("report.html").contains("verdict");
    assertThat(demo.out().strip()).endsWith("the patients were made up with 0.031.");
    for (String file :
        List.of(
            "report.html",
            "synthetic.csv",
            "synthetic.parquet",
            "datapackage.json",
            "privacy.json",
            "weights.json",
            "model.json",
            "examples/use.py",
            "examples/use.R",
            "examples/use.stan",
            "MANIFEST.json")) {
      assertThat(out.resolve(file)).isRegularFile();
    }
    assertThat(Cli.run("verify", out.toString()).code()).isZero();
    String page = Files.readString(out.resolve("report.html"));
    assertThat(page).doesNotContain("http://").doesNotContain("https://").doesNotContain("<script");
    // Levels are counted once and numbers twice; the pairs that join all columns, and one more for
    // each column, are chosen and counted.
    Schema schema = SchemaFile.read(ROOT.resolve("examples/patients/patients.schema.json"));
    int numbers = (int) schema.columns().stream().filter(c -> c.type().isNumeric()).count();
    int pairs = 2 * schema.columnCount() - 1;
    String gaussian = " x \\(discrete Gaussian, sigma [0-9.]+\\)";
    assertThat(page)
        .containsPattern(
            (">" + (schema.columnCount() - numbers) + gaussian)
                + ("; " + 2 * numbers + gaussian)
                + ("; " + pairs + " x \\(private choice, epsilon [0-9.]+\\)")
                + ("; " + pairs + gaussian + "<"));
    boolean advisedAgainst = page.contains("The weights: do not use");
    assertThat(page.contains("Leave the weights of this release alone")).isEqualTo(advisedAgainst);
    assertThat(demo.out().contains("--generator dpgan")).isEqualTo(advisedAgainst);
  }

  @Test
  void theWeakerDemoIsWeighed(@TempDir Path temp) {
    String out = temp.resolve("tare-demo-gan").toString();
    Cli demo =
        Cli.run(
            "demo",
            "--generator",
            "dpgan",
            "--weights",
            "beta-debiased",
            "--weight-share",
            "0.3",
            "--out",
            out);
    assertThat(demo.code()).as(demo.text()).isZero();
    assertThat(demo.out()).contains("weights   beta-debiased, verdict: ");
    String table = ROOT.resolve("examples/patients/held-out.csv").toString();
    // Whether the weights pay is chance, if a good one: 0 and 1 are the two answers.
    Cli evaluation = Cli.run("evaluate", out, "--against", table, "--rows", "200");
    assertThat(evaluation.code()).as(evaluation.text()).isIn(ExitCode.FINE, ExitCode.CHECK_FAILED);
  }

  @Test
  void everyCommandOfTheReadmeExists() throws IOException {
    Set<String> named = new TreeSet<>();
    Matcher matcher =
        Pattern.compile("\\| `tare ([a-z]+)` \\|")
            .matcher(Files.readString(ROOT.resolve("README.md")));
    while (matcher.find()) {
      named.add(matcher.group(1));
    }
    assertThat(named).hasSizeGreaterThan(10);
    for (String command : named) {
      Cli help = Cli.run(command, "--help");
      assertThat(help.code()).as(command).isZero();
      assertThat(help.out()).contains("Usage: tare " + command);
    }
  }
}
