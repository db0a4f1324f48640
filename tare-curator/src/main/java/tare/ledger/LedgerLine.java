package tare.ledger;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import tare.accounting.EventJson;
import tare.accounting.LossFilter;
import tare.accounting.Neighbours;
import tare.accounting.PrivacyBudget;
import tare.schema.BadInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One line of a ledger file: a JSON object whose last field is the SHA-256 of what stands before
 * it, and which names the hash of the line before, so that no line can be changed, dropped from the
 * middle or moved unnoticed.
 *
 * @param number 0 for the first line, which names the data set and the limit; then 1, 2, ...
 * @param previous the hash of the line before, empty for the first
 */
record LedgerLine(long number, String previous, ObjectNode content, String hash) {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String ANY_FORMAT = "tare-ledger ";
  private static final String FIRST_FORMAT = ANY_FORMAT + "1";
  private static final String FORMAT = ANY_FORMAT + "2";
  private static final String HASH_FIELD = ",\"hash\":\"";

  /** The first line. */
  static String header(String dataSet, LossFilter filter, Neighbours neighbours, Instant created) {
    PrivacyBudget limit = filter.limit();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("n", 0).put("format", FORMAT).put("data_set", dataSet);
    node.putObject("limit").put("epsilon", limit.epsilon()).put("delta", limit.delta());
    node.put("rule", filter.name());
    node.put("neighbours", neighbours.words());
    node.put("created", created.toString()).put("previous", "");
    return sealed(node);
  }

  /** Whether bytes are nothing but a first line cut short: nothing else may be written over. */
  static boolean mayBeTornHeader(byte[] bytes) {
    byte[] beginning = ("{\"n\":0,\"format\":\"" + ANY_FORMAT).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < Math.min(bytes.length, beginning.length); i++) {
      if (bytes[i] != beginning[i] && bytes[i] != 0) {
        return false; // A zero is a hole: a block that did not reach the disk.
      }
    }
    return true;
  }

  /** The line of a charge. */
  static String entry(long number, String previous, Ledger.Entry entry) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("n", number).put("time", entry.time().toString());
    node.put("release", entry.release()).put("purpose", entry.purpose());
    node.set("event", EventJson.toNode(entry.event()));
    if (entry.decides()) {
      node.put("decides", true);
    }
    if (!entry.by().isEmpty()) {
      node.put("by", entry.by());
    }
    if (!entry.plan().isEmpty()) {
      node.put("plan", entry.plan());
    }
    node.put("previous", previous);
    return sealed(node);
  }

  /** Reads a line, or nothing if it is not whole. */
  static Optional<LedgerLine> read(String text) {
    int end = text.lastIndexOf(HASH_FIELD);
    if (end < 0) {
      return Optional.empty();
    }
    String body = text.substring(0, end);
    String hash = hash(body);
    if (!text.equals(body + HASH_FIELD + hash + "\"}")) {
      return Optional.empty();
    }
    try {
      return MAPPER.readTree(text) instanceof ObjectNode node
          ? Optional.of(
              new LedgerLine(
                  field(node, "n").asLong(), field(node, "previous").asString(), node, hash))
          : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  String dataSet(String source) {
    String format = field(content, "format").asString("");
    if (!format.equals(FORMAT) && !format.equals(FIRST_FORMAT)) {
      throw new BadInputException(
          source,
          "The first line must say \""
              + FORMAT
              + "\" or \""
              + FIRST_FORMAT
              + "\"; this version reads no other.");
    }
    return field(content, "data_set").asString();
  }

  Neighbours neighbours() {
    return new Neighbours(
        field(content, "neighbours").asString(Neighbours.ADD_OR_REMOVE_ONE_ROW.words()));
  }

  LossFilter filter(String source) {
    JsonNode limit = field(content, "limit");
    try {
      return LossFilter.named(
          field(content, "rule").asString(""),
          new PrivacyBudget(limit.path("epsilon").asDouble(), limit.path("delta").asDouble()));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(source, "The first line names no limit or rule that is known.");
    }
  }

  Ledger.Entry entry(String source) {
    try {
      return new Ledger.Entry(
          Instant.parse(field(content, "time").asString()),
          field(content, "release").asString(),
          field(content, "purpose").asString(),
          EventJson.fromNode(field(content, "event")),
          field(content, "decides").asBoolean(false),
          field(content, "by").asString(""),
          field(content, "plan").asString(""));
    } catch (DateTimeException | JacksonException e) {
      throw new BadInputException(source, "Record " + number + " is whole but cannot be read.");
    }
  }

  private static JsonNode field(ObjectNode node, String name) {
    return node.path(name);
  }

  private static String sealed(ObjectNode node) {
    String json = MAPPER.writeValueAsString(node);
    String body = json.substring(0, json.length() - 1);
    return body + HASH_FIELD + hash(body) + "\"}";
  }

  private static String hash(String body) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(body.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every Java has SHA-256.", e);
    }
  }
}
