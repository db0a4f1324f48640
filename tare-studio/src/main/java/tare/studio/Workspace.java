package tare.studio;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tare.ledger.Ledger;
import tare.ledger.LedgerPlace;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.CsvOptions;
import tare.table.SchemaDraft;
import tare.table.Table;
import tare.table.TableFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The choices made so far. They live in this process; files are written only where the pages say
 * so: the schema beside the table, the ledger beside the table, releases in the folder.
 */
final class Workspace {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int SHOWN_CELLS = 8;

  private final Path home;
  private Path folder;
  private @Nullable Path table;
  private String name = "";
  private String unit = "";
  private String publicRows = "";
  private List<String> missingValues = List.of("");
  private List<ColumnDraft> columns = new ArrayList<>();

  /** A schema file that was read: identifiers, rules and units stay as it has them. */
  private Optional<Schema> beyond = Optional.empty();

  private boolean showsPrivateCells;
  private PlanChoices plan = PlanChoices.defaults();
  private @Nullable ReleaseWork work;
  private Optional<String> latest = Optional.empty();

  Workspace(Path folder) {
    this.home = folder;
    this.folder = folder;
  }

  synchronized Path folder() {
    return folder;
  }

  synchronized Optional<Path> table() {
    return Optional.ofNullable(table);
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

  synchronized PlanChoices plan() {
    return plan;
  }

  synchronized void choose(PlanChoices choices) {
    plan = choices;
  }

  synchronized boolean showsPrivateCells() {
    return showsPrivateCells;
  }

  synchronized void showPrivateCells(boolean shown) {
    showsPrivateCells = shown;
  }

  synchronized Optional<ReleaseWork> work() {
    return Optional.ofNullable(work);
  }

  synchronized void begin(ReleaseWork release) {
    work = release;
  }

  synchronized void finished(String release) {
    latest = Optional.of(release);
  }

  synchronized Optional<String> latest() {
    return latest;
  }

  /** Tables that lie in the folder. */
  List<String> tablesHere() throws IOException {
    try (Stream<Path> files = Files.list(home)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> String.valueOf(file.getFileName()))
          .filter(file -> file.matches("(?i).*\\.(csv|csv\\.gz|parquet)"))
          .sorted()
          .limit(40)
          .toList();
    }
  }

  /** Takes up a table: its columns are named and their types guessed; no cell is kept. */
  synchronized void chooseTable(Path file) throws IOException {
    Path place = home.resolve(file).toAbsolutePath().normalize();
    JsonNode draft = MAPPER.readTree(SchemaDraft.of(place, CsvOptions.DEFAULTS).json());
    begin(place, home);
    name = draft.path("tare:name").asString("data");
    missingValues = new ArrayList<>();
    draft.path("missingValues").forEach(value -> missingValues.add(value.asString()));
    draft.path("fields").forEach(field -> columns.add(guessed(field)));
  }

  private void begin(Path place, Path releases) {
    table = place;
    folder = releases;
    columns = new ArrayList<>();
    unit = "";
    publicRows = "";
    beyond = Optional.empty();
    showsPrivateCells = false;
    work = null;
    latest = Optional.empty();
    plan = PlanChoices.defaults();
  }

  private static ColumnDraft guessed(JsonNode field) {
    ColumnDraft.Kind kind =
        switch (field.path("type").asString("")) {
          case "number" -> ColumnDraft.Kind.NUMBER;
          case "integer" -> ColumnDraft.Kind.WHOLE;
          case "boolean" -> ColumnDraft.Kind.YES_NO;
          default -> ColumnDraft.Kind.CATEGORY;
        };
    return ColumnDraft.guessed(
        field.path("name").asString(""),
        kind,
        field.path("falseValues").path(0).asString("no"),
        field.path("trueValues").path(0).asString("yes"),
        !field.path("constraints").path("required").asBoolean(false));
  }

  /** Invented patients with a declared schema, in a folder of their own. */
  synchronized void chooseDemo() throws IOException {
    Path place = Files.createTempDirectory("tare-studio-demo");
    for (String file : List.of("patients.csv", "patients.schema.json")) {
      try (InputStream in = Workspace.class.getResourceAsStream("demo/" + file)) {
        Files.copy(Objects.requireNonNull(in, file), place.resolve(file));
      }
    }
    begin(place.resolve("patients.csv"), place);
    declare(SchemaFile.read(place.resolve("patients.schema.json")));
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
    missingValues = schema.missingValues();
    columns = new ArrayList<>(schema.columns().stream().map(ColumnDraft::of).toList());
    schema.ignored().forEach(left -> columns.add(ColumnDraft.leftOut(left)));
  }

  synchronized void declare(String newName, String newUnit, String rows) {
    name = newName;
    unit = newUnit;
    publicRows = rows;
  }

  synchronized void declare(int column, ColumnDraft draft) {
    columns.set(column, draft);
  }

  /** The first column that still needs a word; -1 when none does. */
  synchronized int nextUndeclared() {
    for (int c = 0; c < columns.size(); c++) {
      if (columns.get(c).problem().isPresent()) {
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
    if (table == null || next >= 0) {
      throw new IllegalArgumentException(
          table == null
              ? "Choose a table first."
              : "The column \"" + columns.get(next).name() + "\" is not declared yet.");
    }
    List<Column> kept =
        columns.stream().filter(ColumnDraft::kept).map(ColumnDraft::column).toList();
    List<String> left = columns.stream().filter(c -> !c.kept()).map(ColumnDraft::name).toList();
    return beyond
        .map(
            read ->
                new Schema(
                    name,
                    unit,
                    kept,
                    rowCount(),
                    missingValues,
                    left,
                    read.identifiers(),
                    read.rules(),
                    read.unitRows()))
        .orElseGet(() -> new Schema(name, unit, kept, rowCount(), missingValues, left));
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

  /** The schema when it is whole. */
  Optional<Schema> wholeSchema() {
    try {
      return Optional.of(schema());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Where the schema is written. */
  synchronized Path schemaFile() {
    Path file = Objects.requireNonNull(table);
    String stem = String.valueOf(file.getFileName()).replaceFirst("\\..*$", "");
    return file.resolveSibling(stem + ".schema.json");
  }

  /** The ledger of the table, when it has begun. */
  Optional<Ledger> ledger() throws IOException {
    Optional<Path> place = table().map(LedgerPlace::beside).filter(Files::exists);
    return place.isEmpty() ? Optional.empty() : Optional.of(Ledger.open(place.get()));
  }

  /** Releases that lie in the folder, the newest first. */
  List<String> releases() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .filter(f -> Files.isRegularFile(f.resolve("MANIFEST.json")))
          .sorted((a, b) -> Long.compare(b.toFile().lastModified(), a.toFile().lastModified()))
          .map(f -> String.valueOf(f.getFileName()))
          .toList();
    }
  }

  /** A name for the next release that is not taken. */
  String freeName() {
    for (int i = 1; ; i++) {
      String free = name() + "-release-" + i;
      String plain = free.replaceAll("[^A-Za-z0-9._-]+", "-");
      if (Files.notExists(folder().resolve(plain))) {
        return plain;
      }
    }
  }

  /** A few cells of a column, for a person who asked to see them. Nothing is kept. */
  List<String> privateCells(int column) throws IOException {
    ColumnDraft draft = columns().get(column);
    Path file = table().orElseThrow();
    boolean number =
        draft.kind() == ColumnDraft.Kind.NUMBER || draft.kind() == ColumnDraft.Kind.WHOLE;
    if (!number) {
      return seenLevels(file, draft.name());
    }
    Schema one =
        new Schema(
            "cells",
            "row",
            List.of(
                new Column(draft.name(), new ColumnType.Numeric(-1e300, 1e300, List.of()), true)),
            OptionalLong.empty(),
            missingValues,
            List.of());
    Table cells = TableFile.read(file, one, CsvOptions.DEFAULTS.withIgnoreUnknownColumns(true));
    List<String> shown = new ArrayList<>();
    for (int row = 0; row < Math.min(SHOWN_CELLS, cells.rowCount()); row++) {
      shown.add(
          cells.missing(row, 0)
              ? "(missing)"
              : Double.toString(cells.number(row, 0)).replaceAll("\\.0$", ""));
    }
    return shown;
  }

  private static List<String> seenLevels(Path file, String column) throws IOException {
    List<String> seen = new ArrayList<>();
    JsonNode draft = MAPPER.readTree(SchemaDraft.of(file, CsvOptions.DEFAULTS).json());
    for (JsonNode field : draft.path("fields")) {
      if (field.path("name").asString("").equals(column)) {
        field.path("constraints").path("enum").forEach(level -> seen.add(level.asString()));
      }
    }
    seen.removeIf(level -> level.startsWith(SchemaFile.TODO));
    return seen;
  }
}
