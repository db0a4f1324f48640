package tare.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.ledger.Ledger;
import tare.ledger.LedgerPlace;
import tare.noise.SecureNoise;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.release.PrivacyStatement;
import tare.release.ReleaseFolder;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.CsvFile;
import tare.table.CsvOptions;
import tare.table.Table;
import tare.table.TableFile;

/** The steps of the studio, form by form: declarations, code books, private facts, commands. */
class StudioStepsTest extends StudioCase {

  private static final String ODD = "it's a \"name\"";

  @Test
  void datesAreGuessedAndDeclared() throws IOException {
    wire.post("choose", Map.of("table", "my people.csv"));
    assertThat(wire.get("schema/1").text()).contains("value=\"DATE\" checked");
    assertThat(wire.post("schema/1", Map.of("kind", "DATE", "low", "1.1.2020", "high", "x")).text())
        .contains("must be written like 2024-02-29");
    declare();
    assertThat(wire.get("schema").text()).contains("a date from 2020-01-01 to 2020-12-31");
    assertThat(wire.post("schema/check", Map.of()).text())
        .contains("Location: " + wire.root() + "plan");
  }

  @Test
  void whatTheDraftFoundOfTheWritingIsFilledIn() throws IOException {
    Files.writeString(
        folder.resolve("paid.csv"), "paid;on\n1.234,50;31.12.2020\n17,25;01.02.2021\n");
    wire.post("choose", Map.of("table", "paid.csv", "delimiter", ";"));
    assertThat(wire.get("schema/0").text())
        .contains("value=\"NUMBER\" checked")
        .contains("value=\",.\" selected");
    assertThat(wire.get("schema/1").text()).contains("value=\"%d.%m.%Y\"");
    wire.post("schema/cells", Map.of("show", "yes"));
    assertThat(wire.get("schema/0").text()).contains("1234.5, 17.25");
  }

  /** Numbers that come rounded: their step is declared, kept in the schema file and read again. */
  @Test
  void aStepIsDeclaredWithANumber() throws IOException {
    Files.writeString(folder.resolve("weights.csv"), "weight,ill\n70,no\n82.5,yes\n65,no\n");
    wire.post("choose", Map.of("table", "weights.csv"));
    wire.post("schema/facts", Map.of("name", "weights", "unit", "person", "rows", "3"));
    Map<String, String> weight =
        new HashMap<>(Map.of("kind", "NUMBER", "low", "30", "high", "251", "step", "2.5"));
    assertThat(wire.post("schema/0", weight).text()).contains("whole number of steps");
    weight.put("high", "250");
    wire.post("schema/0", weight);
    wire.post("schema/1", Map.of("kind", "YES_NO", "no", "no", "yes", "yes"));
    assertThat(wire.get("schema").text()).contains("a number from 30 to 250 in steps of 2.5");
    wire.post("schema/check", Map.of());
    Schema schema = SchemaFile.read(folder.resolve("weights.schema.json"));
    assertThat(schema.column(0).type().step()).isEqualTo(2.5);
    assertThat(ColumnDraft.of(schema.column(0)).step()).isEqualTo("2.5");
  }

  /** Codes for missing values, column by column: by hand, and kept in the schema file. */
  @Test
  void codesForMissingValuesAreDeclaredByColumn() throws IOException {
    Files.writeString(
        folder.resolve("scores.csv"), "score,again\n12,yes\n-999,?\n77,no\nNA,yes\n?,no\n");
    wire.post("choose", Map.of("table", "scores.csv"));
    wire.post("schema/facts", Map.of("name", "scores", "unit", "person", "rows", "5"));
    Map<String, String> score = Map.of("kind", "WHOLE", "low", "0", "high", "100");
    wire.post("schema/0", score);
    wire.post("schema/1", Map.of("kind", "YES_NO", "no", "no", "yes", "yes", "codes", "?"));
    Map<String, String> coded = new HashMap<>(score);
    coded.put("codes", "-999\r\n?");
    wire.post("schema/0", coded);
    assertThat(wire.get("schema/0").text()).contains(">-999\n?");
    assertThat(wire.get("schema").text())
        .contains("a whole number from 0 to 100; missing as -999 or ?");
    wire.post("schema/check", Map.of());
    Schema schema = SchemaFile.read(folder.resolve("scores.schema.json"));
    assertThat(schema.column(0).form().missingValues()).startsWith("", "-999", "?");
    assertThat(schema.column(0).missingAllowed()).isTrue();
    Table rows = TableFile.read(folder.resolve("scores.csv"), schema, CsvOptions.DEFAULTS);
    assertThat(IntStream.range(0, 5).filter(row -> rows.missing(row, 0)).toArray())
        .containsExactly(1, 3, 4);
    assertThat(rows.missing(1, 1)).isTrue();
  }

  @Test
  void aCodeBookDeclaresWhatItNames() throws IOException {
    Files.writeString(
        folder.resolve("book.csv"),
        "name,type,minimum,maximum,levels\nage,integer,0,120,\nseen,date,2020-01-01,2020-12-31,\nill,boolean,,,no|yes\n");
    wire.post("choose", Map.of("table", "my people.csv"));
    assertThat(wire.post("schema/book", Map.of("book", "book.csv")).status()).isEqualTo(303);
    assertThat(wire.get("schema").text())
        .contains("a whole number from 0 to 120")
        .contains("a date from 2020-01-01 to 2020-12-31")
        .contains("1 still to declare");
    assertThat(wire.post("schema/book", Map.of("book", "my people.csv")).text())
        .contains("role=\"alert\"");
  }

  @Test
  void factsAboutTheRowsAreShownOnlyToWhoAsked() throws IOException {
    declare();
    wire.post("schema/0", Map.of("kind", "WHOLE", "low", "0", "high", "50"));
    wire.post("schema/check", Map.of());
    assertThat(wire.get("schema").text()).doesNotContain("clamped").doesNotContain("never seen");
    wire.post("schema/cells", Map.of("show", "yes"));
    assertThat(wire.post("schema/check", Map.of()).text()).contains("schema#private-facts");
    assertThat(wire.get("schema").text())
        .contains("would be clamped")
        .contains("never seen: nowhere");
    wire.post("schema/cells", Map.of("show", "no"));
    assertThat(wire.get("schema").text()).doesNotContain("clamped").doesNotContain("never seen");
  }

  /** The commands at the foot of a page, run by a shell as they stand, do what the page does. */
  @Test
  void theCommandsShownDoTheSame() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "There is no bash to run them.");
    declare();
    wire.post("schema/check", Map.of());
    wire.post("plan", Map.of("epsilon", "0.8", "lifetime", "2.5", "weights", "none"));
    String commands = shown("plan");
    assertThat(commands).contains("--lifetime-epsilon 2.5").contains("my people.csv'");
    Path twin = Files.createDirectory(folder.resolveSibling(folder.getFileName() + "-twin"));
    for (String file : List.of("my people.csv", "my people.schema.json")) {
      Files.copy(folder.resolve(file), twin.resolve(file));
    }
    run(commands.replace(folder.toString(), twin.toString()));

    wire.post("release/start", Map.of("name", "people-release-1"));
    assertThat(ended()).contains("DONE");
    PrivacyStatement ours = ReleaseFolder.read(folder.resolve("people-release-1")).privacy();
    Bundle same = ReleaseFolder.read(twin.resolve("people-release-1"));
    assertThat(same.privacy().charges()).isEqualTo(ours.charges());
    assertThat(same.privacy().requested()).isEqualTo(ours.requested());
    assertThat(same.provenance().seed())
        .isEqualTo(ReleaseFolder.read(folder.resolve("people-release-1")).provenance().seed());
    assertThat(Ledger.open(LedgerPlace.beside(twin.resolve("my people.csv"))).limit())
        .isEqualTo(Ledger.open(LedgerPlace.beside(folder.resolve("my people.csv"))).limit());

    assertThat(run(shown("ledger"))).contains("spent epsilon").contains("of 2.5");
    assertThat(run(shown("report"))).contains("The release is whole");
    assertThat(shown("release")).contains("people-release-1").doesNotContain("people-release-2");
    assertThat(shown("plan")).contains("people-release-2").contains("--dry-run");
    // A number as the outcome: a level of a handful of made-up rows may part two classes for good.
    String analysis =
        shown("analyse?outcome=age&by=ill&by=it%27s+a+%22name%22")
            .lines()
            .reduce((a, b) -> b)
            .orElseThrow();
    assertThat(analysis).startsWith("tare analyze").contains("`" + ODD.replace("'", "'\\''") + "`");
    assertThat(run(analysis)).contains("ill");
  }

  /**
   * A column is constant in one row, whatever it is; what was asked stays, to be asked otherwise.
   */
  @Test
  void aModelWithoutAnAnswerKeepsItsForm() throws IOException {
    declare();
    wire.post("schema/check", Map.of());
    Schema schema = SchemaFile.read(folder.resolve("my people.schema.json"));
    PrivacyBudget budget = new PrivacyBudget(1, 1e-6);
    Gate gate =
        new Gate(
            PrivateTable.of(CsvFile.read(folder.resolve("my people.csv"), schema)),
            Ledger.inMemory(budget),
            "few",
            new SecureNoise());
    ReleasePlan plan = ReleasePlan.of(budget).withoutWeights().withRows(1);
    Bundle few = ReleaseRun.run(gate, plan, Progress.SILENT);
    ReleaseFolder.write(folder.resolve("few"), few, Map.of(), Progress.SILENT);
    String asked = "analyse?release=few&outcome=age&by=seen";
    assertThat(wire.get(asked).text())
        .contains("This has no answer: ")
        .contains("Leave it out of the formula.")
        .contains("<button id=\"estimate\">")
        .contains("value=\"seen\" checked")
        .doesNotContain("That did not work");
    assertThat(shown(asked)).contains("tare analyze");
    assertThat(wire.get("analyse?release=few&outcome=ill&by=age").text())
        .contains("must take at least two values")
        .contains("<button id=\"estimate\">");
  }

  private String shown(String page) throws IOException {
    Matcher code =
        Pattern.compile("<footer>.*<code>(.*)</code>", Pattern.DOTALL)
            .matcher(wire.get(page).text());
    assertThat(code.find()).isTrue();
    return code.group(1)
        .replace("&#39;", "'")
        .replace("&quot;", "\"")
        .replace("&gt;", ">")
        .replace("&lt;", "<")
        .replace("&amp;", "&");
  }

  private String run(String commands) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path script = folder.resolve("shown.sh");
    Files.writeString(
        script,
        "set -e\ntare() { '"
            + java
            + "' -cp '"
            + System.getProperty("java.class.path")
            + "' tare.cli.Main \"$@\"; }\n"
            + commands
            + "\n");
    Process shell =
        new ProcessBuilder("/bin/bash", script.toString()).redirectErrorStream(true).start();
    String text = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(text).isZero();
    return text;
  }
}
