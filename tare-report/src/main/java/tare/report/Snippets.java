package tare.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tare.release.ExampleScripts;
import tare.schema.Column;
import tare.schema.Schema;

/**
 * A few lines of each language that load a release and take a mean of one of its columns the right
 * way: with replicates where there are, without weights where they are not to be used. They run as
 * they stand, in the folder of the release; SnippetsTest runs them.
 */
final class Snippets {

  /** What there is besides the rows. */
  private enum Kind {
    REPLICATES,
    WEIGHTS,
    ROWS
  }

  private final Kind kind;
  private final Schema schema;
  private final Optional<Column> column;

  private Snippets(ReleaseFacts facts) {
    boolean weighted = facts.usesWeights();
    boolean replicated = weighted && facts.bundle().replicates().isPresent();
    this.kind = replicated ? Kind.REPLICATES : weighted ? Kind.WEIGHTS : Kind.ROWS;
    this.schema = facts.schema();
    this.column = averaged(schema);
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

  /** What is averaged: the first number, or the last level of the first column of levels. */
  private static Optional<Column> averaged(Schema schema) {
    List<Column> usable = ExampleScripts.usable(schema);
    return usable.stream()
        .filter(column -> column.type().isNumeric())
        .findFirst()
        .or(() -> usable.stream().findFirst());
  }

  private static boolean isNumber(Column column) {
    return column.type().isNumeric();
  }

  private static String level(Column column) {
    return column.type().levels().get(column.type().levelCount() - 1);
  }

  private String missing(Column column) {
    return schema.missingValues(column).stream()
        .map(Snippets::quoted)
        .collect(Collectors.joining(", "));
  }

  // --- R ----------------------------------------------------------------------------------------

  private String r() {
    if (column.isEmpty()) {
      return "rows <- read.csv(\"synthetic.csv\", check.names = FALSE)\nnrow(rows)";
    }
    Column c = column.get();
    String name = quoted(c.name());
    String text =
        isNumber(c) ? "" : ", colClasses = c(" + backticked(c.name()) + " = \"character\")";
    String load =
        "rows <- read.csv(\"synthetic.csv\", check.names = FALSE, na.strings = c("
            + missing(c)
            + ")"
            + text
            + ")\nrows$x <- "
            + (isNumber(c)
                ? "rows[[" + name + "]]"
                : "as.numeric(rows[[" + name + "]] == " + quoted(level(c)) + ")")
            + "\n";
    return switch (kind) {
      case REPLICATES ->
          "library(survey)\n"
              + load
              + "reps <- read.csv(gzfile(\"replicates.csv.gz\"))\n"
              + "design <- svrepdesign(data = rows, weights = ~weight, repweights = reps, type = \"other\",\n"
              + "                      scale = 1 / ncol(reps), rscales = rep(1, ncol(reps)), combined.weights = TRUE, mse = TRUE)\n"
              + "svymean(~x, design, na.rm = TRUE)    # svyglm(y ~ x, design) for a regression";
      case WEIGHTS ->
          "library(survey)\n"
              + load
              + "design <- svydesign(ids = ~1, weights = ~weight, data = rows)\n"
              + "svymean(~x, design, na.rm = TRUE)    # its error leaves out what privacy noise adds";
      case ROWS -> load + "mean(rows$x, na.rm = TRUE)";
    };
  }

  private static String backticked(String name) {
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`";
  }

  // --- Python -----------------------------------------------------------------------------------

  private String python() {
    if (column.isEmpty()) {
      return "import pandas as pd\nrows = pd.read_csv(\"synthetic.csv\")\nprint(len(rows))";
    }
    Column c = column.get();
    String name = quoted(c.name());
    String load =
        "import pandas as pd\n"
            + "rows = pd.read_csv(\"synthetic.csv\", keep_default_na=False, na_values={"
            + name
            + ": ["
            + missing(c)
            + "]}"
            + (isNumber(c) ? "" : ", dtype={" + name + ": str}")
            + ")\nx = rows["
            + name
            + "].dropna()"
            + (isNumber(c) ? "" : " == " + quoted(level(c)))
            + "\n";
    String mean = "mean = lambda w: (x * w[x.index]).sum() / w[x.index].sum()\n";
    return switch (kind) {
      case REPLICATES ->
          load
              + mean
              + "reps = pd.read_csv(\"replicates.csv.gz\")\n"
              + "estimate = mean(rows[\"weight\"])\n"
              + "error = (sum((mean(reps[r]) - estimate) ** 2 for r in reps) / reps.shape[1]) ** 0.5\n"
              + "print(estimate, error)";
      case WEIGHTS ->
          load
              + mean
              + "print(mean(rows[\"weight\"]))   # scikit-learn: fit(X, y, sample_weight=rows[\"weight\"])";
      case ROWS -> load + "print(x.mean())";
    };
  }

  // --- DuckDB -----------------------------------------------------------------------------------

  private String sql() {
    if (column.isEmpty()) {
      return "SELECT count(*) FROM 'synthetic.parquet';";
    }
    Column c = column.get();
    String name = "\"" + c.name().replace("\"", "\"\"") + "\"";
    String x = isNumber(c) ? name : "(" + name + " = '" + level(c).replace("'", "''") + "')::int";
    return switch (kind) {
      case REPLICATES ->
          "WITH rows AS (SELECT file_row_number AS i, "
              + x
              + " AS x, weight\n"
              + "              FROM read_parquet('synthetic.parquet', file_row_number = true)),\n"
              + "     reps AS (UNPIVOT (SELECT * FROM read_parquet('replicates.parquet', file_row_number = true))\n"
              + "              ON COLUMNS(* EXCLUDE file_row_number) INTO NAME replicate VALUE w),\n"
              + "     whole AS (SELECT sum(weight * x) / sum(weight) AS mean FROM rows WHERE x IS NOT NULL),\n"
              + "     each AS (SELECT sum(w * x) / sum(w) AS mean FROM reps JOIN rows ON i = file_row_number\n"
              + "              WHERE x IS NOT NULL GROUP BY replicate)\n"
              + "SELECT whole.mean, sqrt(avg((each.mean - whole.mean) ^ 2)) AS error FROM whole, each GROUP BY whole.mean;";
      case WEIGHTS ->
          "SELECT sum(weight * "
              + x
              + ") / sum(weight) FILTER ("
              + name
              + " IS NOT NULL) AS mean\nFROM 'synthetic.parquet';";
      case ROWS -> "SELECT avg(" + x + ") AS mean\nFROM 'synthetic.parquet';";
    };
  }

  // --- Stan -------------------------------------------------------------------------------------

  private String stan() {
    return switch (kind) {
      case REPLICATES ->
          "// y: a column without missing cells; W: some columns of replicates.csv.gz, same rows. One posterior per\n"
              + "// replicate, pooled: picking one for every draw gives errors that know of noise and sampling.\n"
              + "data { int<lower=1> N; int<lower=1> B; vector[N] y; matrix<lower=0>[N, B] W; }\n"
              + "parameters { vector[B] mu; vector<lower=0>[B] sigma; }\n"
              + "model {\n"
              + "  for (b in 1:B)\n"
              + "    target += dot_product(col(W, b), -log(sigma[b]) - 0.5 * square((y - mu[b]) / sigma[b]));\n"
              + "}\n"
              + "generated quantities { real pooled = mu[categorical_rng(rep_vector(1.0 / B, B))]; }";
      case WEIGHTS ->
          "// y: a column without missing cells; w: the column weight of the same rows. Draws are too narrow:\n"
              + "// they take synthetic rows for real ones.\n"
              + "data { int<lower=1> N; vector[N] y; vector<lower=0>[N] w; }\n"
              + "parameters { real mu; real<lower=0> sigma; }\n"
              + "model { for (n in 1:N) target += w[n] * normal_lpdf(y[n] | mu, sigma); }";
      case ROWS ->
          "// y: a column without missing cells. Draws are too narrow: they take synthetic rows for real ones.\n"
              + "data { int<lower=1> N; vector[N] y; }\n"
              + "parameters { real mu; real<lower=0> sigma; }\n"
              + "model { y ~ normal(mu, sigma); }";
    };
  }

  private static String quoted(String text) {
    return "\""
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r")
        + "\"";
  }
}
