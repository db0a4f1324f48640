package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.curator.KnownRows;
import tare.ledger.Ledger;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.CsvOptions;
import tare.table.ParquetFile;
import tare.table.Table;
import tare.table.TableFile;
import tare.table.TableWithExtras;

/** A data set has one ledger, whatever name, link or format its rows come under. */
class OneLedgerTest {

  private static final String SCHEMA =
      """
      {
        "tare:name": "%s", "tare:unit": "person", "tare:publicRowCount": 400,
        "fields": [
          { "name": "ill", "type": "boolean", "trueValues": ["yes"], "falseValues": ["no"], "constraints": { "required": true } }
        ]
      }
      """;

  @TempDir private Path folder = Path.of("");

  private Cli release(Path data, String schemaName, String out, String... more) throws IOException {
    Path schema = folder.resolve(schemaName + ".json");
    Files.writeString(schema, SCHEMA.formatted(schemaName));
    List<String> args =
        List.of(
            "release",
            data.toString(),
            "--schema",
            schema.toString(),
            "--epsilon",
            "0.5",
            "--out",
            folder.resolve(out).toString());
    return Cli.run(
        java.util.stream.Stream.concat(args.stream(), List.of(more).stream())
            .toArray(String[]::new));
  }

  private Path data() throws IOException {
    Path data = folder.resolve("people.csv");
    Files.writeString(data, "ill\n" + "yes\nno\n".repeat(200));
    return data;
  }

  @Test
  void aLinkLeadsToTheLedgerOfTheRealFile() throws IOException {
    Path data = data();
    Cli first = release(data, "people", "one");
    assertThat(first.code()).as(first.text()).isZero();
    assertThat(first.err()).contains("NEW LEDGER", "people.ledger");
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(elsewhere.resolve("others.csv"), data);
    Cli second = release(link, "people", "two");
    assertThat(second.code()).as(second.text()).isEqualTo(ExitCode.BUDGET_REFUSED);
    assertThat(elsewhere.resolve("others.ledger")).doesNotExist();
    assertThat(second.err()).doesNotContain("NEW LEDGER");
  }

  @Test
  void aParquetCopyBesideTheRowsHasTheirLedger() throws IOException {
    Path data = data();
    assertThat(release(data, "people", "one").code()).isZero();
    Path copy = folder.resolve("people.parquet");
    ParquetFile.write(new TableWithExtras(read(data), List.of()), copy);
    assertThat(release(copy, "people", "two").code()).isEqualTo(ExitCode.BUDGET_REFUSED);
  }

  @Test
  void aLedgerOfAnotherDataSetIsRefused() throws IOException {
    Path data = data();
    assertThat(release(data, "people", "one").code()).isZero();
    int charges = Ledger.open(folder.resolve("people.ledger")).entries().size();
    Cli other = release(data, "animals", "two");
    assertThat(other.code()).as(other.text()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(other.err()).contains("is of the data set \"people\"");
    assertThat(Ledger.open(folder.resolve("people.ledger")).entries()).hasSize(charges);
  }

  private static Table read(Path data) throws IOException {
    Schema schema =
        new Schema(
            "people",
            "person",
            List.of(new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
            OptionalLong.empty());
    return TableFile.read(data, schema, CsvOptions.DEFAULTS);
  }

  /** The same rows in another order of rows, columns and levels; other rows are others. */
  @Test
  void theCuratorsMachineKnowsRowsThatWereCharged() throws IOException {
    Column age = new Column("age", new ColumnType.Numeric(0, 100, List.of()), false);
    Table one = table(List.of(age, home("own", "rent")), new double[][] {{30, 40, 50}, {0, 1, 1}});
    Table copy = table(List.of(home("rent", "own"), age), new double[][] {{0, 1, 0}, {40, 30, 50}});
    Table other =
        table(List.of(age, home("own", "rent")), new double[][] {{30, 41, 50}, {0, 1, 1}});
    Path first = Files.createFile(folder.resolve("first.ledger"));
    Path second = folder.resolve("second.ledger");
    KnownRows known = new KnownRows(folder.resolve("home"));
    known.requireNoOther(one, first);
    known.remember(one, first);
    known.remember(one, first);
    assertThat(Files.readAllLines(folder.resolve("home/charged"))).hasSize(1);
    known.requireNoOther(one, first);
    known.requireNoOther(other, second);
    assertThatThrownBy(() -> known.requireNoOther(copy, second))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("first.ledger");
    // Another machine has another key, and a ledger that is gone binds nobody.
    new KnownRows(folder.resolve("other home")).requireNoOther(copy, second);
    Files.delete(first);
    known.requireNoOther(copy, second);
  }

  private static Column home(String... levels) {
    return new Column("home", new ColumnType.Category(List.of(levels), Optional.empty()), false);
  }

  private static Table table(List<Column> columns, double[][] values) {
    return ColumnarTable.of(new Schema("t", "person", columns, OptionalLong.empty()), values);
  }
}
