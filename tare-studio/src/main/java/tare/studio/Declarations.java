package tare.studio;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tare.schema.BadInputException;
import tare.schema.Column;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.schema.UnitRows;
import tare.table.Codebook;
import tare.table.SchemaDraft;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What is declared of a table so far: what its rows stand for, and each of its columns. */
final class Declarations {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private String name = "";
  private String unit = "";
  private String publicRows = "";
  private String unitColumn = "";
  private String rowsPerUnit = "";
  private List<String> missingValues = List.of("");
  private List<ColumnDraft> columns = new ArrayList<>();

  /** A schema file that was read: identifiers, rules and units stay as it has them. */
  private Optional<Schema> beyond = Optional.empty();

  /** Types that were guessed; everything else is left to a person. */
  static Declarations of(SchemaDraft draft) {
    JsonNode json = MAPPER.readTree(draft.json());
    Declarations guessed = new Declarations();
    guessed.name = json.path("tare:name").asString("data");
    List<String> missing = new ArrayList<>();
    json.path("missingValues").forEach(value -> missing.add(value.asString()));
    guessed.missingValues = missing;
    json.path("fields").forEach(field -> guessed.columns.add(guessed(field)));
    return guessed;
  }

  synchronized List<ColumnDraft> columns() {
    return List.copyOf(columns);
  }

  synchronized String name() {
    return name;
  }

  synchronized String unit() {
    return unit;
  }

  synchronized String publicRows() {
    return publicRows;
  }

  synchronized String unitColumn() {
    return unitColumn;
  }

  synchronized String rowsPerUnit() {
    return rowsPerUnit;
  }

  /** Takes what a code book says of the columns; of columns it does not name, nothing changes. */
  synchronized void take(Codebook book) {
    if (columns.stream()
        .noneMatch(
            c -> book.fields().containsKey(c.name()) || book.freeText().contains(c.name()))) {
      throw new IllegalArgumentException("This code book names none of the table's columns.");
    }
    columns.replaceAll(
        column -> {
          if (book.freeText().contains(column.name())) {
            return ColumnDraft.leftOut(column.name());
          }
          JsonNode field = book.fields().get(column.name());
          return field == null ? column : declared(field).orElseGet(() -> guessed(field));
        });
  }

  /** A column as a field of a schema file declares it, when it says all that is needed. */
  private Optional<ColumnDraft> declared(JsonNode field) {
    ObjectNode whole = MAPPER.createObjectNode();
    whole.put("tare:name", "column").put("tare:unit", "row");
    ArrayNode missing = whole.putArray("missingValues");
    missingValues.forEach(missing::add);
    whole.putArray("fields").add(field);
    try {
      Schema one = SchemaFile.parse("the code book", MAPPER.writeValueAsString(whole));
      return Optional.of(
          one.columnCount() == 0
              ? ColumnDraft.leftOut(field.path("name").asString(""))
              : ColumnDraft.of(one.column(0)));
    } catch (BadInputException e) {
      return Optional.empty(); // It leaves something to a person.
    }
  }

  private static ColumnDraft guessed(JsonNode field) {
    ColumnDraft.Kind kind =
        switch (field.path("type").asString("")) {
          case "number" -> ColumnDraft.Kind.NUMBER;
          case "integer" -> ColumnDraft.Kind.WHOLE;
          case "boolean" -> ColumnDraft.Kind.YES_NO;
          case "date" -> ColumnDraft.Kind.DATE;
          case "datetime" -> ColumnDraft.Kind.MOMENT;
          case "time" -> ColumnDraft.Kind.TIME;
          default -> ColumnDraft.Kind.CATEGORY;
        };
    return ColumnDraft.guessed(
        field.path("name").asString(""),
        kind,
        field.path("tare:step").asString(""),
        field.path("falseValues").path(0).asString("no"),
        field.path("trueValues").path(0).asString("yes"),
        !field.path("constraints").path("required").asBoolean(false),
        format(field));
  }

  /** How the file writes cells, where the draft is sure of it. */
  private static String format(JsonNode field) {
    String numbers = field.path("decimalChar").asString("") + field.path("groupChar").asString("");
    String format = numbers + field.path("format").asString("");
    return format.startsWith(SchemaFile.TODO) ? "" : format;
  }

  /** Takes all declarations from a schema. */
  synchronized void declare(Schema schema) {
    name = schema.name();
    unit = schema.unit();
    beyond = Optional.of(schema);
    publicRows =
        schema.publicRowCount().isPresent()
            ? Long.toString(schema.publicRowCount().getAsLong())
            : "";
    unitColumn = schema.unitRows().map(UnitRows::column).orElse("");
    rowsPerUnit = schema.unitRows().map(rows -> Integer.toString(rows.rowsPerUnit())).orElse("");
    missingValues = schema.missingValues();
    columns = new ArrayList<>(schema.columns().stream().map(ColumnDraft::of).toList());
    schema.ignored().forEach(left -> columns.add(ColumnDraft.leftOut(left)));
  }

  /** Takes what is said of the whole table. */
  synchronized void declare(Request form) {
    name = form.text("name");
    unit = form.text("unit");
    publicRows = form.text("rows").replace(",", "");
    unitColumn = form.text("unitColumn");
    rowsPerUnit = form.text("rowsPerUnit");
  }

  /** A column that gets codes of its own for missing cells keeps those of the whole table. */
  synchronized void declare(int column, ColumnDraft draft) {
    columns.set(column, draft.withCodesOf(missingValues));
  }

  /** How many columns still need a word. */
  synchronized long undeclared() {
    return columns.stream().filter(c -> isColumn(c) && c.problem().isPresent()).count();
  }

  /** The first column that still needs a word; -1 when none does. */
  synchronized int nextUndeclared() {
    for (int c = 0; c < columns.size(); c++) {
      if (isColumn(columns.get(c)) && columns.get(c).problem().isPresent()) {
        return c;
      }
    }
    return -1;
  }

  /**
   * The schema as declared.
   *
   * @throws IllegalArgumentException when something is still missing
   */
  synchronized Schema schema() {
    int next = nextUndeclared();
    if (next >= 0) {
      throw new IllegalArgumentException(
          "The column \"" + columns.get(next).name() + "\" is not declared yet.");
    }
    List<ColumnDraft> all = columns.stream().filter(this::isColumn).toList();
    List<Column> kept = all.stream().filter(ColumnDraft::kept).map(ColumnDraft::column).toList();
    List<String> left = all.stream().filter(c -> !c.kept()).map(ColumnDraft::name).toList();
    return new Schema(
        name,
        unit,
        kept,
        rowCount(),
        missingValues,
        left,
        beyond.map(Schema::identifiers).orElse(List.of()),
        beyond.map(Schema::rules).orElse(List.of()),
        unitRows());
  }

  /** The unit's column names persons; it is read and never part of a release. */
  private boolean isColumn(ColumnDraft draft) {
    return !draft.name().equals(unitColumn);
  }

  private Optional<UnitRows> unitRows() {
    if (unitColumn.isEmpty()) {
      return Optional.empty();
    }
    if (!rowsPerUnit.matches("[0-9]{1,5}")) {
      throw new IllegalArgumentException(
          "Say how many rows of one "
              + (unit.isEmpty() ? "person" : unit)
              + " are used at most, as a whole number. Got: \""
              + rowsPerUnit
              + "\"");
    }
    return Optional.of(new UnitRows(unitColumn, Integer.parseInt(rowsPerUnit)));
  }

  private OptionalLong rowCount() {
    if (publicRows.isEmpty()) {
      return OptionalLong.empty();
    }
    if (!publicRows.matches("[0-9]{1,12}")) {
      throw new IllegalArgumentException(
          "The number of rows must be a whole number, or nothing. Got: \"" + publicRows + "\"");
    }
    return OptionalLong.of(Long.parseLong(publicRows));
  }
}
