package tare.studio;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tare.curator.KeptFile;
import tare.curator.KnownRows;
import tare.ledger.Ledger;
import tare.ledger.LedgerPlace;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.Codebook;
import tare.table.CsvOptions;
import tare.table.SchemaCheck;
import tare.table.SchemaDraft;

/**
 * What is worked on, and what was made of it: the table, what is {@link Declarations declared} of
 * it, the plan, the run under way, the releases in the folder. Choices live in this process; files
 * are written only where the pages say so: the schema beside the table, the ledger beside the
 * table, releases in the folder.
 */
final class Workspace {

  private static final String KEPT = ".kept";

  private final Path home;
  private Path folder;
  private @Nullable TableSource source;
  private boolean invented;
  private Declarations declared = new Declarations();
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
    Declarations guessed = Declarations.of(table.draft(SchemaDraft.Known.NOTHING));
    begin(table, home);
    declared = guessed;
  }

  private void begin(TableSource table, Path releases) {
    source = table;
    invented = false;
    folder = releases;
    declared = new Declarations();
    showsPrivateCells = false;
    findings = Optional.empty();
    work = null;
    latest = Optional.empty();
    plan = PlanChoices.defaults();
  }

  /** What is declared of the table. */
  synchronized Declarations declared() {
    return declared;
  }

  /** Takes what a code book says of the columns; of columns it does not name, nothing changes. */
  synchronized void take(Codebook book) {
    declared.take(book);
    findings = Optional.empty();
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
    declared.declare(schema);
    findings = Optional.empty();
  }

  /** Takes what is said of the whole table. */
  synchronized void declare(Request form) {
    declared.declare(form);
    findings = Optional.empty();
  }

  synchronized void declare(int column, ColumnDraft draft) {
    declared.declare(column, draft);
    findings = Optional.empty();
  }

  /**
   * The schema as declared.
   *
   * @throws IllegalArgumentException when something is still missing
   */
  synchronized Schema schema() {
    if (source == null) {
      throw new IllegalArgumentException("Choose a table first.");
    }
    return declared.schema();
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
      String free = declared().name() + "-release-" + i;
      String plain = free.replaceAll("[^A-Za-z0-9._-]+", "-");
      if (Files.notExists(folder().resolve(plain))
          && !isUnderWay(plain)
          && !unfinished().contains(plain)) {
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
          .filter(run -> Files.notExists(folder().resolve(run)) && !isUnderWay(run))
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private boolean isUnderWay(String run) {
    return work()
        .filter(now -> now.state() == ReleaseWork.State.RUNNING && now.name().equals(run))
        .isPresent();
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
    return source().orElseThrow().cells(declared().columns().get(column));
  }
}
