package tare.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.WriterAppender;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.cli.Main;
import tare.gate.EveryKind;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.SchemaFile;

/**
 * What is wrong with rows is said on the driver, before anything is charged, and neither there nor
 * in a log stands what a cell holds. The logs are those of all tasks: here they run in one process.
 */
class BadRowsTest {

  /** A value that no message and no log may hold. */
  private static final String SECRET = "very-private-77123";

  @TempDir Path folder;

  private Path schema = Path.of("");
  private Path rows = Path.of("");

  private record Ended(int code, String said, String logged) {}

  @BeforeEach
  void write() throws IOException {
    schema = folder.resolve("schema.json");
    rows = folder.resolve("rows");
    Files.writeString(schema, SchemaFile.text(EveryKind.SCHEMA));
    LocalSpark.written(EveryKind.rows(300), rows, 3);
  }

  private Ended release(Path data) {
    StringWriter logged = new StringWriter();
    StringWriter said = new StringWriter();
    WriterAppender appender =
        WriterAppender.createAppender(
            PatternLayout.createDefaultLayout(), null, logged, "heard", false, true);
    appender.start();
    Logger root = (Logger) LogManager.getRootLogger();
    root.addAppender(appender);
    int code =
        Main.dressed(new SparkMain())
            .setOut(new PrintWriter(said))
            .setErr(new PrintWriter(said))
            .execute(
                "release",
                data.toString(),
                "--schema",
                schema.toString(),
                "--epsilon",
                "1",
                "--out",
                folder.resolve("release").toString());
    root.removeAppender(appender);
    return new Ended(code, said.toString(), logged.toString());
  }

  private void refused(Path data, String... words) throws IOException {
    Ended ended = release(data);
    assertThat(ended.code()).isEqualTo(4);
    assertThat(ended.said()).contains(words).doesNotContain(SECRET);
    assertThat(ended.logged()).doesNotContain(SECRET);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(path -> String.valueOf(path.getFileName())))
          .noneMatch(name -> name.endsWith(".ledger") || name.startsWith("release"));
    }
  }

  private Path changed(String column, org.apache.spark.sql.Column cells) {
    Dataset<Row> frame = LocalSpark.session().read().parquet(rows.toString());
    Path other = folder.resolve("changed");
    frame.withColumn(column, cells).write().parquet(other.toString());
    return other;
  }

  @Test
  void aColumnThatIsMissing() throws IOException {
    Dataset<Row> frame = LocalSpark.session().read().parquet(rows.toString());
    Path other = folder.resolve("fewer");
    frame.drop("age").withColumn("agee", functions.lit(SECRET)).write().parquet(other.toString());
    refused(other, "no column \"age\". Did you mean \"agee\"?", "\"agee\" is not in the schema");
  }

  @Test
  void aColumnOfAnotherType() throws IOException {
    refused(
        changed("age", functions.array(functions.lit(SECRET))), "Column \"age\" is of type array");
  }

  @Test
  void aTextThatIsNoNumber() throws IOException {
    refused(changed("age", functions.lit(SECRET)), "column \"age\": not a number", "Partition ");
  }

  @Test
  void aLevelThatNobodyDeclared() throws IOException {
    refused(
        changed("ill", functions.lit(SECRET)), "column \"ill\": not one of the declared levels");
  }

  /**
   * Its cells are sound (a town that nobody declared is the rest), and still no log may quote them.
   */
  @Test
  void aPartThatIsCutShort() throws IOException {
    Path sound = changed("town", functions.lit(SECRET));
    Path part = partOf(sound);
    byte[] bytes = Files.readAllBytes(part);
    byte[] broken = Arrays.copyOf(bytes, bytes.length);
    Arrays.fill(broken, 4, bytes.length / 2, (byte) 0x5A);
    Files.write(part, broken);
    refused(sound, "Spark could not read them", "Nothing was charged.");
    Files.write(part, Arrays.copyOf(bytes, bytes.length / 2));
    refused(sound, "Spark could not read them", "Nothing was charged.");
  }

  /** One of a folder's parts; without Hadoop's file of checksums, which would find the fault. */
  private static Path partOf(Path data) throws IOException {
    try (Stream<Path> files = Files.list(data)) {
      Path part =
          files.filter(path -> path.toString().endsWith(".parquet")).sorted().toList().get(1);
      Files.delete(part.resolveSibling("." + part.getFileName() + ".crc"));
      return part;
    }
  }

  @Test
  void aPartWhoseColumnIsOfAnotherType() throws IOException {
    mixed(changed("age", functions.lit(SECRET)));
    refused(rows, "Spark could not read them", "Nothing was charged.");
  }

  @Test
  void aPartWithoutAColumn() throws IOException {
    Dataset<Row> frame = LocalSpark.session().read().parquet(rows.toString());
    Path other = folder.resolve("fewer");
    frame.drop("age").withColumn("town", functions.lit(SECRET)).write().parquet(other.toString());
    mixed(other);
    refused(rows, "column \"age\": missing");
  }

  /** A part of other rows comes among these, after those that Spark asks for their columns. */
  private void mixed(Path others) throws IOException {
    Files.copy(partOf(others), rows.resolve("part-9.parquet"));
  }

  @Test
  void aSchemaOfAnotherTable() throws IOException {
    Schema other =
        new Schema(
            "other",
            "person",
            List.of(new Column("height", new ColumnType.Numeric(0, 3, List.of()), false)),
            OptionalLong.empty());
    Files.writeString(schema, SchemaFile.text(other));
    refused(
        changed("town", functions.lit(SECRET)),
        "no column \"height\"",
        "\"age\" is not in the schema");
  }

  @Test
  void aFolderWithoutRows() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    refused(empty, "Spark could not read them");
    refused(
        changed("age", functions.lit(1)).resolveSibling("nowhere"), "Spark could not read them");
  }

  @Test
  void aGeneratorThatTrainsOnLots() {
    StringWriter said = new StringWriter();
    int code =
        Main.dressed(new SparkMain())
            .setErr(new PrintWriter(said))
            .execute(
                "release",
                rows.toString(),
                "--schema",
                schema.toString(),
                "--epsilon",
                "1",
                "--generator",
                "dpgan",
                "--out",
                folder.resolve("release").toString());
    assertThat(code).isEqualTo(2);
    assertThat(said.toString()).contains("each lot would be a job");
  }
}
