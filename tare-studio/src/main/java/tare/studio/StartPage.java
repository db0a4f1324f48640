package tare.studio;

import java.io.IOException;
import java.util.List;
import tare.report.Html;

/** The first page: which table. */
final class StartPage {

  private StartPage() {}

  static String html(Workspace workspace) throws IOException {
    StringBuilder page =
        new StringBuilder(
            "<p>Tare turns your table about people into rows that anyone may hold. Your table stays where it is: it is read on this machine and sent nowhere.</p>");
    page.append(
        "<div class=\"pair\"><section class=\"card\"><h2>Your table</h2><form method=\"post\" action=\"choose\">");
    page.append(
        "<label for=\"table\">Path of a CSV file</label><input id=\"table\" name=\"table\" list=\"tables\" autocomplete=\"off\" placeholder=\"patients.csv\">");
    List<String> tables = workspace.tablesHere();
    page.append("<datalist id=\"tables\">");
    tables.forEach(t -> page.append("<option value=\"").append(Html.escaped(t)).append("\">"));
    page.append("</datalist><p class=\"soft small\">A path is taken from ")
        .append(Html.escaped(workspace.folder().toString()));
    page.append(
        ". Only column names and kinds are taken from the file now; its cells are not shown.</p><button>Take this table</button></form></section>");
    page.append(
        "<section class=\"card\"><h2>Just looking?</h2><p>6,000 invented patients, with everything filled in. They are nobody, so nothing can go wrong.</p>");
    page.append(
        "<form method=\"post\" action=\"demo\"><button id=\"demo\">Try the demo</button></form></section></div>");
    page.append(
        "<form method=\"post\" action=\"quit\"><button class=\"quiet\">Stop the studio</button></form>");
    return page.toString();
  }
}
