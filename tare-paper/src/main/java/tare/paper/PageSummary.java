package tare.paper;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tare.paper.BesidePaper.Standing;
import tare.paper.ResultsPage.Section;
import tools.jackson.databind.JsonNode;

/**
 * What all main tables of one setting say together: the paper beside ours, and whether weights pay.
 *
 * @param sections main tables with results, all at the paper's settings or all at ours
 */
record PageSummary(boolean paperSettings, List<Section> sections) {

  private static final String METRIC = "mlp";

  /** The summaries of a page, in order. */
  static List<PageSummary> all(List<Section> sections) {
    return List.of(of(sections, true), of(sections, false));
  }

  private static PageSummary of(List<Section> sections, boolean paperSettings) {
    return new PageSummary(
        paperSettings,
        sections.stream()
            .filter(section -> section.paperSettings() == paperSettings)
            .filter(section -> !section.results().isEmpty())
            .filter(section -> section.experiment() instanceof GridExperiment)
            .filter(section -> isMain(((GridExperiment) section.experiment()).grid()))
            .toList());
  }

  private static boolean isMain(PaperGrid grid) {
    return grid.kind() == PaperGrid.Kind.SCORES && grid.methods().contains("auto");
  }

  String heading() {
    return "All main tables at " + (paperSettings ? "the paper's settings" : "our settings");
  }

  /** The section; empty where there are no results. */
  Optional<String> text(LocalDate today) {
    if (sections.isEmpty()) {
      return Optional.empty();
    }
    Map<Job, JsonNode> all = new LinkedHashMap<>();
    List<BestCell> best = new ArrayList<>();
    Map<List<String>, Map<Standing, Integer>> counts = new LinkedHashMap<>();
    for (Section section : sections) {
      all.putAll(section.results());
      BesidePaper paper =
          new BesidePaper(
              ((GridExperiment) section.experiment()).grid(), Scores.of(section.results()));
      best.addAll(paper.bestCells(METRIC));
      paper.addTo(counts);
    }
    StringBuilder text = new StringBuilder("\n## " + heading() + "\n\n");
    text.append("Over ").append(names()).append(". Written ").append(today).append(".\n\n");
    Shares.of(Scores.of(all))
        .sentences()
        .forEach(sentence -> text.append("- ").append(sentence).append("\n"));
    if (!best.isEmpty()) {
      text.append("- ").append(BestCell.sentence(best)).append("\n");
      append(text, BestCell.table("best", "MLP AUC (Boston: MSE over variance)", best));
      append(text, BesidePaper.countsTable("counts", counts));
    }
    return Optional.of(text.toString());
  }

  private String names() {
    return sections.stream()
        .map(section -> section.experiment().name() + " (" + seeds(section) + ")")
        .collect(Collectors.joining(", "));
  }

  private static String seeds(Section section) {
    long seeds =
        section.results().keySet().stream()
            .map(job -> job.settings().path("seed").asInt())
            .distinct()
            .count();
    return seeds + (seeds == 1 ? " seed" : " seeds");
  }

  private static void append(StringBuilder text, TextTable table) {
    text.append("\n**").append(table.title()).append("**\n\n").append(table.markdown());
  }
}
