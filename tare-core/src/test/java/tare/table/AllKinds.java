package tare.table;

import java.util.List;
import java.util.random.RandomGenerator;
import tare.schema.Schema;
import tare.schema.SchemaFile;

/** A table with every kind of column that a schema can declare. */
final class AllKinds {

  static final String SCHEMA =
      """
      {
        "tare:name": "visits",
        "tare:unit": "visit",
        "tare:ignore": ["remark"],
        "missingValues": ["", "NA"],
        "fields": [
          {"name": "visit", "type": "integer", "tare:identifier": "new"},
          {"name": "person", "type": "string", "tare:identifier": "drop"},
          {"name": "day", "type": "date",
           "constraints": {"minimum": "2019-01-01", "maximum": "2024-12-31", "required": true}},
          {"name": "born", "type": "date", "format": "%d.%m.%Y", "tare:codes": ["9999-09-09"],
           "constraints": {"minimum": "1900-01-01", "maximum": "2024-12-31"}},
          {"name": "arrival", "type": "time", "tare:step": "PT15M",
           "constraints": {"minimum": "00:00", "maximum": "23:45"}},
          {"name": "seen", "type": "datetime",
           "constraints": {"minimum": "2019-01-01T00:00:00", "maximum": "2024-12-31T23:59:59"}},
          {"name": "temperature", "type": "number", "tare:step": 0.1, "decimalChar": ",",
           "missingValues": ["?"],
           "constraints": {"minimum": 34, "maximum": 43}},
          {"name": "income", "type": "integer", "tare:step": 500, "groupChar": ".",
           "decimalChar": ",", "constraints": {"minimum": 0, "maximum": 2000000}},
          {"name": "ward", "type": "integer", "constraints": {"enum": [1, 2, 7, 9]},
           "missingValues": ["-999"]},
          {"name": "hours", "type": "number", "tare:codes": ["-7", "-8"],
           "missingValues": ["-999"],
           "constraints": {"minimum": 0, "maximum": 100}},
          {"name": "weight", "type": "number", "tare:step": 0.5,
           "constraints": {"minimum": 30.5, "maximum": 200}},
          {"name": "smoker", "type": "string", "constraints": {"enum": ["never", "ex", "yes", "n/a"]}},
          {"name": "dead", "type": "boolean", "trueValues": ["1"], "falseValues": ["0"],
           "constraints": {"required": true}},
          {"name": "age", "type": "integer", "constraints": {"minimum": 0, "maximum": 110}}
        ]
      }
      """;

  static final Schema FORM = SchemaFile.parse("kinds.json", SCHEMA);

  static final String HEADER =
      "visit;person;remark;day;born;arrival;seen;temperature;income;ward;hours;weight;smoker;dead;age\n";

  private AllKinds() {}

  /** Random rows under the plain schema, a fifth of the cells missing where they may be. */
  static ColumnarTable table(int rows, RandomGenerator random) {
    Schema schema = FORM.plain();
    double[][] cells = new double[schema.columnCount()][rows];
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cells.length; c++) {
        cells[c][r] = AnyTable.cell(schema.column(c), random);
        if (schema.codesOf(c - 1) == c && cells[c][r] > 0) {
          cells[c - 1][r] = Double.NaN;
        }
      }
    }
    return ColumnarTable.of(schema, cells);
  }

  static List<String> names() {
    return List.of(HEADER.strip().split(";"));
  }
}
