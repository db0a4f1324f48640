package tare.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

/** Random schemas and tables under them, for properties that hold for all. */
final class AnyTable {

  private static final int[] LETTERS =
      "ab\"',;\t|\\#=+-0_ äß漢🙂".codePoints().filter(c -> c != '\t').toArray();

  private AnyTable() {}

  static Schema schema(RandomGenerator random) {
    List<Column> columns = new ArrayList<>();
    int count = 1 + random.nextInt(8);
    for (int c = 0; c < count; c++) {
      columns.add(new Column(c + text(random), type(random), random.nextBoolean()));
    }
    List<String> missing = random.nextBoolean() ? List.of("", "N/A") : List.of("-99", "");
    return new Schema("any", "row", columns, OptionalLong.empty(), missing, List.of());
  }

  static ColumnarTable table(Schema schema, int rows, RandomGenerator random) {
    double[][] cells = new double[schema.columnCount()][rows];
    for (int c = 0; c < cells.length; c++) {
      for (int r = 0; r < rows; r++) {
        cells[c][r] = cell(schema.column(c), random);
      }
    }
    return ColumnarTable.of(schema, cells);
  }

  static double cell(Column column, RandomGenerator random) {
    if (column.missingAllowed() && random.nextInt(4) == 0) {
      return Double.NaN;
    }
    ColumnType type = column.type();
    if (!type.isNumeric()) {
      return random.nextInt(type.levelCount());
    }
    double value = random.nextDouble(type.lowerBound(), type.upperBound());
    return random.nextBoolean() ? value : Math.rint(value * 100) / 100;
  }

  private static ColumnType type(RandomGenerator random) {
    double lo = random.nextGaussian() * Math.pow(10, random.nextInt(7) - 2);
    return switch (random.nextInt(4)) {
      // Bounds above the missing value -99, which a number must not be mistaken for.
      case 0 -> new ColumnType.Numeric(Math.max(lo, -50), Math.max(lo, -50) + 1e3, List.of());
      case 1 -> {
        long from = (long) Math.max(lo, -50);
        yield new ColumnType.Whole(from, from + 1 + random.nextInt(100_000), List.of());
      }
      case 2 -> {
        List<String> levels = new ArrayList<>();
        int count = 1 + random.nextInt(random.nextInt(5) == 0 ? 300 : 5);
        for (int i = 0; i < count; i++) {
          levels.add(i + text(random));
        }
        yield new ColumnType.Category(
            levels, random.nextBoolean() ? Optional.of(levels.get(0)) : Optional.empty());
      }
      default -> new ColumnType.YesNo("no" + text(random), "yes" + text(random));
    };
  }

  private static String text(RandomGenerator random) {
    StringBuilder text = new StringBuilder("t");
    for (int i = random.nextInt(5); i > 0; i--) {
      text.appendCodePoint(LETTERS[random.nextInt(LETTERS.length)]);
    }
    return text.append('z').toString();
  }
}
