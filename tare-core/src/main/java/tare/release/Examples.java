package tare.release;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tare.schema.Column;
import tare.schema.Schema;

/**
 * Ten lines each of Python, R and Stan that fit a weighted regression on the released rows: the
 * analyst's first step, and a promise that no Java is needed to use the weights. All fit the model
 * that {@code tare analyze} fits.
 */
public final class Examples {

  private final Schema schema;
  private final Column target;

  private Examples(Schema schema, Column target) {
    this.schema = schema;
    this.target = target;
  }

  /** The example files for a release, by file name. */
  static Map<String, String> of(Schema schema) {
    Examples examples = new Examples(schema, target(schema));
    Map<String, String> files = new LinkedHashMap<>();
    files.put("use.py", examples.python());
    files.put("use.R", examples.r());
    files.put("use.stan", examples.stan());
    return files;
  }

  /**
   * The column to explain: the last with two levels, else the last number, else the last column of
   * all.
   */
  static Column target(Schema schema) {
    Column best = schema.column(schema.columnCount() - 1);
    int rank = -1;
    for (Column column : schema.columns()) {
      int here = binary(column) ? 2 : column.type().isNumeric() ? 1 : 0;
      if (here >= rank) {
        best = column;
        rank = here;
      }
    }
    return best;
  }

  private static boolean binary(Column column) {
    return !column.type().isNumeric() && column.type().levelCount() == 2;
  }

  private List<String> predictors() {
    List<String> names = new ArrayList<>();
    for (Column column : schema.columns()) {
      if (!column.name().equals(target.name())) {
        names.add(column.name());
      }
    }
    return names;
  }

  /** A level of the target that counts as one: the second, as {@code tare analyze} has it. */
  private String event() {
    return target.type().levels().get(1);
  }

  /**
   * The columns of levels that explain the target, so that the scripts keep their declared order.
   */
  private List<Column> factors() {
    return schema.columns().stream()
        .filter(column -> !column.type().isNumeric() && !column.name().equals(target.name()))
        .toList();
  }

  private String python() {
    boolean logistic = !target.type().isNumeric();
    String data =
        logistic
            ? "rows[target] = (rows[target].astype(str) == " + quoted(event()) + ").astype(int)\n"
            : "";
    String levels =
        factors().stream()
            .map(column -> quoted(column.name()) + ": [" + list(column.type().levels()) + "]")
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        """
        # Weighted %s regression on the synthetic rows. Needs pandas and statsmodels.
        import pandas as pd
        import statsmodels.api as sm
        import statsmodels.formula.api as smf

        target, levels = %s, {%s}  # the first level of each is the reference
        rows = pd.read_csv("../synthetic.csv", dtype=dict.fromkeys([*levels, *%s], str), keep_default_na=False, na_values=[""]).dropna()
        for c in levels:
            rows[c] = pd.Categorical(rows[c], levels[c]).remove_unused_categories()
        %sterms = " + ".join('Q("%%s")' %% c for c in rows.columns if c not in (target, "weight", "log_weight"))
        model = smf.glm('Q("%%s") ~ ' %% target + terms, rows, family=sm.families.%s(), var_weights=rows["weight"])
        fit = model.fit(cov_type="HC0")
        print(fit.summary())  # drop var_weights to see what the weights change
        """,
        logistic ? "logistic" : "linear",
        quoted(target.name()),
        levels,
        logistic ? "[target]" : "[]",
        data,
        logistic ? "Binomial" : "Gaussian");
  }

  private String r() {
    boolean logistic = !target.type().isNumeric();
    String left =
        logistic
            ? "I(as.character(`" + target.name() + "`) == " + quoted(event()) + ")"
            : "`" + target.name() + "`";
    String levels =
        factors().stream()
            .map(column -> "c(" + list(column.type().levels()) + ")")
            .collect(Collectors.joining(", "));
    String names = list(factors().stream().map(Column::name).toList());
    return String.format(
        Locale.ROOT,
        """
        # Weighted %s regression on the synthetic rows. Needs the package survey.
        library(survey)

        levels <- setNames(list(%s), c(%s))  # the first level of each is the reference
        text <- c(names(levels)%s)
        rows <- na.omit(read.csv("../synthetic.csv", check.names = FALSE, na.strings = "", colClasses = setNames(rep("character", length(text)), text)))
        for (name in names(levels)) rows[[name]] <- droplevels(factor(rows[[name]], levels[[name]]))
        design <- svydesign(ids = ~1, weights = ~weight, data = rows)
        terms <- setdiff(names(rows), c(%s, "weight", "log_weight"))
        formula <- as.formula(paste(%s, "~", paste0("`", terms, "`", collapse = " + ")))
        fit <- svyglm(formula, design, family = %s())
        print(summary(fit))  # svymean(~x, design) gives a weighted mean
        """,
        logistic ? "logistic" : "linear",
        levels,
        names,
        logistic ? ", " + quoted(target.name()) : "",
        quoted(target.name()),
        quoted(left),
        logistic ? "quasibinomial" : "gaussian");
  }

  private static String list(List<String> texts) {
    return texts.stream().map(Examples::quoted).collect(Collectors.joining(", "));
  }

  /**
   * A model that Stan's parser takes from 2.21 on: neither spelling of arrays is known to all
   * versions, so there are none.
   */
  private String stan() {
    boolean logistic = !target.type().isNumeric();
    String outcome = logistic ? "vector<lower=0, upper=1>[N] y;  // 0 or 1" : "vector[N] y;";
    String scale = logistic ? "" : "  real<lower=0> sigma2;\n";
    String scalePrior = logistic ? "" : "  sigma2 ~ normal(0, 10);\n";
    String density =
        logistic
            ? "y .* eta - log1p_exp(eta));  // bernoulli_logit, row by row"
            : "-0.5 * (log(sigma2) + square(y - eta) / sigma2));  // normal, row by row";
    return String.format(
        Locale.ROOT,
        """
        // Weighted Bayesian updating: each synthetic row counts w[i] times. The columns of X are those of
        // tare analyze --standardize: numbers standardised, 0 or 1 for every level of a factor but the first.
        data {
          int<lower=1> N;
          int<lower=1> K;
          matrix[N, K] X;
          %s
          vector<lower=0>[N] w;
        }
        parameters {
          real alpha;
          vector[K] beta;
        %s}
        model {
          vector[N] eta = alpha + X * beta;
          alpha ~ normal(0, 1);
          beta ~ normal(0, 1);
        %s  target += dot_product(w, %s
        }
        """,
        outcome,
        scale,
        scalePrior,
        density);
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
