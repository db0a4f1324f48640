package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Statements that do not follow from their events. Each forger rewrites privacy.json and the
 * manifest, so that every checksum is right; what is left to tell is the statement itself.
 */
class ForgedStatementTest {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @TempDir private static Path folder = Path.of("");

  /** One forgery: what it says and how it changes the statement. */
  private record Forgery(String words, Consumer<ObjectNode> change) {
    @Override
    public String toString() {
      return words;
    }
  }

  @BeforeAll
  static void release() throws IOException {
    Files.writeString(folder.resolve("people.csv"), "ill,old\n" + "yes,no\nno,no\n".repeat(100));
    Files.writeString(
        folder.resolve("schema.json"),
        """
        {
          "tare:name": "people", "tare:unit": "person",
          "fields": [
            { "name": "ill", "type": "boolean", "trueValues": ["yes"], "falseValues": ["no"], "constraints": { "required": true } },
            { "name": "old", "type": "boolean", "trueValues": ["yes"], "falseValues": ["no"], "constraints": { "required": true } }
          ]
        }
        """);
    Cli cli =
        Cli.run(
            "release",
            folder.resolve("people.csv").toString(),
            "--schema",
            folder.resolve("schema.json").toString(),
            "--epsilon",
            "1",
            "--weights",
            "beta-noised",
            "--out",
            folder.resolve("honest").toString());
    assertThat(cli.code()).as(cli.text()).isZero();
  }

  static Stream<Arguments> forgeries() {
    List<Forgery> all = new ArrayList<>();
    for (double epsilon : new double[] {0, 0.01, 0.1, 0.5, 0.9, -1}) {
      all.add(new Forgery("claims epsilon " + epsilon, s -> claim(s, epsilon, 1e-6)));
    }
    for (double delta : new double[] {0, 1e-20}) {
      all.add(
          new Forgery(
              "Gaussian noise at delta " + delta,
              s -> {
                event(s, 1, "gaussian", "noise_multiplier", 6.5);
                claim(s, 1, delta);
              }));
    }
    all.add(new Forgery("claims nothing", s -> spent(s).removeAll()));
    all.add(
        new Forgery(
            "small shares for a small claim",
            s -> {
              claim(s, 0.01, 1e-6);
              charges(s).forEach(c -> share(c).put("epsilon", 0.001));
            }));
    all.add(
        new Forgery(
            "negative shares",
            s -> {
              claim(s, 0.2, 1e-6);
              charges(s).forEach(c -> share(c).put("epsilon", -5).put("delta", -1));
            }));
    all.add(
        new Forgery(
            "shares of delta that are larger than delta",
            s -> {
              claim(s, 0.7, 1e-6);
              charges(s).forEach(c -> share(c).put("delta", 0.9));
            }));
    all.add(new Forgery("rows read without protection", s -> event(s, 1, "non_private", "", 0)));
    all.add(new Forgery("less noise", s -> event(s, 1, "gaussian", "noise_multiplier", 0.5)));
    all.add(new Forgery("a pure event of 9", s -> event(s, 2, "spherical", "epsilon", 9)));
    all.add(new Forgery("one event twice", s -> charges(s).add(charges(s).get(1).deepCopy())));
    all.add(new Forgery("no events", s -> charges(s).removeAll()));
    all.add(new Forgery("empty events", s -> charges(s).forEach(ForgedStatementTest::none)));
    all.add(
        new Forgery(
            "a count that decided nothing",
            s -> charges(s).forEach(c -> ((ObjectNode) c).put("decides", false))));
    all.add(new Forgery("a count that nobody paid for", s -> charges(s).remove(0)));
    all.add(new Forgery("another relation", s -> own(s).put("relation", "none to speak of")));
    all.add(
        new Forgery(
            "a smaller loss in the part for people",
            s ->
                ((ObjectNode) s.at("/deployment/privacy_loss/privacy_parameters"))
                    .put("epsilon", 0.01)));
    all.add(new Forgery("an event of no kind", s -> event(s, 1, "blessing", "", 0)));
    return all.stream().map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("forgeries")
  void isRefused(Forgery forgery) throws IOException {
    Cli cli = verify(forgery.change());
    assertThat(cli.code())
        .as(cli.text())
        .isIn(ExitCode.CHECK_FAILED, ExitCode.BAD_INPUT)
        .isNotEqualTo(ExitCode.FINE);
    assertThat(cli.text()).doesNotContain("internal error", "MANIFEST.json is");
  }

  @Test
  void thereAreAtLeastTwentyAndTheHonestOneVerifies() throws IOException {
    assertThat(forgeries().count()).isGreaterThanOrEqualTo(20);
    Cli cli = verify(statement -> {});
    assertThat(cli.code()).as(cli.text()).isZero();
  }

  private static Cli verify(Consumer<ObjectNode> change) throws IOException {
    Path forged = Files.createTempDirectory(folder, "forged");
    try (Stream<Path> files = Files.walk(folder.resolve("honest"))) {
      for (Path file : files.toList()) {
        Path copy = forged.resolve(folder.resolve("honest").relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
    Path privacy = forged.resolve("privacy.json");
    ObjectNode statement = (ObjectNode) MAPPER.readTree(Files.readAllBytes(privacy));
    change.accept(statement);
    Files.writeString(privacy, MAPPER.writeValueAsString(statement));
    Path manifest = forged.resolve("MANIFEST.json");
    ObjectNode sums = (ObjectNode) MAPPER.readTree(Files.readAllBytes(manifest));
    ((ObjectNode) sums.get("sha256")).put("privacy.json", sha256(Files.readAllBytes(privacy)));
    Files.writeString(manifest, MAPPER.writeValueAsString(sums));
    return Cli.run("verify", forged.toString());
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static ObjectNode own(ObjectNode statement) {
    return (ObjectNode) statement.get("tare");
  }

  private static ObjectNode spent(ObjectNode statement) {
    return (ObjectNode) own(statement).get("spent");
  }

  private static ArrayNode charges(ObjectNode statement) {
    return (ArrayNode) own(statement).get("charges");
  }

  private static ObjectNode share(tools.jackson.databind.JsonNode charge) {
    return (ObjectNode) charge.get("share");
  }

  /** Claims a loss in both parts of the statement. */
  private static void claim(ObjectNode statement, double epsilon, double delta) {
    spent(statement).put("epsilon", epsilon).put("delta", delta);
    ((ObjectNode) statement.at("/deployment/privacy_loss/privacy_parameters"))
        .put("epsilon", epsilon)
        .put("delta", delta);
  }

  private static void event(
      ObjectNode statement, int charge, String kind, String field, double value) {
    ObjectNode event = ((ObjectNode) charges(statement).get(charge)).putObject("event");
    event.put("kind", kind);
    if (!field.isEmpty()) {
      event.put(field, value);
    }
  }

  private static void none(tools.jackson.databind.JsonNode charge) {
    ((ObjectNode) charge).putObject("event").put("kind", "none");
  }
}
