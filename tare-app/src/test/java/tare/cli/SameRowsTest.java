package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows that are all alike, with an epsilon that hides nothing of it: from the release with its
 * weights, replicates and page to what others do with it. All of it ends, and in words.
 */
class SameRowsTest {

  private static final String SCHEMA =
      """
      {
        "tare:name": "same", "tare:unit": "person",
        "fields": [
          { "name": "x", "type": "number", "constraints": { "minimum": 0, "maximum": 1000 } },
          { "name": "ill", "type": "boolean", "trueValues": ["yes"], "falseValues": ["no"], "constraints": { "required": true } },
          { "name": "home", "type": "string", "constraints": { "enum": ["own", "rent"] } }
        ]
      }
      """;

  @TempDir private Path temp = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {"500,yes,own", "0,no,rent", "1000,yes,own", ",no,"})
  void everyCommandEndsInWords(String row) throws IOException {
    for (int count : new int[] {1, 80}) {
      Path folder = Files.createDirectory(temp.resolve("rows" + count));
      String data = Files.writeString(folder.resolve("same.csv"), rows(row, count)).toString();
      String schema = Files.writeString(folder.resolve("schema.json"), SCHEMA).toString();
      String out = folder.resolve("release").toString();
      List<String> release =
          new ArrayList<>(List.of("release", data, "--schema", schema, "--epsilon", "50"));
      release.addAll(List.of("--rows", "60", "--replicates", "2", "--out", out));
      release.add("--accept-weak-delta");
      ends(release, 0);
      assertThat(Path.of(out, "report.html")).isNotEmptyFile();
      ends(List.of("verify", out), 0);
      ends(List.of("evaluate", out, "--against", data, "--page", out + ".html"), 0, 1);
      ends(List.of("analyze", out, "--model", "mean", "--target", "x"), 0, 2, 4);
      ends(List.of("analyze", out, "--model", "logistic", "--target", "ill"), 0, 2, 4);
      ends(List.of("diagnose", out), 0, 1, 2, 4);
      ends(List.of("sample", out, "--rows", "5", "--out", out + ".csv"), 0);
    }
  }

  private static String rows(String row, int count) {
    return "x,ill,home\n" + (row + "\n").repeat(count);
  }

  private static void ends(List<String> command, Integer... codes) {
    Cli cli = Cli.run(command.toArray(String[]::new));
    assertThat(codes).as(command.get(0) + ": " + cli.text()).contains(cli.code());
    assertThat(cli.text()).doesNotContain("internal error").doesNotContain("\tat ");
  }
}
