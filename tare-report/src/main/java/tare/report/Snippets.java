package tare.report;

import java.util.LinkedHashMap;
import java.util.Map;
import tare.schema.Column;
import tare.schema.Schema;

/**
 * A few lines of each language that load a release and take a mean of one of its columns the right
 * way: with replicates where there are, without weights where they are not to be used.
 */
final class Snippets {

  private final boolean weighted;
  private final int replicates;
  private final String missing;
  private final Column column;

  private Snippets(ReleaseFacts facts) {
    this.weighted = facts.usesWeights();
    this.replicates = weighted ? facts.bundle().replicates().map(r -> r.count()).orElse(0) : 0;
    this.missing = facts.schema().missingValues().stream().findFirst().orElse("");
    this.column = numeric(facts.schema());
  }

  /** By language. */
  static Map<String, String> of(ReleaseFacts facts) {
    Snippets snippets = new Snippets(facts);
    Map<String, String> all = new LinkedHashMap<>();
    all.put("R", snippets.r());
    all.put("Python", snippets.python());
    all.put("DuckDB", snippets.sql());
    all.put("Stan", snippets.stan());
    return all;
  }

  private static Column numeric(Schema schema) {
    return schema.columns().stream()
        .filter(c -> c.type().isNumeric())
        .findFirst()
        .orElse(schema.column(0));
  }

  /** What is averaged: the number, or whether the level is the last one. */
  private boolean isNumber() {
    return column.type().isNumeric();
  }

  private String level() {
    return column.type().levels().get(column.type().levelCount() - 1);
  }

  private String r() {
    String name = "rows[[" + quoted(column.name()) + "]]";
    String x = isNumber() ? name : "as.numeric(" + name + " == " + quoted(level()) + ")";
    String load =
        "rows <- read.csv(\"synthetic.csv\", check.names = FALSE, na.strings = "
            + quoted(missing)
            + ")\nrows$x <- "
            + x
            + "\n";
    if (replicates > 0) {
      return "library(survey)\n"
          + load
          + "reps <- read.csv(gzfile(\"replicates.csv.gz\"))\n"
          + "design <- svrepdesign(data = rows, weights = ~weight, repweights = reps, type = \"other\",\n"
          + "                      scale = 1 / ncol(reps), rscales = rep(1, ncol(reps)), combined.weights = TRUE, mse = TRUE)\n"
          + "svymean(~x, design, na.rm = TRUE)    # svyglm(y ~ x, design) for a regression";
    }
    return weighted
        ? "library(survey)\n"
            + load
            + "design <- svydesign(ids = ~1, weights = ~weight, data = rows)\n"
            + "svymean(~x, design, na.rm = TRUE)    # svyglm(y ~ x, design) for a regression"
        : load + "mean(rows$x, na.rm = TRUE)";
  }

  private String python() {
    String name = "rows[" + quoted(column.name()) + "]";
    String x = isNumber() ? name : "(" + name + " == " + quoted(level()) + ")";
    String load =
        "import pandas as pd\n"
            + "rows = pd.read_csv(\"synthetic.csv\", keep_default_na=False, na_values=["
            + quoted(missing)
            + "])\nx = "
            + x
            + ".dropna()\n";
    if (!weighted) {
      return load + "print(x.mean())";
    }
    String mean = "mean = lambda w: (x * w[x.index]).sum() / w[x.index].sum()\n";
    return replicates > 0
        ? load
            + mean
            + "reps = pd.read_csv(\"replicates.csv.gz\")\n"
            + "estimate = mean(rows[\"weight\"])\n"
            + "error = (sum((mean(reps[r]) - estimate) ** 2 for r in reps) / reps.shape[1]) ** 0.5\n"
            + "print(estimate, error)"
        : load
            + mean
            + "print(mean(rows[\"weight\"]))   # scikit-learn: fit(X, y, sample_weight=rows[\"weight\"])";
  }

  private String sql() {
    String name = "\"" + column.name().replace("\"", "\"\"") + "\"";
    String x = isNumber() ? name : "(" + name + " = '" + level().replace("'", "''") + "')::int";
    return weighted
        ? "SELECT sum(weight * "
            + x
            + ") / sum(weight) FILTER ("
            + name
            + " IS NOT NULL) AS mean\nFROM 'synthetic.parquet';"
        : "SELECT avg(" + x + ") AS mean\nFROM 'synthetic.parquet';";
  }

  private String stan() {
    return weighted
        ? "// y: a column without missing cells; w: the column weight of the same rows\n"
            + "data { int<lower=1> N; vector[N] y; vector<lower=0>[N] w; }\n"
            + "parameters { real mu; real<lower=0> sigma; }\n"
            + "model { for (n in 1:N) target += w[n] * normal_lpdf(y[n] | mu, sigma); }"
        : "// y: a column without missing cells\n"
            + "data { int<lower=1> N; vector[N] y; }\n"
            + "parameters { real mu; real<lower=0> sigma; }\n"
            + "model { y ~ normal(mu, sigma); }";
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
