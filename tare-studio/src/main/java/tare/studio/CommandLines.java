package tare.studio;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tare.ledger.LedgerPlace;

/** What the pages do, as commands that do the same. */
final class CommandLines {

  private CommandLines() {}

  static String of(Workspace workspace) {
    if (workspace.table().isEmpty()) {
      return "tare demo";
    }
    String table = quoted(workspace.table().get());
    String schema = quoted(workspace.schemaFile());
    PlanChoices plan = workspace.plan();
    List<String> lines = new ArrayList<>();
    lines.add("tare schema " + table + " > " + schema);
    lines.add("tare schema " + table + " --check " + schema);
    lines.add(
        "tare release "
            + table
            + " --schema "
            + schema
            + " --epsilon "
            + plan.epsilon()
            + (Files.exists(LedgerPlace.beside(workspace.table().get()))
                ? ""
                : " --lifetime-epsilon " + Math.max(plan.lifetime(), plan.epsilon()))
            + " --generator "
            + plan.generator()
            + " --weights "
            + plan.weights()
            + " --out "
            + quoted(
                workspace.folder().resolve(workspace.latest().orElseGet(workspace::freeName))));
    workspace
        .latest()
        .ifPresent(name -> lines.add("tare verify " + quoted(workspace.folder().resolve(name))));
    return String.join("\n", lines);
  }

  private static String quoted(Path path) {
    String text = path.toString();
    return text.matches("[A-Za-z0-9_./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
