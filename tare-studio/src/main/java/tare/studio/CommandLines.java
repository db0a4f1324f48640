package tare.studio;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tare.ledger.LedgerPlace;

/** What the pages do, as commands that do the same. */
final class CommandLines {

  private CommandLines() {}

  /**
   * The commands that do what a page does, with what was chosen so far.
   *
   * @param here the step that the page belongs to
   */
  static String of(Workspace workspace, String here) {
    if (workspace.source().isEmpty()) {
      return "tare demo\n# or, with a table of yours:\ntare schema patients.csv > patients.schema.json";
    }
    TableSource source = workspace.source().get();
    return switch (here) {
      case "report", "analyse" -> "";
      case "ledger" -> quoted(List.of("tare", "ledger", ledger(source).toString()));
      default -> String.join("\n", making(workspace, source, here));
    };
  }

  /** From the draft of a schema, or, once all is declared, from its check, to the release. */
  private static List<String> making(Workspace workspace, TableSource source, String here) {
    List<String> lines = new ArrayList<>();
    if (source instanceof DatabaseSource) {
      lines.add("# user and password in the environment: TARE_DB_USER, TARE_DB_PASSWORD");
    }
    String table = quoted(source.arguments());
    String schema = quoted(workspace.schemaFile().toString());
    if (workspace.wholeSchema().isEmpty()) {
      lines.add("tare schema " + table + " > " + schema);
      lines.add("# fill in what the draft marks TODO, then:");
    }
    lines.add("tare schema " + table + " --check " + schema);
    if (workspace.wholeSchema().isPresent() && !here.isEmpty() && !here.equals("schema")) {
      String release = "tare release " + table + " --schema " + schema + options(workspace, source);
      if (here.equals("plan")) {
        lines.add(release + " --dry-run");
      }
      lines.add(release + " --out " + quoted(out(workspace, here).toString()));
    }
    return lines;
  }

  /** The folder of the release that a page is about. */
  private static Path out(Workspace workspace, String here) {
    String made = workspace.work().map(ReleaseWork::name).orElse("");
    return workspace
        .folder()
        .resolve(here.equals("release") && !made.isEmpty() ? made : workspace.freeName());
  }

  /** Whether a release is what it says. */
  static String check(Path release) {
    return quoted(List.of("tare", "verify", release.toString()));
  }

  private static Path ledger(TableSource source) {
    return LedgerPlace.beside(source.beside());
  }

  private static String options(Workspace workspace, TableSource source) {
    PlanChoices plan = workspace.plan();
    Path ledger = ledger(source);
    List<String> words = new ArrayList<>(List.of("--epsilon", number(plan.epsilon())));
    if (source instanceof DatabaseSource) {
      words.addAll(List.of("--ledger", ledger.toString()));
    }
    if (Files.notExists(ledger) && plan.lifetime() > plan.epsilon()) {
      words.addAll(List.of("--lifetime-epsilon", number(plan.lifetime())));
    }
    words.addAll(List.of("--generator", plan.generator(), "--weights", plan.weights()));
    words.addAll(List.of("--seed", Long.toString(plan.seed())));
    return " " + quoted(words);
  }

  private static String number(double value) {
    return Double.toString(value).replaceAll("\\.0$", "");
  }

  /** An analysis of a release. @param model linear, logistic or multinomial */
  static String analysis(Path release, String model, String outcome, List<String> predictors) {
    String formula =
        term(outcome)
            + " ~ "
            + predictors.stream().map(CommandLines::term).collect(Collectors.joining(" + "));
    return quoted(
        List.of("tare", "analyze", release.toString(), "--model", model, "--formula", formula));
  }

  private static String term(String column) {
    return column.matches("[A-Za-z_][A-Za-z0-9_.]*") ? column : "`" + column + "`";
  }

  private static String quoted(List<String> words) {
    return words.stream().map(CommandLines::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String text) {
    return text.matches("[A-Za-z0-9_./:-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
