package tare.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tare.accounting.EventWords;
import tare.accounting.PrivacyEvent;
import tare.release.PrivacyStatement;
import tare.release.PrivacyStatement.Charge;

/** What is promised, what that means in chances, and what was spent on what. */
final class GuaranteeSection {

  private GuaranteeSection() {}

  static String html(PrivacyStatement privacy) {
    StringBuilder page = new StringBuilder("<h2 id=\"promise\">What is promised</h2>\n");
    if (Double.isInfinite(privacy.spent().epsilon())) {
      page.append(
          "<p><strong>Nothing.</strong> Private rows were read without protection, for an experiment. Do not hand this folder on.</p>\n");
    } else {
      promise(page, privacy);
    }
    spending(page, privacy);
    return page.toString();
  }

  private static void promise(StringBuilder page, PrivacyStatement privacy) {
    Odds odds = new Odds(privacy.spent().epsilon(), privacy.spent().delta());
    page.append("<p>Every ")
        .append(Html.escaped(privacy.unit()))
        .append(" is protected by (ε, δ)-differential privacy with ε = ");
    page.append(Html.number(privacy.spent().epsilon()))
        .append(" and δ = ")
        .append(Html.number(privacy.spent().delta()));
    page.append(": ")
        .append(odds.strength())
        .append(
            " protection. ε (epsilon) bounds how much anything that anyone can see depends on one ")
        .append(Html.escaped(privacy.unit()))
        .append("; ");
    page.append(
        "δ (delta) is a chance, far below one in the number of rows, that the bound does not hold.</p>\n");
    page.append(odds.html(privacy.unit()));
    page.append("<p class=\"soft\">Two tables count as neighbours when ")
        .append(Html.escaped(lowered(privacy.relation())));
    page.append(" Not covered: ")
        .append(Html.escaped(String.join(" ", privacy.unprotected())))
        .append("</p>\n");
  }

  private static String lowered(String relation) {
    return "this is what tells them apart: " + relation;
  }

  private static void spending(StringBuilder page, PrivacyStatement privacy) {
    page.append(
        "<h2 id=\"spent\">What was spent on what</h2>\n<div class=\"scroll\" tabindex=\"0\"><table><tr><th>purpose</th><th>how</th><th>epsilon</th><th>delta</th></tr>");
    Set<String> meanings = new LinkedHashSet<>();
    for (Charge charge : privacy.charges()) {
      PrivacyEvent event = charge.event();
      meanings(event, meanings);
      page.append("<tr><td>")
          .append(Html.escaped(charge.purpose()))
          .append("</td><td class=\"soft\">");
      page.append(Html.escaped(EventWords.of(event))).append("</td><td class=\"number\">");
      page.append(Html.number(charge.share().epsilon())).append("</td><td class=\"number\">");
      page.append(Html.number(charge.share().delta())).append("</td></tr>");
    }
    page.append("<tr><th>together</th><th></th><th class=\"number\">")
        .append(Html.number(privacy.spent().epsilon()));
    page.append("</th><th class=\"number\">")
        .append(Html.number(privacy.spent().delta()))
        .append("</th></tr></table></div>\n<ul class=\"soft small\">");
    meanings.forEach(text -> page.append("<li>").append(text).append("</li>"));
    page.append(
        "</ul>\n<p class=\"soft\">What each purpose was given, and what all of it costs together by ");
    page.append(Html.escaped(privacy.accountant()))
        .append(
            "; that is less than the sum, because the worst of all parts does not happen at once. Asked for: epsilon ");
    page.append(Html.number(privacy.requested().epsilon()))
        .append(", delta ")
        .append(Html.number(privacy.requested().delta()));
    page.append(
        ". Every event stands in privacy.json, so anyone can compose them again. Rows in the private table as used: ");
    page.append(Html.number(privacy.rowCount().used()))
        .append(" (")
        .append(Html.escaped(privacy.rowCount().source()))
        .append(").</p>\n");
  }

  /** One sentence for every kind of event that occurs. */
  private static void meanings(PrivacyEvent event, Set<String> texts) {
    for (PrivacyEvent part : parts(event)) {
      meanings(part, texts);
    }
    String meaning = meaning(event);
    if (!meaning.isEmpty()) {
      texts.add(meaning);
    }
  }

  private static List<PrivacyEvent> parts(PrivacyEvent event) {
    if (event instanceof PrivacyEvent.Composed composed) {
      return composed.events();
    }
    if (event instanceof PrivacyEvent.Repeated repeated) {
      return List.of(repeated.event());
    }
    return event instanceof PrivacyEvent.PoissonSampled sampled
        ? List.of(sampled.event())
        : List.of();
  }

  private static String meaning(PrivacyEvent event) {
    if (event instanceof PrivacyEvent.DiscreteGaussian || event instanceof PrivacyEvent.Gaussian) {
      return "<b>Gaussian</b>: noise with a bell-shaped law is added to every count or sum; sigma is its standard deviation, in rows for counts.";
    }
    if (event instanceof PrivacyEvent.DiscreteLaplace || event instanceof PrivacyEvent.Laplace) {
      return "<b>Laplace</b>: noise with a pointed law is added to every count; its standard deviation is 1.4 times the scale.";
    }
    if (event instanceof PrivacyEvent.Spherical) {
      return "<b>Spherical</b>: one vector of noise, in a random direction and of random length, is added to all coefficients at once.";
    }
    if (event instanceof PrivacyEvent.Exponential) {
      return "<b>Private choice</b>: one of several candidates is chosen by chance, better ones with higher odds (the exponential mechanism).";
    }
    if (event instanceof PrivacyEvent.PoissonSampled) {
      return "<b>On lots</b>: each time every row takes part with a small probability only, which by itself hides who did.";
    }
    if (event instanceof PrivacyEvent.NonPrivate) {
      return "<b>Read without protection</b>: private rows were used as they are.";
    }
    return "";
  }
}
