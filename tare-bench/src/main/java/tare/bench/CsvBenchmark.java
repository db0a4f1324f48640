package tare.bench;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.CsvFile;
import tare.table.CsvOptions;
import tare.table.Table;
import tare.table.TableAppender;
import tare.table.TableWithExtras;

/** A million rows of fifteen columns from CSV into a table, and back; beside FastCSV. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 3)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class CsvBenchmark {

  private static final int ROWS = 1_000_000;

  private final Schema schema = schema();
  private byte[] text = new byte[0];
  private Table table = ColumnarTable.of(schema, new double[15][0]);

  /** Five numbers, three whole numbers, five categories of five levels, two yes/no columns. */
  private static Schema schema() {
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < 15; c++) {
      ColumnType type =
          c < 5
              ? new ColumnType.Numeric(-10, 10, List.of())
              : c < 8
                  ? new ColumnType.Whole(0, 99_999, List.of())
                  : c < 13
                      ? new ColumnType.Category(
                          List.of("private", "public", "none", "self employed", "other"),
                          Optional.empty())
                      : new ColumnType.YesNo("no", "yes");
      columns.add(new Column("column" + c, type, true));
    }
    return new Schema("bench", "row", columns, OptionalLong.empty());
  }

  @Setup
  public void fill() throws IOException {
    table = rows(new Seed(1).stream("bench"));
    ByteArrayOutputStream out = new ByteArrayOutputStream(100 << 20);
    CsvFile.write(new TableWithExtras(table, List.of()), out);
    text = out.toByteArray();
  }

  private Table rows(RandomGenerator random) {
    TableAppender rows = new TableAppender(schema);
    double[] row = new double[15];
    for (int r = 0; r < ROWS; r++) {
      for (int c = 0; c < 15; c++) {
        row[c] =
            c < 5
                ? Math.rint(random.nextGaussian() * 1e5) / 1e5
                : c < 8 ? random.nextInt(100_000) : random.nextInt(c < 13 ? 5 : 2);
      }
      rows.append(row);
    }
    return rows.finish();
  }

  /** Our reader. */
  @Benchmark
  public Table readCsv() throws IOException {
    return CsvFile.read(
            "bench", new ByteArrayInputStream(text), schema, List.of(), CsvOptions.DEFAULTS)
        .table();
  }

  /** FastCSV, the JDK's number parser and a linear search for levels, into the same table. */
  @Benchmark
  public Table readFastCsv() throws IOException {
    TableAppender rows = new TableAppender(schema);
    double[] row = new double[15];
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .ofCsvRecord(
                new InputStreamReader(new ByteArrayInputStream(text), StandardCharsets.UTF_8))) {
      boolean header = true;
      for (CsvRecord line : reader) {
        if (header) {
          header = false;
          continue;
        }
        for (int c = 0; c < 15; c++) {
          ColumnType type = schema.column(c).type();
          String cell = line.getField(c);
          row[c] = type.isNumeric() ? Double.parseDouble(cell) : type.levels().indexOf(cell);
        }
        rows.append(row);
      }
    }
    return rows.finish();
  }

  /** Our writer. */
  @Benchmark
  public void writeCsv() throws IOException {
    CsvFile.write(new TableWithExtras(table, List.of()), OutputStream.nullOutputStream());
  }
}
