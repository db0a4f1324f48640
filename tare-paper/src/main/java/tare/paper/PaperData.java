package tare.paper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.CsvFile;
import tare.table.CsvOptions;
import tare.table.Table;

/**
 * A public table of the experiments.
 *
 * @param name as in grids
 * @param table all rows
 * @param target the column that models predict
 */
public record PaperData(String name, Table table, String target) {

  /** Training and test rows. */
  public record Split(Table train, Table test) {}

  /**
   * Reads a table: from the folder if one is named and has it, else from those that ship.
   *
   * @throws BadInputException when neither has it, naming the file that is missing
   */
  public static PaperData read(String name, String target, Optional<Path> folder) {
    try {
      Schema schema = schema(name);
      for (String ending : List.of(".csv", ".csv.gz")) {
        Optional<Path> file =
            folder.map(f -> f.resolve(name + ending)).filter(f -> Files.exists(f));
        if (file.isPresent()) {
          return new PaperData(name, CsvFile.read(file.get(), schema), target);
        }
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
        || folder
            .filter(
                f ->
                    Files.exists(f.resolve(name + ".csv"))
                        || Files.exists(f.resolve(name + ".csv.gz")))
            .isPresent();
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
