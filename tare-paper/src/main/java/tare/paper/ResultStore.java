package tare.paper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One file per finished job, with its settings beside its result. A file appears whole or not at
 * all, so a run may be killed at any moment and goes on where it was.
 */
public final class ResultStore {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Path folder;

  /** Opens a folder, and makes it when it is not there. */
  public ResultStore(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The result of a job that finished before under the very same settings. */
  public Optional<JsonNode> find(Job job) {
    Path file = folder.resolve(job.id() + ".json");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode stored = MAPPER.readTree(Files.readAllBytes(file));
      // Compared as text: a number that was written and read again is the same number.
      boolean same =
          MAPPER
              .writeValueAsString(stored.path("settings"))
              .equals(MAPPER.writeValueAsString(job.settings()));
      return same ? Optional.of(stored.path("result")) : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Keeps a result. */
  public void put(Job job, ObjectNode result) {
    ObjectNode whole = JsonNodeFactory.instance.objectNode();
    whole.set("settings", job.settings());
    whole.set("result", result);
    write(folder.resolve(job.id() + ".json"), MAPPER.writeValueAsString(whole) + "\n");
  }

  /** Writes a file whole or not at all. */
  static void write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Path part = file.resolveSibling("." + file.getFileName() + ".part");
      Files.writeString(part, text);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
