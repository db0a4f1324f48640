package tare.studio;

import java.io.IOException;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tare.accounting.EventWords;
import tare.accounting.LossFilter.Booked;
import tare.analysis.CountErrors;
import tare.analysis.ExpectedShare;
import tare.curator.AutoWeights;
import tare.curator.Forecast;
import tare.curator.GeneratorFitters;
import tare.curator.UnitAdvice;
import tare.ledger.Ledger;
import tare.report.Html;
import tare.report.Odds;
import tare.schema.Schema;
import tare.weight.WeightEstimators;

/**
 * The plan: what it promises, what it costs, and how sure its numbers will be, before it is made.
 */
final class PlanPage {

  private static final int MOST_PAIRS = 20;

  private final Workspace workspace;
  private final Schema schema;
  private final PlanChoices choices;
  private final StringBuilder page = new StringBuilder();

  private PlanPage(Workspace workspace, Schema schema) {
    this.workspace = workspace;
    this.schema = schema;
    this.choices = workspace.plan();
  }

  static String html(Workspace workspace) throws IOException {
    Optional<Schema> schema = workspace.wholeSchema();
    return schema.isEmpty()
        ? "<p>Your columns are not all declared yet. <a href=\"schema\">Declare them first.</a></p>"
        : new PlanPage(workspace, schema.get()).laidOut();
  }

  private String laidOut() throws IOException {
    unfinished();
    form();
    ledger();
    page.append("<h2>What epsilon ")
        .append(Html.number(choices.epsilon()))
        .append(" promises</h2>");
    Odds odds = new Odds(choices.epsilon(), 0);
    page.append("<p>Protection: <strong>")
        .append(odds.strength())
        .append("</strong>.</p>")
        .append(odds.html(schema.unit()));
    try {
      AutoWeights plan = choices.plan(schema);
      Forecast forecast = Forecast.of(schema, plan.plan(), choices.rows(schema));
      costs(plan, forecast);
      room(forecast);
      accuracy(forecast);
      UnitAdvice.of(schema, plan.plan(), choices.rows(schema), forecast)
          .ifPresent(advice -> page.append("<p>").append(Html.escaped(advice)).append("</p>"));
      page.append(
          "<h2>Go</h2><form method=\"post\" action=\"release/start\" class=\"card\"><label for=\"name\">Name of the release</label><input id=\"name\" name=\"name\" value=\"");
      page.append(Html.escaped(workspace.freeName()))
          .append(
              "\"><p><button id=\"start\">Make the release</button></p><p class=\"soft small\">Only now are rows read and charges booked.</p></form>");
    } catch (IllegalArgumentException e) {
      page.append("<div class=\"card verdict not\" role=\"alert\"><p>This plan cannot work: ")
          .append(Html.escaped(String.valueOf(e.getMessage())))
          .append("</p></div>");
    }
    return page.toString();
  }

  private void form() {
    page.append("<form method=\"post\" action=\"plan\" class=\"card row\">");
    page.append(
        Forms.number(
            "epsilon",
            "Epsilon of this release",
            plain(choices.epsilon()),
            "The privacy loss: smaller protects more and tells less. 1 is a usual choice."));
    page.append(
        Forms.number(
            "lifetime",
            "Epsilon of the table's life",
            plain(choices.lifetime()),
            "The limit of a new ledger; all releases together stay within it."));
    if (schema.publicRowCount().isEmpty()) {
      page.append(
          Forms.number(
              "rows",
              "About how many rows, for the forecast",
              plain(choices.assumedRows()),
              "Your guess; it is not read off the table."));
    }
    page.append(
        Forms.choice(
            "generator",
            "What makes the rows",
            choices.generator(),
            GeneratorFitters.names(),
            "privbayes counts columns and pairs and suits most tables; independent counts columns alone; the others train networks, and how far their shares are off cannot be told."));
    List<String> weights = new ArrayList<>(List.of(PlanChoices.AUTO, PlanChoices.NONE));
    weights.addAll(WeightEstimators.names());
    page.append(
        Forms.choice(
            "weights",
            "Weights against bias",
            choices.weights(),
            weights,
            "auto buys them where noise leaves more good than harm, and then replicates for honest intervals too."));
    page.append("<button>Show what this gives</button></form>");
  }

  private static String plain(double value) {
    return Html.number(value).replace(",", "");
  }

  /** Runs that ended before their release stood. */
  private void unfinished() {
    for (String run : workspace.unfinished()) {
      page.append("<div class=\"card verdict care\"><p><strong>The run ")
          .append(Html.escaped(run))
          .append(
              " ended before its release stood.</strong> What it had finished is kept, and is not charged twice when it is taken up again, with the choices it was begun with. What was under way when it ended is bought anew.</p>");
      page.append(
              Forms.button("release/again", "Take up " + Html.escaped(run), Map.of("name", run)))
          .append("</div>");
    }
  }

  private void ledger() throws IOException {
    Optional<Ledger> ledger = workspace.ledger();
    page.append("<p class=\"card\">");
    if (ledger.isEmpty()) {
      page.append("This table has no ledger yet. The first release begins one with epsilon ")
          .append(Html.number(Math.max(choices.lifetime(), choices.epsilon())))
          .append(" for its whole life.");
    } else {
      page.append("The ledger of this table has epsilon <strong>")
          .append(LedgerPage.rounded(ledger.get().left(), RoundingMode.DOWN))
          .append("</strong> left of ")
          .append(Html.number(ledger.get().limit().epsilon()));
      page.append(" for one more charge; noise of several releases composes to less than the sum.");
    }
    page.append("</p>");
  }

  private void costs(AutoWeights plan, Forecast forecast) {
    page.append(
        "<h2>How the budget is split</h2><div class=\"scroll\" tabindex=\"0\"><table><tr><th>purpose</th><th>how</th><th>epsilon</th></tr>");
    for (Forecast.Charge charge : forecast.charges()) {
      page.append("<tr><td>")
          .append(Html.escaped(charge.purpose()))
          .append("</td><td class=\"soft\">")
          .append(Html.escaped(EventWords.of(charge.event())));
      page.append("</td><td>").append(Html.number(charge.share().epsilon())).append("</td></tr>");
    }
    page.append("<tr><th>together, composed</th><th></th><th>")
        .append(Html.number(forecast.epsilon()))
        .append(
            "</th></tr></table></div><p class=\"soft small\">Sigma is the standard deviation of the noise on a count, in rows; a noise multiplier is the same for sums, in what one ")
        .append(Html.escaped(schema.unit()))
        .append(
            " can add to them; a private choice picks what to count, by chance that favours what matters.</p><p class=\"soft\">Weights: ");
    page.append(Html.escaped(plan.why().orElse("as you chose: " + plan.plan().weightsName())))
        .append(
            plan.plan().weightsName().equals("moments")
                ? " Moments are means and products of columns; a weight makes rows count more or less until these are right. Noise of 0.1 in the log of a weight blurs it by a tenth.</p>"
                : "</p>");
  }

  /** What the ledger itself says to this plan. */
  private void room(Forecast forecast) throws IOException {
    Optional<Ledger> ledger = workspace.ledger();
    List<Booked> charges =
        forecast.charges().stream()
            .map(charge -> new Booked(workspace.freeName(), charge.event(), charge.decides()))
            .toList();
    if (ledger.isPresent() && !ledger.get().wouldFit(charges)) {
      page.append(
          "<div class=\"card verdict not\"><p><strong>This plan does not fit into the ledger any more. It would be refused before a row is read.</strong> Lower epsilon.</p></div>");
    }
  }

  private void accuracy(Forecast forecast) {
    page.append("<h2>How sure the numbers will be</h2>");
    Optional<CountErrors> errors =
        CountErrors.of(
            forecast.charges().stream().map(Forecast.Charge::event).toList(),
            schema.columnCount(),
            choices.rows(schema));
    if (errors.isEmpty()) {
      page.append(
          "<p>This generator does not tell beforehand how far its shares may be off. privbayes and independent do.</p>");
      return;
    }
    page.append("<p class=\"soft\">With ")
        .append(Html.number(choices.rows(schema)))
        .append(
            " rows, reckoned from public numbers; nothing is spent by looking. An error of ± 1 % on a share of 20 % says that the truth lies between 19 % and 21 %: ")
        .append(Html.escaped(ExpectedShare.PROMISE + " " + ExpectedShare.UNLESS));
    if (schema.rowsPerUnit() > 1) {
      page.append(" The rows of one ")
          .append(Html.escaped(schema.unit()))
          .append(" are taken to be alike: where they are not, numbers are surer than this.");
    }
    page.append("</p>");
    page.append(
        "<div class=\"scroll\" tabindex=\"0\"><table><tr><th>column</th><th>a share of</th><th>error, 19 times in 20</th><th>which is</th></tr>");
    ExpectedShare.ofColumns(schema, errors.get()).forEach(this::line);
    page.append("</table></div>");
    pairs(errors.get());
  }

  private void line(ExpectedShare expected) {
    page.append("<tr><td>")
        .append(Html.escaped(expected.name()))
        .append("</td><td>")
        .append(Html.percent(expected.share()))
        .append("</td><td>")
        .append(expected.isKnown() ? "± " + Html.percent(expected.error()) : "–")
        .append("</td><td>")
        .append(expected.words())
        .append("</td></tr>");
  }

  private void pairs(CountErrors errors) {
    if (schema.columnCount() < 2) {
      return;
    }
    if (errors.pairNoise().isEmpty()) {
      page.append("<p>").append(Html.escaped(ExpectedShare.withoutPairs(errors))).append("</p>");
      return;
    }
    page.append(
        "<details open><summary>Pairs of columns</summary><p class=\"soft small\">The generator chooses which pairs to count; these are what a counted pair would have. Of pairs that are not counted nothing can be told beforehand.</p><div class=\"scroll\" tabindex=\"0\"><table><tr><th>pair</th><th>a share of</th><th>error, 19 times in 20</th><th>which is</th></tr>");
    List<ExpectedShare> shown = ExpectedShare.ofPairs(schema, errors, MOST_PAIRS);
    shown.forEach(this::line);
    page.append("</table></div>");
    long all = schema.columnCount() * (schema.columnCount() - 1L) / 2;
    if (all > shown.size()) {
      page.append("<p class=\"soft small\">The first ")
          .append(shown.size())
          .append(" of ")
          .append(Html.number(all))
          .append(" pairs; the others are like those with as many levels.</p>");
    }
    page.append("</details>");
  }
}
