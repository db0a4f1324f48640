package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.ledger.Ledger;
import tare.random.Seed;

/** Every row of docs/bad-input.md, run as it stands there. */
class BadInputTest {

  /** Stands in cells that are at fault; no message may show it. */
  private static final String SECRET = "s3cr3t";

  private static final Set<String> FILE_OPTIONS = Set.of("--schema", "--out", "--ledger");

  /** One row of the table. */
  private record Case(String what, List<String> command, int exit, String says) {}

  @TestFactory
  Stream<DynamicTest> everyRowOfTheTable(@TempDir Path temp) throws IOException {
    return cases().stream()
        .map(c -> DynamicTest.dynamicTest(c.what(), () -> check(c, fresh(temp, c.what()))));
  }

  @Test
  void theTableIsLongEnough() throws IOException {
    assertThat(cases()).hasSizeGreaterThanOrEqualTo(85);
  }

  private static void check(Case c, Path folder) throws IOException {
    Fixtures.make(folder);
    Set<String> before = children(folder);
    Cli cli = Cli.run(located(c.command(), folder));

    assertThat(cli.code()).as(cli.text()).isEqualTo(c.exit());
    assertThat(cli.text()).contains(c.says());
    assertThat(cli.text()).doesNotContain(SECRET).doesNotContain("internal error");
    if (c.exit() != 0) {
      assertThat(children(folder))
          .as("nothing new on disk but an unspent ledger")
          .isSubsetOf(Stream.concat(before.stream(), Stream.of("people.ledger")).toList());
      Path ledger = folder.resolve("people.ledger");
      if (Files.exists(ledger)) {
        assertThat(Ledger.open(ledger).entries()).isEmpty();
      }
      assertThat(Ledger.open(folder.resolve("spent.ledger")).entries()).hasSize(1);
    }
  }

  private static Path fresh(Path temp, String name) throws IOException {
    return Files.createDirectory(temp.resolve(name.replaceAll("[^a-zA-Z0-9]+", "-")));
  }

  /** Puts file names of the command into the folder. */
  private static String[] located(List<String> command, Path folder) {
    List<String> args = new ArrayList<>();
    boolean out = false;
    for (int i = 0; i < command.size(); i++) {
      String word = command.get(i);
      boolean file =
          word.matches(".*\\.(csv|json|ledger)(/.*)?")
              || (i > 0 && FILE_OPTIONS.contains(command.get(i - 1)))
              || (i == 1
                  && !word.startsWith("-")
                  && !word.contains(".")
                  && Set.of("verify", "sample").contains(command.get(0)));
      args.add(file ? folder.resolve(word).toString() : word);
      out |= word.equals("--out");
    }
    if (!out && Set.of("release", "weigh").contains(command.get(0))) {
      args.add("--out");
      args.add(folder.resolve("release").toString());
    }
    return args.toArray(String[]::new);
  }

  private static Set<String> children(Path folder) throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      return list.map(path -> path.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  private static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("../docs/bad-input.md"))) {
      String[] cells = line.split("\\|");
      if (cells.length >= 5 && cells[2].contains("`tare ")) {
        String command = cells[2].strip().replace("`", "").substring("tare ".length());
        cases.add(
            new Case(
                cells[1].strip(),
                List.of(command.split(" ")),
                Integer.parseInt(cells[3].strip()),
                cells[4].strip()));
      }
    }
    return cases;
  }

  /** The files that the table names. */
  private static final class Fixtures {

    static void make(Path folder) throws IOException {
      String good = people();
      String head = good.substring(0, good.indexOf('\n') + 1);
      String first = good.substring(head.length(), good.indexOf('\n', head.length()) + 1);
      write(folder, "people.csv", good);
      write(folder, "out-of-bounds.csv", good + "999,-50.0,north,no\n");
      write(folder, "semicolon.csv", good.replace(',', ';'));
      write(folder, "missing-column.csv", dropColumn(good, 1));
      write(folder, "misspelt.csv", good.replaceFirst("age", "agee"));
      write(folder, "extra-column.csv", addColumn(good, "shoe", SECRET));
      write(folder, "duplicate-column.csv", addColumn(good, "age", SECRET));
      write(folder, "unknown-category.csv", head + first + "40,5.0," + SECRET + ",no\n");
      write(folder, "not-a-number.csv", head + first + SECRET + ",5.0,north,no\n");
      write(folder, "missing-cell.csv", head + first + ",5.0,north,no\n");
      write(folder, "ragged.csv", head + first + "40," + SECRET + "\n");
      write(folder, "open-quote.csv", head + first + "40,5.0,\"" + SECRET + ",no\n");
      Files.write(
          folder.resolve("latin1.csv"),
          (head + first + "40,5.0,n\u00f6rd,no\n").getBytes(StandardCharsets.ISO_8859_1));
      write(folder, "empty.csv", "");
      write(folder, "header-only.csv", head);
      String schema = schema();
      write(folder, "schema.json", schema);
      write(folder, "uncounted.json", schema.replaceFirst("  \"tare:publicRowCount\": 400,\n", ""));
      write(
          folder, "todo.json", schema.replace("\"maximum\": 90", "\"maximum\": \"TODO: declare\""));
      write(folder, "swapped.json", schema.replace("\"maximum\": 90", "\"maximum\": 9"));
      write(folder, "bad-type.json", schema.replace("\"integer\"", "\"integr\""));
      KindsFixtures.make(folder);
      Files.createDirectory(folder.resolve("existing"));
      Files.createDirectory(folder.resolve("existing.csv"));
      Ledger spent =
          Ledger.create(folder.resolve("spent.ledger"), "people", new PrivacyBudget(0.5, 1e-6));
      spent.charge("before", "everything", new PrivacyEvent.Spherical(0.5));
      String text = Files.readString(folder.resolve("spent.ledger"));
      write(folder, "damaged.ledger", text.replace("everything", "nothing at all"));
    }

    private static void write(Path folder, String name, String text) throws IOException {
      Files.writeString(folder.resolve(name), text);
    }

    private static String people() {
      var random = new Seed(3).stream("people");
      StringBuilder text = new StringBuilder("age,income,region,ill\n");
      for (int i = 0; i < 400; i++) {
        int age = 20 + random.nextInt(60);
        text.append(age).append(',').append(age / 4.0 + random.nextInt(20)).append(',');
        text.append(random.nextBoolean() ? "north" : "south").append(',');
        text.append(random.nextInt(80) < age ? "yes" : "no").append('\n');
      }
      return text.toString();
    }

    private static String schema() {
      return """
          {
            "tare:name": "people",
            "tare:unit": "person",
            "tare:publicRowCount": 400,
            "fields": [
              { "name": "age", "type": "integer", "constraints": { "required": true, "minimum": 18, "maximum": 90 } },
              { "name": "income", "type": "number", "constraints": { "required": true, "minimum": 0, "maximum": 100 } },
              { "name": "region", "type": "string", "constraints": { "required": true, "enum": ["north", "south"] } },
              { "name": "ill", "type": "boolean", "trueValues": ["yes"], "falseValues": ["no"], "constraints": { "required": true } }
            ]
          }
          """;
    }

    private static String dropColumn(String csv, int column) {
      StringBuilder text = new StringBuilder();
      for (String line : csv.split("\n")) {
        List<String> cells = new ArrayList<>(List.of(line.split(",")));
        cells.remove(column);
        text.append(String.join(",", cells)).append('\n');
      }
      return text.toString();
    }

    private static String addColumn(String csv, String name, String value) {
      StringBuilder text = new StringBuilder();
      for (String line : csv.split("\n")) {
        String cell = text.isEmpty() ? name : value;
        text.append(line).append(',').append(cell).append('\n');
      }
      return text.toString();
    }
  }
}
