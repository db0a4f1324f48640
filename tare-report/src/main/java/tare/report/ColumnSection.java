package tare.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import tare.analysis.ColumnSpread;
import tare.analysis.ColumnSpread.Bar;
import tare.analysis.ColumnSpread.Kind;
import tare.analysis.ValueWords;
import tare.schema.ColumnType;

/** Every column as a picture with its numbers. */
final class ColumnSection {

  private static final int INDEXED_FROM = 24;

  private final ReleaseFacts facts;
  private final StringBuilder page = new StringBuilder();

  private ColumnSection(ReleaseFacts facts) {
    this.facts = facts;
  }

  static String html(ReleaseFacts facts) {
    return new ColumnSection(facts).laidOut();
  }

  private String laidOut() {
    page.append(
        "<h2 id=\"columns\">The columns</h2>\n<p class=\"soft\">Bars: shares of the synthetic rows");
    if (facts.weighs()) {
      page.append(", <span class=\"number\"><span class=\"key plain\"></span>as they are</span> ");
      page.append("and <span class=\"number\"><span class=\"key weighted\"></span>weighted</span>");
    }
    page.append(". ").append(whiskers()).append("</p>\n");
    if (facts.spreads().size() >= INDEXED_FROM) {
      index();
    }
    page.append("<div class=\"grid\">");
    for (int c = 0; c < facts.spreads().size(); c++) {
      card(c);
    }
    return page.append("</div>\n").toString();
  }

  private String whiskers() {
    boolean counted = facts.errors().isPresent() && !facts.nodes().isEmpty();
    if (!counted && !facts.replicated()) {
      return "This generator gives no error for single bars.";
    }
    String source =
        facts.replicated()
            ? "Whiskers: 95 % intervals from the replicate weights, or from the noise on the counts of a number's parts where those are "
                + "longer. They know of the privacy noise, of the chance of who was in the table, and of the drawing of these rows; ± is half such an interval. "
            : "Whiskers: the expected error. The share among those the private rows were drawn from lies within them for 19 bars of 20: "
                + "noise, the chance of who was in the table and the drawing of these rows are in it; ± is their length to one side. ";
    return source
        + "<span class=\"number\">&lt; and &gt;</span> hold the rest of the declared range, "
        + "<span class=\"number\">∅</span> missing cells. <span class=\"pointing\">Point at a bar for its number.</span>";
  }

  private void index() {
    page.append("<details open><summary>Find a column</summary><p class=\"index\">");
    for (int c = 0; c < facts.spreads().size(); c++) {
      page.append("<a href=\"#c").append(c).append("\">");
      page.append(Html.escaped(facts.spreads().get(c).column())).append("</a> ");
    }
    page.append("</p></details>\n");
  }

  private void card(int c) {
    ColumnSpread spread = facts.spreads().get(c);
    page.append("<section class=\"card\" id=\"c").append(c).append("\"><h3>");
    page.append(Html.escaped(spread.column())).append("</h3>");
    ColumnType type = facts.schema().column(c).type();
    BarChart chart = chart(c, spread);
    page.append(
        type instanceof ColumnType.Temporal time
            ? chart.html(TimeTicks.of(time.form()))
            : chart.html(spread.axis() == ColumnSpread.Axis.LOG));
    spread
        .numbers()
        .ifPresent(
            numbers -> {
              if (type instanceof ColumnType.Temporal time) {
                times(numbers, time);
              } else {
                numbers(numbers);
              }
            });
    if (facts.finerThanCounted(c)) {
      boolean unknown =
          spread.bars().stream().anyMatch(bar -> Double.isNaN(facts.bestError(c, bar)));
      page.append(
          "<p class=\"soft small\">Some bars are narrower than what was counted; how rows lie within is assumed");
      page.append(unknown ? ", and how far they are off is not known.</p>" : ".</p>");
    }
    page.append("</section>");
  }

  private BarChart chart(int c, ColumnSpread spread) {
    List<BarChart.Bar> bars = new ArrayList<>();
    double[] plain = new double[spread.bars().size()];
    double[] plainErrors = new double[plain.length];
    double[] weighted = new double[plain.length];
    double[] weightedErrors = new double[plain.length];
    for (int i = 0; i < plain.length; i++) {
      Bar bar = spread.bars().get(i);
      boolean apart =
          bar.kind() == Kind.TAIL
              || (bar.kind() == Kind.MISSING && spread.axis() != ColumnSpread.Axis.LEVELS);
      bars.add(new BarChart.Bar(bar.label(), bar.from(), bar.to(), apart));
      plain[i] = bar.unweighted();
      plainErrors[i] = facts.weighs() ? facts.error(c, bar) : facts.bestError(c, bar);
      weighted[i] = bar.weighted();
      weightedErrors[i] = facts.replicated() ? facts.bestError(c, bar) : bar.weightedError();
    }
    List<BarChart.Series> series = new ArrayList<>();
    boolean weights = facts.weighs();
    series.add(
        new BarChart.Series("as they are", weights ? "plain" : "weighted", plain, plainErrors));
    if (weights) {
      series.add(new BarChart.Series("weighted", "weighted", weighted, weightedErrors));
    }
    return new BarChart("Shares of " + spread.column(), bars, series);
  }

  private void times(ColumnSpread.Numbers n, ColumnType.Temporal time) {
    DoubleFunction<String> words = ValueWords.of(time);
    boolean known = facts.replicated() && !Double.isNaN(n.meanError());
    double mean = facts.weighs() ? n.weightedMean() : n.mean();
    page.append("<p class=\"small soft\">mean ").append(words.apply(mean));
    page.append(facts.weighs() ? " (weighted)" : "");
    page.append(known ? " ± " + ValueWords.span(time.form(), n.meanError()) : "");
    page.append(", sd ").append(ValueWords.span(time.form(), n.deviation()));
    page.append("; a twentieth before ").append(words.apply(n.low()));
    page.append(", half before ").append(words.apply(n.median()));
    page.append(", a twentieth after ").append(words.apply(n.high())).append("</p>");
  }

  private void numbers(ColumnSpread.Numbers n) {
    double error = facts.replicated() ? n.meanError() : Double.NaN;
    page.append("<p class=\"small soft\">mean ");
    boolean known = !facts.weighs() && error > 0;
    page.append(known ? Html.number(n.mean(), error) : Html.numberBeside(n.mean(), n.deviation()));
    if (facts.weighs()) {
      page.append(" (weighted ").append(Html.number(n.weightedMean(), error)).append(")");
    }
    page.append(", sd ")
        .append(Html.numberBeside(n.deviation(), n.deviation()))
        .append("; a twentieth below ");
    page.append(Html.numberBeside(n.low(), n.deviation()));
    page.append(", half below ").append(Html.numberBeside(n.median(), n.deviation()));
    page.append(", a twentieth above ").append(Html.numberBeside(n.high(), n.deviation()));
    page.append("</p>");
  }
}
