package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder = Path.of("");

  private int run(String... args) {
    return Main.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  @Test
  void everyExperimentIsListed() {
    assertThat(run("paper", "list")).isZero();
    assertThat(out.toString().lines().map(line -> line.split(" ")[0]))
        .contains("toy", "coverage", "distances", "breast", "mnist");
  }

  @Test
  void allOfThemGoOnWhereTheyStopped() throws IOException {
    Path toy = folder.resolve("toy");
    assertThat(run("paper", "toy", "--seeds", "1", "--out", folder.toString())).isZero();
    String kept = Files.readString(onlyFile(toy.resolve("runs")));
    // No time for anything new: what is there counts, and is not made again.
    assertThat(run("paper", "all", "--seeds", "2", "--hours", "0", "--out", folder.toString()))
        .isZero();
    assertThat(err.toString())
        .containsPattern("1 of \\d+ runs are there; the same command goes on");
    assertThat(Files.readString(onlyFile(toy.resolve("runs")))).isEqualTo(kept);
  }

  @Test
  void oneLimitOfTimeIsEnough() {
    assertThat(run("paper", "toy", "--hours", "1", "--minutes", "3"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(err.toString()).contains("--minutes or --hours");
  }

  private static Path onlyFile(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.reduce((a, b) -> folder.resolve("several")).orElseThrow();
    }
  }
}
