package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release of persons with several rows, judged for free and for a charge. */
class EvaluateUnitsTest {

  private static final String SCHEMA =
      """
      {"tare:name": "visits", "tare:unit": "patient", "tare:unitColumn": "patient", "tare:rowsPerUnit": 3,
       "fields": [
        {"name": "age", "type": "integer", "constraints": {"minimum": 0, "maximum": 110, "required": true}},
        {"name": "ward", "type": "string", "constraints": {"enum": ["a", "b"], "required": true}}]}
      """;

  private static Path visits(Path file, int persons) throws IOException {
    StringBuilder text = new StringBuilder("patient,age,ward\n");
    for (int i = 0; i < 4 * persons; i++) {
      text.append('p').append(i % persons).append(',').append(20 + i % 60);
      text.append(i % 3 == 0 ? ",a\n" : ",b\n");
    }
    return Files.writeString(file, text);
  }

  @Test
  void aReleaseOfPersonsIsEvaluatedAndChargedForPersons(@TempDir Path folder) throws IOException {
    Path data = visits(folder.resolve("visits.csv"), 150);
    Path held = visits(folder.resolve("held.csv"), 90);
    Path schema = Files.writeString(folder.resolve("visits.json"), SCHEMA);
    String out = folder.resolve("release").toString();
    Cli made =
        Cli.run(
            "release",
            data.toString(),
            "--schema",
            schema.toString(),
            "--epsilon",
            "1",
            "--lifetime-epsilon",
            "4",
            "--generator",
            "independent",
            "--weights",
            "none",
            "--out",
            out);
    assertThat(made.code()).as(made.text()).isZero();

    Cli free = Cli.run("evaluate", out, "--against", held.toString());
    assertThat(free.code()).as(free.text()).isZero();
    assertThat(free.out()).contains("age").contains("ward");

    Cli charged = Cli.run("evaluate", out, "--against", data.toString(), "--charged", "0.6");
    assertThat(charged.code()).as(charged.text()).isZero();
    assertThat(charged.out()).contains("Charged: epsilon 0.6").contains("two-way distance");
    Cli ledger = Cli.run("ledger", folder.resolve("visits.ledger").toString());
    assertThat(ledger.out()).contains("evaluation").contains("one patient with all its rows");
  }
}
