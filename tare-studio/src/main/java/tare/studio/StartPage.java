package tare.studio;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import tare.report.Html;
import tare.table.CsvOptions;

/** The first page: which table. */
final class StartPage {

  private static final Map<String, String> DELIMITERS =
      new java.util.TreeMap<>(
          Map.of(",", "comma", ";", "semicolon", "|", "bar", "tab", "tabulator"));

  private StartPage() {}

  static String html(Workspace workspace, Request typed) throws IOException {
    StringBuilder page =
        new StringBuilder(
            "<p>Tare turns your table about people into rows that anyone may hold. Your table stays where it is: it is read on this machine and sent nowhere.</p>");
    page.append("<div class=\"pair\">");
    file(page, workspace, typed);
    page.append(
        "<section class=\"card\"><h2>Just looking?</h2><p>6,000 invented patients, with everything filled in. They are nobody, so nothing can go wrong.</p>");
    page.append(
        "<form method=\"post\" action=\"demo\"><button id=\"demo\">Try the demo</button></form></section></div>");
    database(page, typed);
    page.append(
        "<form method=\"post\" action=\"quit\"><button class=\"quiet\">Stop the studio</button></form>");
    return page.toString();
  }

  private static void file(StringBuilder page, Workspace workspace, Request typed)
      throws IOException {
    page.append(
        "<section class=\"card\"><h2>Your table</h2><form method=\"post\" action=\"choose\">");
    page.append(
            "<label for=\"table\">Path of a CSV or Parquet file</label><input id=\"table\" name=\"table\" list=\"tables\" autocomplete=\"off\" placeholder=\"patients.csv\" value=\"")
        .append(Html.escaped(typed.text("table")))
        .append("\">");
    List<String> tables = workspace.tablesHere();
    page.append("<datalist id=\"tables\">");
    tables.forEach(t -> page.append("<option value=\"").append(Html.escaped(t)).append("\">"));
    page.append("</datalist><p class=\"soft small\">A path is taken from ")
        .append(Html.escaped(workspace.folder().toString()));
    page.append(
        ". Only column names and kinds are taken from the file now; its cells are not shown.</p><details"
            + (typed.has("delimiter") ? " open" : "")
            + "><summary>It is not commas in UTF-8</summary>");
    page.append(
        Forms.choice(
            "delimiter",
            "Between cells",
            typed.has("delimiter") ? typed.text("delimiter") : ",",
            DELIMITERS));
    page.append(
        Forms.choice(
            "encoding",
            "Encoding",
            typed.has("encoding") ? typed.text("encoding") : "utf-8",
            CsvOptions.ENCODINGS));
    page.append("</details><button>Take this table</button></form></section>");
  }

  private static void database(StringBuilder page, Request typed) {
    page.append("<details class=\"card\"")
        .append(typed.has("address") ? " open" : "")
        .append(
            "><summary><strong>A table in a database</strong></summary><form method=\"post\" action=\"choose\" class=\"row\">");
    page.append(
        Forms.text(
            "address",
            "Address",
            typed.text("address"),
            "jdbc:postgresql://host/name or jdbc:duckdb:/path/to/file; without a password in it"));
    page.append(
        Forms.text(
            "from",
            "Table",
            typed.text("from"),
            "a name, with its schema before a point if it has one"));
    page.append(
        Forms.text(
            "query",
            "or a query",
            typed.text("query"),
            "SELECT ...; its rows are what is released"));
    page.append(Forms.text("user", "User", typed.text("user"), "empty: TARE_DB_USER"));
    page.append(
        Forms.secret(
            "password",
            "Password",
            "Held by this program until you choose another table or stop it; written nowhere. Empty: TARE_DB_PASSWORD"));
    page.append(
        "<button>Take these rows</button></form><p class=\"soft small\">Drivers do not come with Tare: put the driver's jar into a folder and name that folder in TARE_DRIVERS before the studio starts.</p></details>");
  }
}
