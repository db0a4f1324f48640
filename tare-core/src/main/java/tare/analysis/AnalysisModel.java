package tare.analysis;

import java.util.Arrays;
import java.util.List;
import tare.schema.DidYouMean;

/** The models an analysis offers, by the words that name them. */
public enum AnalysisModel {
  MEAN("mean"),
  SHARE("share"),
  QUANTILE("quantile"),
  CORRELATION("correlation"),
  TABLE("table"),
  LINEAR("linear"),
  LOGISTIC("logistic"),
  MULTINOMIAL("multinomial"),
  MLP("mlp"),
  FOREST("forest"),
  SVM("svm"),
  BAYES_LINEAR("bayes-linear"),
  BAYES_LOGISTIC("bayes-logistic"),
  BAYES_MULTINOMIAL("bayes-multinomial");

  private final String word;

  AnalysisModel(String word) {
    this.word = word;
  }

  /** The name in options. */
  public String word() {
    return word;
  }

  /** Whether it gives a posterior. */
  public boolean bayesian() {
    return word.startsWith("bayes-");
  }

  /** Whether it describes columns and explains none by others. */
  public boolean descriptive() {
    return this == MEAN
        || this == SHARE
        || this == QUANTILE
        || this == CORRELATION
        || this == TABLE;
  }

  /** Whether it predicts and has no coefficients to report. */
  public boolean predictive() {
    return this == MLP || this == FOREST || this == SVM;
  }

  /** Whether its target is a number, so that it is standardised with the other columns. */
  public boolean linear() {
    return this == LINEAR || this == BAYES_LINEAR;
  }

  /** The model a word names. */
  public static AnalysisModel of(String word) {
    List<String> words = Arrays.stream(values()).map(AnalysisModel::word).toList();
    return Arrays.stream(values())
        .filter(model -> model.word.equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "No model named \""
                        + word
                        + "\"."
                        + DidYouMean.hint(word, words)
                        + " There are: "
                        + String.join(", ", words)
                        + "."));
  }

  @Override
  public String toString() {
    return word;
  }
}
