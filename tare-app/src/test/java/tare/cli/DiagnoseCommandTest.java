package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DiagnoseCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder = Path.of("");

  private int run(String... args) {
    return Main.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  @Test
  void jsonAgreesWithLooOnAHeavyTail() throws IOException {
    // k-hat, effective size and largest share of w1 = ((i - 0.5)/1000)^-0.6: R loo 2.5.1.
    String file = weights("id,w\n", 1000, i -> Math.pow((i + 0.5) / 1000, -0.6));
    assertThat(run("diagnose", file, "--column", "w", "--json")).isZero();
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    assertThat(json.propertyNames())
        .containsExactly("n", "ess", "max_share", "k_hat", "koopman_p", "verdict");
    assertThat(json.get("n").asInt()).isEqualTo(1000);
    assertThat(json.get("k_hat").asDouble()).isCloseTo(0.5838651961, within(1e-6));
    assertThat(json.get("ess").asDouble()).isCloseTo(248.583464, within(1e-6));
    assertThat(json.get("max_share").asDouble()).isCloseTo(0.03925169972, within(1e-9));
    assertThat(json.get("verdict").asString()).isEqualTo("use with care");
  }

  @Test
  void wordsGiveReasons() throws IOException {
    String file = weights("id,weight\n", 1000, i -> Math.pow((i + 0.5) / 1000, -1.2));
    assertThat(run("diagnose", file)).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(out.toString()).startsWith("Verdict: do not use").contains("x Pareto k = ");
  }

  @Test
  void equalWeightsHaveNoTailToSpeakOf() throws IOException {
    String file = weights("id,weight\n", 300, i -> 2);
    assertThat(run("diagnose", file, "--json")).isZero();
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    assertThat(json.get("ess").asDouble()).isCloseTo(300, within(1e-9));
    assertThat(json.get("k_hat").isNull()).isTrue();
    assertThat(json.get("verdict").asString()).isEqualTo("use");
  }

  @Test
  void logarithmsAreReadWhenSaid() throws IOException {
    String file = weights("id,lw\n", 300, i -> -1000 + i % 2);
    assertThat(run("diagnose", file, "--column", "lw", "--log", "--json")).isZero();
    assertThat(JsonMapper.shared().readTree(out.toString()).get("ess").asDouble())
        .isBetween(200.0, 300.0);
  }

  @Test
  void aReleaseIsJudgedWithItsStatedNoise() throws IOException {
    Path release = folder.resolve("demo");
    assertThat(run("demo", "--out", release.toString())).isZero();
    out.getBuffer().setLength(0);
    run("diagnose", release.toString(), "--json");
    String stated =
        JsonMapper.shared()
            .readTree(Files.readString(release.resolve("weights.json")))
            .get("verdict")
            .asString();
    assertThat(JsonMapper.shared().readTree(out.toString()).get("verdict").asString())
        .isEqualTo(stated);
    out.getBuffer().setLength(0);
    assertThat(run("analyze", release.toString(), "--model", "logistic", "--target", "readmitted"))
        .isZero();
    assertThat(out.toString()).contains("The privacy noise in the bought moments");
  }

  /** Weights without replicates: a bootstrap draws the stated noise again. */
  @Test
  void aBootstrapDrawsTheStatedNoiseAgain() throws IOException {
    Path release = folder.resolve("weighed");
    assertThat(run("demo", "--weights", "beta-debiased", "--out", release.toString())).isZero();
    out.getBuffer().setLength(0);
    assertThat(
            run(
                "analyze",
                release.toString(),
                "--model",
                "logistic",
                "--target",
                "readmitted",
                "--bootstrap",
                "20"))
        .isZero();
    double scale =
        JsonMapper.shared()
            .readTree(Files.readString(release.resolve("weights.json")))
            .at("/model/noise_scale")
            .asDouble();
    assertThat(out.toString())
        .contains("and the privacy noise in the weights")
        .contains(String.format(Locale.ROOT, "noise of scale %.3g", scale));
  }

  @Test
  void badFilesAndColumnsHaveTheirExitCodes() throws IOException {
    String file = weights("id,weight\n", 10, i -> i - 3);
    assertThat(run("diagnose", file)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(err.toString()).contains("zero or more").contains("Row 1");
    assertThat(run("diagnose", file, "--column", "wight")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(err.toString()).contains("Did you mean \"weight\"?");
    assertThat(run("diagnose", folder.resolve("none.csv").toString()))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run("diagnose")).isEqualTo(ExitCode.WRONG_USAGE);
  }

  private String weights(String header, int n, IntToDoubleFunction weight) throws IOException {
    StringBuilder text = new StringBuilder(header);
    for (int i = 0; i < n; i++) {
      text.append(i).append(',').append(weight.applyAsDouble(i)).append('\n');
    }
    return Files.writeString(folder.resolve("weights.csv"), text).toString();
  }
}
