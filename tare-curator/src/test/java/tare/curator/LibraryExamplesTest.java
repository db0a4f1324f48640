package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example programs compile as they stand, and run, each in a process of its own. */
class LibraryExamplesTest {

  private static final Path EXAMPLES = Path.of("../examples");
  private static final Path SOURCES = EXAMPLES.resolve("library");
  private static final String DATA = EXAMPLES.resolve("patients/patients.csv").toString();
  private static final String SCHEMA = EXAMPLES.resolve("patients/patients.schema.json").toString();

  @TempDir private static Path classes;

  @BeforeAll
  static void compile() throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of("-proc:none", "-d", classes.toString(), "-cp", classPath(part -> true)));
    try (Stream<Path> files = Files.list(SOURCES)) {
      files.map(Path::toString).filter(f -> f.endsWith(".java")).forEach(arguments::add);
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, said, said, arguments.toArray(String[]::new));
    assertThat(code).as(said.toString()).isZero();
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    try (Stream<Path> files = Files.list(SOURCES.resolve("META-INF/services"))) {
      for (Path file : files.toList()) {
        Files.copy(file, services.resolve(file.getFileName()));
      }
    }
  }

  private static String classPath(java.util.function.Predicate<String> kept) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(part -> !part.contains("test-classes"))
        .filter(kept)
        .reduce((a, b) -> a + File.pathSeparator + b)
        .orElseThrow();
  }

  private static String run(Path folder, String classPath, String... command)
      throws IOException, InterruptedException {
    Path printed = Files.createTempFile(folder, "printed", ".txt");
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classes + File.pathSeparator + classPath));
    line.addAll(List.of(command));
    Process process =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(printed.toFile()).start();
    assertThat(process.waitFor()).as(Files.readString(printed)).isZero();
    return Files.readString(printed);
  }

  @Test
  void aReleaseIsMadeAndAnalysedWithCoreAlone(@TempDir Path folder)
      throws IOException, InterruptedException {
    String release = folder.resolve("release").toString();
    String ledger = folder.resolve("ledger").toString();
    assertThat(run(folder, classPath(p -> true), "MakeRelease", DATA, SCHEMA, ledger, release))
        .startsWith("500 rows, epsilon = ");
    String core = classPath(part -> !part.contains("tare-curator"));
    assertThat(run(folder, core, "AnalyseRelease", release)).startsWith("age ");
  }

  @Test
  void theAccountantWorksAlone(@TempDir Path folder) throws IOException, InterruptedException {
    String core = classPath(part -> !part.contains("tare-curator"));
    assertThat(run(folder, core, "UseAccountant")).contains("epsilon ", "noise multiplier ");
  }

  @Test
  void aStrangersGeneratorIsReleasedAndSampledAgainAfterARestart(@TempDir Path folder)
      throws IOException, InterruptedException {
    String release = folder.resolve("release").toString();
    String whole = classPath(part -> true);
    assertThat(run(folder, whole, "elsewhere.OwnGenerator", DATA, SCHEMA, release))
        .isEqualToIgnoringNewLines("made");
    assertThat(run(folder, whole, "elsewhere.OwnGenerator", release))
        .isEqualToIgnoringNewLines("halves 7");
  }
}
