package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.ledger.Ledger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LedgerCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder = Path.of("");

  private int run(String... args) {
    return Main.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  private Path charged() throws IOException {
    Path file = folder.resolve("patients.ledger");
    Ledger ledger = Ledger.create(file, "patients", new PrivacyBudget(1.5, 0));
    ledger.charge("spring", "count rows", new PrivacyEvent.DiscreteLaplace(20, 1));
    ledger.charge("spring", "fit weights", new PrivacyEvent.Spherical(0.3));
    return file;
  }

  @Test
  void showsChargesSpentAndLeft() throws IOException {
    assertThat(run("ledger", charged().toString())).isZero();
    assertThat(out.toString().lines().toList())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("patients: spent epsilon = 0.35 of 1.5, left 1.15"),
            line ->
                assertThat(line)
                    .isEqualTo("at delta = 0.0. Neighbours differ by one row, added or removed."),
            line -> assertThat(line).isEmpty(),
            line -> assertThat(line).matches("time +by +release  purpose      event"),
            line -> assertThat(line).endsWith("spring   count rows   discrete Laplace, scale 20"),
            line ->
                assertThat(line).endsWith("spring   fit weights  spherical noise, epsilon 0.3"));
  }

  @Test
  void findsALedgerByTheNameOfItsDataSet() throws IOException {
    charged();
    assertThat(run("ledger", folder.resolve("patients").toString(), "--json")).isZero();
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    assertThat(json.propertyNames())
        .containsExactly(
            "data_set",
            "neighbours",
            "delta",
            "limit_epsilon",
            "spent_epsilon",
            "left_epsilon",
            "torn_records",
            "entries");
    assertThat(json.get("spent_epsilon").asDouble()).isEqualTo(0.35);
    assertThat(json.get("entries").get(1).get("event").get("kind").asString())
        .isEqualTo("spherical");
  }

  @Test
  void saysThatARecordWasTorn() throws IOException {
    Path file = charged();
    Files.writeString(file, "{\"n\":3,\"ti", StandardOpenOption.APPEND);
    assertThat(run("ledger", file.toString())).isZero();
    assertThat(out.toString()).contains("spent epsilon = 0.35", "cut 1 record(s) short");
  }

  @Test
  void anEmptyLedger() throws IOException {
    Path file = folder.resolve("new.ledger");
    Ledger.create(file, "new", new PrivacyBudget(1, 1e-6));
    assertThat(run("ledger", file.toString())).isZero();
    assertThat(out.toString()).contains("spent epsilon = 0 of 1.0, left 1", "Nothing was charged");
  }

  /** Whole records cut off the end leave a sound ledger; the release that paid for them tells. */
  @Test
  void releasesTellOfRecordsThatWereCutOff() throws IOException {
    Path release = release();
    Path ledger = folder.resolve("people.ledger");
    assertThat(run("ledger", ledger.toString(), "--check", release.toString())).isZero();
    assertThat(out.toString()).contains("charges are booked");

    // The same release twice would need every record twice.
    String again = release.toString();
    assertThat(run("ledger", ledger.toString(), "--check", again, "--check", again))
        .isEqualTo(ExitCode.CHECK_FAILED);

    List<String> lines = Files.readAllLines(ledger);
    Files.writeString(ledger, String.join("\n", lines.subList(0, lines.size() - 1)) + "\n");
    assertThat(run("ledger", ledger.toString())).isZero();
    assertThat(run("ledger", ledger.toString(), "--check", release.toString()))
        .isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(out.toString()).contains("records were cut off");
    Path other = charged();
    assertThat(run("ledger", other.toString(), "--check", release.toString()))
        .isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(out.toString()).contains("is of another data set");
  }

  private Path release() throws IOException {
    Path data = folder.resolve("people.csv");
    Files.writeString(data, "ill\n" + "yes\nno\n".repeat(200));
    Path schema = folder.resolve("schema.json");
    Files.writeString(
        schema,
        """
        {
          "tare:name": "people", "tare:unit": "person", "tare:publicRowCount": 400,
          "fields": [
            { "name": "ill", "type": "boolean", "trueValues": ["yes"], "falseValues": ["no"], "constraints": { "required": true } }
          ]
        }
        """);
    Path out = folder.resolve("release");
    assertThat(
            run(
                "release",
                data.toString(),
                "--schema",
                schema.toString(),
                "--epsilon",
                "1",
                "--out",
                out.toString()))
        .isZero();
    return out;
  }

  @Test
  void badInput() throws IOException {
    assertThat(run("ledger", folder.resolve("none").toString())).isEqualTo(ExitCode.BAD_INPUT);
    Path file = charged();
    String text = Files.readString(file);
    Files.writeString(file, text.replace("count rows", "count cows"));
    assertThat(run("ledger", file.toString())).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(err.toString()).contains("is damaged or was edited");
  }
}
