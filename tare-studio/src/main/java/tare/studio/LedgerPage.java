package tare.studio;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import tare.accounting.EventWords;
import tare.ledger.Ledger;
import tare.report.BarChart;
import tare.report.Html;

/** What the table has spent in its life, and the releases that lie in the folder. */
final class LedgerPage {

  private LedgerPage() {}

  static String html(Workspace workspace) throws IOException {
    StringBuilder page = new StringBuilder();
    Optional<Ledger> ledger = workspace.ledger();
    if (ledger.isEmpty()) {
      page.append("<p>Nothing was ever charged for this table.</p>");
    } else {
      balance(page, ledger.get());
    }
    releases(page, workspace.releases());
    return page.toString();
  }

  private static void balance(StringBuilder page, Ledger ledger) {
    double limit = ledger.limit().epsilon();
    page.append("<div class=\"facts\"><div class=\"card\"><b>")
        .append(rounded(ledger.spent(), RoundingMode.UP))
        .append(
            "</b><span class=\"soft\">epsilon spent, all charges composed</span></div><div class=\"card\"><b>");
    page.append(rounded(ledger.left(), RoundingMode.DOWN))
        .append("</b><span class=\"soft\">left of ")
        .append(Html.number(limit))
        .append(
            ", for one more charge</span></div></div><p class=\"soft small\">This is the reading of the rule that guards the table's whole life. It holds for releases that are planned in sight of earlier ones, so it reads more than the statement of a single release, above all early in that life. The two need not add up to the limit, because noise composes to less than the sum.</p>");
    page.append(
        BarChart.ofLevels(
                "Spent and left of the limit",
                List.of("spent", "left", "the limit"),
                List.of(
                    BarChart.Series.exact(
                        "share of the limit",
                        "weighted",
                        new double[] {
                          ledger.spent() / limit, Math.max(0, ledger.left()) / limit, 1
                        })))
            .html(false));
    page.append(
        "<h2>Every charge</h2><div class=\"scroll\" tabindex=\"0\"><table><tr><th>time (UTC)</th><th>release</th><th>purpose</th><th>how</th></tr>");
    for (Ledger.Entry entry : ledger.entries()) {
      page.append("<tr><td class=\"number\">")
          .append(entry.time().toString().substring(0, 16).replace('T', ' '))
          .append("</td><td>")
          .append(Html.escaped(entry.release()))
          .append("</td><td>");
      page.append(Html.escaped(entry.purpose()))
          .append("</td><td class=\"soft\">")
          .append(Html.escaped(EventWords.of(entry.event())))
          .append("</td></tr>");
    }
    page.append("</table></div>");
  }

  /** To three places, never in favour of whoever wants to spend. */
  static String rounded(double epsilon, RoundingMode direction) {
    return Double.isFinite(epsilon)
        ? Html.number(BigDecimal.valueOf(epsilon).setScale(3, direction).doubleValue())
        : Html.number(epsilon);
  }

  private static void releases(StringBuilder page, List<String> names) {
    page.append("<h2>Releases here</h2>");
    if (names.isEmpty()) {
      page.append("<p>None yet.</p>");
      return;
    }
    page.append("<ul>");
    for (String name : names) {
      String safe = java.net.URLEncoder.encode(name, java.nio.charset.StandardCharsets.UTF_8);
      page.append("<li>")
          .append(Html.escaped(name))
          .append(": <a href=\"report?release=")
          .append(safe)
          .append("\">report of ")
          .append(Html.escaped(name))
          .append("</a>, <a href=\"analyse?release=")
          .append(safe)
          .append("\">analyse ")
          .append(Html.escaped(name))
          .append("</a></li>");
    }
    page.append("</ul>");
  }
}
