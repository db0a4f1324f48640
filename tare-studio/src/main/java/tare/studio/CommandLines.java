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

  /** The commands for what was chosen so far: the draft, or, once all is declared, the release. */
  static String of(Workspace workspace) {
    if (workspace.source().isEmpty()) {
      return "tare demo";
    }
    TableSource source = workspace.source().get();
    List<String> lines = new ArrayList<>();
    if (source instanceof DatabaseSource) {
      lines.add("# user and password in the environment: TARE_DB_USER, TARE_DB_PASSWORD");
    }
    String table = quoted(source.arguments());
    String schema = quoted(workspace.schemaFile().toString());
    if (workspace.wholeSchema().isEmpty()) {
      lines.add("tare schema " + table + " > " + schema);
      lines.add("# fill in what the draft marks TODO, then:");
      lines.add("tare schema " + table + " --check " + schema);
    } else {
      lines.add("tare schema " + table + " --check " + schema);
      lines.add("tare release " + table + " --schema " + schema + options(workspace, source));
    }
    workspace
        .latest()
        .ifPresent(
            name ->
                lines.add("tare verify " + quoted(workspace.folder().resolve(name).toString())));
    return String.join("\n", lines);
  }

  private static String options(Workspace workspace, TableSource source) {
    PlanChoices plan = workspace.plan();
    Path ledger = LedgerPlace.beside(source.beside());
    List<String> words = new ArrayList<>(List.of("--epsilon", number(plan.epsilon())));
    if (source instanceof DatabaseSource) {
      words.addAll(List.of("--ledger", ledger.toString()));
    }
    if (Files.notExists(ledger) && plan.lifetime() > plan.epsilon()) {
      words.addAll(List.of("--lifetime-epsilon", number(plan.lifetime())));
    }
    words.addAll(List.of("--generator", plan.generator(), "--weights", plan.weights()));
    words.addAll(List.of("--seed", Long.toString(plan.seed())));
    words.addAll(List.of("--out", workspace.folder().resolve(workspace.freeName()).toString()));
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
