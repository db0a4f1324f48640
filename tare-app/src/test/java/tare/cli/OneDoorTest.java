package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same table gives the same answer to every command, whichever kind of file it comes in. */
class OneDoorTest {

  /** Files of the same name, each in a folder of its own; DuckDB writes those that we do not. */
  enum Kind {
    CSV("rows.csv"),
    GZIP("rows.csv.gz"),
    ZSTD("rows.csv.zst"),
    PARQUET("rows.parquet"),
    PARQUET_SNAPPY("rows.parquet"),
    PARQUET_ZSTD("rows.parquet");

    private final String file;

    Kind(String file) {
      this.file = file;
    }
  }

  private static final Map<Kind, Map<String, String>> ANSWERS = new HashMap<>();

  @TempDir private static Path folder = Path.of("");

  private static Path schema = Path.of("");
  private static Path release = Path.of("");

  @BeforeAll
  static void writeAll() throws IOException, SQLException {
    Path source = Path.of("..", "examples", "patients");
    List<String> lines = Files.readAllLines(source.resolve("patients.csv")).subList(0, 301);
    schema = folder.resolve("schema.json");
    Files.writeString(
        schema, Files.readString(source.resolve("patients.schema.json")).replace("6000", "300"));
    for (Kind kind : Kind.values()) {
      Files.createDirectories(path(kind).getParent());
    }
    Files.write(path(Kind.CSV), lines);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(path(Kind.GZIP)))) {
      Files.copy(path(Kind.CSV), out);
    }
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      statement.execute(
          "CREATE TABLE t AS SELECT * FROM read_csv('"
              + path(Kind.CSV)
              + "', header = true, auto_type_candidates = ['BIGINT', 'DOUBLE', 'VARCHAR'])");
      copy(statement, Kind.ZSTD, "FORMAT csv, HEADER, COMPRESSION zstd");
      copy(statement, Kind.PARQUET, "FORMAT parquet, COMPRESSION uncompressed");
      copy(statement, Kind.PARQUET_SNAPPY, "FORMAT parquet, COMPRESSION snappy");
      copy(statement, Kind.PARQUET_ZSTD, "FORMAT parquet, COMPRESSION zstd");
    }
    release = folder.resolve("release");
    Cli made =
        Cli.run(
            "release",
            path(Kind.CSV).toString(),
            "--schema",
            schema.toString(),
            "--epsilon",
            "1",
            "--ledger",
            folder.resolve("ledgers").toString(),
            "--out",
            release.toString());
    assertThat(made.code()).as(made.text()).isZero();
    ANSWERS.put(Kind.CSV, answers(Kind.CSV));
  }

  private static void copy(Statement statement, Kind kind, String options) throws SQLException {
    statement.execute("COPY t TO '" + path(kind) + "' (" + options + ")");
  }

  private static Path path(Kind kind) {
    return folder.resolve(kind.name()).resolve(kind.file);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void everyCommandAnswersAlike(Kind kind) throws IOException {
    assertThat(answers(kind)).isEqualTo(ANSWERS.get(Kind.CSV));
  }

  /** What each command says of a file; of weights that carry noise, the rows that they stand on. */
  private static Map<String, String> answers(Kind kind) throws IOException {
    String file = path(kind).toString();
    String plain = path(Kind.CSV).toString();
    Map<String, String> answers = new HashMap<>();
    answers.put("schema", said("schema", file));
    answers.put("check", said("schema", file, "--check", schema.toString(), "--json"));
    answers.put(
        "analyze",
        said("analyze", file, "--model", "logistic", "--target", "readmitted", "--json"));
    answers.put("forest", said("analyze", file, "--model", "forest", "--target", "bmi", "--json"));
    answers.put("distance", said("distance", plain, file, "--json"));
    answers.put("distance from", said("distance", file, plain, "--metric", "tv2", "--json"));
    answers.put("diagnose", said("diagnose", file, "--column", "bmi", "--json"));
    answers.put(
        "evaluate",
        said("evaluate", release.toString(), "--against", file, "--bootstraps", "2", "--json"));
    Path weighed = folder.resolve("weighed " + kind);
    if (!Files.exists(weighed)) {
      said(
          "weigh",
          file,
          file,
          "--schema",
          schema.toString(),
          "--epsilon",
          "1",
          "--ledger",
          folder.resolve("ledgers " + kind).toString(),
          "--out",
          weighed.toString());
    }
    try (Stream<String> rows = Files.lines(weighed.resolve("synthetic.csv"))) {
      answers.put("weigh", String.join("\n", rows.map(OneDoorTest::withoutWeights).toList()));
    }
    return answers;
  }

  private static String withoutWeights(String line) {
    return String.join(",", List.of(line.split(",", -1)).subList(0, 9));
  }

  private static String said(String... args) {
    Cli cli = Cli.run(args);
    assertThat(cli.code()).as(String.join(" ", args) + "\n" + cli.text()).isLessThan(2);
    return cli.out();
  }
}
