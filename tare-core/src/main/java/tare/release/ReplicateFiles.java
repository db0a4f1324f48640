package tare.release;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.zip.GZIPOutputStream;
import tare.inference.Replicates;
import tare.schema.BadInputException;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.CsvFile;
import tare.table.ParquetFile;
import tare.table.Table;
import tare.table.TableWithExtras;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * replicates.parquet and replicates.csv.gz: one column per replicate, one line per synthetic row,
 * in the order of synthetic.csv.
 *
 * <p>Weights are written to five decimals: rounding moves a weighted mean by less than a hundredth
 * of a thousandth of a column's spread, and files are half as large.
 */
final class ReplicateFiles {

  static final String PARQUET = "replicates.parquet";
  static final String CSV = "replicates.csv.gz";

  private static final String COLUMN = "rep_";
  private static final double DECIMALS = 1e5;

  private ReplicateFiles() {}

  static void write(Path folder, Replicates replicates, Writing writing) throws IOException {
    TableWithExtras rows = new TableWithExtras(table(replicates), List.of());
    ParquetFile.write(rows, folder.resolve(PARQUET), writing.of(rows));
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(CSV)))) {
      CsvFile.write(rows, out, writing.of(rows));
    }
  }

  /** The columns as they are written: rounded. */
  static Table table(Replicates replicates) {
    return new Rounded(schema(replicates.count()), replicates);
  }

  /**
   * Cells are rounded when they are written: of a million rows they would take as many hundred
   * megabytes again.
   */
  private record Rounded(Schema schema, Replicates replicates) implements Table {

    @Override
    public int rowCount() {
      return replicates.rows();
    }

    @Override
    public double number(int row, int column) {
      return Math.rint(replicates.weights().weight(column, row) * DECIMALS) / DECIMALS;
    }

    @Override
    public int level(int row, int column) {
      throw new IllegalArgumentException("Replicate weights are numbers; ask for one.");
    }

    @Override
    public boolean missing(int row, int column) {
      return false;
    }
  }

  /** Reads the columns that a resource of datapackage.json describes. */
  static Replicates read(Path folder, JsonNode resource) throws IOException {
    int count = resource.path("schema").path("fields").size();
    List<String> parts = PartedFolder.parts(resource);
    if (parts.isEmpty() && !Files.exists(folder.resolve(PARQUET))) {
      throw new BadInputException(PARQUET, "This file of the release is missing.");
    }
    Table table =
        parts.isEmpty()
            ? ParquetFile.read(folder.resolve(PARQUET), schema(count))
            : PartedFolder.read(folder, parts, schema(count), List.of()).table();
    float[][] weights = new float[count][table.rowCount()];
    for (int b = 0; b < count; b++) {
      double[] values = table.values(b);
      for (int r = 0; r < values.length; r++) {
        weights[b][r] = (float) values[r];
      }
    }
    try {
      return new Replicates(
          weights,
          sentences(resource.path("tare:covers")),
          sentences(resource.path("tare:leaves_out")));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(PARQUET, String.valueOf(e.getMessage()));
    }
  }

  /** What datapackage.json says of the files. */
  static ObjectNode resource(Replicates replicates) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", "replicates");
    json.put("type", "table");
    json.put("path", CSV);
    json.put("format", "csv");
    json.put("mediatype", "text/csv");
    json.put("encoding", "utf-8");
    json.put("compression", "gz");
    json.put(
        "description",
        "Replicate weights, one column each, one line per synthetic row in the same order; the same"
            + " columns in "
            + PARQUET
            + ". "
            + rule(replicates));
    replicates.covers().forEach(json.putArray("tare:covers")::add);
    replicates.leavesOut().forEach(json.putArray("tare:leaves_out")::add);
    ArrayNode fields = json.putObject("schema").putArray("fields");
    for (int b = 0; b < replicates.count(); b++) {
      fields.addObject().put("name", name(b)).put("type", "number");
    }
    return json;
  }

  /** What weights.json says of them. */
  static ObjectNode summary(Replicates replicates) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("count", replicates.count());
    json.put("scale", 1.0 / replicates.count());
    json.put("degrees_of_freedom", replicates.count() - 1);
    json.put("rule", rule(replicates));
    replicates.covers().forEach(json.putArray("covers")::add);
    replicates.leavesOut().forEach(json.putArray("leaves_out")::add);
    return json;
  }

  private static String rule(Replicates replicates) {
    return "Standard error of a statistic: the square root of the mean, over the "
        + replicates.count()
        + " replicates, of its squared difference from the statistic with the release's own"
        + " weights; intervals with the t quantile of "
        + (replicates.count() - 1)
        + " degrees of freedom.";
  }

  private static String name(int replicate) {
    return COLUMN + (replicate + 1);
  }

  private static Schema schema(int count) {
    List<Column> columns = new ArrayList<>();
    for (int b = 0; b < count; b++) {
      columns.add(
          new Column(name(b), new ColumnType.Numeric(0, Float.MAX_VALUE, List.of()), false));
    }
    return new Schema("replicates", "row", columns, OptionalLong.empty());
  }

  private static List<String> sentences(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(node -> texts.add(node.asString()));
    return texts;
  }
}
