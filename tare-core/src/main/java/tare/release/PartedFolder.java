package tare.release;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tare.inference.Replicates;
import tare.model.FittedGenerators;
import tare.schema.BadInputException;
import tare.schema.Schema;
import tare.table.ExtraColumn;
import tare.table.ParquetFile;
import tare.table.Table;
import tare.table.TableAppender;
import tare.table.TableWithExtras;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A release whose rows lie in Parquet parts, which many machines may have written, each its own.
 * Everything else is as in any other release folder; there is no CSV.
 */
public final class PartedFolder {

  private static final String ROWS = "synthetic";
  private static final String REPLICATES = "replicates";
  private static final Pattern PART =
      Pattern.compile("(" + ROWS + "|" + REPLICATES + ")/part-[0-9]{5,9}\\.parquet");

  private PartedFolder() {}

  /**
   * A part as it was written.
   *
   * @param name its path in the folder
   * @param sha256 of its bytes, in lower-case hex
   */
  public record Part(String name, String sha256) implements Serializable {}

  /** The path of a part of the rows. */
  public static String rowsName(int part) {
    return name(ROWS, part);
  }

  /** The path of a part of the replicate weights. */
  public static String replicatesName(int part) {
    return name(REPLICATES, part);
  }

  private static String name(String what, int part) {
    return String.format(Locale.ROOT, "%s/part-%05d.parquet", what, part);
  }

  /**
   * Writes a part of rows that have no weights.
   *
   * @param out not closed
   */
  public static void writeRows(Table rows, OutputStream out) throws IOException {
    ParquetFile.write(new TableWithExtras(rows, List.of()), out);
  }

  /**
   * Writes a part of weighted rows.
   *
   * @param logWeights normalised over all parts. Not modified.
   * @param out not closed
   */
  public static void writeRows(Table rows, double[] logWeights, OutputStream out)
      throws IOException {
    double[] weights = Arrays.stream(logWeights).map(Math::exp).toArray();
    ParquetFile.write(
        new TableWithExtras(
            rows,
            List.of(
                new ExtraColumn(DataPackage.WEIGHT, weights),
                new ExtraColumn(DataPackage.LOG_WEIGHT, logWeights))),
        out);
  }

  /**
   * Writes a part of the replicate weights.
   *
   * @param out not closed
   */
  public static void writeReplicates(Replicates replicates, OutputStream out) throws IOException {
    ParquetFile.write(new TableWithExtras(ReplicateFiles.table(replicates), List.of()), out);
  }

  /**
   * Every file of a release but its parts, by path; the manifest comes last, and a folder without
   * one is no release.
   *
   * @param some a release of some rows of the same law, whose statements are those of all
   * @param rows how many rows there are in all parts
   * @param parts every part
   * @param pages further files by name
   */
  public static Map<String, byte[]> others(
      Bundle some, long rows, List<Part> parts, Map<String, String> pages) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    put(files, DataPackage.FILE, described(some, parts));
    put(files, ReleaseFolder.PRIVACY, Statements.privacyJson(some.privacy(), some.provenance()));
    some.weights().ifPresent(w -> put(files, ReleaseFolder.WEIGHTS, weights(some, w, rows)));
    some.model().ifPresent(m -> put(files, ReleaseFolder.MODEL, FittedGenerators.toJson(m)));
    pages.forEach((name, text) -> files.put(name, text.getBytes(StandardCharsets.UTF_8)));
    Map<String, String> sums = new TreeMap<>();
    parts.forEach(part -> sums.put(part.name(), part.sha256()));
    files.forEach((name, bytes) -> sums.put(name, Manifest.sha256(bytes)));
    put(files, Manifest.FILE, new Manifest(Manifest.FORMAT, sums).toJson());
    return files;
  }

  private static void put(Map<String, byte[]> files, String name, JsonNode json) {
    files.put(name, ReleaseFolder.text(json).getBytes(StandardCharsets.UTF_8));
  }

  private static ObjectNode weights(Bundle some, WeightStatement weights, long rows) {
    ObjectNode json = Statements.weightsJson(weights);
    some.replicates().ifPresent(r -> json.set("replicates", ReplicateFiles.summary(r)));
    json.put("rows", rows);
    ((ArrayNode) json.get("reasons")).add(WeightStatement.ofSome(weights.weights().size(), rows));
    return json;
  }

  private static ObjectNode described(Bundle some, List<Part> parts) {
    ObjectNode json = DataPackage.toJson(some);
    for (JsonNode node : json.path("resources")) {
      ObjectNode resource = (ObjectNode) node;
      boolean ofRows = resource.path("name").asString("").equals(ROWS);
      ArrayNode paths = resource.putArray("path");
      parts.stream()
          .map(Part::name)
          .filter(name -> name.startsWith((ofRows ? ROWS : REPLICATES) + "/"))
          .sorted()
          .forEach(paths::add);
      resource.put("format", "parquet");
      resource.put("mediatype", "application/vnd.apache.parquet");
      resource.remove(List.of("encoding", "compression"));
    }
    return json;
  }

  /** The parts that a resource of datapackage.json names; none when it is a file. */
  static List<String> parts(JsonNode resource) {
    List<String> names = new ArrayList<>();
    if (!resource.path("path").isArray()) {
      return names;
    }
    for (JsonNode path : resource.path("path")) {
      String name = path.asString("");
      if (!PART.matcher(name).matches()) {
        throw new BadInputException(
            DataPackage.FILE,
            "It names a part that is none of a release's. Was it edited by hand?");
      }
      names.add(name);
    }
    return names;
  }

  /** Reads parts one after the other. */
  static TableWithExtras read(
      Path folder, List<String> parts, Schema schema, List<String> extraNames) throws IOException {
    TableAppender rows = new TableAppender(schema.plain());
    List<double[]> extras = new ArrayList<>();
    extraNames.forEach(name -> extras.add(new double[0]));
    double[] row = new double[schema.columnCount()];
    for (String name : parts) {
      Path part = folder.resolve(name);
      if (!Files.isRegularFile(part)) {
        throw new BadInputException(name, "This file of the release is missing.");
      }
      TableWithExtras read = ParquetFile.read(part, schema, extraNames, false);
      int before = rows.rowCount();
      int more = read.table().rowCount();
      for (int r = 0; r < more; r++) {
        for (int c = 0; c < row.length; c++) {
          row[c] = read.table().value(r, c);
        }
        rows.append(row);
      }
      for (int e = 0; e < extras.size(); e++) {
        double[] longer = Arrays.copyOf(extras.get(e), before + more);
        System.arraycopy(read.extra(extraNames.get(e)), 0, longer, before, more);
        extras.set(e, longer);
      }
    }
    List<ExtraColumn> columns = new ArrayList<>();
    for (int e = 0; e < extras.size(); e++) {
      columns.add(new ExtraColumn(extraNames.get(e), extras.get(e)));
    }
    return new TableWithExtras(rows.finish(), columns);
  }
}
