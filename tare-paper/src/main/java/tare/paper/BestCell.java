package tare.paper;

import java.util.ArrayList;
import java.util.List;
import tare.paper.BesidePaper.Standing;
import tare.paper.PrintedFigures.Printed;

/**
 * The best of None and private weights for one data set, generator and epsilon, ours beside theirs.
 *
 * @param sign 1 where more is better, -1 where less is
 * @param with the name of our best method
 * @param theirsWith the name of theirs
 * @param real what the private rows themselves reach by our measure, in the unit of theirs
 */
record BestCell(
    String data,
    String generator,
    double epsilon,
    double sign,
    Summary ours,
    String with,
    Printed theirs,
    String theirsWith,
    Summary real) {

  Standing standing() {
    return Standing.of(sign, ours, theirs);
  }

  /**
   * Whether their figure is not short of the real rows by more than one joint standard error. Rows
   * under privacy that teach as much as the rows they protect leave nothing to compare: either the
   * measure is another one, or chance, or the figure is not what it says.
   */
  boolean theirsIsAsGoodAsReal() {
    return real.count() > 0 && Standing.of(sign, real, theirs) != Standing.AHEAD;
  }

  /** Cells of a table under {@link #table}. */
  private List<String> row() {
    return List.of(
        data,
        Catalogue.title(generator),
        GridReports.trimmed(epsilon),
        ours.text(),
        Catalogue.title(with),
        theirs.text(),
        Catalogue.title(theirsWith),
        real.text(),
        standing().word() + (theirsIsAsGoodAsReal() ? "; [1] as good as real rows" : ""));
  }

  static TextTable table(String name, String metric, List<BestCell> cells) {
    return new TextTable(
        name,
        "Best of None and private weights, " + metric + ", beside [1]",
        List.of("data", "generator", "epsilon", "ours", "with", "[1]", "with", "real", "we are"),
        cells.stream().map(BestCell::row).toList());
  }

  /** How many cells we are not behind in, of all and of those that leave something to compare. */
  static String sentence(List<BestCell> cells) {
    List<BestCell> comparable = new ArrayList<>(cells);
    comparable.removeIf(BestCell::theirsIsAsGoodAsReal);
    String all =
        "Best of None and private weights, MLP: at or above [1] within one joint standard error in "
            + notBehind(cells)
            + " of "
            + cells.size()
            + " cells, ahead in "
            + cells.stream().filter(cell -> cell.standing() == Standing.AHEAD).count()
            + ".";
    return comparable.size() == cells.size()
        ? all
        : all
            + " Without cells in which [1]'s private rows are as good as the real rows within one"
            + " joint standard error: "
            + notBehind(comparable)
            + " of "
            + comparable.size()
            + ".";
  }

  private static long notBehind(List<BestCell> cells) {
    return cells.stream().filter(cell -> cell.standing() != Standing.BEHIND).count();
  }
}
