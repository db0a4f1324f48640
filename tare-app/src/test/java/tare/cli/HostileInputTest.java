package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostileInputTest {

  @TempDir private static Path temp = Path.of("");

  @BeforeAll
  static void honest() throws IOException {
    Files.writeString(temp.resolve("people.csv"), "ill,old\n" + "yes,no\nno,no\n".repeat(100));
    Files.writeString(
        temp.resolve("schema.json"),
        """
        {
          "tare:name": "people", "tare:unit": "person", "tare:publicRowCount": 200,
          "fields": [
            { "name": "ill", "type": "boolean", "trueValues": ["yes"], "falseValues": ["no"], "constraints": { "required": true } },
            { "name": "old", "type": "boolean", "trueValues": ["yes"], "falseValues": ["no"], "constraints": { "required": true } }
          ]
        }
        """);
    Cli cli =
        Cli.run(
            "release",
            temp.resolve("people.csv").toString(),
            "--schema",
            temp.resolve("schema.json").toString(),
            "--epsilon",
            "3",
            "--rows",
            "20",
            "--weights",
            "beta-noised",
            "--out",
            temp.resolve("honest").toString());
    assertThat(cli.code()).as(cli.text()).isZero();
  }

  @Test
  void brokenFoldersAndModelsEndInWords() throws IOException {
    assertThat(new HostileFuzz(temp.resolve("honest"), temp, 1).run(60)).isEmpty();
  }

  /** Twenty thousand of them with 256 MB, in a process of its own. */
  @Tag("audit")
  @Test
  void manyOfThemWithLittleMemory() throws IOException, InterruptedException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "--add-modules",
                "jdk.incubator.vector",
                "-cp",
                classPath,
                HostileFuzz.class.getName(),
                temp.resolve("honest").toString(),
                temp.toString(),
                "20000",
                "2")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
  }

  /** An error of the machine ends in one line and a code, not in a stack trace. */
  @Test
  void aDeepModelDoesNotOverflowTheStack() throws IOException {
    Path deep = temp.resolve("deep.json");
    Files.writeString(deep, "[".repeat(2_000_000));
    Cli cli = Cli.run("sample", deep.toString(), "--rows", "1", "--out", temp + "/x.csv");
    assertThat(cli.code()).as(cli.text()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err().lines().count()).isLessThanOrEqualTo(2);
  }
}
