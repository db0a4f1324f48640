package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AccountCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return Main.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  private JsonNode json(String... args) {
    assertThat(run(args)).as(err.toString()).isZero();
    return JsonMapper.shared().readTree(out.toString());
  }

  /** Source: dp_accounting (Python), 2026-11. */
  @Test
  void epsilonAsJson() {
    JsonNode json =
        json(
            "account", "--noise", "1.0", "--rate", "0.01", "--steps", "1000", "--delta", "1e-5",
            "--json");
    assertThat(json.propertyNames()).containsExactly("epsilon", "epsilon_pld", "epsilon_rdp");
    assertThat(json.get("epsilon_pld").asDouble()).isCloseTo(1.8282367, within(1e-4));
    assertThat(json.get("epsilon_rdp").asDouble()).isCloseTo(2.1013665, within(1e-6));
    assertThat(json.get("epsilon").asDouble()).isEqualTo(json.get("epsilon_pld").asDouble());
  }

  /** Source: dp_accounting (Python), 2026-11. */
  @Test
  void noiseAsJson() {
    JsonNode json =
        json(
            "account",
            "--target-epsilon",
            "1",
            "--rate",
            "0.01",
            "--steps",
            "1000",
            "--delta",
            "1e-5",
            "--json");
    assertThat(json.propertyNames()).containsExactly("noise");
    assertThat(json.get("noise").asDouble()).isCloseTo(1.4146408, within(1e-3));
  }

  @Test
  void laplaceTakesScaleOverSensitivity() {
    JsonNode json =
        json(
            "account",
            "--mechanism",
            "laplace",
            "--noise",
            "2",
            "--steps",
            "10",
            "--delta",
            "0",
            "--json");
    assertThat(json.get("epsilon").asDouble()).isCloseTo(5, within(1e-12));
    assertThat(json.get("epsilon_rdp").isNull()).isTrue();
  }

  @Test
  void gaussianInClosedForm() {
    JsonNode json =
        json("account", "--mechanism", "gaussian", "--noise", "2", "--delta", "1e-5", "--json");
    assertThat(json.get("epsilon").asDouble()).isCloseTo(1.99309140442, within(1e-9));
  }

  @Test
  void deltaAtAnEpsilon() {
    JsonNode json =
        json(
            "account",
            "--mechanism",
            "sampled-gaussian",
            "--noise",
            "1",
            "--rate",
            "0.01",
            "--steps",
            "1000",
            "--epsilon",
            "1",
            "--json");
    assertThat(json.propertyNames()).containsExactly("delta", "delta_pld", "delta_rdp");
    assertThat(json.get("delta").asDouble()).isCloseTo(0.0026124, within(1e-6));
  }

  @Test
  void wordsForPeople() {
    assertThat(
            run("account", "--noise", "1", "--rate", "0.01", "--steps", "1000", "--delta", "1e-5"))
        .isZero();
    assertThat(out.toString())
        .isEqualToNormalizingNewlines(
            """
            1000 x (Gaussian, noise multiplier 1, on lots of rate 0.01)
            Neighbours differ by one row, added or removed.

              epsilon = 1.8283 at delta = 1.0E-5
                by privacy loss distributions  1.8283
                by Renyi divergences           2.1014
            """);
  }

  @Test
  void wrongUsageSaysWhatIsMissing() {
    assertThat(run("account", "--delta", "1e-5")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(err.toString()).contains("--noise", "--target-epsilon");
    assertThat(run("account", "--noise", "1", "--delta", "2")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(err.toString()).contains("delta must be in [0, 1). Got: 2.0");
    assertThat(run("account", "--noise", "-1", "--delta", "0.1")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(
            run(
                "account",
                "--mechanism",
                "gaussian",
                "--rate",
                "0.1",
                "--noise",
                "1",
                "--delta",
                "0.1"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(err.toString()).contains("Use sampled-gaussian");
  }
}
