package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A release in the hands of people without Java: Python and R read it and run its examples. Skipped
 * where they are missing.
 */
class StrangerTest {

  private record Ran(int code, String text) {}

  private static Ran run(Path folder, String... command) throws IOException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return new Ran(process.exitValue(), text);
  }

  private static boolean can(String... command) {
    try {
      return run(Path.of("."), command).code() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static Path release(Path temp) {
    Path out = temp.resolve("release");
    Cli demo = Cli.run("demo", "--out", out.toString(), "--seed", "1");
    assertThat(demo.code()).as(demo.text()).isZero();
    return out;
  }

  @Test
  void pandasReadsTheRowsAndTheExampleRuns(@TempDir Path temp) throws IOException {
    String python = "/usr/bin/python3";
    assumeTrue(
        can(python, "-c", "import pandas, statsmodels"),
        "Python with pandas and statsmodels is missing: .ci/install-peers installs them.");
    Path release = release(temp);
    Ran rows =
        run(
            release,
            python,
            "-c",
            String.join(
                "\n",
                List.of(
                    "import json, pandas as pd",
                    "rows = pd.read_csv('synthetic.csv')",
                    "fields ="
                        + " json.load(open('datapackage.json'))['resources'][0]['schema']['fields']",
                    "assert list(rows.columns) == [f['name'] for f in fields]",
                    "assert abs(rows['weight'].mean() - 1) < 1e-9",
                    "privacy = json.load(open('privacy.json'))",
                    "assert privacy['tare']['spent']['epsilon'] <="
                        + " privacy['tare']['requested']['epsilon']",
                    "for f in fields:",
                    "    c = f.get('constraints', {})",
                    "    if 'minimum' in c: assert rows[f['name']].min() >= c['minimum'], f",
                    "    if 'maximum' in c: assert rows[f['name']].max() <= c['maximum'], f",
                    "    if 'enum' in c: assert set(rows[f['name']].dropna().astype(str)) <="
                        + " set(c['enum']), f",
                    "print(len(rows))")));
    assertThat(rows.code()).as(rows.text()).isZero();
    assertThat(rows.text()).contains("6000");
    Ran example = run(release.resolve("examples"), python, "use.py");
    assertThat(example.code()).as(example.text()).isZero();
    assertThat(example.text()).contains("(Intercept)", "diabetes=yes");
  }

  @Test
  void surveyRunsTheExample(@TempDir Path temp) throws IOException {
    assumeTrue(
        can("Rscript", "-e", "library(survey)"),
        "R with survey is missing: .ci/install-peers installs it.");
    Ran example = run(release(temp).resolve("examples"), "Rscript", "use.R");
    assertThat(example.code()).as(example.text()).isZero();
    assertThat(example.text()).contains("estimate", "diabetes yes");
  }
}
