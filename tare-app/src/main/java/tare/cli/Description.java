package tare.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tare.analysis.AnalysisModel;
import tare.analysis.Frame;
import tare.analysis.Statistics;
import tare.analysis.Variable;
import tare.analysis.WeightedRows;
import tare.inference.WeightedStatistic;

/**
 * What is to be described: means, shares, quantiles, correlations or a table of some columns.
 *
 * @param target all numeric columns where null, as far as that makes sense
 * @param by the second column of a pair
 * @param quantile which one
 */
record Description(
    AnalysisModel model, @Nullable String target, @Nullable String by, double quantile) {

  AnalysisReport report(WeightedRows rows) {
    List<String> columns = columns(rows.frame());
    String about = target == null ? "" : String.join(" and ", columns);
    return new InferenceReport(model, rows, about, rows.frame().rowCount())
        .of(statistic(rows.frame(), columns));
  }

  private WeightedStatistic statistic(Frame frame, List<String> columns) {
    return switch (model) {
      case MEAN -> Statistics.means(frame, columns);
      case QUANTILE -> Statistics.quantiles(frame, columns, quantile);
      case CORRELATION -> Statistics.correlations(frame, columns);
      case SHARE -> Statistics.shares(frame, required(target, "--target"));
      default -> Statistics.table(frame, required(target, "--target"), required(by, "--by"));
    };
  }

  private List<String> columns(Frame frame) {
    List<String> columns = new ArrayList<>();
    if (target != null) {
      columns.add(target);
      Optional.ofNullable(by).ifPresent(columns::add);
      return columns;
    }
    for (Variable variable : frame.variables()) {
      if (variable instanceof Variable.Numeric) {
        columns.add(variable.name());
      }
    }
    return columns;
  }

  private static String required(@Nullable String column, String option) {
    if (column == null) {
      throw new IllegalArgumentException("This needs " + option + " COLUMN.");
    }
    return column;
  }
}
