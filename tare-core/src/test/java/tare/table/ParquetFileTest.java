package tare.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

class ParquetFileTest {

  private static final Schema SCHEMA =
      new Schema(
          "s",
          "row",
          List.of(
              new Column("x", new ColumnType.Numeric(0, 10, List.of()), true),
              new Column("k", new ColumnType.Category(List.of("a", "b"), Optional.empty()), false)),
          OptionalLong.empty());

  private final Path folder;

  ParquetFileTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void anyTableIsReadBackBitByBit() throws IOException {
    RandomGenerator random = new Seed(8).stream("parquet");
    for (int trial = 0; trial < 60; trial++) {
      Schema schema = AnyTable.schema(random);
      ColumnarTable table = AnyTable.table(schema, 1 + random.nextInt(300), random);
      double[] odd = random.longs(table.rowCount()).mapToDouble(Double::longBitsToDouble).toArray();
      Path file = folder.resolve("any.parquet");
      ParquetFile.write(new TableWithExtras(table, List.of(new ExtraColumn("weight", odd))), file);
      TableWithExtras again = TableFile.read(file, schema, List.of("weight"), CsvOptions.DEFAULTS);

      for (int c = 0; c < schema.columnCount(); c++) {
        assertThat(again.table().values(c)).containsExactly(table.values(c));
      }
      assertThat(again.extra("weight")).containsExactly(odd);
    }
  }

  @Test
  void aTableOfSeveralPagesAndGroupsIsReadBack() throws IOException {
    int rows = (1 << 20) + 70_003;
    double[][] cells = new double[2][rows];
    for (int r = 0; r < rows; r++) {
      cells[0][r] = r % 7 == 0 ? Double.NaN : r % 1000 / 100.0;
      cells[1][r] = r % 2;
    }
    Table table = ColumnarTable.of(SCHEMA, cells);
    Path file = folder.resolve("large.parquet");
    ParquetFile.write(table, file);
    Table again = ParquetFile.read(file, SCHEMA);

    assertThat(Arrays.equals(again.values(0), table.values(0))).isTrue();
    assertThat(Arrays.equals(again.values(1), table.values(1))).isTrue();
  }

  @Test
  void saysWhatDoesNotFitTheSchema() throws IOException {
    Schema other =
        new Schema(
            "s",
            "row",
            List.of(
                new Column("xx", new ColumnType.Numeric(0, 10, List.of()), true),
                new Column("k", new ColumnType.Whole(0, 10, List.of()), false)),
            OptionalLong.empty());
    Path file = written(new double[][] {{1, Double.NaN}, {0, 1}});

    assertThat(faults(file, other))
        .containsExactly(
            "The file has no column \"xx\". Did you mean \"x\"?",
            "The file's column \"x\" is not in the schema. Declare it, or name it under"
                + " \"tare:ignore\" to leave it out.");
  }

  @Test
  void textsAreReadAsNumbersWhereTheyAreSuch() throws IOException {
    Schema texts =
        new Schema(
            "s",
            "row",
            List.of(
                new Column(
                    "k", new ColumnType.Category(List.of("7", "8.5"), Optional.empty()), false)),
            OptionalLong.empty());
    Schema numbers =
        new Schema(
            "s",
            "row",
            List.of(new Column("k", new ColumnType.Numeric(0, 10, List.of()), false)),
            OptionalLong.empty());
    Path file = folder.resolve("texts.parquet");
    ParquetFile.write(ColumnarTable.of(texts, new double[][] {{0, 1, 0}}), file);

    assertThat(ParquetFile.read(file, numbers).values(0)).containsExactly(7, 8.5, 7);
    assertThat(faults(written(new double[][] {{1, 2}, {0, 1}}), numbersNamed("x", "k")))
        .allMatch(fault -> fault.contains("column \"k\": not a number."));
  }

  private static Schema numbersNamed(String... names) {
    return new Schema(
        "s",
        "row",
        Arrays.stream(names)
            .map(name -> new Column(name, new ColumnType.Numeric(0, 10, List.of()), true))
            .toList(),
        OptionalLong.empty());
  }

  @Test
  void namesTheRowsOfFlawedCells() throws IOException {
    Schema stricter =
        new Schema(
            "s",
            "row",
            List.of(
                new Column("x", new ColumnType.Whole(0, 10, List.of()), false),
                new Column("k", new ColumnType.YesNo("a", "z"), false)),
            OptionalLong.empty());
    Path file = written(new double[][] {{1, Double.NaN, 2.5}, {0, 1, 0}});

    assertThat(faults(file, stricter))
        .containsExactly(
            "Row 2, column \"x\": missing, but the schema says \"required\". Fill it in, or allow it"
                + " to be missing.",
            "Row 3, column \"x\": not a whole number. Round it, or declare the type \"number\".",
            "Row 2, column \"k\": not one of the declared levels. Declare it, or declare a level for"
                + " all other values (\"tare:other\").");
  }

  @Test
  void refusesATableWithoutRows() throws IOException {
    assertThat(faults(written(new double[][] {{}, {}}), SCHEMA))
        .containsExactly("The file has no rows.");
  }

  @Test
  void refusesAnythingElseInPlainWords() throws IOException {
    Path text = Files.writeString(folder.resolve("a.parquet"), "PAR1 is only the beginning");

    assertThat(faults(text, SCHEMA))
        .containsExactly(
            "This Parquet file cannot be read: it is cut short, encrypted, or no Parquet file at"
                + " all.");
    assertThatThrownBy(() -> ParquetFile.read(folder.resolve("none.parquet"), SCHEMA))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void noDamageCausesAnyOtherException() throws IOException {
    RandomGenerator random = new Seed(9).stream("damage");
    byte[] sound = Files.readAllBytes(written(new double[][] {{1, Double.NaN, 2.5}, {0, 1, 0}}));
    Path file = folder.resolve("damaged.parquet");
    int refused = 0;
    for (int trial = 0; trial < 1000; trial++) {
      byte[] damaged =
          Arrays.copyOf(sound, trial % 3 == 0 ? random.nextInt(sound.length) : sound.length);
      for (int i = random.nextInt(4); i >= 0 && damaged.length > 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, damaged);
      try {
        ParquetFile.read(file, SCHEMA);
      } catch (BadInputException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(500);
  }

  private Path written(double[][] cells) throws IOException {
    Path file = folder.resolve("written.parquet");
    ParquetFile.write(ColumnarTable.of(SCHEMA, cells), file);
    return file;
  }

  private static List<String> faults(Path file, Schema schema) {
    BadInputException refused =
        catchThrowableOfType(BadInputException.class, () -> ParquetFile.read(file, schema));
    assertThat(refused).isNotNull();
    return refused.faults();
  }
}
