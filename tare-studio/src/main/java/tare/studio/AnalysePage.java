package tare.studio;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tare.analysis.Coefficient;
import tare.analysis.Formula;
import tare.analysis.Frame;
import tare.analysis.ModelData;
import tare.analysis.Regression;
import tare.analysis.Shortfall;
import tare.analysis.Variable;
import tare.inference.Estimate;
import tare.inference.ReplicateInference;
import tare.release.Bundle;
import tare.release.ReleaseFolder;
import tare.release.Verdict;
import tare.report.Html;
import tare.report.IntervalChart;
import tare.schema.BadInputException;
import tare.schema.Column;
import tare.schema.Schema;
import tare.table.Weights;

/** A regression on a release: what explains what, and how sure that is. */
final class AnalysePage {

  private final Bundle bundle;
  private final Schema schema;
  private final String outcome;
  private final List<String> predictors;
  private final StringBuilder page = new StringBuilder();

  private AnalysePage(Bundle bundle, Request request) {
    this.bundle = bundle;
    this.schema = bundle.synthetic().schema();
    String asked = request.text("outcome");
    this.outcome =
        schema.indexOf(asked) >= 0 ? asked : schema.column(schema.columnCount() - 1).name();
    this.predictors =
        request.all("by").stream()
            .filter(n -> schema.indexOf(n) >= 0 && !n.equals(outcome))
            .distinct()
            .toList();
  }

  static String html(Workspace workspace, String release, Request request) throws IOException {
    Bundle bundle = ReleaseFolder.read(workspace.folder().resolve(release));
    return new AnalysePage(bundle, request).laidOut(release);
  }

  /** The command that does the same, once something is asked. */
  static String command(Workspace workspace, String release, Request request) throws IOException {
    Path folder = workspace.folder().resolve(release);
    AnalysePage asked = new AnalysePage(ReleaseFolder.read(folder), request);
    return asked.predictors.isEmpty()
        ? ""
        : CommandLines.analysis(folder, asked.model(), asked.outcome, asked.predictors);
  }

  private String model() {
    if (Frame.of(bundle.synthetic()).variable(outcome) instanceof Variable.Factor factor) {
      return factor.levels().size() == 2 ? "logistic" : "multinomial";
    }
    return "linear";
  }

  private String laidOut(String release) {
    page.append(
            "<p>Pick what is to be explained and what may explain it. This reads the synthetic rows of <strong>")
        .append(Html.escaped(release))
        .append("</strong> only: it costs no privacy.</p>");
    page.append(
            "<form method=\"get\" action=\"analyse\" class=\"card\"><input type=\"hidden\" name=\"release\" value=\"")
        .append(Html.escaped(release))
        .append(
            "\"><label for=\"outcome\">Outcome</label><select id=\"outcome\" name=\"outcome\">");
    for (Column column : schema.columns()) {
      page.append("<option")
          .append(column.name().equals(outcome) ? " selected" : "")
          .append('>')
          .append(Html.escaped(column.name()))
          .append("</option>");
    }
    page.append("</select><fieldset><legend>Predictors</legend><div class=\"many\">");
    for (Column column : schema.columns()) {
      if (column.name().equals(outcome) && !predictors.isEmpty()) {
        continue; // nothing explains itself
      }
      page.append("<label class=\"choice\"><input type=\"checkbox\" name=\"by\" value=\"")
          .append(Html.escaped(column.name()))
          .append('"');
      page.append(predictors.contains(column.name()) ? " checked" : "")
          .append("> ")
          .append(Html.escaped(column.name()))
          .append("</label>");
    }
    page.append("</div></fieldset><button id=\"estimate\">Estimate</button></form>");
    if (!predictors.isEmpty()) {
      int asked = page.length();
      try {
        result();
      } catch (BadInputException | IllegalArgumentException e) {
        page.setLength(asked);
        page.append("<div class=\"card verdict not\" role=\"alert\"><p>This has no answer: ")
            .append(Html.escaped(String.valueOf(e.getMessage())))
            .append("</p></div>");
      }
    }
    return page.toString();
  }

  private boolean weighs() {
    return bundle.weights().map(w -> w.quality().verdict() != Verdict.DO_NOT_USE).orElse(false);
  }

  private void result() {
    Weights weights =
        weighs()
            ? bundle.weights().orElseThrow().weights()
            : Weights.uniform(bundle.synthetic().rowCount());
    Frame frame = Frame.of(bundle.synthetic());
    Formula formula = new Formula(outcome, predictors.stream().map(List::of).toList(), true);
    ModelData data = ModelData.of(formula, frame, weights.meanOne());
    Regression.Fit fit = fit(frame, data);
    page.append("<h2>")
        .append(Html.escaped(outcome))
        .append(" by ")
        .append(Html.escaped(String.join(" + ", predictors)))
        .append("</h2><p class=\"soft\">");
    page.append(Html.escaped(words(frame))).append("</p>");
    Optional<ReplicateInference> sure = replicated(fit, weights);
    List<IntervalChart.Line> lines =
        sure.map(found -> found.estimates().stream().map(AnalysePage::line).toList())
            .orElseGet(() -> fit.coefficients().stream().map(AnalysePage::line).toList());
    page.append("<div class=\"card\">")
        .append(
            new IntervalChart(
                    "Estimates with 95 % intervals",
                    axis(frame), lines.stream().map(line -> pictured(frame, line)).toList(), lines)
                .html())
        .append("</div>");
    example(frame, lines);
    sure.ifPresentOrElse(
        this::covered,
        () -> page.append("<p>").append(Html.escaped(Shortfall.of(bundle).words())).append("</p>"));
  }

  private String axis(Frame frame) {
    return (frame.variable(outcome) instanceof Variable.Factor
            ? "difference in log odds"
            : "difference in " + Html.shortened(outcome, 16))
        + "; × 10: for ten more";
  }

  /**
   * A number's slope times ten, a hundred and so on, up to its spread: a year of age is little
   * beside a disease, and could not be seen.
   */
  private static IntervalChart.Line pictured(Frame frame, IntervalChart.Line line) {
    String term = line.name().substring(line.name().indexOf(':') + 1);
    boolean number =
        frame.names().contains(term) && frame.variable(term) instanceof Variable.Numeric;
    double spread = number ? spread(((Variable.Numeric) frame.variable(term)).values()) : 1;
    double steps = Math.pow(10, Math.floor(Math.log10(spread)));
    return !(steps > 1) || Double.isInfinite(steps)
        ? line
        : line.times(line.name() + " × " + Html.number(steps), steps);
  }

  private static double spread(double[] values) {
    double[] known = Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
    double mean = Arrays.stream(known).average().orElse(0);
    return Math.sqrt(Arrays.stream(known).map(v -> (v - mean) * (v - mean)).average().orElse(0));
  }

  /** The first term of a logistic regression, told as a factor. */
  private void example(Frame frame, List<IntervalChart.Line> lines) {
    boolean twoLevels =
        frame.variable(outcome) instanceof Variable.Factor factor && factor.levels().size() == 2;
    lines.stream()
        .filter(line -> twoLevels && !line.name().equals("(Intercept)"))
        .findFirst()
        .ifPresent(
            line ->
                page.append("<p>For instance ")
                    .append(Html.escaped(line.name()))
                    .append(": one more of it multiplies the odds by ")
                    .append(Html.number(Math.exp(line.estimate())))
                    .append(" (")
                    .append(Html.number(Math.exp(line.low())))
                    .append(" to ")
                    .append(Html.number(Math.exp(line.high())))
                    .append(").</p>"));
  }

  private Regression.Fit fit(Frame frame, ModelData data) {
    if (frame.variable(outcome) instanceof Variable.Factor factor) {
      return factor.levels().size() == 2 ? Regression.logistic(data) : Regression.multinomial(data);
    }
    return Regression.linear(data);
  }

  private String words(Frame frame) {
    if (!(frame.variable(outcome) instanceof Variable.Factor factor)) {
      return "Linear regression: a number is by how much the outcome rises with one more of the term, the others kept.";
    }
    return factor.levels().size() == 2
        ? "Logistic regression: a number is by how much the log of the odds of \""
            + factor.levels().get(1)
            + "\" rises with one more of the term, the others kept."
        : "Multinomial regression: a number is by how much the log of the odds of the level before the colon, against \""
            + factor.levels().get(0)
            + "\", rises with one more of the term behind it, the others kept.";
  }

  private Optional<ReplicateInference> replicated(Regression.Fit fit, Weights weights) {
    if (!weighs() || bundle.replicates().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        ReplicateInference.of(
            Regression.refits(fit, 0),
            weights.meanOne(),
            bundle.replicates().orElseThrow(),
            OptionalLong.of(bundle.privacy().rowCount().used()),
            0.95));
  }

  private static IntervalChart.Line line(Coefficient c) {
    return new IntervalChart.Line(
        c.name(), c.estimate(), c.interval(0.95).lower(), c.interval(0.95).upper());
  }

  private static IntervalChart.Line line(Estimate estimate) {
    return new IntervalChart.Line(
        estimate.name(),
        estimate.value(),
        estimate.interval().lower(),
        estimate.interval().upper());
  }

  private void covered(ReplicateInference sure) {
    sure.worthRows()
        .ifPresent(
            rows ->
                page.append("<p>The least sure of these is worth what about ")
                    .append(Html.number(Math.rint(rows)))
                    .append(" of the ")
                    .append(Html.number(bundle.privacy().rowCount().used()))
                    .append(" real rows would tell.</p>"));
    if (sure.failed() > 0) {
      page.append("<p><strong>Under ")
          .append(sure.failed())
          .append(" of ")
          .append(sure.replicates())
          .append(" replicates there is no such estimate: it is hardly determined.</strong></p>");
    }
    list("What the intervals cover", sure.covers());
    list("What they leave out", sure.leavesOut());
  }

  private void list(String heading, List<String> sentences) {
    if (sentences.isEmpty()) {
      return;
    }
    page.append("<h3>").append(heading).append("</h3><ul>");
    sentences.forEach(s -> page.append("<li>").append(Html.escaped(s)).append("</li>"));
    page.append("</ul>");
  }
}
