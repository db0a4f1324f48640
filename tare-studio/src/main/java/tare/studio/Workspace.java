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
import tare.curator.KeptFile;
import tare.curator.KnownRows;
import tare.ledger.Ledger;
import tare.ledger.LedgerPlace;
import tare.schema.BadInputException;
import tare.schema.Column;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.schema.UnitRows;
import tare.table.Codebook;
import tare.table.CsvOptions;
import tare.table.SchemaCheck;
import tare.table.SchemaDraft;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The choices made so far. They live in this process; files are written only where the pages say
 * so: the schema beside the table, the ledger beside the table, releases in the folder.
 */
final class Workspace {

  private static final String KEPT = ".kept";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Path home;
  private Path folder;
  private @Nullable TableSource source;
  private boolean invented;
  private String name = "";
  private String unit = "";
  private String publicRows = "";
  private String unitColumn = "";
  private String rowsPerUnit = "";
  private List<String> missingValues = List.of("");
  private List<ColumnDraft> columns = new ArrayList<>();

  /** A schema file that was read: identifiers, rules and units stay as it has them. */
  private Optional<Schema> beyond = Optional.empty();

  private boolean showsPrivateCells;
  private Optional<List<SchemaCheck.Finding>> findings = Optional.empty();
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

  synchronized Optional<TableSource> source() {
    return Optional.ofNullable(source);
  }

  /** Where rows are remembered; nowhere for those that nobody is. */
  synchronized Optional<KnownRows> knownRows() {
    return invented ? Optional.empty() : KnownRows.ofThisMachine();
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
    findings = Optional.empty();
  }

  /** What the last check found of the rows, for a person who asked; private. */
  synchronized Optional<List<SchemaCheck.Finding>> findings() {
    return showsPrivateCells ? findings : Optional.empty();
  }

  synchronized void found(List<SchemaCheck.Finding> facts) {
    findings = Optional.of(facts);
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

  /** Takes up a file: its columns are named and their types guessed; no cell is kept. */
  void chooseTable(Path file, CsvOptions layout) throws IOException {
    choose(new FileSource(home.resolve(file).toAbsolutePath().normalize(), layout));
  }

  /** Takes up a table: its columns are named and their types guessed; no cell is kept. */
  synchronized void choose(TableSource table) throws IOException {
    JsonNode draft = MAPPER.readTree(table.draft(SchemaDraft.Known.NOTHING).json());
    begin(table, home);
    name = draft.path("tare:name").asString("data");
    missingValues = new ArrayList<>();
    draft.path("missingValues").forEach(value -> missingValues.add(value.asString()));
    draft.path("fields").forEach(field -> columns.add(guessed(field)));
  }

  private void begin(TableSource table, Path releases) {
    source = table;
    invented = false;
    folder = releases;
    columns = new ArrayList<>();
    unit = "";
    publicRows = "";
    unitColumn = "";
    rowsPerUnit = "";
    beyond = Optional.empty();
    showsPrivateCells = false;
    findings = Optional.empty();
    work = null;
    latest = Optional.empty();
    plan = PlanChoices.defaults();
  }

  /** Takes what a code book says of the columns; of columns it does not name, nothing changes. */
  synchronized void take(Codebook book) throws IOException {
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
    begin(new FileSource(place.resolve("patients.csv"), CsvOptions.DEFAULTS), place);
    invented = true;
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
    unitColumn = schema.unitRows().map(UnitRows::column).orElse("");
    rowsPerUnit = schema.unitRows().map(rows -> Integer.toString(rows.rowsPerUnit())).orElse("");
    missingValues = schema.missingValues();
    findings = Optional.empty();
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
    findings = Optional.empty();
  }

  synchronized void declare(int column, ColumnDraft draft) {
    columns.set(column, draft);
    findings = Optional.empty();
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
    if (source == null || next >= 0) {
      throw new IllegalArgumentException(
          source == null
              ? "Choose a table first."
              : "The column \"" + columns.get(next).name() + "\" is not declared yet.");
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
    Path file = Objects.requireNonNull(source).beside();
    String stem = String.valueOf(file.getFileName()).replaceFirst("\\..*$", "");
    return file.resolveSibling(stem + ".schema.json");
  }

  /** The ledger of the table, when it has begun. */
  Optional<Ledger> ledger() throws IOException {
    Optional<Path> place =
        source().map(TableSource::beside).map(LedgerPlace::beside).filter(Files::exists);
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
      if (Files.notExists(folder().resolve(plain)) && !unfinished().contains(plain)) {
        return plain;
      }
    }
  }

  /** Runs that died or were cancelled after something was charged: what came of it is kept. */
  List<String> unfinished() {
    if (source().isEmpty()) {
      return List.of();
    }
    Path ledger = LedgerPlace.beside(source().get().beside()).toAbsolutePath();
    String start = ledger.getFileName() + ".";
    try (Stream<Path> files = Files.list(Objects.requireNonNull(ledger.getParent()))) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(file -> file.startsWith(start) && file.endsWith(KEPT))
          .map(file -> file.substring(start.length(), file.length() - KEPT.length()))
          .filter(run -> Files.notExists(folder().resolve(run)))
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The choices with which an unfinished run was begun; this page's where it does not tell. */
  PlanChoices choicesOf(String unfinished) throws IOException {
    Path ledger = LedgerPlace.beside(source().orElseThrow().beside());
    return KeptFile.of(ledger, unfinished)
        .find(PlanChoices.KEPT)
        .map(PlanChoices::of)
        .orElseGet(this::plan);
  }

  /** A few cells of a column, for a person who asked to see them. Nothing is kept. */
  List<String> privateCells(int column) throws IOException {
    return source().orElseThrow().cells(columns().get(column));
  }
}
