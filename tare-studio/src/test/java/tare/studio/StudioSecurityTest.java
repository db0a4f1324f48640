package tare.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.random.Seed;
import tare.studio.Wire.Answer;

/** Nothing gets in without the token, nothing private comes out, and the server lives. */
class StudioSecurityTest {

  private static final String SECRET_LEVEL = "quixotic-disease";
  private static final String SECRET_NUMBER = "98765.4321";
  private static final String EVIL = "<script>alert(1)</script>\"'&";

  @TempDir private Path folder;
  private StudioServer studio;
  private Wire wire;

  @BeforeEach
  void start() throws IOException {
    Files.writeString(
        folder.resolve("people.csv"),
        "income,illness,"
            + EVIL.replace("\"", "")
            + "\n"
            + SECRET_NUMBER
            + ","
            + SECRET_LEVEL
            + ",yes\n1,none,no\n2,none,no\n");
    Files.writeString(folder.resolve("outside.txt"), "not yours");
    studio = StudioServer.start(new StudioOptions(0, StudioOptions.Visit.BY_HAND, folder));
    wire = new Wire(studio);
  }

  @AfterEach
  void stop() {
    studio.close();
  }

  private String request(String method, String path, String headers) {
    return method + " " + path + " HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n";
  }

  @Test
  void withoutTheTokenThereIsNothingToSee() throws IOException {
    String host = "Host: " + wire.host() + "\r\n";
    for (String path :
        List.of(
            "/",
            "/plan",
            "/" + "0".repeat(48) + "/",
            "/" + wire.root().substring(2),
            "//",
            "/%2e%2e/")) {
      Answer answer = wire.send(request("GET", path, host));
      assertThat(answer.status()).as(path).isIn(0, 400, 403);
      assertThat(answer.text()).doesNotContain("Tare Studio</p>");
    }
    assertThat(wire.get("").status()).isEqualTo(200);
  }

  @Test
  void otherHostsAndOriginsAreRefused() throws IOException {
    String host = "Host: " + wire.host() + "\r\n";
    String root = wire.root();
    assertThat(wire.send(request("GET", root, "Host: evil.example\r\n")).status()).isEqualTo(403);
    assertThat(wire.send(request("GET", root, "Host: 127.0.0.1\r\n")).status()).isEqualTo(403);
    assertThat(wire.send(request("GET", root, "")).status()).isIn(0, 400, 403);
    assertThat(wire.send(request("GET", root, host + "Origin: http://evil.example\r\n")).status())
        .isEqualTo(403);
    assertThat(wire.send(request("GET", root, host + "Origin: null\r\n")).status()).isEqualTo(403);
    for (String origin :
        List.of(
            "",
            "Origin: http://evil.example\r\n",
            "Origin: null\r\n",
            "Origin: http://127.0.0.1:1\r\n")) {
      assertThat(
              wire.send(request("POST", root + "demo", host + origin + "Content-Length: 0\r\n"))
                  .status())
          .as(origin)
          .isEqualTo(403);
    }
    assertThat(wire.get("plan").status()).isEqualTo(303); // no demo was begun
    assertThat(wire.get("").text())
        .doesNotContain("Access-Control-Allow-Origin")
        .contains("frame-ancestors 'none'");
    assertThat(wire.post("demo", Map.of()).status()).isEqualTo(303);
  }

  @Test
  void pathsLeadNowhereElse() throws IOException {
    wire.post("choose", Map.of("table", "people.csv"));
    for (String path :
        List.of(
            "../outside.txt",
            "..%2foutside.txt",
            "%2e%2e/outside.txt",
            "people.csv",
            "report?release=..",
            "report?release=../outside.txt",
            "report?release=%2fetc",
            "studio.js/../../outside.txt",
            "schema/999999",
            "schema/-1",
            "META-INF/services/java.util.spi.ToolProvider")) {
      Answer answer = wire.get(path);
      assertThat(answer.status()).as(path).isIn(0, 303, 400, 403, 404);
      assertThat(answer.text()).doesNotContain("not yours").doesNotContain(SECRET_LEVEL);
    }
    Answer outside = wire.post("release/start", Map.of("name", "../elsewhere"));
    assertThat(outside.text()).doesNotContain("Location: " + wire.root() + "release");
    assertThat(folder.resolveSibling("elsewhere")).doesNotExist();
  }

  @Test
  void privateCellsAreOnNoPageUnlessAskedFor() throws IOException {
    wire.post("choose", Map.of("table", "people.csv"));
    List<String> pages =
        List.of(
            "",
            "schema",
            "schema/0",
            "schema/1",
            "schema/2",
            "plan",
            "release",
            "ledger",
            "progress.json");
    for (String page : pages) {
      assertThat(wire.get(page).text())
          .as(page)
          .doesNotContain(SECRET_LEVEL)
          .doesNotContain("98765");
    }
    wire.post("schema/cells", Map.of("show", "yes", "back", "1"));
    assertThat(wire.get("schema/1").text()).contains(SECRET_LEVEL);
    assertThat(wire.get("schema/0").text()).contains("98765");
    wire.post("schema/cells", Map.of("show", "no"));
    for (String page : pages) {
      assertThat(wire.get(page).text())
          .as(page)
          .doesNotContain(SECRET_LEVEL)
          .doesNotContain("98765");
    }
  }

  @Test
  void faultsOfTheTableNameNoCell() throws IOException {
    wire.post("choose", Map.of("table", "people.csv"));
    wire.post("schema/facts", Map.of("name", "people", "unit", "person", "rows", ""));
    wire.post("schema/0", Map.of("kind", "WHOLE", "low", "0", "high", "10"));
    wire.post("schema/1", Map.of("kind", "CATEGORY", "levels", "none\nflu"));
    wire.post("schema/2", Map.of("kind", "YES_NO", "no", "no", "yes", "yes"));
    Answer checked = wire.post("schema/check", Map.of());
    assertThat(checked.text())
        .contains("role=\"alert\"")
        .doesNotContain(SECRET_LEVEL)
        .doesNotContain("98765");
  }

  @Test
  void namesAndLevelsAreTextOnEveryPage() throws IOException {
    wire.post("choose", Map.of("table", "people.csv"));
    wire.post("schema/facts", Map.of("name", EVIL, "unit", EVIL, "rows", EVIL));
    wire.post("schema/0", Map.of("kind", "NUMBER", "low", EVIL, "high", "10"));
    Answer wrong =
        wire.post(
            "schema/1", Map.of("kind", "CATEGORY", "levels", EVIL + "\nb", "other", EVIL + "?"));
    wire.post("schema/1", Map.of("kind", "CATEGORY", "levels", EVIL + "\nnone"));
    wire.post("plan", Map.of("generator", EVIL));
    assertThat(wrong.text()).contains("&lt;script&gt;").doesNotContain("<script>alert");
    for (String page :
        List.of(
            "",
            "schema",
            "schema/0",
            "schema/1",
            "schema/2",
            "plan",
            "ledger",
            "analyse?outcome=" + "%3Cscript%3Ealert",
            "report?release=%3Cscript%3Ealert")) {
      assertThat(wire.get(page).text()).as(page).doesNotContain("<script>alert");
    }
  }

  /** Ten thousand requests of every unruly kind; the server answers the next one all the same. */
  @Test
  void tenThousandFuzzedRequestsLeaveItAlive() throws IOException {
    wire.post("choose", Map.of("table", "people.csv"));
    RandomGenerator random = new Seed(11).stream("fuzz");
    String[] words = {
      "schema",
      "plan",
      "report",
      "choose",
      "schema/0",
      "schema/cells",
      "release",
      "release/start",
      "analyse",
      "..",
      "%00",
      "%ff",
      "é",
      "demo?",
      "progress.json",
      "studio.js",
      "ledger",
      "\"",
      "x".repeat(300)
    };
    String[] keys = {
      "kind",
      "low",
      "high",
      "levels",
      "epsilon",
      "name",
      "unit",
      "rows",
      "table",
      "file",
      "release",
      "outcome",
      "by",
      "generator"
    };
    for (int i = 0; i < 10_000; i++) {
      Answer answer =
          switch (i % 4) {
            case 0 -> wire.send(bytes(random));
            case 1 ->
                wire.send(
                    request(
                        "GET",
                        wire.root()
                            + words[random.nextInt(words.length)]
                            + "/"
                            + Integer.toString(random.nextInt(), 36),
                        "Host: " + wire.host() + "\r\n"));
            case 2 ->
                wire.send(
                    request(
                        List.of("PUT", "HEAD", "GET", "DELETE", "OPTIONS", "TRACE", "\u0000")
                            .get(random.nextInt(7)),
                        words[random.nextInt(words.length)],
                        "Host: x\r\n"));
            default ->
                wire.post(
                    words[random.nextInt(7)],
                    Map.of(
                        keys[random.nextInt(keys.length)],
                        new String(bytes(random), StandardCharsets.UTF_8),
                        "show",
                        "no"));
          };
      assertThat(answer.text()).doesNotContain(SECRET_LEVEL).doesNotContain("98765");
      assertThat(answer.status()).as(answer.text()).isLessThan(500);
    }
    assertThat(wire.get("").status()).isEqualTo(200);
  }

  private static byte[] bytes(RandomGenerator random) {
    byte[] bytes = new byte[1 + random.nextInt(200)];
    random.nextBytes(bytes);
    if (random.nextInt(3) == 0) {
      byte[] start = "GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(start, 0, bytes, 0, Math.min(start.length, bytes.length));
    }
    return bytes;
  }
}
