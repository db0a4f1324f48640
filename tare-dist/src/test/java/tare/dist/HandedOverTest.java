package tare.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The zip and the image, unpacked where neither Maven nor the sources are, run the demo and the
 * studio; the image does so with no Java on the path.
 */
class HandedOverTest {

  /** All that the launcher calls. There is no java, no mvn and no git among it. */
  private static final List<String> TOOLS = List.of("bash", "env", "dirname", "readlink");

  @TempDir private Path folder;

  @BeforeAll
  static void needsTools() {
    assumeTrue(tool("tar").isPresent() && tool("unzip").isPresent(), "tar and unzip are missing.");
  }

  private static Optional<Path> tool(String name) {
    return List.of("/usr/bin", "/bin").stream()
        .map(place -> Path.of(place, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @AfterEach
  void removeLinks() throws IOException {
    for (String name : TOOLS) {
      Files.deleteIfExists(folder.resolve("tools").resolve(name));
    }
  }

  private static String property(String name) {
    return Objects.requireNonNull(System.getProperty(name), name);
  }

  private Path unpacked(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
    try (var files = Files.list(folder)) {
      return files.filter(f -> Files.isDirectory(f.resolve("lib"))).findFirst().orElseThrow();
    }
  }

  /** The launcher with a path on which there is nothing but the shell's own tools. */
  private ProcessBuilder tare(Path place, boolean java, String... arguments) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("tools"));
    for (String name : TOOLS) {
      if (Files.notExists(bin.resolve(name))) {
        Files.createSymbolicLink(bin.resolve(name), tool(name).orElseThrow());
      }
    }
    List<String> command = new ArrayList<>(List.of(place.resolve("bin/tare").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", bin.toString());
    if (java) {
      builder.environment().put("JAVA_HOME", property("java.home"));
    }
    return builder;
  }

  private void runs(Path place, boolean java) throws IOException, InterruptedException {
    Process demo = tare(place, java, "demo", "--out", "made").redirectErrorStream(true).start();
    String said = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(demo.waitFor()).as(said).isZero();
    assertThat(said).contains("Release written to").doesNotContain("WARNING");
    assertThat(folder.resolve("made/report.html")).isNotEmptyFile();
    trialWorks(place, java);
    studioRuns(place, java);
  }

  /** Starts, asks itself for its first page and stops. */
  private void trialWorks(Path place, boolean java) throws IOException, InterruptedException {
    Process trial = tare(place, java, "studio", "--trial").redirectErrorStream(true).start();
    String said = new String(trial.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(trial.waitFor()).as(said).isZero();
    assertThat(said).contains("The studio works here.");
  }

  private void studioRuns(Path place, boolean java) throws IOException, InterruptedException {
    Process studio =
        tare(place, java, "studio", "--no-open", "--port", "0").redirectErrorStream(true).start();
    try (BufferedReader lines = studio.inputReader(StandardCharsets.UTF_8)) {
      URI address = URI.create(lines.readLine());
      HttpClient client = HttpClient.newHttpClient();
      HttpResponse<String> page =
          client.send(
              HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.body()).contains("Tare Studio").contains("Try the demo");
      HttpRequest quit =
          HttpRequest.newBuilder(address.resolve("quit"))
              .header("Origin", "http://" + address.getAuthority())
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();
      client.send(quit, HttpResponse.BodyHandlers.discarding());
      assertThat(studio.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(studio.exitValue()).isZero();
    } finally {
      studio.destroyForcibly();
    }
  }

  @Test
  void theZipRunsWithAnyJava() throws IOException, InterruptedException {
    Path place = unpacked(tool("unzip").orElseThrow().toString(), "-q", property("dist.zip"));
    assertThat(place.resolve("runtime")).doesNotExist();
    // For Windows, which is not at hand here: the same main class, lines that its shell can read.
    String windows = Files.readString(place.resolve("bin/tare.cmd"));
    assertThat(windows).contains("\\lib\\*\" tare.cli.Main %*").contains("\r\n");
    assertThat(windows.replace("\r\n", "")).doesNotContain("\n");
    runs(place, true);
    Process none = tare(place, false, "--version").redirectErrorStream(true).start();
    String said = new String(none.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(none.waitFor()).isEqualTo(5);
    assertThat(said).contains("no Java found");
  }

  @Test
  void theImageRunsWithoutJava() throws IOException, InterruptedException {
    assumeTrue(
        Files.exists(Path.of(property("dist.image"))), "No image was made: -Dimage=none.");
    runs(unpacked(tool("tar").orElseThrow().toString(), "xzf", property("dist.image")), false);
  }
}
