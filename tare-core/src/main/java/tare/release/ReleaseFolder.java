package tare.release;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tare.model.FittedGenerators;
import tare.progress.Progress;
import tare.schema.BadInputException;
import tare.schema.JsonBytes;
import tare.schema.Schema;
import tare.table.CsvFile;
import tare.table.CsvOptions;
import tare.table.ExtraColumn;
import tare.table.ParquetFile;
import tare.table.TableWithExtras;
import tare.table.Weights;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A release on disk. It is written to a temporary folder beside its place, with the manifest last,
 * and then renamed: it appears whole or not at all.
 */
public final class ReleaseFolder {

  /** The columns that a weighted release adds to those of its schema. */
  public static final List<String> WEIGHT_COLUMNS =
      List.of(DataPackage.WEIGHT, DataPackage.LOG_WEIGHT);

  static final String ROWS = "synthetic.csv";
  static final String PARQUET = "synthetic.parquet";
  static final String PRIVACY = "privacy.json";
  static final String WEIGHTS = "weights.json";
  static final String MODEL = "model.json";

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ReleaseFolder() {}

  /**
   * Makes sure, before anything is charged, that a release can be written to a place.
   *
   * @param bytes about how many bytes the release will take
   * @throws FileAlreadyExistsException when something stands there already
   * @throws FileSystemException when the place cannot be written to or has no room
   */
  public static void requireRoom(Path folder, long bytes) throws IOException {
    Path place = folder.toAbsolutePath();
    if (Files.exists(place)) {
      throw new FileAlreadyExistsException(folder.toString());
    }
    Path parent = parent(place);
    if (!Files.isDirectory(parent)) {
      throw new NoSuchFileException(parent.toString());
    }
    Path probe = Files.createTempDirectory(parent, ".tare-");
    Files.delete(probe);
    long room = Files.getFileStore(parent).getUsableSpace();
    if (room < bytes) {
      throw new FileSystemException(
          parent.toString(),
          null,
          "a release needs about "
              + bytes / 1_000_000
              + " MB and the disk has "
              + room / 1_000_000
              + " MB left");
    }
  }

  /**
   * Writes a release.
   *
   * @param pages further files by name, for instance the report
   */
  public static void write(Path folder, Bundle bundle, Map<String, String> pages)
      throws IOException {
    write(folder, bundle, pages, Progress.SILENT);
  }

  /**
   * The same for one who may want no more of it.
   *
   * @param progress hears how far it is. Where it ends the writing, there is no folder.
   */
  public static void write(Path folder, Bundle bundle, Map<String, String> pages, Progress progress)
      throws IOException {
    Path place = folder.toAbsolutePath();
    requireRoom(place, 0);
    Path work = Files.createTempDirectory(parent(place), ".tare-");
    try {
      Writing writing = new Writing(progress, Writing.cells(bundle));
      fill(work, bundle, pages, writing);
      // The manifest comes last: a folder without one is not a release.
      writeJson(work.resolve(Manifest.FILE), Manifest.of(work, writing::goOn).toJson());
      Files.move(work, place, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      deleteTree(work);
    }
  }

  private static void fill(Path work, Bundle bundle, Map<String, String> pages, Writing writing)
      throws IOException {
    TableWithExtras rows = new TableWithExtras(bundle.synthetic(), weightColumns(bundle));
    CsvFile.write(rows, work.resolve(ROWS), writing.of(rows));
    ParquetFile.write(rows, work.resolve(PARQUET), writing.of(rows));
    writeJson(work.resolve(DataPackage.FILE), DataPackage.toJson(bundle));
    writeJson(work.resolve(PRIVACY), Statements.privacyJson(bundle.privacy(), bundle.provenance()));
    if (bundle.weights().isPresent()) {
      ObjectNode statement = Statements.weightsJson(bundle.weights().get());
      bundle.replicates().ifPresent(r -> statement.set("replicates", ReplicateFiles.summary(r)));
      writeJson(work.resolve(WEIGHTS), statement);
    }
    if (bundle.replicates().isPresent()) {
      ReplicateFiles.write(work, bundle.replicates().get(), writing);
    }
    if (bundle.model().isPresent()) {
      writeJson(work.resolve(MODEL), FittedGenerators.toJson(bundle.model().get()));
    }
    Path examples = Files.createDirectory(work.resolve("examples"));
    for (Map.Entry<String, String> file : ExampleScripts.of(bundle).entrySet()) {
      Files.writeString(examples.resolve(file.getKey()), file.getValue());
    }
    for (Map.Entry<String, String> page : pages.entrySet()) {
      Files.writeString(work.resolve(page.getKey()), page.getValue());
    }
  }

  private static List<ExtraColumn> weightColumns(Bundle bundle) {
    if (bundle.weights().isEmpty()) {
      return List.of();
    }
    Weights weights = bundle.weights().get().weights();
    return List.of(
        new ExtraColumn(DataPackage.WEIGHT, weights.meanOne()),
        new ExtraColumn(DataPackage.LOG_WEIGHT, weights.normalised().logWeights()));
  }

  /**
   * Reads a release.
   *
   * @throws BadInputException when the folder is not a whole release
   */
  public static Bundle read(Path folder) throws IOException {
    try {
      return readWhole(folder);
    } catch (JacksonException | DateTimeException e) {
      // What it says may quote the file, and the file may be anyone's.
      throw new BadInputException(
          folder.toString(), "A field of one of its JSON files is not what it should be.");
    }
  }

  private static Bundle readWhole(Path folder) throws IOException {
    if (!Files.isRegularFile(folder.resolve(Manifest.FILE))) {
      throw new BadInputException(
          folder.toString(),
          "It has no " + Manifest.FILE + ", so it is not a release. Check the path.");
    }
    JsonNode dataPackage = readJson(folder.resolve(DataPackage.FILE));
    JsonNode privacy = readJson(folder.resolve(PRIVACY));
    Schema schema = DataPackage.schema(dataPackage);
    boolean weighted = DataPackage.hasWeights(dataPackage);
    List<String> extras = weighted ? WEIGHT_COLUMNS : List.of();
    List<String> parts = PartedFolder.parts(dataPackage.path("resources").path(0));
    TableWithExtras rows =
        parts.isEmpty()
            ? CsvFile.read(folder.resolve(ROWS), schema, extras, CsvOptions.DEFAULTS)
            : PartedFolder.read(folder, parts, schema, extras);
    Optional<WeightStatement> weights =
        weighted
            ? Optional.of(
                Statements.weights(
                    readJson(folder.resolve(WEIGHTS)),
                    new Weights(rows.extra(DataPackage.LOG_WEIGHT))))
            : Optional.empty();
    Optional<JsonNode> replicates = DataPackage.replicates(dataPackage);
    Path model = folder.resolve(MODEL);
    return new Bundle(
        rows.table(),
        weights,
        replicates.isPresent()
            ? Optional.of(ReplicateFiles.read(folder, replicates.get()))
            : Optional.empty(),
        Statements.privacy(privacy),
        Statements.provenance(privacy),
        Files.exists(model)
            ? Optional.of(FittedGenerators.released(MODEL, readJson(model)))
            : Optional.empty());
  }

  private static void writeJson(Path file, JsonNode json) throws IOException {
    Files.writeString(file, text(json));
  }

  /** A file of JSON, as people like to read it. */
  static String text(JsonNode json) {
    return MAPPER.writeValueAsString(json) + "\n";
  }

  static JsonNode readJson(Path file) throws IOException {
    try {
      return MAPPER.readTree(JsonBytes.of(file));
    } catch (JacksonException e) {
      throw new BadInputException(file.toString(), "It is not JSON. Was it edited by hand?");
    } catch (NoSuchFileException e) {
      throw new BadInputException(file.toString(), "This file of the release is missing.");
    }
  }

  private static Path parent(Path place) {
    Path parent = place.getParent();
    return parent == null ? place : parent;
  }

  private static void deleteTree(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (var walk = Files.walk(folder)) {
      for (Path path : walk.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
