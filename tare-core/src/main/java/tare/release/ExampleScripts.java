package tare.release;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

/**
 * A few lines each of Python, R and Stan that fit a regression on the released rows and say how
 * sure it is: the analyst's first step, and a promise that no Java is needed. All fit the model
 * that {@code tare analyze} fits, and are made for the release at hand: with replicates, with
 * weights alone, or with neither.
 */
public final class ExampleScripts {

  /** What a release has besides its rows. */
  private enum Kind {
    REPLICATES,
    WEIGHTS,
    ROWS
  }

  private final Schema schema;
  private final Column target;
  private final Kind kind;

  private ExampleScripts(Schema schema, Kind kind) {
    this.schema = schema;
    this.target = target(schema);
    this.kind = kind;
  }

  /** The example files for a release, by file name. */
  static Map<String, String> of(Bundle bundle) {
    Kind kind =
        bundle.replicates().isPresent()
            ? Kind.REPLICATES
            : bundle.weights().isPresent() ? Kind.WEIGHTS : Kind.ROWS;
    ExampleScripts examples = new ExampleScripts(bundle.synthetic().schema(), kind);
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
    for (Column column : usable(schema)) {
      int here = binary(column) ? 2 : column.type().isNumeric() ? 1 : 0;
      if (here >= rank) {
        best = column;
        rank = here;
      }
    }
    return best;
  }

  /**
   * Columns that the file writes as numbers or levels; times and codes in numbers' place are not.
   */
  public static List<Column> usable(Schema schema) {
    return schema.columns().stream()
        .filter(column -> !(column.type() instanceof ColumnType.Temporal))
        .filter(column -> !(column.type() instanceof ColumnType.CodesOf))
        .filter(column -> schema.columns().stream().noneMatch(other -> holdsCodes(other, column)))
        .toList();
  }

  private static boolean holdsCodes(Column codes, Column numbers) {
    return codes.type() instanceof ColumnType.CodesOf of && of.column().equals(numbers.name());
  }

  private static boolean binary(Column column) {
    return !column.type().isNumeric() && column.type().levelCount() == 2;
  }

  private List<Column> predictors() {
    return usable(schema).stream().filter(column -> !column.name().equals(target.name())).toList();
  }

  private boolean logistic() {
    return !target.type().isNumeric();
  }

  private String title() {
    return logistic() ? "Logistic" : "Linear";
  }

  /** A level of the target that counts as one: the second, as {@code tare analyze} has it. */
  private String event() {
    return target.type().levels().get(1);
  }

  private String sureness() {
    return switch (kind) {
      case REPLICATES -> "standard errors from the replicate weights";
      case WEIGHTS -> "weighted; the errors leave out what privacy noise adds and are too small";
      case ROWS -> "the errors take synthetic rows for real ones and are too small";
    };
  }

  private String python() {
    String columns =
        predictors().stream()
            .map(
                column ->
                    quoted(column.name())
                        + ": "
                        + (column.type().isNumeric()
                            ? "None"
                            : "[" + list(column.type().levels()) + "]"))
            .collect(Collectors.joining(", "));
    String text = logistic() ? "[target]" : "[]";
    String outcome =
        logistic()
            ? "(rows[target] == " + quoted(event()) + ").astype(float)"
            : "rows[target].astype(float)";
    String weight = kind == Kind.ROWS ? "pd.Series(1.0, rows.index)" : "rows[\"weight\"]";
    return String.format(
            Locale.ROOT,
            """
            # %s regression on the synthetic rows: %s. Needs pandas and statsmodels.
            import pandas as pd
            import statsmodels.api as sm
            from scipy import stats

            target = %s
            columns = {%s}  # levels, the first one the reference; None for a number
            texts = [c for c in columns if columns[c]] + %s
            rows = pd.read_csv("../synthetic.csv", dtype=dict.fromkeys(texts, str), keep_default_na=False, na_values={%s})
            rows = rows.dropna(subset=[target, *columns])
            x = {"(Intercept)": pd.Series(1.0, rows.index)}
            for c in columns:
                if columns[c]:
                    seen = [level for level in columns[c] if (rows[c] == level).any()]
                    x.update({c + "=" + level: (rows[c] == level).astype(float) for level in seen[1:]})
                elif rows[c].nunique() > 1:
                    x[c] = rows[c].astype(float)
            y, X, weight = %s, pd.DataFrame(x), %s
            """,
            title(),
            sureness(),
            quoted(target.name()),
            columns,
            text,
            missingByColumn(),
            outcome,
            weight)
        + pythonFit();
  }

  /** How the file writes a missing cell of each column that may have one. */
  private String missingByColumn() {
    return usable(schema).stream()
        .filter(Column::missingAllowed)
        .map(column -> quoted(column.name()) + ": [" + list(tokens(column)) + "]")
        .collect(Collectors.joining(", "));
  }

  private List<String> missingTokens() {
    return Stream.concat(
            Stream.of(""),
            usable(schema).stream()
                .filter(Column::missingAllowed)
                .flatMap(column -> tokens(column).stream()))
        .distinct()
        .toList();
  }

  private List<String> tokens(Column column) {
    return schema.missingValues(column);
  }

  private String pythonFit() {
    String family = "sm.families." + (logistic() ? "Binomial()" : "Gaussian()");
    if (kind != Kind.REPLICATES) {
      return String.format(
          Locale.ROOT,
          """
          fit = sm.GLM(y, X, family=%s, var_weights=weight).fit(cov_type="HC0")
          print(fit.summary())
          estimate, error = fit.params, fit.bse
          """,
          family);
    }
    return String.format(
        Locale.ROOT,
        """

        def fit(w, start=None):
            return sm.GLM(y, X, family=%s, var_weights=w).fit(start_params=start).params

        replicates = pd.read_csv("../replicates.csv.gz").loc[rows.index]
        estimate = fit(weight)
        squares = [(fit(replicates[b], estimate.values) - estimate) ** 2 for b in replicates]
        error = (sum(squares) / len(squares)) ** 0.5
        reach = stats.t.ppf(0.975, len(squares) - 1) * error
        print(pd.DataFrame({"estimate": estimate, "std. error": error, "lower": estimate - reach, "upper": estimate + reach}))
        """,
        family);
  }

  private String r() {
    String levels =
        predictors().stream()
            .filter(column -> !column.type().isNumeric())
            .map(column -> "c(" + list(column.type().levels()) + ")")
            .collect(Collectors.joining(", "));
    String factors =
        list(
            predictors().stream()
                .filter(column -> !column.type().isNumeric())
                .map(Column::name)
                .toList());
    String outcome =
        logistic() ? "as.numeric(rows[[target]] == " + quoted(event()) + ")" : "rows[[target]]";
    return String.format(
            Locale.ROOT,
            """
            # %s regression on the synthetic rows: %s. Needs the package survey.
            library(survey)

            target <- %s
            columns <- c(%s)
            levels <- setNames(list(%s), c(%s))  # the first level of each is the reference
            text <- c(names(levels)%s)
            rows <- read.csv("../synthetic.csv", check.names = FALSE, na.strings = c(%s), colClasses = setNames(rep("character", length(text)), text))
            used <- complete.cases(rows[, c(target, columns)])
            rows <- rows[used, ]
            for (name in names(levels)) rows[[name]] <- droplevels(factor(rows[[name]], levels[[name]]))
            columns <- Filter(function(name) length(unique(rows[[name]])) > 1, columns)
            # Short names for the model, because a column's own may be anything.
            rows <- data.frame(setNames(rows[columns], paste0("x", seq_along(columns))), y = %s, w = %s)
            """,
            title(),
            sureness(),
            quoted(target.name()),
            list(predictors().stream().map(Column::name).toList()),
            levels,
            factors,
            logistic() ? ", target" : "",
            list(missingTokens()),
            outcome,
            kind == Kind.ROWS ? "1" : "rows$weight")
        + rFit();
  }

  private String rFit() {
    String family = logistic() ? "quasibinomial()" : "gaussian()";
    String design =
        kind == Kind.REPLICATES
            ? """
            replicates <- as.matrix(read.csv("../replicates.csv.gz"))[used, ]
            B <- ncol(replicates)
            design <- svrepdesign(data = rows, weights = ~w, repweights = replicates, type = "other", scale = 1 / B,
              rscales = rep(1, B), combined.weights = TRUE, mse = TRUE)
            df <- B - 1
            """
            : """
            design <- svydesign(ids = ~1, weights = ~w, data = rows)
            df <- nrow(rows) - 1
            """;
    return design
        + String.format(
            Locale.ROOT,
            """
            fit <- svyglm(reformulate(setdiff(names(rows), c("y", "w")), "y"), design, family = %s)
            estimate <- coef(fit)
            error <- sqrt(diag(vcov(fit)))
            for (i in rev(seq_along(columns))) names(estimate) <- sub(paste0("^x", i, "(?![0-9])"), paste0(columns[i], " "), names(estimate), perl = TRUE)
            print(cbind(estimate, error, lower = estimate - qt(0.975, df) * error, upper = estimate + qt(0.975, df) * error))
            # svymean(~y, design) gives a mean, svyquantile(~x1, design, 0.5) a median
            """,
            family);
  }

  private static String list(List<String> texts) {
    return texts.stream().map(ExampleScripts::quoted).collect(Collectors.joining(", "));
  }

  /**
   * A model that Stan's parser takes from 2.21 on: neither spelling of arrays is known to all
   * versions, so there are none.
   */
  private String stan() {
    return kind == Kind.REPLICATES ? pooledStan() : plainStan();
  }

  private String outcome() {
    return logistic() ? "vector<lower=0, upper=1>[N] y;  // 0 or 1" : "vector[N] y;";
  }

  private String pooledStan() {
    String density =
        logistic()
            ? "y .* eta - log1p_exp(eta));  // bernoulli_logit, row by row"
            : "-0.5 * (log(sigma2[b]) + square(y - eta) / sigma2[b]));  // normal, row by row";
    return String.format(
        Locale.ROOT,
        """
        // Bayesian updating with replicate weights: one posterior per replicate, pooled by picking one at random for
        // every draw. W has a column per replicate (some of replicates.csv.gz, twenty are enough). What is pooled covers all
        // that the replicates do and counts the drawing of the rows once more, so it is a little too wide, never too narrow.
        // The columns of X: numbers standardised, 0 or 1 for every level of a factor but the first.
        data {
          int<lower=1> N;
          int<lower=1> K;
          int<lower=1> B;
          matrix[N, K] X;
          %s
          matrix<lower=0>[N, B] W;
        }
        parameters {
          vector[B] alpha;
          matrix[K, B] beta;
        %s}
        model {
          alpha ~ normal(0, 1);
          to_vector(beta) ~ normal(0, 1);
        %s  for (b in 1:B) {
            vector[N] eta = alpha[b] + X * col(beta, b);
            target += dot_product(col(W, b), %s
          }
        }
        generated quantities {
          int pick = categorical_rng(rep_vector(1.0 / B, B));
          real alpha_pooled = alpha[pick];
          vector[K] beta_pooled = col(beta, pick);
        }
        """,
        outcome(),
        logistic() ? "" : "  vector<lower=0>[B] sigma2;\n",
        logistic() ? "" : "  sigma2 ~ normal(0, 10);\n",
        density);
  }

  private String plainStan() {
    String density =
        logistic()
            ? "y .* eta - log1p_exp(eta));  // bernoulli_logit, row by row"
            : "-0.5 * (log(sigma2) + square(y - eta) / sigma2));  // normal, row by row";
    return String.format(
        Locale.ROOT,
        """
        // Weighted Bayesian updating: each synthetic row counts w[i] times (1 where a release has no weights). This takes
        // synthetic rows for real ones: the draws are too narrow to be a posterior of the truth.
        // The columns of X are those of tare analyze --standardize: numbers standardised, 0 or 1 for every level of a factor
        // but the first.
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
        outcome(),
        logistic() ? "" : "  real<lower=0> sigma2;\n",
        logistic() ? "" : "  sigma2 ~ normal(0, 10);\n",
        density);
  }

  private static String quoted(String text) {
    return "\""
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r")
        + "\"";
  }
}
