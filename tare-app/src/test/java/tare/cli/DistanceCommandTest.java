package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DistanceCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String a = "";
  private String b = "";

  @BeforeEach
  void writeTables(@TempDir Path folder) throws IOException {
    a = Files.writeString(folder.resolve("a.csv"), "x,c\n0,u\n1,u\n").toString();
    b = Files.writeString(folder.resolve("b.csv"), "c,x,w\nu,0,3\nv,1,1\n").toString();
  }

  private int run(String... args) {
    return Main.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  @Test
  void printsOneJsonDocument() {
    assertThat(run("distance", a, b, "--weight-column", "w", "--json")).isZero();
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    // A quarter of the mass moves 1 along x, and the last quarter changes its level: 1/4 + 1/4.
    assertThat(json.get("distance").asDouble()).isCloseTo(0.5, within(1e-12));
    assertThat(json.get("metric").asString()).isEqualTo("wasserstein");
    assertThat(json.get("rows_b").asInt()).isEqualTo(2);
    assertThat(json.get("weight_column").asString()).isEqualTo("w");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void printsALineForAPersonAndSaysWhatIsLeftOut() {
    assertThat(run("distance", a, b, "--metric", "tv2")).isZero();
    assertThat(out.toString()).startsWith("tv2 0.5").contains("2 rows against 2, 2 columns");
    assertThat(err.toString()).contains("not compared: w");
  }

  @Test
  void failuresHaveTheirExitCodes() {
    assertThat(run("distance", a)).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("distance", a, b, "--metric", "emd")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("distance", a, a + ".none")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run("distance", a, b, "--weight-column", "v")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("distance", a, b, "--weight-column", "c")).isEqualTo(ExitCode.BAD_INPUT);
  }
}
