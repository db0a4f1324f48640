package tare.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tare.paper.BesidePaper.Standing;
import tare.paper.PrintedFigures.Printed;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BesidePaperTest {

  private static final PaperGrid BREAST = PaperGrid.shipped("breast");

  /** Figures copied by hand from the supplement's tables, apart from the file that ships. */
  @Test
  void figuresAreFoundByOurNames() {
    PrintedFigures main = PrintedFigures.answering("breast");
    assertThat(main.at("breast", 6, "dpgan", "none", "mlp")).contains(new Printed(0.9756, 0.0042));
    assertThat(main.at("breast", 6, "dpgan", "none", "svm")).isEmpty();
    assertThat(main.at("mnist", 9.64, "dpcgan", "none", "mlp")).isPresent();
    Printed pate =
        PrintedFigures.answering("pate").at("breast", 6, "dpgan", "none", "mlp").orElseThrow();
    assertThat(pate.value()).isEqualTo(0.1548);
    assertThat(pate.text()).isEqualTo("0.155");
  }

  /** The supplement has 606 cells of the four tables and MNIST 14; every one has a name of ours. */
  @Test
  void everyCellOfTheTablesThatAnswerOursIsKept() {
    assertThat(PrintedFigures.answering("breast").size()).isEqualTo(606 + 14);
  }

  @Test
  void aLeadCountsBeyondOneJointStandardError() {
    Summary ours = new Summary(10, 0.90, 0.03);
    assertThat(Standing.of(1, ours, new Printed(0.84, 0.04))).isEqualTo(Standing.AHEAD);
    assertThat(Standing.of(1, ours, new Printed(0.86, 0.04))).isEqualTo(Standing.LEVEL);
    assertThat(Standing.of(1, ours, new Printed(0.96, 0.04))).isEqualTo(Standing.BEHIND);
    assertThat(Standing.of(-1, ours, new Printed(0.96, Double.NaN))).isEqualTo(Standing.AHEAD);
  }

  @Test
  void theBestOfOursStandsBesideTheBestOfTheirs() {
    BesidePaper paper =
        new BesidePaper(BREAST, Scores.of(runs("{'none':{'metrics':{'mlp':%s,'mmd':1}}}")));
    assertThat(paper.best("mlp").orElseThrow().rows())
        .containsExactly(
            List.of(
                "breast",
                "DPGAN",
                "6",
                "0.990 ± 0.000",
                "None",
                "0.976 ± 0.004",
                "None",
                "-",
                "ahead"));
    assertThat(paper.counts().orElseThrow().rows())
        .containsExactly(List.of("DPGAN", "MLP AUC", "6", "1", "0", "0"));
    assertThat(paper.table("breast", 6, "dpgan").orElseThrow().header())
        .containsExactly("weights", "MLP AUC", "[1]");
    assertThat(paper.table("breast", 6, "privbayes")).isEmpty();
  }

  /**
   * The variance of Boston's house prices, in thousands, is 84.42 over all 506, and their bounds
   * are 5 and 50: an error of 84.42 / 45^2 is one variance.
   */
  @Test
  void squaredErrorsStandBesideThePapersInVariances() {
    PaperGrid boston = PaperGrid.shipped("boston");
    BesidePaper paper =
        new BesidePaper(
            boston, Scores.of(runs(boston, "{'none':{'metrics':{'mlp':%s,'mmd':1}}}", "0.041689")));
    assertThat(paper.bestCells("mlp").get(0).ours().text()).isEqualTo("1.000 ± 0.000");
    assertThat(paper.table("boston", 6, "dpgan").orElseThrow().header())
        .contains("MLP MSE over variance");
  }

  /**
   * [1] prints 0.976 ± 0.004 there. Real rows at 0.977 leave nothing to compare, whatever ours is;
   * at 0.99 they do.
   */
  @Test
  void figuresThatNoPrivateRowsCanReachAreCountedApart() {
    String methods = "{'none':{'metrics':{'mlp':0.9}},'real rows':{'metrics':{'mlp':%s}}}";
    List<BestCell> level =
        new BesidePaper(BREAST, Scores.of(runs(BREAST, methods, "0.977"))).bestCells("mlp");
    List<BestCell> reached =
        new BesidePaper(BREAST, Scores.of(runs(BREAST, methods, "0.99"))).bestCells("mlp");
    assertThat(level.get(0).standing()).isEqualTo(Standing.BEHIND);
    assertThat(BestCell.sentence(level)).contains("in 0 of 1 cells").endsWith("error: 0 of 0.");
    assertThat(BestCell.sentence(reached)).contains("in 0 of 1 cells").endsWith("ahead in 0.");
    assertThat(BestCell.table("t", "MLP", level).rows().get(0))
        .contains("0.977 ± 0.000", "behind; [1] as good as real rows");
  }

  private static Map<Job, JsonNode> runs(String methods) {
    return runs(BREAST, methods, "0.99");
  }

  private static Map<Job, JsonNode> runs(PaperGrid grid, String methods, String value) {
    Map<Job, JsonNode> results = new LinkedHashMap<>();
    for (int seed = 1; seed <= 2; seed++) {
      String json = "{'methods':" + methods.formatted(value) + "}";
      results.put(
          new GridJob(grid, grid.sets().get(0), 6, 0.1, "dpgan", seed, false, Optional.empty()),
          JsonMapper.shared().readTree(json.replace('\'', '"')));
    }
    return results;
  }
}
