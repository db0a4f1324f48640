package tare.paper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.CsvFile;
import tare.table.CsvOptions;
import tare.table.Table;
import tare.table.TableFile;

/**
 * A public table of the experiments.
 *
 * @param name as in grids
 * @param table all rows
 * @param target the column that models predict
 */
public record PaperData(String name, Table table, String target) {

  private static final String MNIST = "mnist";

  /** Training and test rows. */
  public record Split(Table train, Table test) {}

  /**
   * Reads a table: from the folder if one is named and has it, else from those that ship.
   *
   * @throws BadInputException when neither has it, naming the file that is missing
   */
  public static PaperData read(String name, String target, Optional<Path> folder) {
    try {
      Schema schema = name.equals(MNIST) ? mnist() : schema(name);
      Optional<Path> file = file(name, folder);
      if (file.isPresent()) {
        return new PaperData(name, TableFile.read(file.get(), schema, CsvOptions.DEFAULTS), target);
      }
      try (InputStream shipped = PaperData.class.getResourceAsStream("data/" + name + ".csv.gz")) {
        if (shipped == null) {
          throw new BadInputException(
              name + ".csv",
              "This table does not ship with Tare. Name the folder that holds it with --data.");
        }
        return new PaperData(
            name,
            CsvFile.read(name, shipped, schema, List.of(), CsvOptions.DEFAULTS).table(),
            target);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the table ships or lies in the folder. */
  public static boolean exists(String name, Optional<Path> folder) {
    return PaperData.class.getResource("data/" + name + ".csv.gz") != null
        || file(name, folder).isPresent();
  }

  private static Optional<Path> file(String name, Optional<Path> folder) {
    String stem = name.equals(MNIST) ? "mnist_train" : name;
    return Stream.of(".csv", ".csv.gz")
        .flatMap(ending -> folder.map(f -> f.resolve(stem + ending)).stream())
        .filter(Files::exists)
        .findFirst();
  }

  /** Handwritten digits: a label and 28 x 28 pixels, named as the file names them. */
  private static Schema mnist() {
    List<Column> columns = new ArrayList<>();
    List<String> digits = IntStream.range(0, 10).mapToObj(Integer::toString).toList();
    columns.add(new Column("label", new ColumnType.Category(digits, Optional.empty()), false));
    for (int pixel = 0; pixel < 784; pixel++) {
      columns.add(new Column("p" + pixel, new ColumnType.Whole(0, 255, List.of()), false));
    }
    return new Schema(MNIST, "digit", columns, OptionalLong.empty());
  }

  private static Schema schema(String name) throws IOException {
    try (InputStream in = PaperData.class.getResourceAsStream("data/" + name + ".schema.json")) {
      if (in == null) {
        throw new BadInputException(name, "No schema for this table ships with Tare.");
      }
      return SchemaFile.parse(name + ".schema.json", in.readAllBytes());
    }
  }

  /** Draws training rows at random; the rest are for tests. */
  public Split split(double trainShare, Seed seed) {
    RandomGenerator chance = seed.stream("split");
    int n = table.rowCount();
    int[] order = new int[n];
    Arrays.setAll(order, r -> r);
    for (int i = n - 1; i > 0; i--) {
      int j = chance.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    int train = Math.max(1, Math.min(n - 1, (int) Math.round(trainShare * n)));
    return new Split(
        table.select(Arrays.copyOf(order, train)),
        table.select(Arrays.copyOfRange(order, train, n)));
  }
}
