package tare.studio;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tare.report.Html;

/** The frame of every page: steps, the choices so far, and the command line that does the same. */
final class Layout {

  private static final Map<String, String> STEPS = new LinkedHashMap<>();

  static {
    STEPS.put("", "Table");
    STEPS.put("schema", "Columns");
    STEPS.put("plan", "Plan");
    STEPS.put("release", "Release");
    STEPS.put("report", "Report");
    STEPS.put("ledger", "Ledger");
    STEPS.put("analyse", "Analyse");
  }

  private final Workspace workspace;
  private final String root;

  Layout(Workspace workspace, String root) {
    this.workspace = workspace;
    this.root = root;
  }

  /**
   * A page.
   *
   * @param here the step it belongs to
   * @param body HTML, escaped by whoever made it
   * @param wrong what went wrong, to be said first
   */
  String page(String here, String title, String body, Optional<String> wrong) {
    return page(here, title, body, wrong, "");
  }

  /** A page. @param more commands that do what only this page does */
  String page(String here, String title, String body, Optional<String> wrong, String more) {
    StringBuilder page =
        new StringBuilder(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    page.append("<meta name=\"color-scheme\" content=\"light dark\"><title>")
        .append(Html.escaped(title))
        .append(" · Tare Studio</title>");
    page.append("<base href=\"").append(root).append("\">");
    page.append(
        "<link rel=\"stylesheet\" href=\"report.css\"><link rel=\"stylesheet\" href=\"studio.css\">");
    page.append(
        "<script src=\"studio.js\" defer></script></head><body><header><p class=\"brand\">Tare Studio</p><nav aria-label=\"Steps\"><ol>");
    STEPS.forEach(
        (path, name) -> {
          page.append("<li><a href=\"").append(path.isEmpty() ? root : path).append('"');
          page.append(path.equals(here) ? " aria-current=\"page\"" : "")
              .append('>')
              .append(name)
              .append("</a></li>");
        });
    page.append("</ol></nav><p class=\"choices\">")
        .append(Html.escaped(choices()))
        .append("</p></header><main id=\"main\">");
    if (!here.equals("report")) {
      page.append("<h1>").append(Html.escaped(title)).append("</h1>");
    }
    wrong.ifPresent(
        text ->
            page.append("<div class=\"card verdict not\" role=\"alert\">")
                .append(lines(text))
                .append("</div>"));
    page.append(body)
        .append("</main><footer><h2>The same on the command line</h2><pre tabindex=\"0\"><code>");
    page.append(Html.escaped((CommandLines.of(workspace, here) + "\n" + more).strip()))
        .append("</code></pre></footer></body></html>\n");
    return page.toString();
  }

  private static String lines(String text) {
    StringBuilder html = new StringBuilder();
    text.lines().forEach(line -> html.append("<p>").append(Html.escaped(line)).append("</p>"));
    return html.toString();
  }

  /** The choices made so far, in one line. */
  private String choices() {
    if (workspace.source().isEmpty()) {
      return "Nothing chosen yet.";
    }
    List<String> parts = new ArrayList<>();
    parts.add("Table: " + workspace.source().get().words());
    long open = workspace.declared().undeclared();
    parts.add(
        workspace.declared().columns().size()
            + " columns, "
            + (open == 0 ? "all declared" : open + " still to declare"));
    parts.add("epsilon " + Html.number(workspace.plan().epsilon()));
    parts.add("generator " + workspace.plan().generator());
    parts.add("weights " + workspace.plan().weights());
    workspace.latest().ifPresent(name -> parts.add("latest release " + name));
    return String.join(" · ", parts);
  }
}
