package tare.studio;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tare.report.Html;
import tare.table.SchemaCheck;

/** All columns, what is declared of each, and what is missing. */
final class SchemaPage {

  private SchemaPage() {}

  static String html(Workspace workspace) {
    StringBuilder page =
        new StringBuilder(
            "<p>Say what each column <em>could</em> hold, from what you know of the subject. Bounds and levels become public, so they must not be read off the rows.</p>");
    facts(page, workspace);
    columns(page, workspace);
    workspace.findings().ifPresent(findings -> findings(page, findings));
    next(page, workspace);
    page.append(
        "<details><summary>You have a schema file already</summary><form method=\"post\" action=\"schema/read\"><label for=\"file\">Its path</label><input id=\"file\" name=\"file\"><button class=\"quiet\">Take its declarations</button></form></details>");
    page.append(
        "<details><summary>You have a code book</summary><form method=\"post\" action=\"schema/book\"><label for=\"book\">Its path</label><input id=\"book\" name=\"book\" aria-describedby=\"book-hint\"><p class=\"soft small\" id=\"book-hint\">A CSV with a line per column (name, type, minimum, maximum, levels and more; only name is a must), a REDCap data dictionary, or a Frictionless schema.</p><button class=\"quiet\">Take what it says</button></form></details>");
    cells(page, workspace, "");
    return page.toString();
  }

  private static void facts(StringBuilder page, Workspace workspace) {
    page.append("<form method=\"post\" action=\"schema/facts\" class=\"card row\">");
    page.append(Forms.text("name", "Name of the data set", workspace.declared().name(), ""));
    page.append(
        Forms.text(
            "unit",
            "What one row stands for",
            workspace.declared().unit(),
            "patient, household, visit: privacy protects one of them"));
    page.append(
        Forms.number(
            "rows",
            "Number of rows, if public",
            workspace.declared().publicRows(),
            "leave it empty if it is a secret: a little epsilon then buys a noisy count"));
    Map<String, String> names = new LinkedHashMap<>();
    names.put("", "no: one row each");
    workspace.declared().columns().forEach(column -> names.put(column.name(), column.name()));
    if (!names.containsKey(workspace.declared().unitColumn())) {
      names.put(workspace.declared().unitColumn(), workspace.declared().unitColumn());
    }
    page.append("<details").append(workspace.declared().unitColumn().isEmpty() ? ">" : " open>");
    page.append("<summary>One person may have several rows</summary>");
    page.append(
        Forms.choice(
            "unitColumn",
            "The column that tells whose a row is",
            workspace.declared().unitColumn(),
            names));
    page.append(
        Forms.number(
            "rowsPerUnit",
            "Rows of one person that are used at most",
            workspace.declared().rowsPerUnit(),
            "privacy then protects a person with all these rows; noise grows with the number"));
    page.append("</details>");
    page.append("<button>Keep</button></form>");
  }

  /** What a check found, for a person who asked for private facts. */
  private static void findings(StringBuilder page, List<SchemaCheck.Finding> findings) {
    page.append(
        "<section class=\"card verdict care\" id=\"private-facts\"><h2>Private facts about your rows</h2>");
    if (findings.isEmpty()) {
      page.append("<p>The rows fit what you declared, and nothing about them needs a word.</p>");
    } else {
      page.append("<p>The rows fit what you declared. For your eyes only:</p><ul>");
      for (SchemaCheck.Finding finding : findings) {
        page.append("<li>").append(finding.serious() ? "<strong>" : "");
        page.append(Html.escaped(finding.fact())).append(finding.serious() ? "</strong>" : "");
        page.append(' ').append(Html.escaped(finding.remedy())).append("</li>");
      }
      page.append("</ul>");
    }
    page.append("<p><a class=\"button\" href=\"plan\">Go on to the plan</a></p></section>");
  }

  private static void columns(StringBuilder page, Workspace workspace) {
    List<ColumnDraft> columns = workspace.declared().columns();
    page.append(
        "<h2>Columns</h2><div class=\"scroll\" tabindex=\"0\"><table><tr><th>column</th><th>declared</th><th>still missing</th></tr>");
    for (int c = 0; c < columns.size(); c++) {
      ColumnDraft draft = columns.get(c);
      boolean unit = draft.name().equals(workspace.declared().unitColumn());
      boolean done = unit || draft.problem().isEmpty();
      page.append("<tr><td><a href=\"schema/")
          .append(c)
          .append("\">")
          .append(Html.escaped(draft.name()))
          .append("</a></td><td>");
      page.append(
              unit ? "tells whose a row is; not released" : done ? Html.escaped(draft.words()) : "")
          .append("</td><td>");
      page.append(done ? "nothing" : "<strong>" + Html.escaped(draft.problem().get()) + "</strong>")
          .append("</td></tr>");
    }
    page.append("</table></div>");
  }

  private static void next(StringBuilder page, Workspace workspace) {
    int next = workspace.declared().nextUndeclared();
    if (next >= 0) {
      page.append("<p><a class=\"button\" href=\"schema/")
          .append(next)
          .append("\">Declare ")
          .append(Html.escaped(workspace.declared().columns().get(next).name()))
          .append("</a></p>");
      return;
    }
    if (workspace.declared().unit().isEmpty()) {
      page.append("<p><strong>Still missing: what one row stands for.</strong></p>");
      return;
    }
    page.append(
        "<form method=\"post\" action=\"schema/check\"><button id=\"check\">Check the rows and go on</button><p class=\"soft small\">Every fault is named by its rule and place; nothing is charged. The schema is written to ");
    page.append(Html.escaped(workspace.schemaFile().toString())).append(".</p></form>");
  }

  /** The switch for private cells: off unless asked for. */
  static void cells(StringBuilder page, Workspace workspace, String back) {
    boolean shown = workspace.showsPrivateCells();
    page.append(
            "<form method=\"post\" action=\"schema/cells\" class=\"cells\"><input type=\"hidden\" name=\"show\" value=\"")
        .append(shown ? "no" : "yes");
    page.append("\"><input type=\"hidden\" name=\"back\" value=\"")
        .append(back)
        .append("\"><button class=\"quiet\">");
    page.append(shown ? "Hide private cells and facts" : "Show me private cells and facts")
        .append("</button><p class=\"soft small\">");
    page.append(
        shown
            ? "Cells of real people are on this screen, and a check tells what it finds in the rows. Mind who looks over your shoulder."
            : "Off: no cell of your table is on any page. Showing them is for your eyes; what you declare must still hold for everyone who could be in the table.");
    page.append("</p></form>");
  }
}
