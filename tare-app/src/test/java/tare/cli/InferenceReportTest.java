package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tare.analysis.AnalysisModel;
import tare.analysis.Frame;
import tare.analysis.WeightNoise;
import tare.analysis.WeightedRows;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.Steps;
import tare.schema.TimeForm;
import tare.table.TableAppender;
import tare.table.Weights;

class InferenceReportTest {

  private static Column times(String name, TimeForm form, long last) {
    return new Column(
        name, new ColumnType.Temporal(form, new Steps(0, last, 1, 0), List.of()), false);
  }

  private static WeightedRows rows() {
    TableAppender rows =
        new TableAppender(
            new Schema(
                "visits",
                "visit",
                List.of(
                    times("seen", TimeForm.DATE, 40_000),
                    times("left", TimeForm.DATETIME, 4_000_000_000L),
                    times("meal", TimeForm.TIME, 86_399),
                    new Column("score", new ColumnType.Numeric(0, 100, List.of()), false)),
                OptionalLong.empty()));
    for (int i = 0; i < 40; i++) {
      rows.append(19_000 + i % 3, 1_650_000_000 + 7200 * (i % 3), i % 2 == 0 ? 0 : 86_399, 50);
    }
    return new WeightedRows(
        Frame.of(rows.finish()),
        Weights.uniform(40),
        false,
        new WeightNoise.None("(none)"),
        Optional.empty(),
        OptionalLong.empty(),
        Optional.empty());
  }

  private static String text(Description description) {
    return String.join("\n", description.report(rows()).lines());
  }

  /** Days since 1970 are nobody's way to write a date. */
  @Test
  void meansAndQuantilesOfTimesAreTimes() {
    String means = text(new Description(AnalysisModel.MEAN, null, null, 0.5));
    assertThat(means)
        .contains("2022-01-09", " days", "2022-04-15T07:1", " hours", "12:00:00", " minutes")
        .contains("50.00")
        .doesNotContain("e+");
    assertThat(text(new Description(AnalysisModel.QUANTILE, "seen", null, 0.5)))
        .contains("2022-01-09");
    assertThat(text(new Description(AnalysisModel.CORRELATION, null, null, 0.5)))
        .doesNotContain("2022", "days");
  }
}
