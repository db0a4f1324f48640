package tare.release;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The list of a release's files with their SHA-256 sums.
 *
 * @param format the version of the folder's layout
 * @param sums file name, with forward slashes, to checksum in lower-case hex
 */
record Manifest(int format, Map<String, String> sums) {

  static final String FILE = "MANIFEST.json";
  static final int FORMAT = 1;

  private static final int BUFFER = 1 << 20;

  Manifest {
    sums = Map.copyOf(sums);
  }

  /** Sums every file below a folder but the manifest itself. */
  static Manifest of(Path folder) throws IOException {
    return of(folder, () -> {});
  }

  /** The same for one who may want no more of it. @param step called several times a second */
  static Manifest of(Path folder, Runnable step) throws IOException {
    Map<String, String> sums = new TreeMap<>();
    for (Path file : files(folder)) {
      sums.put(nameOf(folder, file), sha256(file, step));
    }
    return new Manifest(FORMAT, sums);
  }

  /** Every regular file below a folder but the manifest, in a fixed order. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile)
          .filter(file -> !nameOf(folder, file).equals(FILE))
          .sorted()
          .toList();
    }
  }

  static String nameOf(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  static String sha256(Path file) throws IOException {
    return sha256(file, () -> {});
  }

  private static String sha256(Path file, Runnable step) throws IOException {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        step.run();
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256.", e);
    }
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("format", format);
    ObjectNode files = json.putObject("sha256");
    new TreeMap<>(sums).forEach(files::put);
    return json;
  }

  /** Reads a manifest; throws IllegalArgumentException when it is not one this version can read. */
  static Manifest fromJson(JsonNode json) {
    int format = json.path("format").asInt(0);
    if (format != FORMAT || !json.path("sha256").isObject()) {
      throw new IllegalArgumentException(
          FILE
              + " is not a manifest of format "
              + FORMAT
              + ". Was the folder written by another version of Tare?");
    }
    Map<String, String> sums = new TreeMap<>();
    json.path("sha256").properties().forEach(e -> sums.put(e.getKey(), e.getValue().asString()));
    return new Manifest(format, sums);
  }
}
