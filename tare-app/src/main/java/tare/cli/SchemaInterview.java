package tare.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tare.table.FieldSpec;
import tare.table.FieldTemplates;

/** Asks a person about each column in turn. It knows the columns' names and nothing else. */
final class SchemaInterview {

  private final BufferedReader in;
  private final PrintWriter out;

  SchemaInterview(BufferedReader in, PrintWriter out) {
    this.in = in;
    this.out = out;
  }

  /** What the person said; a column that is passed over is not among it. */
  List<FieldSpec> ask(List<String> columns) throws IOException {
    out.println(
        "For each column: what could it ever hold? No value of the table is shown, and none should"
            + " be looked up. Enter takes what stands in brackets.");
    List<FieldSpec> specs = new ArrayList<>();
    for (int c = 0; c < columns.size(); c++) {
      column(columns.get(c), c + 1, columns.size()).ifPresent(specs::add);
    }
    return specs;
  }

  private Optional<FieldSpec> column(String name, int number, int of) throws IOException {
    Optional<String> suggested = FieldTemplates.suggested(name);
    while (true) {
      out.println();
      out.println(number + " of " + of + ": " + name);
      String kind =
          said(
              "  kind: number, integer, levels, yes-no, date, time, datetime, identifier, text (left"
                  + " out), later, or "
                  + String.join(", ", FieldTemplates.names()),
              suggested.orElse("later"));
      if (kind.equals("later")) {
        return Optional.empty();
      }
      Optional<FieldSpec> template = FieldTemplates.of(kind, name);
      if (template.isPresent()) {
        return template;
      }
      Optional<FieldSpec> spec = spec(name, kind);
      if (spec.isPresent()) {
        return spec;
      }
      out.println("  There is no such kind.");
    }
  }

  private Optional<FieldSpec> spec(String name, String kind) throws IOException {
    return switch (kind) {
      case "identifier", "text" -> Optional.of(FieldSpec.of(name, kind));
      case "levels" ->
          Optional.of(
              FieldSpec.of(name, "string")
                  .withLevels(
                      List.of(said("  levels, with commas between them", "").split("\\s*,\\s*")),
                      said("  a level for all other values", "")));
      case "number", "integer", "date", "time", "datetime" ->
          Optional.of(
              FieldSpec.of(name, kind)
                  .withBounds(
                      said("  the lowest value that is possible", ""),
                      said("  the highest value that is possible", ""))
                  .withStep(kind.equals("number") ? said("  the step, such as 0.1", "") : ""));
      default -> Optional.empty();
    };
  }

  private String said(String question, String otherwise) throws IOException {
    out.print(question + (otherwise.isEmpty() ? ": " : " [" + otherwise + "]: "));
    out.flush();
    String line = in.readLine();
    return line == null || line.isBlank() ? otherwise : line.strip();
  }
}
