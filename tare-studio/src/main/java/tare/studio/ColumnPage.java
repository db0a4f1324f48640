package tare.studio;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tare.report.Html;
import tare.table.FieldTemplates;

/** One column's declaration. */
final class ColumnPage {

  private ColumnPage() {}

  static String html(Workspace workspace, int c, ColumnDraft draft, List<String> cells) {
    StringBuilder page = new StringBuilder();
    templates(page, c, draft);
    page.append("<form method=\"post\" action=\"schema/")
        .append(c)
        .append("\" class=\"card\"><fieldset><legend>What does it hold?</legend>");
    for (ColumnDraft.Kind kind : draft.kinds()) {
      page.append("<label class=\"choice\"><input type=\"radio\" name=\"kind\" value=\"")
          .append(kind.name())
          .append('"');
      page.append(kind == draft.kind() ? " checked" : "").append("> ").append(kind.words);
      page.append(" <span class=\"soft\">").append(kind.examples).append("</span></label>");
    }
    page.append(
        "</fieldset><fieldset class=\"row only NUMBER WHOLE DATE MOMENT TIME\"><legend>Bounds: the lowest and highest value anyone could ever have</legend>");
    page.append(Forms.text("low", "From", draft.low(), ""));
    page.append(
        Forms.text(
            "high",
            "To",
            draft.high(),
            "Usual ones: age 0 to 120, percentage 0 to 100, body height 30 to 250 cm, systolic pressure 50 to 300, year 1900 to 2100. Dates like 2015-01-01, times like 13:45:00."));
    page.append("</fieldset><fieldset class=\"row only NUMBER\">");
    page.append(
        Forms.text(
            "step",
            "Step, if it comes rounded (optional)",
            draft.step(),
            "0.1 for one decimal, 5 for weights in fives. Shares of such a number are much surer with it; the upper bound must be a whole number of steps above the lower one."));
    page.append("</fieldset><fieldset class=\"row only NUMBER WHOLE\">");
    page.append(
        Forms.choice(
            "decimal",
            "How the file writes it",
            draft.isNumber() ? draft.format() : "",
            numberForms(draft)));
    page.append(
        "</fieldset><fieldset class=\"only CATEGORY\"><legend>Levels: everything that can occur, one per line</legend><label for=\"levels\">Levels</label><textarea id=\"levels\" name=\"levels\" rows=\"6\">");
    page.append(Html.escaped(draft.levels())).append("</textarea>");
    page.append(
        Forms.text(
            "other",
            "Level for all others (optional; must be among the levels)",
            draft.other(),
            ""));
    page.append(
        "</fieldset><fieldset class=\"row only YES_NO\"><legend>How the file writes it</legend>");
    page.append(Forms.text("no", "No", draft.no(), ""));
    page.append(Forms.text("yes", "Yes", draft.yes(), ""));
    page.append(
        "</fieldset><fieldset class=\"row only DATE MOMENT TIME\"><legend>How the file writes it</legend>");
    page.append(
        Forms.text(
            "format",
            "Form, if it is not the one of the bounds",
            draft.isNumber() ? "" : draft.format(),
            "%d.%m.%Y for 31.12.2020, %m/%d/%Y for 12/31/2020, %H:%M for 13:45"));
    page.append("</fieldset>");
    missing(page, draft);
    page.append(
        "<p><button>Declare this column</button> <a href=\"schema\">All columns</a></p></form>");
    if (!cells.isEmpty()) {
      page.append(
              "<section class=\"card verdict care\" id=\"private-cells\"><h2>Private cells of this column</h2><p>")
          .append(Html.escaped(String.join(", ", cells)))
          .append("</p></section>");
    }
    SchemaPage.cells(page, workspace, Integer.toString(c));
    return page.toString();
  }

  private static void missing(StringBuilder page, ColumnDraft draft) {
    page.append("<label class=\"choice\"><input type=\"checkbox\" name=\"missing\"")
        .append(draft.missing() ? " checked" : "")
        .append("> A cell may be empty</label>");
    page.append(
            "<div><label for=\"codes\">Codes that mean a missing value, one per line (optional)</label><textarea id=\"codes\" name=\"codes\" rows=\"2\" aria-describedby=\"codes-hint\">")
        .append(Html.escaped(draft.codes()))
        .append(
            "</textarea><p class=\"soft small\" id=\"codes-hint\">Such as -999, ? or NA. Without a word here -999 counts as a number, and is moved to the lower bound.</p></div>");
  }

  private static Map<String, String> numberForms(ColumnDraft draft) {
    Map<String, String> forms = new LinkedHashMap<>();
    forms.put("", "1234.5");
    forms.put(",", "1234,5");
    forms.put(".,", "1,234.5");
    forms.put(",.", "1.234,5");
    forms.put(". ", "1 234.5");
    forms.put(", ", "1 234,5");
    forms.put(".'", "1'234.5");
    if (draft.isNumber()) {
      forms.putIfAbsent(draft.format(), "as the file was read");
    }
    return forms;
  }

  /** Columns that everybody knows without looking at a table. */
  private static void templates(StringBuilder page, int c, ColumnDraft draft) {
    String suggested = FieldTemplates.suggested(draft.name()).orElse("");
    page.append("<form method=\"get\" action=\"schema/").append(c).append("\" class=\"row\">");
    page.append(
        Forms.choice(
            "template", "Fill in from public knowledge", suggested, FieldTemplates.names(), ""));
    page.append("<button class=\"quiet\">Fill in</button></form>");
  }
}
