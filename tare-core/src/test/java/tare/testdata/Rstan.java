package tare.testdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Stan's own tools by way of R's package rstan. Tests that need it are skipped without it. */
public final class Rstan {

  private Rstan() {}

  /**
   * Runs a script with rstan loaded, in a folder.
   *
   * @return the lines it printed that begin with RESULT, without that word
   */
  public static List<String> run(Path folder, String script)
      throws IOException, InterruptedException {
    assumeTrue(
        exitCode(folder, "library(rstan)") == 0,
        "R with rstan is missing: .ci/install-peers installs it.");
    int code = exitCode(folder, "suppressMessages(library(rstan))\n" + script);
    assertThat(code).as(Files.readString(printed(folder))).isZero();
    return Files.readAllLines(printed(folder)).stream()
        .filter(line -> line.startsWith("RESULT "))
        .map(line -> line.substring("RESULT ".length()))
        .toList();
  }

  private static Path printed(Path folder) {
    return folder.resolve("printed.txt");
  }

  private static int exitCode(Path folder, String script) throws InterruptedException {
    try {
      Path file = Files.writeString(folder.resolve("script.R"), script);
      return new ProcessBuilder("Rscript", file.getFileName().toString())
          .directory(folder.toFile())
          .redirectErrorStream(true)
          .redirectOutput(printed(folder).toFile())
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1;
    }
  }
}
