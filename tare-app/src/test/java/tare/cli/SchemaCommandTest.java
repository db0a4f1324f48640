package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaCommandTest {

  private final Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  SchemaCommandTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void draftsASchemaThatIsRefusedUntilFinished() throws IOException {
    String data = file("patients.csv", "age,ward\n47,surgery\n93,heart\n");

    assertThat(run("schema", data)).isEqualTo(ExitCode.FINE);
    assertThat(out.toString())
        .contains("\"tare:name\" : \"patients\"", "\"type\" : \"integer\"", "surgery")
        .doesNotContain("47", "93");
    assertThat(err.toString()).startsWith("A draft with 4 decisions left");

    String draft = file("draft.json", out.toString());
    err.getBuffer().setLength(0);
    assertThat(run("schema", data, "--check", draft)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(err.toString())
        .contains("draft.json:")
        .contains("Field \"age\": \"minimum\" still says \"TODO: declare\"");
  }

  @Test
  void checksAFinishedSchemaAgainstTheRows() throws IOException {
    String data = file("patients.csv", "age;ward\n47;surgery\n93;heart\n");
    assertThat(run("schema", data, "--delimiter", ";")).isEqualTo(ExitCode.FINE);
    String finished =
        out.toString()
            .replaceAll("\"TODO: declare the lowest[^\"]*\"", "0")
            .replaceAll("\"TODO: declare the highest[^\"]*\"", "120")
            .replaceAll("\"TODO: declare what[^\"]*\"", "\"patient\"")
            .replaceAll("\"TODO: declare every[^\"]*\", ", "");
    String schema = file("schema.json", finished);

    out.getBuffer().setLength(0);
    assertThat(run("schema", data, "--delimiter", ";", "--check", schema)).isEqualTo(ExitCode.FINE);
    assertThat(out.toString()).contains("is complete", "fits it");
    out.getBuffer().setLength(0);
    assertThat(run("schema", data, "--delimiter", ";", "--check", schema, "--json")).isZero();
    assertThat(out.toString()).contains("\"fits\" : true");

    String other = file("other.csv", "age,ward\nsecret,surgery\n50,nowhere\n");
    err.getBuffer().setLength(0);
    assertThat(run("schema", other, "--check", schema)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(err.toString())
        .contains("Line 2, column \"age\": not a number", "Line 3, column \"ward\": not one of")
        .doesNotContain("secret", "nowhere");
  }

  @Test
  void failuresHaveTheirExitCodes() throws IOException {
    String data = file("patients.csv", "age;ward\n47;surgery\n");

    assertThat(run("schema")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("schema", data + ".none")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run("schema", data, "--delimiter", "xy")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("schema", data, "--delimiter", "x")).isEqualTo(ExitCode.WRONG_USAGE);
    err.getBuffer().setLength(0);
    assertThat(run("schema", data)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(err.toString()).contains("separated by \";\", not by \",\"");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private int run(String... args) {
    return Main.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
