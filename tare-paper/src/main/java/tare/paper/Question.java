package tare.paper;

import java.util.List;
import java.util.Locale;
import tare.analysis.Formula;
import tare.analysis.Frame;
import tare.analysis.ModelData;
import tare.analysis.Regression;
import tare.analysis.Statistics;
import tare.inference.WeightedStatistic;

/**
 * What is asked of rows.
 *
 * @param about a column, or a formula
 */
record Question(Kind kind, String about) {

  /** The kinds of numbers that coverage is pooled over. */
  enum Kind {
    MEAN("mean"),
    SHARE("share"),
    MEDIAN("median"),
    LINEAR("linear slope"),
    LOGISTIC("logistic slope");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    /** The kind of a number by its name, see {@link Question#nameOf}. */
    static Kind of(String name) {
      return valueOf(name.substring(0, name.indexOf(' ')).toUpperCase(Locale.ROOT));
    }
  }

  /**
   * The numbers asked for, as a function of the weights.
   *
   * @param weights of the full estimate, one per row. Not modified.
   */
  WeightedStatistic of(Frame rows, double[] weights) {
    return switch (kind) {
      case MEAN -> Statistics.means(rows, List.of(about));
      case SHARE -> Statistics.shares(rows, about);
      case MEDIAN -> Statistics.quantiles(rows, List.of(about), 0.5);
      case LINEAR -> Regression.refits(Regression.linear(data(rows, weights)), 0);
      case LOGISTIC -> Regression.refits(Regression.logistic(data(rows, weights)), 0);
    };
  }

  private ModelData data(Frame rows, double[] weights) {
    return ModelData.of(Formula.parse(about, rows.names()), rows, weights);
  }

  /** A name for one of its numbers that no other question has. */
  String nameOf(String number) {
    return kind.name().toLowerCase(Locale.ROOT) + " " + number;
  }
}
