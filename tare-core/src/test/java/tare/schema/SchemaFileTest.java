package tare.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tare.random.Seed;

class SchemaFileTest {

  private static final String PATIENTS =
      """
      {
        "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
        "title": "For people, not kept",
        "tare:name": "patients",
        "tare:unit": "patient",
        "tare:publicRowCount": 5000,
        "fields": [
          {"name": "age", "type": "integer", "tare:cuts": [18, 65],
           "constraints": {"required": true, "minimum": 0, "maximum": 120}},
          {"name": "bmi", "type": "number", "constraints": {"minimum": 10.5, "maximum": 60}},
          {"name": "ward", "type": "string", "tare:other": "other",
           "constraints": {"enum": ["surgery", "other"]}},
          {"name": "grade", "type": "integer", "constraints": {"enum": [1, 2, 3]}},
          {"name": "smoker", "type": "boolean", "trueValues": ["yes"], "falseValues": ["no"]}
        ],
        "missingValues": ["", "NA"],
        "tare:ignore": ["patient_id"]
      }
      """;

  private static final Schema EXPECTED =
      new Schema(
          "patients",
          "patient",
          List.of(
              new Column("age", new ColumnType.Whole(0, 120, List.of(18.0, 65.0)), false),
              new Column("bmi", new ColumnType.Numeric(10.5, 60, List.of()), true),
              new Column(
                  "ward",
                  new ColumnType.Category(List.of("surgery", "other"), Optional.of("other")),
                  true),
              new Column(
                  "grade",
                  new ColumnType.Category(
                      List.of("1", "2", "3"), Optional.empty(), ColumnType.LevelKind.CODES),
                  true),
              new Column("smoker", new ColumnType.YesNo("no", "yes"), true)),
          OptionalLong.of(5000),
          List.of("", "NA"),
          List.of("patient_id"));

  @Test
  void readsAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("schema.json"), PATIENTS);

    assertThat(SchemaFile.read(file)).isEqualTo(EXPECTED);
  }

  @Test
  void otherNeedNotBeListedAgain() {
    String shorter = PATIENTS.replace("[\"surgery\", \"other\"]", "[\"surgery\"]");

    assertThat(SchemaFile.parse("s", shorter)).isEqualTo(EXPECTED);
  }

  @Test
  void writesInTheStandardsForm() {
    var json = SchemaFile.toJson(EXPECTED);

    assertThat(json.at("/fields/0/type").asString()).isEqualTo("integer");
    assertThat(json.at("/fields/0/constraints/required").booleanValue()).isTrue();
    assertThat(json.at("/fields/0/constraints/maximum").intValue()).isEqualTo(120);
    assertThat(json.at("/fields/2/constraints/enum/1").asString()).isEqualTo("other");
    assertThat(json.at("/fields/4/trueValues/0").asString()).isEqualTo("yes");
    assertThat(json.at("/missingValues/1").asString()).isEqualTo("NA");
    assertThat(SchemaFile.text(EXPECTED)).endsWith("}\n");
  }

  @Test
  void whatIsWrittenIsReadBackEqual() {
    RandomGenerator random = new Seed(3).stream("schemas");
    for (int i = 0; i < 500; i++) {
      Schema schema = anySchema(random);

      assertThat(SchemaFile.parse("again", SchemaFile.text(schema))).isEqualTo(schema);
    }
  }

  @Test
  void reportsEveryFaultAtOnce() {
    List<String> faults =
        faults(
            """
            {
              "tare:nmae": "patients",
              "tare:publicRowCount": 0.5,
              "fields": [
                {"name": "age", "type": "integer", "constraints": {"minimum": 1.5, "maxmum": 9}},
                {"name": "age", "type": "float"},
                {"name": "day", "type": "date"},
                {"name": "ward", "type": "string"},
                {"type": "number", "constraints": {"minimum": 3, "maximum": 2}},
                {"name": "k", "type": "string", "tare:cuts": [1], "constraints": {"enum": ["a", "a"]}},
                {"name": "b", "type": "boolean", "trueValues": ["y", "yes"]},
                {"name": "n", "type": "number", "constraints": {"minimum": "3", "maximum": 1e999}},
                7
              ],
              "missingValues": "NA"
            }
            """);

    assertThat(faults)
        .containsExactly(
            "Tare does not know the key \"tare:nmae\". Did you mean \"tare:name\"?",
            "\"tare:name\" must be given: a short name for the data set.",
            "\"tare:unit\" must be given: what one row stands for, such as \"patient\".",
            "\"tare:publicRowCount\" must be a whole number from 1. Got: 0.5",
            "Field \"age\": Tare does not know the key \"maxmum\". Did you mean \"maximum\"?",
            "Field \"age\": \"minimum\" of an integer must be a whole number within 2^53 of zero."
                + " Got: 1.5",
            "Field \"age\": \"maximum\" must be declared: the highest value a cell could ever hold.",
            "Field \"age\": Tare does not know the type \"float\". Use one of number, integer,"
                + " string, boolean, date, time, datetime.",
            "Column names must all be different. Got: \"age\" twice",
            "Field \"day\": \"minimum\" must be given: the earliest date a cell could ever hold.",
            "Field \"day\": \"maximum\" must be given: the latest date a cell could ever hold.",
            "Field \"ward\": Its levels must be declared as a list under \"constraints\", \"enum\"."
                + " Free text cannot be released: code it into levels first, or leave the column out"
                + " by its name under \"tare:ignore\"; if it names persons or rows, declare"
                + " \"tare:identifier\".",
            "Field 5: \"name\" must be given, as in the header of the data.",
            "Field 5: The lower bound must be below the upper one. Got: [3.0, 2.0]",
            "Field \"k\": \"tare:cuts\" has no meaning for a column of levels. Delete it.",
            "Field \"k\": \"enum\" must not hold a level twice.",
            "Field \"b\": \"trueValues\" must hold exactly one text, the one that the data uses.",
            "Field \"n\": \"minimum\" must be a finite number, without quotation marks.",
            "Field \"n\": \"maximum\" must be a finite number, without quotation marks.",
            "Field 9: It must be an object with \"name\" and \"type\".",
            "\"missingValues\" must be a list of texts.");
  }

  @Test
  void refusesWhatAPersonHasNotDecided() {
    List<String> faults =
        faults(
            """
            {
              "tare:name": "patients",
              "tare:unit": "TODO: declare what one row stands for",
              "fields": [
                {"name": "age", "type": "integer",
                 "constraints": {"minimum": "TODO: declare", "maximum": "TODO: declare"}},
                {"name": "ward", "type": "string", "constraints": {"enum": ["TODO: declare", "a"]}}
              ]
            }
            """);

    assertThat(faults).hasSize(4).allMatch(fault -> fault.contains("still says \"TODO: declare\""));
    assertThat(faults.get(1))
        .isEqualTo(
            "Field \"age\": \"minimum\" still says \"TODO: declare\". Declare the lowest value a"
                + " cell could ever hold.");
  }

  @Test
  void capsTheFaultsShownAndCountsTheRest() {
    String fields = "{\"name\": \"x\"},".repeat(99) + "{\"name\": \"x\"}";
    List<String> faults =
        faults("{\"tare:name\": \"s\", \"tare:unit\": \"u\", \"fields\": [" + fields + "]}");

    assertThat(faults).hasSize(Faults.SHOWN + 1);
    assertThat(faults.get(Faults.SHOWN)).isEqualTo("... and 174 more.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "age,bmi\n1,2\n", "{\"fields\": [}", "{", "[", "\u0000", "{\"a\":1}}}"})
  void saysWhereAFileIsNotJson(String text) {
    assertThat(faults(text)).hasSize(1).allMatch(f -> f.contains("A schema"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "3", "[]", "\"x\"", "{\"fields\": {}}", "{\"fields\": []}"})
  void refusesJsonThatIsNoSchema(String text) {
    assertThat(faults(text)).anyMatch(f -> f.contains("fields"));
  }

  @Test
  void refusesAKeyThatStandsTwice() {
    assertThat(faults("{\"tare:name\": \"a\", \"tare:name\": \"b\"}"))
        .singleElement()
        .asString()
        .startsWith("A key stands twice (line 1");
  }

  @ParameterizedTest
  @CsvSource({"agee,age", "Age,age", "aeg,age", "hight,height", "wieght,weight"})
  void findsTheNameMeant(String written, String meant) {
    assertThat(DidYouMean.nearest(written, List.of("height", "age", "weight", "ward")))
        .contains(meant);
  }

  @Test
  void doesNotGuessWildly() {
    assertThat(DidYouMean.nearest("smoker", List.of("age", "height"))).isEmpty();
    assertThat(DidYouMean.nearest("x".repeat(100_000), List.of("x"))).isEmpty();
  }

  private static List<String> faults(String json) {
    BadInputException refused =
        catchThrowableOfType(BadInputException.class, () -> SchemaFile.parse("schema.json", json));
    assertThat(refused).isNotNull().hasMessageStartingWith("schema.json:");
    return refused.faults();
  }

  private static Schema anySchema(RandomGenerator random) {
    List<Column> columns = new ArrayList<>();
    for (int c = random.nextInt(8); c >= 0; c--) {
      columns.add(new Column(text(random) + c, anyType(random), random.nextBoolean()));
    }
    return new Schema(
        text(random),
        text(random),
        columns,
        random.nextBoolean() ? OptionalLong.of(1 + random.nextInt(9999)) : OptionalLong.empty(),
        random.nextBoolean() ? List.of("", "N/A") : List.of(),
        random.nextBoolean() ? List.of("left out") : List.of());
  }

  private static ColumnType anyType(RandomGenerator random) {
    double lo = Double.longBitsToDouble(random.nextLong()) % 1e9;
    lo = Double.isFinite(lo) ? lo : -0.1;
    switch (random.nextInt(4)) {
      case 0:
        double hi = lo + random.nextDouble(1, 1e5);
        return new ColumnType.Numeric(
            lo, hi, random.nextBoolean() ? List.of() : List.of(lo + (hi - lo) / 3));
      case 1:
        long from = random.nextLong(-(1L << 53), 1L << 52);
        return new ColumnType.Whole(from, from + 1 + random.nextLong(1L << 50), List.of());
      case 2:
        List<String> levels = new ArrayList<>(new TreeSet<>(List.of(text(random), text(random))));
        return new ColumnType.Category(
            levels, random.nextBoolean() ? Optional.of(levels.get(0)) : Optional.empty());
      default:
        return new ColumnType.YesNo("n" + text(random), "y" + text(random));
    }
  }

  private static String text(RandomGenerator random) {
    String letters = "aZ9_\"\\,;äß漢🙂' .-";
    StringBuilder text = new StringBuilder("t");
    int[] points = letters.codePoints().toArray();
    for (int i = random.nextInt(6); i >= 0; i--) {
      text.appendCodePoint(points[random.nextInt(points.length)]);
    }
    return new String(
        text.append('z').toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  @Test
  void anOutcomeIsReadKeptAndWritten() {
    String declared =
        PATIENTS.replace(
            "\"type\": \"boolean\",", "\"type\": \"boolean\", \"tare:role\": \"outcome\",");
    Schema schema = SchemaFile.parse("s", declared);

    assertThat(schema.outcomes()).containsExactly(4);
    assertThat(schema.plain().outcomes()).containsExactly(4);
    assertThat(SchemaFile.parse("s", SchemaFile.text(schema))).isEqualTo(schema);
    assertThat(EXPECTED.outcomes()).isEmpty();
    assertThat(SchemaFile.text(EXPECTED)).doesNotContain("tare:role");
  }

  @Test
  void aRoleIsAnOutcomeOrNone() {
    String wrong =
        PATIENTS.replace(
            "\"type\": \"boolean\",", "\"type\": \"boolean\", \"tare:role\": \"target\",");

    assertThatThrownBy(() -> SchemaFile.parse("s", wrong))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("must be \"outcome\"")
        .hasMessageContaining("\"target\"");
  }
}
