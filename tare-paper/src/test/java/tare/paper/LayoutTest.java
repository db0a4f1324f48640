package tare.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class LayoutTest {

  private static final TextTable TABLE =
      new TextTable(
          "t",
          "A table",
          List.of("a", "b"),
          List.of(List.of("x|y", "1 ± 2"), List.of("p_q, r", "3")));

  @Test
  void aTableIsWrittenInThreeForms() {
    assertThat(TABLE.markdown())
        .isEqualTo("| a | b |\n|---|---|\n| x\\|y | 1 ± 2 |\n| p_q, r | 3 |\n");
    assertThat(TABLE.csv()).isEqualTo("a,b\nx|y,1 ± 2\n\"p_q, r\",3\n");
    assertThat(TABLE.latex())
        .contains("\\begin{tabular}{lr}")
        .contains("x|y & 1 $\\pm$ 2 \\\\\n")
        .contains("p\\_q, r & 3 \\\\\n");
    assertThatThrownBy(() -> new TextTable("t", "t", List.of("a"), List.of(List.of("1", "2"))))
        .hasMessage("Every row must have 1 cells. Got: 2");
  }

  @Test
  void aFigureIsWellFormedAndLeavesGaps() throws Exception {
    Figure figure =
        new Figure(
            "f",
            "a < b & c",
            "x",
            "y",
            List.of(
                new Figure.Series(
                    "line",
                    Figure.Mark.LINE,
                    new double[] {0, 1, 2, 3},
                    new double[] {1, Double.NaN, 2, 5}),
                new Figure.Series(
                    "points", Figure.Mark.POINTS, new double[] {1}, new double[] {4})));
    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(figure.svg().getBytes(StandardCharsets.UTF_8)));
    assertThat(svg.getDocumentElement().getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("a < b & c");
    // One point drawn and one in the legend.
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(2);
    assertThat(figure.svg()).doesNotContain("NaN").containsPattern("M[0-9. ]+M[0-9. ]+L");
  }

  @Test
  void aSummaryIsAMeanWithItsStandardError() {
    Summary summary = Summary.of(new double[] {1, 2, 3, Double.NaN});
    assertThat(summary.count()).isEqualTo(3);
    assertThat(summary.mean()).isEqualTo(2);
    assertThat(summary.standardError()).isCloseTo(1 / Math.sqrt(3), within(1e-15));
    assertThat(summary.text()).isEqualTo("2.000 ± 0.577");
    assertThat(Summary.of(new double[] {12.3456}).text()).isEqualTo("12.35");
    assertThat(Summary.of(new double[0]).text()).isEqualTo("-");
  }
}
