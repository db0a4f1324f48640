package tare.studio;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import tare.report.Page;
import tare.schema.BadInputException;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.Codebook;
import tare.table.CsvOptions;
import tare.table.FieldTemplates;
import tare.table.RowsRead;

/** Every address of the studio: what is shown there, and what its forms do. */
final class Pages implements AutoCloseable {

  private final Workspace workspace;
  private final Layout layout;
  private final Runnable stop;
  private final Consumer<String> steps;

  /**
   * @param root where every address begins, with the token
   * @param stop ends the studio
   * @param steps hears of every step of a release before it is taken
   */
  Pages(Workspace workspace, String root, Runnable stop, Consumer<String> steps) {
    this.workspace = workspace;
    this.layout = new Layout(workspace, root);
    this.stop = stop;
    this.steps = steps;
  }

  @Override
  public void close() {
    workspace.work().ifPresent(ReleaseWork::cancel);
  }

  Response answer(Request request) throws IOException {
    try {
      return request.isPost() ? done(request) : shown(request, Optional.empty());
    } catch (IllegalArgumentException | BadInputException e) {
      return refused(request, String.valueOf(e.getMessage()));
    } catch (NoSuchFileException e) {
      return refused(request, "There is no file at " + e.getFile() + ". Check the path.");
    } catch (IOException e) {
      return refused(
          request, "A file could not be read or written (" + e.getClass().getSimpleName() + ").");
    }
  }

  /** The page whose form it was, with what was wrong; nothing that was typed is lost. */
  private Response refused(Request request, String why) throws IOException {
    if (!request.isPost()) {
      return Response.page(layout.page("", "That did not work", "", Optional.of(why)));
    }
    String from =
        request
            .path()
            .replaceFirst(
                "(^|/)(choose|demo|check|save|read|book|facts|cells|start|again|cancel)$", "");
    return shown(new Request("GET", from, request.form()), Optional.of(why));
  }

  private Response shown(Request request, Optional<String> wrong) throws IOException {
    String path = request.path();
    return switch (path.replaceFirst("/[0-9]+$", "/n")) {
      case "" ->
          Response.page(
              layout.page("", "Choose a table", StartPage.html(workspace, request), wrong));
      case "schema" ->
          needsTable("schema", "Declare the columns", () -> SchemaPage.html(workspace), wrong);
      case "schema/n" -> column(request, wrong);
      case "plan" -> needsTable("plan", "Plan the release", () -> PlanPage.html(workspace), wrong);
      case "release" ->
          needsTable("release", "Make the release", () -> ReleasePages.html(workspace), wrong);
      case "progress.json" -> Response.of(200, "application/json", ReleasePages.json(workspace));
      case "report" -> report(request, wrong);
      case "ledger" ->
          needsTable("ledger", "Ledger and releases", () -> LedgerPage.html(workspace), wrong);
      case "analyse" -> analyse(request, wrong);
      case "report.css" -> Response.of(200, "text/css; charset=utf-8", Page.styleSheet());
      case "studio.css" -> resource("studio.css", "text/css; charset=utf-8");
      case "studio.js" -> resource("studio.js", "text/javascript; charset=utf-8");
      default -> Response.notFound();
    };
  }

  /** What a page shows. */
  private interface Body {
    String html() throws IOException;
  }

  private Response needsTable(String here, String title, Body body, Optional<String> wrong)
      throws IOException {
    return workspace.source().isEmpty()
        ? Response.goTo("")
        : Response.page(layout.page(here, title, body.html(), wrong));
  }

  private Response column(Request request, Optional<String> wrong) throws IOException {
    int c = request.number();
    if (c < 0 || c >= workspace.declared().columns().size()) {
      return Response.notFound();
    }
    ColumnDraft kept = workspace.declared().columns().get(c);
    ColumnDraft draft =
        request.has("kind")
            ? ColumnDraft.of(kept, request)
            : FieldTemplates.of(request.text("template"), kept.name())
                .map(kept::filled)
                .orElse(kept);
    List<String> cells = workspace.showsPrivateCells() ? workspace.privateCells(c) : List.of();
    return Response.page(
        layout.page(
            "schema",
            "Column " + (c + 1) + ": " + draft.name(),
            ColumnPage.html(workspace, c, draft, cells),
            wrong));
  }

  private Response report(Request request, Optional<String> wrong) throws IOException {
    Optional<String> release = release(request);
    return release.isEmpty()
        ? Response.goTo(workspace.source().isEmpty() ? "" : "release")
        : Response.page(
            layout.page(
                "report",
                "Report",
                ReleasePages.report(workspace, release.get()),
                wrong,
                CommandLines.check(workspace.folder().resolve(release.get()))));
  }

  private Response analyse(Request request, Optional<String> wrong) throws IOException {
    Optional<String> release = release(request);
    return release.isEmpty()
        ? Response.goTo(workspace.source().isEmpty() ? "" : "release")
        : Response.page(
            layout.page(
                "analyse",
                "Analyse",
                AnalysePage.html(workspace, release.get(), request),
                wrong,
                AnalysePage.command(workspace, release.get(), request)));
  }

  /** A release of the folder by name, or the latest; names that lead elsewhere are none. */
  private Optional<String> release(Request request) throws IOException {
    if (request.has("release")) {
      return workspace.releases().stream().filter(request.text("release")::equals).findFirst();
    }
    return workspace.latest().or(() -> first());
  }

  private Optional<String> first() {
    try {
      return workspace.releases().stream().findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Response done(Request request) throws IOException {
    return switch (request.path().replaceFirst("/[0-9]+$", "/n")) {
      case "choose" -> choose(request);
      case "demo" -> {
        workspace.chooseDemo();
        yield Response.goTo("plan");
      }
      case "schema/facts" -> facts(request);
      case "schema/read" -> {
        workspace.declare(SchemaFile.read(workspace.folder().resolve(path(request.text("file")))));
        yield Response.goTo("schema");
      }
      case "schema/book" -> {
        workspace.take(Codebook.read(workspace.folder().resolve(path(request.text("book")))));
        yield Response.goTo("schema");
      }
      case "schema/save" -> save();
      case "schema/check" -> check();
      case "schema/cells" -> {
        workspace.showPrivateCells(request.text("show").equals("yes"));
        yield Response.goTo(
            request.text("back").matches("[0-9]{1,6}")
                ? "schema/" + request.text("back")
                : "schema");
      }
      case "schema/n" -> declare(request);
      case "plan" -> {
        workspace.choose(workspace.plan().with(request));
        yield Response.goTo("plan");
      }
      case "release/start" -> start(request.text("name"));
      case "release/again" -> again(request.text("name"));
      case "release/cancel" -> {
        workspace.work().ifPresent(ReleaseWork::cancel);
        yield Response.goTo("release");
      }
      case "quit" -> {
        stop.run();
        yield Response.of(
            200, "text/plain; charset=utf-8", "The studio has stopped. You can close this page.");
      }
      default -> Response.notFound();
    };
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("This is not a path of a file.");
    }
  }

  private Response choose(Request request) throws IOException {
    if (request.has("address")) {
      workspace.choose(
          new DatabaseSource(
              request.text("address"),
              request.text("from"),
              request.text("query"),
              request.text("user"),
              request.text("password"),
              workspace.folder()));
      return Response.goTo("schema");
    }
    if (request.text("table").isEmpty()) {
      throw new IllegalArgumentException("Type the path of a table, or choose one from the list.");
    }
    workspace.chooseTable(
        path(request.text("table")),
        CsvOptions.named(
            request.has("delimiter") ? request.text("delimiter") : ",",
            request.has("encoding") ? request.text("encoding") : "utf-8"));
    return Response.goTo("schema");
  }

  private Response facts(Request request) {
    workspace.declare(request);
    return Response.goTo("schema");
  }

  private Response declare(Request request) {
    int c = request.number();
    if (c < 0 || c >= workspace.declared().columns().size()) {
      return Response.notFound();
    }
    ColumnDraft draft = ColumnDraft.of(workspace.declared().columns().get(c), request);
    if (draft.kept()) {
      draft.column(); // refuses what breaks a rule
    }
    workspace.declare(c, draft);
    int next = workspace.declared().nextUndeclared();
    return Response.goTo(next >= 0 ? "schema/" + next : "schema");
  }

  private Response save() throws IOException {
    Files.writeString(workspace.schemaFile(), SchemaFile.text(workspace.schema()));
    return Response.goTo("plan");
  }

  /**
   * Whether the rows fit; the faults name rules and places, never a cell. Who asked for private
   * facts sees what else is to be known of the rows before going on.
   */
  private Response check() throws IOException {
    Schema schema = workspace.schema();
    TableSource source = workspace.source().orElseThrow();
    if (!workspace.showsPrivateCells()) {
      source.read(schema, RowsRead.SILENT);
      return save();
    }
    workspace.found(source.findings(schema));
    save();
    return Response.goTo("schema#private-facts");
  }

  private Response start(String asked) throws IOException {
    if (workspace.work().filter(w -> w.state() == ReleaseWork.State.RUNNING).isPresent()) {
      return Response.goTo("release");
    }
    Schema schema = workspace.schema();
    String name = asked.isEmpty() ? workspace.freeName() : asked;
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,80}")) {
      throw new IllegalArgumentException(
          "The name of a release is letters, digits, dots and dashes.");
    }
    ReleaseWork work =
        new ReleaseWork(
            workspace.source().orElseThrow(),
            schema,
            workspace.plan(),
            workspace.knownRows(),
            workspace.folder().resolve(name),
            steps);
    save(); // the schema that the release is made under, for whoever makes the next one
    workspace.begin(work);
    work.start(workspace::finished);
    return Response.goTo("release");
  }

  /** Takes up a run that died, with the choices it was begun with. */
  private Response again(String name) throws IOException {
    if (!workspace.unfinished().contains(name)) {
      throw new IllegalArgumentException("No run of that name was left unfinished.");
    }
    workspace.choose(workspace.choicesOf(name));
    return start(name);
  }

  private static Response resource(String name, String type) throws IOException {
    try (InputStream in = Pages.class.getResourceAsStream(name)) {
      return Response.of(
          200, type, new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
