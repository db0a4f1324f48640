package tare.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tare.paper.CoverageCell.Key;
import tare.paper.CoverageCell.Parameter;
import tare.paper.CoverageCell.Tally;
import tools.jackson.databind.JsonNode;

/** Tables and a figure of the study of coverage. */
final class CoverageReport {

  /** A cell of a hundred releases should not be below this. */
  private static final double LEAST = 0.87;

  private final List<CoverageCell> cells;

  private CoverageReport(List<CoverageCell> cells) {
    this.cells = cells;
  }

  static Report of(Map<Job, JsonNode> results) {
    List<CoverageCell> cells = new ArrayList<>(CoverageCell.of(results));
    cells.sort(
        Comparator.comparing((CoverageCell cell) -> cell.key().generator())
            .reversed()
            .thenComparing(cell -> cell.apart())
            .thenComparingDouble(cell -> cell.key().epsilon())
            .thenComparingInt(cell -> cell.key().n()));
    CoverageReport report = new CoverageReport(cells);
    return new Report(
        "coverage",
        List.of(report.pooled(), report.errors(), report.misses()),
        report.figures(),
        List.of(
            "Laws: "
                + titles(false)
                + ". Laid apart, no setting was found on them: "
                + titles(true)
                + ". Truths are means over 8,000,000 rows.",
            "\"replicates\" is the default release with its replicate weights (the automatic choice"
                + " of weights), \"ignoring\" the same rows by somebody who reads no weight column,"
                + " \"none\" rows without weights for the same total budget, \"real\" the private"
                + " rows. Bias is the mean error beside the private rows' own answers in the same draws"
                + " (which are right on average), in their RMSE. A coverage"
                + " of 0.95 of one number over R releases has a standard error of 0.22 /"
                + " sqrt(R). \"error over spread\" is the root mean square of the errors beside the"
                + " private rows' answers, with what the drawing of these adds, over that of the"
                + " replicates' standard errors: above 1 intervals are too short by that factor,"
                + " below 1 too wide, and few releases tell it."));
  }

  private static String titles(boolean apart) {
    return StudyLaw.all().stream()
        .filter(law -> law.apart() == apart)
        .map(law -> law.name() + " (" + law.title() + ")")
        .collect(Collectors.joining("; "));
  }

  /** Cells that differ in their law alone: numbers of a kind are pooled over them. */
  private record Group(String generator, boolean apart, double epsilon, int n) {
    static Group of(CoverageCell cell) {
      Key key = cell.key();
      return new Group(key.generator(), cell.apart(), key.epsilon(), key.n());
    }

    String laws() {
      return apart ? "apart" : "found on";
    }
  }

  private List<Group> groups() {
    return cells.stream().map(Group::of).distinct().toList();
  }

  private List<CoverageCell> in(Group group) {
    return cells.stream().filter(cell -> Group.of(cell).equals(group)).toList();
  }

  private TextTable pooled() {
    List<List<String>> rows = new ArrayList<>();
    for (Group group : groups()) {
      for (Question.Kind kind : Question.Kind.values()) {
        List<Parameter> parameters = of(in(group), kind);
        if (!parameters.isEmpty()) {
          rows.add(
              List.of(
                  group.generator(),
                  group.laws(),
                  GridReports.trimmed(group.epsilon()),
                  Integer.toString(group.n()),
                  kind.words(),
                  releases(in(group)),
                  share(pooledCoverage(parameters, CoverageJob.REPLICATES)),
                  share(leastCoverage(parameters)),
                  share(withoutInterval(in(group), kind)),
                  share(pooledCoverage(parameters, CoverageJob.IGNORING)),
                  share(pooledCoverage(parameters, CoverageJob.NONE)),
                  share(pooledCoverage(parameters, CoverageJob.REAL)),
                  ratio(widths(parameters)),
                  ratio(errorOverSpread(parameters))));
        }
      }
    }
    return new TextTable(
        "coverage",
        "Coverage of 95 % intervals, pooled over laws",
        List.of(
            "generator",
            "laws",
            "epsilon",
            "n",
            "numbers",
            "releases per law",
            "replicates",
            "its least number",
            "no interval",
            "ignoring",
            "none",
            "real",
            "width over real",
            "error over spread"),
        rows);
  }

  private TextTable errors() {
    List<List<String>> rows = new ArrayList<>();
    for (CoverageCell cell : cells) {
      List<Parameter> slopes = slopes(cell);
      List<Parameter> all = cell.parameters();
      rows.add(
          List.of(
              cell.key().generator(),
              GridReports.trimmed(cell.key().epsilon()),
              Integer.toString(cell.key().n()),
              cell.key().law(),
              Integer.toString(cell.releases()),
              bias(slopes, CoverageJob.NONE),
              bias(slopes, CoverageJob.REPLICATES),
              bias(all, CoverageJob.NONE),
              bias(all, CoverageJob.IGNORING),
              ratio(geometric(slopesAndMeans(cell), p -> rmseRatio(p))),
              ratio(all.stream().mapToDouble(p -> rmseRatio(p)).max().orElse(Double.NaN)),
              share(typeOne(cell))));
    }
    return new TextTable(
        "coverage-errors",
        "Bias, RMSE and Type I error, law by law",
        List.of(
            "generator",
            "epsilon",
            "n",
            "law",
            "releases",
            "bias of slopes: none",
            "replicates",
            "bias of all: none",
            "ignoring",
            "RMSE of slopes and means over none's",
            "largest of all numbers",
            "Type I error"),
        rows);
  }

  private TextTable misses() {
    List<List<String>> rows = new ArrayList<>();
    for (CoverageCell cell : cells) {
      for (Parameter parameter : cell.parameters()) {
        Tally tally = parameter.tally(CoverageJob.REPLICATES);
        double without = 1 - tally.withInterval() / (double) cell.releases();
        if (tally.coverage() < LEAST || without > 0) {
          rows.add(
              List.of(
                  cell.key().generator(),
                  GridReports.trimmed(cell.key().epsilon()),
                  Integer.toString(cell.key().n()),
                  cell.key().law(),
                  parameter.name(),
                  Integer.toString(cell.releases()),
                  share(tally.coverage()),
                  share(without)));
        }
      }
    }
    return new TextTable(
        "coverage-misses",
        "Numbers that are covered in fewer than 87 % of releases, or have no interval in some",
        List.of(
            "generator", "epsilon", "n", "law", "number", "releases", "coverage", "no interval"),
        rows);
  }

  private List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    for (String generator : cells.stream().map(c -> c.key().generator()).distinct().toList()) {
      List<Group> groups =
          groups().stream()
              .filter(g -> g.generator().equals(generator) && g.epsilon() == 1 && !g.apart())
              .toList();
      if (groups.isEmpty()) {
        continue;
      }
      double[] x = groups.stream().mapToDouble(g -> Math.log10(g.n())).toArray();
      List<Figure.Series> series = new ArrayList<>();
      double[] nominal = new double[x.length];
      Arrays.fill(nominal, 0.95);
      series.add(new Figure.Series("95 %", Figure.Mark.DASHES, x, nominal));
      for (Question.Kind kind : Question.Kind.values()) {
        series.add(
            new Figure.Series(
                kind.words(),
                Figure.Mark.LINE,
                x,
                coverages(groups, kind, CoverageJob.REPLICATES)));
      }
      series.add(
          new Figure.Series(
              "linear slope, no weights",
              Figure.Mark.POINTS,
              x,
              coverages(groups, Question.Kind.LINEAR, CoverageJob.NONE)));
      figures.add(
          new Figure(
              "coverage-" + generator,
              "Coverage of 95 % intervals, " + generator + ", epsilon 1",
              "log10 of the number of rows",
              "coverage",
              series));
    }
    return figures;
  }

  private double[] coverages(List<Group> groups, Question.Kind kind, String who) {
    return groups.stream().mapToDouble(g -> pooledCoverage(of(in(g), kind), who)).toArray();
  }

  private static List<Parameter> of(List<CoverageCell> cells, Question.Kind kind) {
    return cells.stream()
        .flatMap(cell -> cell.parameters().stream())
        .filter(parameter -> parameter.kind() == kind)
        .toList();
  }

  private static List<Parameter> slopes(CoverageCell cell) {
    return cell.parameters().stream()
        .filter(p -> p.kind() == Question.Kind.LINEAR || p.kind() == Question.Kind.LOGISTIC)
        .toList();
  }

  private static List<Parameter> slopesAndMeans(CoverageCell cell) {
    return Stream.concat(slopes(cell).stream(), of(List.of(cell), Question.Kind.MEAN).stream())
        .toList();
  }

  private static double pooledCoverage(List<Parameter> parameters, String who) {
    int covered = parameters.stream().mapToInt(p -> p.tally(who).covered()).sum();
    int intervals = parameters.stream().mapToInt(p -> p.tally(who).withInterval()).sum();
    return covered / (double) intervals;
  }

  private static double leastCoverage(List<Parameter> parameters) {
    return parameters.stream()
        .mapToDouble(p -> p.tally(CoverageJob.REPLICATES).coverage())
        .filter(Double::isFinite)
        .min()
        .orElse(Double.NaN);
  }

  private static double withoutInterval(List<CoverageCell> cells, Question.Kind kind) {
    double asked = 0;
    double with = 0;
    for (CoverageCell cell : cells) {
      for (Parameter parameter : of(List.of(cell), kind)) {
        asked += cell.releases();
        with += parameter.tally(CoverageJob.REPLICATES).withInterval();
      }
    }
    return 1 - with / asked;
  }

  private static double widths(List<Parameter> parameters) {
    return geometric(
        parameters,
        p -> p.tally(CoverageJob.REPLICATES).meanWidth() / p.tally(CoverageJob.REAL).meanWidth());
  }

  private static double errorOverSpread(List<Parameter> parameters) {
    double needed = 0;
    double given = 0;
    for (Parameter parameter : parameters) {
      Tally tally = parameter.tally(CoverageJob.REPLICATES);
      if (tally.withInterval() > 0) {
        needed += tally.needed();
        given += tally.given();
      }
    }
    return Math.sqrt(needed / given);
  }

  private static double rmseRatio(Parameter parameter) {
    return parameter.tally(CoverageJob.REPLICATES).rmse()
        / parameter.tally(CoverageJob.NONE).rmse();
  }

  private static double geometric(List<Parameter> parameters, ToDoubleFunction<Parameter> value) {
    return Math.exp(
        parameters.stream()
            .mapToDouble(value)
            .filter(Double::isFinite)
            .map(Math::log)
            .average()
            .orElse(Double.NaN));
  }

  /** The mean over numbers of the size of the bias, in RMSE of the real rows. */
  private static String bias(List<Parameter> parameters, String who) {
    double mean =
        parameters.stream()
            .mapToDouble(p -> Math.abs(p.tally(who).bias()) / p.tally(CoverageJob.REAL).rmse())
            .filter(Double::isFinite)
            .average()
            .orElse(Double.NaN);
    return ratio(mean);
  }

  private static double typeOne(CoverageCell cell) {
    int rejected = 0;
    int tests = 0;
    for (Parameter parameter : cell.parameters()) {
      if (parameter.isNull()) {
        rejected += parameter.tally(CoverageJob.REPLICATES).rejected();
        tests += parameter.tally(CoverageJob.REPLICATES).withInterval();
      }
    }
    return rejected / (double) tests;
  }

  private static String releases(List<CoverageCell> cells) {
    int least = cells.stream().mapToInt(CoverageCell::releases).min().orElse(0);
    int most = cells.stream().mapToInt(CoverageCell::releases).max().orElse(0);
    return least == most ? Integer.toString(least) : least + " to " + most;
  }

  private static String share(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
  }

  private static String ratio(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f", value);
  }
}
