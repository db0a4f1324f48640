package tare.curator;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import tare.ledger.Ledger;
import tare.schema.BadInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Kept results in one file beside the ledger, replaced whole at every step. */
public final class KeptFile implements Kept {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Path file;
  private final ObjectNode steps;

  private KeptFile(Path file, ObjectNode steps) {
    this.file = file;
    this.steps = steps;
  }

  /** What an earlier run of a release kept, if there was one. */
  public static KeptFile of(Path ledger, String release) throws IOException {
    Path file = ledger.resolveSibling(ledger.getFileName() + "." + release + ".kept");
    if (Files.notExists(file)) {
      return new KeptFile(file, JsonNodeFactory.instance.objectNode());
    }
    try {
      if (MAPPER.readTree(Files.readAllBytes(file)) instanceof ObjectNode steps) {
        return new KeptFile(file, steps);
      }
    } catch (JacksonException e) {
      // Falls through to the same words: it is not what was written.
    }
    throw new BadInputException(
        file.toString(),
        "It should hold what an earlier run of this release kept, and is damaged. Delete it to"
            + " begin anew; what it held is charged again.");
  }

  /** Whether an earlier run left something to take up. */
  public boolean isEmpty() {
    return steps.isEmpty();
  }

  @Override
  public Optional<JsonNode> find(String step) {
    return Optional.ofNullable(steps.get(step));
  }

  /** Whether the result of a charge of this release is here, so that it is not charged again. */
  public boolean keeps(Ledger.Entry charge) {
    String step = Kept.step(charge.purpose(), charge.event(), "");
    return steps.propertyNames().stream().anyMatch(kept -> kept.startsWith(step));
  }

  @Override
  public void note(String what, JsonNode value) {
    steps.set(what, value);
  }

  @Override
  public void keep(String step, JsonNode result) {
    steps.set(step, result);
    try {
      Path fresh = Files.createTempFile(file.toAbsolutePath().getParent(), ".tare-", ".kept");
      try {
        write(fresh);
      } finally {
        Files.deleteIfExists(fresh);
      }
    } catch (IOException e) {
      return; // Nothing is kept, and nothing is lost but the second chance.
    }
  }

  private void write(Path fresh) throws IOException {
    Files.write(fresh, MAPPER.writeValueAsString(steps).getBytes(StandardCharsets.UTF_8));
    try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Lets go of everything, once the release stands. */
  public void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
