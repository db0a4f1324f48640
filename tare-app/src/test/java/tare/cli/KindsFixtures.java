package tare.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files with every kind of column, and each with one fault. */
final class KindsFixtures {

  private static final String SCHEMA =
      """
      {
        "tare:name": "kinds", "tare:unit": "visit", "tare:publicRowCount": 300,
        "fields": [
          { "name": "person", "type": "string", "tare:identifier": "drop" },
          { "name": "day", "type": "date", "format": "%d.%m.%Y", "constraints": { "minimum": "2020-01-01", "maximum": "2022-12-31" } },
          { "name": "clock", "type": "time", "tare:step": "PT15M", "constraints": { "minimum": "00:00", "maximum": "23:45" } },
          { "name": "fever", "type": "number", "tare:step": 0.1, "decimalChar": ",", "missingValues": ["?"], "constraints": { "minimum": 34, "maximum": 43 } },
          { "name": "income", "type": "integer", "groupChar": ".", "decimalChar": ",", "constraints": { "minimum": 0, "maximum": 99000 } },
          { "name": "ward", "type": "integer", "constraints": { "enum": [1, 2, 7] } },
          { "name": "hours", "type": "number", "tare:codes": ["-7"], "missingValues": ["-999"], "constraints": { "minimum": 0, "maximum": 100 } },
          { "name": "arm", "type": "string", "constraints": { "enum": ["a", "b"] } }
        ]
      }
      """;

  private static final String HEAD = "person;day;clock;fever;income;ward;hours;arm\n";
  private static final String ROW = "p1;01.02.2021;07:15;37,5;12.500;7;-7;a\n";

  /** Name, what stands in the schema, and what stands there instead. */
  private static final String[][] SCHEMAS = {
    {"no-earliest", "\"minimum\": \"2020-01-01\"", "\"minimum\": 3"},
    {"bad-date", "\"minimum\": \"2020-01-01\"", "\"minimum\": \"01.01.2020\""},
    {"no-day", "\"minimum\": \"2020-01-01\"", "\"minimum\": \"2020-02-30\""},
    {"dates-swapped", "\"minimum\": \"2020-01-01\"", "\"minimum\": \"2030-01-01\""},
    {"bad-format", "\"format\": \"%d.%m.%Y\"", "\"format\": \"%d.%m\""},
    {"late-clock", "\"maximum\": \"23:45\"", "\"maximum\": \"24:45\""},
    {"bad-step", "\"tare:step\": \"PT15M\"", "\"tare:step\": \"15 minutes\""},
    {"day-step", "\"tare:step\": \"PT15M\"", "\"tare:step\": 15"},
    {"off-grid", "\"tare:step\": 0.1", "\"tare:step\": 0.7"},
    {"zero-step", "\"tare:step\": 0.1", "\"tare:step\": 0"},
    {"tiny-step", "\"tare:step\": 0.1", "\"tare:step\": 1e-17"},
    {"group-point", "\"groupChar\": \".\", \"decimalChar\": \",\"", "\"groupChar\": \".\""},
    {"group-word", "\"groupChar\": \".\"", "\"groupChar\": \"point\""},
    {
      "odd-decimal",
      "\"decimalChar\": \",\", \"missingValues\"",
      "\"decimalChar\": \";\", \"missingValues\""
    },
    {"text-code", "\"enum\": [1, 2, 7]", "\"enum\": [1, 2, \"x\"]"},
    {"zero-code", "\"enum\": [1, 2, 7]", "\"enum\": [\"01\", \"2\"]"},
    {"code-word", "\"tare:codes\": [\"-7\"]", "\"tare:codes\": [\"n/a\"]"},
    {"code-missing", "\"tare:codes\": [\"-7\"]", "\"tare:codes\": [\"-999\"]"},
    {
      "code-levels",
      "\"name\": \"arm\", \"type\": \"string\",",
      "\"name\": \"arm\", \"type\": \"string\", \"tare:codes\": [\"-7\"],"
    },
    {
      "code-required",
      "\"missingValues\": [\"-999\"], \"constraints\": {",
      "\"missingValues\": [\"-999\"], \"constraints\": { \"required\": true,"
    },
    {"id-fate", "\"tare:identifier\": \"drop\"", "\"tare:identifier\": \"keep\""},
    {
      "id-type",
      "\"name\": \"person\", \"type\": \"string\"",
      "\"name\": \"person\", \"type\": \"date\""
    },
    {
      "id-levels",
      "\"tare:identifier\": \"drop\"",
      "\"tare:identifier\": \"drop\", \"tare:cuts\": [1]"
    },
    {"free-text", "\"enum\": [\"a\", \"b\"]", "\"required\": true"},
    {"no-categories", "\"constraints\": { \"enum\": [\"a\", \"b\"] }", "\"categories\": []"},
    {"missing-level", "\"enum\": [\"a\", \"b\"]", "\"enum\": [\"a\", \"\"]"},
  };

  /** Name, what stands in the row, and what stands there instead. */
  private static final String[][] ROWS = {
    {"no-such-day", "01.02.2021", "30.02.2021"},
    {"iso-day", "01.02.2021", "2021-02-01"},
    {"two-pm", "07:15", "2:15pm"},
    {"point-decimal", "37,5", "37.5"},
    {"bad-groups", "12.500", "1.25.00"},
    {"odd-code", ";7;", ";8;"},
    {"half-code", ";7;", ";7.5;"},
    {"na-word", ";-7;", ";s3cr3t;"},
  };

  private KindsFixtures() {}

  static void make(Path folder) throws IOException {
    Files.writeString(folder.resolve("kinds.json"), SCHEMA);
    Files.writeString(
        folder.resolve("kinds.csv"), HEAD + (ROW + ROW.replace(";a", ";b")).repeat(150));
    for (String[] fault : SCHEMAS) {
      Files.writeString(
          folder.resolve("k-" + fault[0] + ".json"), SCHEMA.replace(fault[1], fault[2]));
    }
    for (String[] fault : ROWS) {
      Files.writeString(
          folder.resolve("k-" + fault[0] + ".csv"), HEAD + ROW + ROW.replace(fault[1], fault[2]));
    }
    units(folder);
    Files.writeString(folder.resolve("k-book-type.csv"), "name,type\nday,sort of date\n");
    Files.writeString(folder.resolve("k-book-twice.csv"), "name,type\nday,date\nday,date\n");
    Files.writeString(folder.resolve("k-book-json.json"), "{ no json\n");
  }

  private static void units(Path folder) throws IOException {
    String schema =
        """
        {
          "tare:name": "visits", "tare:unit": "patient", "tare:unitColumn": "patient", "tare:rowsPerUnit": 3,
          "tare:publicRowCount": 300,
          "fields": [
            { "name": "ward", "type": "string", "constraints": { "required": true, "enum": ["a", "b"] } },
            { "name": "age", "type": "integer", "constraints": { "required": true, "minimum": 0, "maximum": 110 } }
          ]
        }
        """;
    StringBuilder rows = new StringBuilder("patient,ward,age\n");
    for (int i = 0; i < 400; i++) {
      rows.append('p')
          .append(i % 90)
          .append(i % 2 == 0 ? ",a," : ",b,")
          .append(i % 90)
          .append('\n');
    }
    Files.writeString(folder.resolve("visits.json"), schema);
    Files.writeString(folder.resolve("u-people.json"), schema.replace("\"visits\"", "\"people\""));
    Files.writeString(folder.resolve("visits.csv"), rows);
    Files.writeString(folder.resolve("u-nobody.csv"), rows + ",a,40\n");
    Files.writeString(
        folder.resolve("u-declared.json"),
        schema.replace("\"name\": \"ward\"", "\"name\": \"patient\""));
    Files.writeString(
        folder.resolve("u-uncounted.json"), schema.replace(" \"tare:rowsPerUnit\": 3,", ""));
    Files.writeString(folder.resolve("u-none.json"), schema.replace("Unit\": 3", "Unit\": 0"));
    Files.writeString(folder.resolve("u-half.json"), schema.replace("Unit\": 3", "Unit\": 1.5"));
  }
}
