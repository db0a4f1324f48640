package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperCommandTest {

  @TempDir private Path folder = Path.of("");

  @Test
  void everyExperimentIsListed() {
    assertThat(Cli.run("paper", "list").out().lines().map(line -> line.split(" ")[0]))
        .contains("toy", "coverage", "distances", "breast", "mnist");
  }

  @Test
  void allOfThemGoOnWhereTheyStopped() throws IOException {
    Path toy = folder.resolve("toy");
    assertThat(Cli.run("paper", "toy", "--seeds", "1", "--out", folder.toString()).code()).isZero();
    String kept = Files.readString(onlyFile(toy.resolve("runs")));
    // No time for anything new: what is there counts, and is not made again.
    Cli all = Cli.run("paper", "all", "--seeds", "2", "--hours", "0", "--out", folder.toString());
    assertThat(all.code()).isZero();
    assertThat(all.err()).containsPattern("1 of \\d+ runs are there; the same command goes on");
    assertThat(Files.readString(onlyFile(toy.resolve("runs")))).isEqualTo(kept);
  }

  @Test
  void oneLimitOfTimeIsEnough() {
    Cli both = Cli.run("paper", "toy", "--hours", "1", "--minutes", "3");
    assertThat(both.code()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(both.err()).contains("--minutes or --hours");
  }

  private static Path onlyFile(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.reduce((a, b) -> folder.resolve("several")).orElseThrow();
    }
  }
}
