package tare.paper;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The page of all results: every table and figure that the stored runs give, and of sections whose
 * runs are not at hand what the page said before.
 */
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

      **When.** A section says when it was written. Sections that do not are older than 17 November 2026: their runs were made before private
      GANs learned from waves and, but for the study of coverage, before numbers were counted in cells that follow the rows and before moment
      weights. Where runs are not at hand, a section is kept as it was and says so.

      **What is different here, on purpose.** Noise is calibrated to sensitivities that hold (the paper's Laplace noise by an L2
      sensitivity does not give its epsilon); delta is at most 1e-6 and below 1/(10 n) unless `--paper-settings` is given; None has the
      *whole* budget for its generator, while weighted methods pay 10 % of epsilon and 30 % of delta for their weights. "none on part" are
      the rows that weights were put on, without the weights: the difference to a weighted line is the effect of weights alone. "real
      rows" trains on, or measures from, the private rows themselves: what perfect synthetic rows would reach. W1 is exact Wasserstein-1
      on rows scaled by their bounds, MMD has a Gaussian kernel with median bandwidth, beta MSE compares fits with the same ridge per row;
      AUC and MSE train on synthetic rows and test on real ones that no one trained on. MSE is on the scale of the target's bounds; beside
      [1] it is divided by the target's variance, as [1]'s must be (it prints errors above 1). At the paper's settings GANs have [1]'s
      clip, lots and epochs; private ones have our widths and learning rates, and learn from waves (docs/notes/gan-defaults.md).
      """;

  private static final String KEPT =
      "Kept from the page as it was: the runs of this section are not at hand.";

  private ResultsPage() {}

  /**
   * One experiment with the results that are there, and the command that makes them.
   *
   * @param paperSettings whether its runs had the paper's delta and settings
   */
  public record Section(
      Experiment experiment, Map<Job, JsonNode> results, String command, boolean paperSettings) {

    String heading() {
      return experiment.title() + (paperSettings ? ", at the paper's settings" : "");
    }
  }

  /**
   * Writes the page, and its figures beside it. A section without results stays as a page that
   * stands has it.
   *
   * @param sections all experiments, in order
   * @param today the day that new sections say they were written
   */
  public static void write(Path page, List<Section> sections, LocalDate today) {
    StandingPage standing = StandingPage.read(page);
    StringBuilder text = new StringBuilder(INTRO);
    for (PageSummary summary : PageSummary.all(sections)) {
      text.append(
          summary
              .text(today)
              .or(() -> standing.section(summary.heading()).map(ResultsPage::kept))
              .orElse(""));
    }
    for (Section section : sections) {
      Optional<String> old = standing.section(section.heading());
      if (section.results().isEmpty() && old.isPresent()) {
        text.append(kept(old.get()));
      } else if (!section.results().isEmpty() || !section.paperSettings()) {
        append(text, section, page.resolveSibling("figures"), today);
      }
    }
    ResultStore.write(page, text.toString());
  }

  /**
   * Writes one experiment's section into a page that stands, in place of the one it has there or at
   * the end; the other sections stay as they are.
   */
  public static void put(Path page, Section section, LocalDate today) {
    StringBuilder own = new StringBuilder();
    append(own, section, page.resolveSibling("figures"), today);
    ResultStore.write(page, StandingPage.read(page).with(section.heading(), own.toString()).text());
  }

  /** A section of an earlier page, which says that it is one. */
  private static String kept(String section) {
    if (section.contains(KEPT)) {
      return section;
    }
    int afterHeading = section.indexOf('\n', 1) + 1;
    return section.substring(0, afterHeading)
        + "\n"
        + KEPT
        + "\n"
        + section.substring(afterHeading);
  }

  private static void append(StringBuilder text, Section section, Path figures, LocalDate today) {
    text.append("\n## ").append(section.heading()).append("\n\n");
    text.append("In the paper: ").append(section.experiment().inPaper()).append(". ");
    text.append("Command: `").append(section.command()).append("`\n");
    if (section.results().isEmpty()) {
      text.append("\nNot run here: its data is not at hand, or the command has not been given.\n");
      return;
    }
    Report report = section.experiment().report(section.results());
    text.append("\nRuns: ").append(section.results().size()).append(". Written ");
    text.append(today).append(".\n");
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
