package tare.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

class EncodingTest {

  private static final double MISSING = Double.NaN;

  private static final Schema SCHEMA =
      new Schema(
          "s",
          "row",
          List.of(
              new Column("x", new ColumnType.Numeric(0, 10, List.of()), true),
              new Column("k", new ColumnType.Category(List.of("a", "b"), Optional.empty()), true),
              new Column("f", new ColumnType.YesNo("no", "yes"), false),
              new Column("n", new ColumnType.Whole(-1, 3, List.of()), false)),
          OptionalLong.empty());

  @Test
  void encodesByHandWorkedRows() {
    Encoding encoding = Encoding.of(SCHEMA);
    Table table =
        ColumnarTable.of(SCHEMA, new double[][] {{10, MISSING}, {1, MISSING}, {0, 1}, {-1, 2}});

    assertThat(encoding.names())
        .containsExactly(
            "(intercept)", "x", "x missing", "k=a", "k=b", "k missing", "f=no", "f=yes", "n");
    assertThat(encoding.encode(table))
        .containsExactly(
            0.5, 0.5, 0, 0, 0.5, 0, 0.5, 0, -0.5, //
            0.5, 0, 0.5, 0, 0, 0.5, 0, 0.5, 0.25);
    assertThat(encoding.normBound()).isEqualTo(Math.sqrt(5 / 4.0));
  }

  @Test
  void refusesATableOfOtherColumns() {
    Schema other = new Schema("s", "row", SCHEMA.columns().subList(0, 1), OptionalLong.empty());

    assertThatThrownBy(
            () -> Encoding.of(SCHEMA).encode(ColumnarTable.of(other, new double[][] {{1}})))
        .hasMessageContaining("columns of the encoding's schema");
  }

  @Test
  void everyRowOfEverySchemaIsWithinTheBoundAndSomeRowReachesIt() {
    RandomGenerator random = new Seed(1).stream("encoding");
    for (int trial = 0; trial < 300; trial++) {
      Schema schema = anySchema(random);
      Encoding encoding = Encoding.of(schema);
      Table table = anyTable(schema, 20, random);
      double[] matrix = encoding.encode(table);
      double bound = encoding.normBound();

      assertThat(bound * bound).isGreaterThanOrEqualTo((schema.columnCount() + 1) / 4.0);
      double longest = 0;
      for (int r = 0; r < table.rowCount(); r++) {
        longest = Math.max(longest, norm(matrix, r * encoding.width(), encoding.width()));
      }
      assertThat(longest).isLessThanOrEqualTo(bound * (1 + 1e-15));
      // Row 0 holds only extremes.
      assertThat(norm(matrix, 0, encoding.width())).isGreaterThan(bound * (1 - 1e-12));
    }
  }

  @Test
  void aRowAloneIsEncodedAsInTheWholeTable() {
    RandomGenerator random = new Seed(2).stream("encoding");
    for (int trial = 0; trial < 50; trial++) {
      Schema schema = anySchema(random);
      Encoding encoding = Encoding.of(schema);
      Table table = anyTable(schema, 10, random);
      double[] out = new double[encoding.width()];
      Arrays.fill(out, 9);
      List<Double> rows =
          table.pass(
              ArrayList::new,
              (all, row) -> {
                encoding.encode(row, out, 0);
                Arrays.stream(out).forEach(all::add);
              },
              (a, b) -> a);

      assertThat(rows.stream().mapToDouble(x -> x).toArray())
          .containsExactly(encoding.encode(table));
    }
  }

  private static double norm(double[] matrix, int from, int length) {
    double sum = 0;
    for (int j = from; j < from + length; j++) {
      sum += matrix[j] * matrix[j];
    }
    return Math.sqrt(sum);
  }

  private static Schema anySchema(RandomGenerator random) {
    List<Column> columns = new ArrayList<>();
    int count = 1 + random.nextInt(12);
    for (int c = 0; c < count; c++) {
      double lo = random.nextGaussian() * Math.pow(10, random.nextInt(6));
      ColumnType type =
          switch (random.nextInt(4)) {
            case 0 ->
                new ColumnType.Numeric(lo, lo + Math.exp(random.nextGaussian() * 5), List.of());
            case 1 ->
                new ColumnType.Whole((long) lo, (long) lo + 1 + random.nextInt(100_000), List.of());
            case 2 ->
                new ColumnType.Category(
                    IntStream.range(0, 1 + random.nextInt(200)).mapToObj(i -> "l" + i).toList(),
                    Optional.empty());
            default -> new ColumnType.YesNo("no", "yes");
          };
      columns.add(new Column("c" + c, type, random.nextBoolean()));
    }
    return new Schema("any", "row", columns, OptionalLong.empty());
  }

  private static Table anyTable(Schema schema, int rows, RandomGenerator random) {
    double[][] cells = new double[schema.columnCount()][rows];
    for (int c = 0; c < cells.length; c++) {
      Column column = schema.column(c);
      for (int r = 0; r < rows; r++) {
        if (column.missingAllowed() && random.nextInt(4) == 0) {
          cells[c][r] = MISSING;
        } else if (column.type().isNumeric()) {
          double lo = column.type().lowerBound();
          double hi = column.type().upperBound();
          cells[c][r] = r == 0 ? (random.nextBoolean() ? lo : hi) : random.nextDouble(lo, hi);
        } else {
          cells[c][r] = random.nextInt(column.type().levelCount());
        }
      }
    }
    return ColumnarTable.of(schema, cells);
  }
}
