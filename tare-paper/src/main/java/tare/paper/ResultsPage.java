package tare.paper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The page of all results: every table and figure that the stored runs give. */
public final class ResultsPage {

  private static final String INTRO =
      """
      # Results

      This page is written by `./tare paper results --write docs/results.md` from the runs in the results folder; nothing in it is typed
      by hand. Every section names the command that made it. Numbers are means ± standard errors over seeds. [1] is Ghalebikesabi, Wilde,
      Jewson, Doucet, Vollmer and Holmes, "Mitigating Statistical Bias within Differentially Private Synthetic Data", UAI 2022.

      **The paper's own figures** stand beside ours in every table that both have, as printed in its supplement (its main text has the
      columns of DPGAN and DPCGAN exchanged for Breast and Banknote). "Ahead" and "behind" mean by more than one joint standard error. W1 and
      MMD are shown and not judged: [1] must have measured something else under these names. docs/notes/beside-the-paper.md says why,
      and which of its figures cannot be right.

      **What is different here, on purpose.** Noise is calibrated to sensitivities that hold (the paper's Laplace noise by an L2
      sensitivity does not give its epsilon); delta is at most 1e-6 and below 1/(10 n) unless `--paper-settings` is given; None has the
      *whole* budget for its generator, while weighted methods pay 10 % of epsilon and 30 % of delta for their weights. "none on part" are
      the rows that weights were put on, without the weights: the difference to a weighted line is the effect of weights alone. "real
      rows" trains on, or measures from, the private rows themselves: what perfect synthetic rows would reach. W1 is exact Wasserstein-1
      on rows scaled by their bounds, MMD has a Gaussian kernel with median bandwidth, beta MSE compares fits with the same ridge per row;
      AUC and MSE train on synthetic rows and test on real ones that no one trained on.
      """;

  private ResultsPage() {}

  /** One experiment with the results that are there, and the command that makes them. */
  public record Section(Experiment experiment, Map<Job, JsonNode> results, String command) {}

  /**
   * Writes the page, and its figures beside it.
   *
   * @param sections all experiments; those without results say so
   */
  public static void write(Path page, List<Section> sections) {
    StringBuilder text = new StringBuilder(INTRO);
    text.append("\n").append(weighing(sections)).append("\n");
    for (Section section : sections) {
      append(text, section, page.resolveSibling("figures"));
    }
    ResultStore.write(page, text.toString());
  }

  /**
   * Writes one experiment's section into a page that stands, in place of the one it has there or at
   * the end; the other sections stay as they are.
   */
  public static void put(Path page, Section section) {
    try {
      String text = Files.readString(page);
      StringBuilder own = new StringBuilder();
      append(own, section, page.resolveSibling("figures"));
      int from = text.indexOf("\n## " + section.experiment().title() + "\n");
      int begin = from < 0 ? text.length() : from;
      int next = from < 0 ? -1 : text.indexOf("\n## ", from + 1);
      String rest = next < 0 ? "" : text.substring(next);
      ResultStore.write(page, text.substring(0, begin) + own + rest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The count over all data sets of the main tables together. */
  private static String weighing(List<Section> sections) {
    Map<Job, JsonNode> all = new LinkedHashMap<>();
    sections.stream()
        .filter(s -> s.experiment() instanceof GridExperiment)
        .filter(s -> ((GridExperiment) s.experiment()).grid().kind() == PaperGrid.Kind.SCORES)
        .filter(s -> ((GridExperiment) s.experiment()).grid().methods().contains("auto"))
        .forEach(s -> all.putAll(s.results()));
    if (all.isEmpty()) {
      return "";
    }
    Scores scores = Scores.of(all);
    StringBuilder text = new StringBuilder("## Do weights pay?\n\nOver all main tables below. ");
    for (double epsilon : List.of(1.0, 6.0)) {
      new Shares.All(List.of(Shares.at(epsilon, scores)))
          .sentences()
          .forEach(sentence -> text.append(sentence).append(' '));
    }
    return text.append("\n").toString();
  }

  private static void append(StringBuilder text, Section section, Path figures) {
    text.append("\n## ").append(section.experiment().title()).append("\n\n");
    text.append("In the paper: ").append(section.experiment().inPaper()).append(". ");
    text.append("Command: `").append(section.command()).append("`\n");
    if (section.results().isEmpty()) {
      text.append("\nNot run here: its data is not at hand, or the command has not been given.\n");
      return;
    }
    Report report = section.experiment().report(section.results());
    text.append("\nRuns: ").append(section.results().size()).append(".\n");
    for (TextTable table : report.tables()) {
      text.append("\n**").append(table.title()).append("**\n\n").append(table.markdown());
    }
    for (Figure figure : report.figures()) {
      ResultStore.write(figures.resolve(figure.name() + ".svg"), figure.svg());
      text.append("\n![").append(figure.title()).append("](figures/");
      text.append(figure.name()).append(".svg)\n");
    }
    if (!report.notes().isEmpty()) {
      text.append("\n");
      report.notes().forEach(note -> text.append("- ").append(note).append("\n"));
    }
  }
}
