package tare.studio;

import java.util.List;
import tare.report.Html;

/** All columns, what is declared of each, and what is missing. */
final class SchemaPage {

  private SchemaPage() {}

  static String html(Workspace workspace) {
    StringBuilder page =
        new StringBuilder(
            "<p>Say what each column <em>could</em> hold, from what you know of the subject. Bounds and levels become public, so they must not be read off the rows.</p>");
    facts(page, workspace);
    columns(page, workspace.columns());
    next(page, workspace);
    page.append(
        "<details><summary>You have a schema file already</summary><form method=\"post\" action=\"schema/read\"><label for=\"file\">Its path</label><input id=\"file\" name=\"file\"><button class=\"quiet\">Take its declarations</button></form></details>");
    cells(page, workspace, "");
    return page.toString();
  }

  private static void facts(StringBuilder page, Workspace workspace) {
    page.append("<form method=\"post\" action=\"schema/facts\" class=\"card row\">");
    field(page, "name", "Name of the data set", workspace.name(), "");
    field(
        page,
        "unit",
        "What one row stands for",
        workspace.unit(),
        "patient, household, visit: privacy protects one of them");
    field(
        page,
        "rows",
        "Number of rows, if it is no secret",
        workspace.publicRows(),
        "leave empty to buy a noisy count with a little epsilon");
    page.append("<button>Keep</button></form>");
  }

  private static void field(
      StringBuilder page, String name, String label, String value, String hint) {
    page.append("<div><label for=\"")
        .append(name)
        .append("\">")
        .append(label)
        .append("</label><input id=\"");
    page.append(name)
        .append("\" name=\"")
        .append(name)
        .append("\" value=\"")
        .append(Html.escaped(value))
        .append('"');
    page.append(
        hint.isEmpty()
            ? ">"
            : " aria-describedby=\""
                + name
                + "-hint\"><p class=\"soft small\" id=\""
                + name
                + "-hint\">"
                + hint
                + "</p>");
    page.append("</div>");
  }

  private static void columns(StringBuilder page, List<ColumnDraft> columns) {
    page.append(
        "<h2>Columns</h2><div class=\"scroll\" tabindex=\"0\"><table><tr><th>column</th><th>declared</th><th>still missing</th></tr>");
    for (int c = 0; c < columns.size(); c++) {
      ColumnDraft draft = columns.get(c);
      boolean done = draft.problem().isEmpty();
      page.append("<tr><td><a href=\"schema/")
          .append(c)
          .append("\">")
          .append(Html.escaped(draft.name()))
          .append("</a></td><td>");
      page.append(done ? Html.escaped(draft.words()) : "").append("</td><td>");
      page.append(done ? "nothing" : "<strong>" + Html.escaped(draft.problem().get()) + "</strong>")
          .append("</td></tr>");
    }
    page.append("</table></div>");
  }

  private static void next(StringBuilder page, Workspace workspace) {
    int next = workspace.nextUndeclared();
    if (next >= 0) {
      page.append("<p><a class=\"button\" href=\"schema/")
          .append(next)
          .append("\">Declare ")
          .append(Html.escaped(workspace.columns().get(next).name()))
          .append("</a></p>");
      return;
    }
    if (workspace.unit().isEmpty()) {
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
    page.append(shown ? "Hide private cells" : "Show me private cells")
        .append("</button><p class=\"soft small\">");
    page.append(
        shown
            ? "Cells of real people are on this screen. Mind who looks over your shoulder."
            : "Off: no cell of your table is on any page. Showing them is for your eyes; what you declare must still hold for everyone who could be in the table.");
    page.append("</p></form>");
  }
}
