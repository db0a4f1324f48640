package tare.privacy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tare.schema.BadInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/*
 * The file is lines of JSON. The first names the data set and its limit; every other is one charge. Each line ends in a
 * SHA-256 sum over the sum before it and its own text, so no line can be changed, dropped or moved unseen.
 *
 * A line is committed by its line feed, which is written only after the line itself is safely on disk. So:
 *   - a last line without line feed was never committed, and no row was read on its account. It counts as charged where it is
 *     whole (that errs on the safe side) and is otherwise closed with the mark " !torn" before the next record is written;
 *   - a line with its line feed is whole unless somebody or some disk has damaged it, and then the ledger refuses to go on.
 */

/** What the bytes of a ledger file say. */
final class LedgerLines {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String TORN = " !torn";
  private static final String NO_SUM = "0".repeat(64);

  private final String source;
  private final List<Ledger.Entry> entries = new ArrayList<>();
  private @Nullable String dataSet;
  private @Nullable PrivacyBudget limit;
  private String lastSum = NO_SUM;
  private String pending = "";

  private LedgerLines(String source) {
    this.source = source;
  }

  /**
   * Reads a ledger.
   *
   * @throws BadInputException when a committed line is damaged
   */
  static LedgerLines of(String source, byte[] bytes) {
    LedgerLines lines = new LedgerLines(source);
    int number = 1;
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        lines.committed(new String(bytes, from, i - from, StandardCharsets.UTF_8), number++);
        from = i + 1;
      }
    }
    String tail = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    if (!tail.isEmpty()) {
      // Whole but not committed: count it, and let the next record commit it. Torn: close it.
      lines.pending = lines.accept(tail) ? "\n" : TORN + "\n";
    }
    return lines;
  }

  /** Whether the file has a header, and so is a ledger. */
  boolean begun() {
    return limit != null;
  }

  String dataSet() {
    return Objects.requireNonNull(dataSet);
  }

  PrivacyBudget limit() {
    return Objects.requireNonNull(limit);
  }

  List<Ledger.Entry> entries() {
    return List.copyOf(entries);
  }

  /** What must be written before the next record, so that it stands on a line of its own. */
  String pending() {
    return pending;
  }

  /** The header of a new ledger, without its line feed. */
  String header(String newDataSet, PrivacyBudget newLimit, Instant created) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("tare_ledger", 1);
    json.put("data_set", newDataSet);
    json.put("limit_epsilon", newLimit.epsilon());
    json.put("limit_delta", newLimit.delta());
    json.put("created", created.toString());
    return sealed(json);
  }

  /** The line of a charge, without its line feed. */
  String line(Ledger.Entry entry) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("time", entry.time().toString());
    json.put("release", entry.release());
    json.put("purpose", entry.purpose());
    json.set("event", EventJson.toNode(entry.event()));
    return sealed(json);
  }

  private String sealed(ObjectNode json) {
    json.put("sum", sum(lastSum, MAPPER.writeValueAsString(json)));
    return MAPPER.writeValueAsString(json);
  }

  private void committed(String line, int number) {
    if (line.endsWith(TORN)) {
      return;
    }
    if (!accept(line)) {
      throw new BadInputException(
          source,
          "Line "
              + number
              + " of the ledger is damaged or was edited. Nothing can be charged on it; restore the file from a"
              + " backup.");
    }
  }

  /** Takes a line in if it is whole and follows the one before. */
  private boolean accept(String line) {
    try {
      if (!(MAPPER.readTree(line) instanceof ObjectNode json)) {
        return false;
      }
      String sum = json.path("sum").asString("");
      json.remove("sum");
      if (!sum.equals(sum(lastSum, MAPPER.writeValueAsString(json)))) {
        return false;
      }
      take(json);
      lastSum = sum;
      return true;
    } catch (JacksonException
        | DateTimeException
        | IllegalArgumentException
        | BadInputException e) {
      return false;
    }
  }

  private void take(JsonNode json) {
    if (limit == null) {
      if (json.path("tare_ledger").asInt(0) != 1) {
        throw new IllegalArgumentException("The first line must be a header.");
      }
      limit =
          new PrivacyBudget(
              json.path("limit_epsilon").asDouble(), json.path("limit_delta").asDouble());
      dataSet = json.path("data_set").asString();
      return;
    }
    entries.add(
        new Ledger.Entry(
            Instant.parse(json.path("time").asString()),
            json.path("release").asString(),
            json.path("purpose").asString(),
            EventJson.read(json.path("event").toString())));
  }

  private static String sum(String before, String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(before.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256.", e);
    }
  }
}
