package tare.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import tare.random.Seed;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A stranger's release folders, models, rows and ledgers: files of a real release, broken in many
 * ways, with a manifest that fits them. Every command that reads them must end with an exit code
 * that means something, in words, without control characters, and soon.
 */
final class HostileFuzz {

  /** A curator's ledger, which stands beside the folder. */
  private static final String LEDGER = "people.ledger";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static final List<String> BROKEN =
      List.of(
          "privacy.json",
          "model.json",
          "weights.json",
          "datapackage.json",
          "synthetic.csv",
          "synthetic.parquet",
          LEDGER);

  private static final List<String> WORDS =
      List.of(
          "1e308",
          "-1",
          "2147483647",
          "99999999999999999999",
          "0",
          "NaN",
          "null",
          "true",
          "\"\"",
          "[]",
          "{}",
          "\"\\u001b[31m\\u0007\"",
          "[".repeat(400),
          "\"=cmd|' /C calc'!A0\"");

  private final Path honest;
  private final Path work;
  private final RandomGenerator random;

  HostileFuzz(Path honest, Path work, long seed) {
    this.honest = honest;
    this.work = work;
    this.random = new Seed(seed).stream("hostile");
  }

  /** A fork with little memory: honest folder, work folder, number of tries, seed. */
  public static void main(String[] args) throws IOException {
    HostileFuzz fuzz = new HostileFuzz(Path.of(args[0]), Path.of(args[1]), Long.parseLong(args[3]));
    System.exit(fuzz.run(Integer.parseInt(args[2])).isEmpty() ? 0 : 1);
  }

  /** What went wrong, of so many tries. */
  List<String> run(int tries) throws IOException {
    List<String> faults = new ArrayList<>();
    for (int i = 0; i < tries && faults.size() < 10; i++) {
      String name = BROKEN.get(random.nextInt(BROKEN.size()));
      boolean ledger = name.equals(LEDGER);
      Path source = ledger ? honest.resolveSibling(LEDGER) : honest.resolve(name);
      byte[] broken = broken(Files.readAllBytes(source));
      Path folder = folder(name, broken);
      if (ledger) {
        Files.write(folder.resolve(LEDGER), broken);
      }
      List<String> command = command(name, folder);
      long start = System.nanoTime();
      Cli cli = Cli.run(command.toArray(String[]::new));
      double seconds = (System.nanoTime() - start) / 1e9;
      String fault = fault(cli, seconds);
      if (!fault.isEmpty()) {
        faults.add(
            command.get(0) + " with " + name + ", try " + i + ": " + fault + ": " + cli.text());
      }
      delete(folder);
    }
    return faults;
  }

  /** A command that reads the broken file. */
  private List<String> command(String name, Path folder) {
    if (name.equals(LEDGER)) {
      String ledger = folder.resolve(LEDGER).toString();
      return random.nextBoolean()
          ? List.of("ledger", ledger)
          : List.of("ledger", ledger, "--check", honest.toString());
    }
    // Estimating weights takes a while, so few of them.
    if (name.startsWith("synthetic") && random.nextInt(20) == 0) {
      return List.of(
          "weigh",
          honest.resolveSibling("people.csv").toString(),
          folder.resolve(name).toString(),
          "--schema",
          honest.resolveSibling("schema.json").toString(),
          "--epsilon",
          "1",
          "--weights",
          "beta-noised",
          "--ledger",
          folder.resolve("fresh.ledger").toString(),
          "--out",
          folder.resolve("weighed").toString());
    }
    return switch (random.nextInt(6)) {
      case 0 -> List.of("analyze", folder.toString(), "--model", "share", "--target", "old");
      case 1 -> List.of("analyze", folder.toString(), "--model", "logistic", "--target", "ill");
      case 2 -> List.of("diagnose", folder.toString());
      case 3 ->
          List.of(
              "sample",
              (name.equals("model.json") ? folder.resolve(name) : folder).toString(),
              "--rows",
              "5",
              "--out",
              folder.resolve("more.csv").toString());
      case 4 ->
          List.of("ledger", honest.resolveSibling(LEDGER).toString(), "--check", folder.toString());
      default -> List.of("verify", folder.toString());
    };
  }

  private static String fault(Cli cli, double seconds) {
    if (!Set.of(0, 1, 2, 4, 5).contains(cli.code())) {
      return "exit code " + cli.code();
    }
    if (cli.text().contains("\tat ") || cli.text().contains("internal error")) {
      return "internal error";
    }
    if (cli.text().chars().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\r')) {
      return "a control character";
    }
    if (cli.code() != 0 && cli.text().isBlank()) {
      return "no words";
    }
    return seconds > 60 ? "took " + seconds + " s" : "";
  }

  private byte[] broken(byte[] whole) {
    byte[] bytes = whole;
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      bytes = once(bytes);
    }
    return bytes;
  }

  private byte[] once(byte[] bytes) {
    if (bytes.length < 2) {
      return bytes;
    }
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(5)) {
      case 0 -> {
        byte[] flipped = bytes.clone();
        flipped[at] ^= (byte) (1 << random.nextInt(8));
        return flipped;
      }
      case 1 -> {
        return java.util.Arrays.copyOf(bytes, at);
      }
      case 2 -> {
        return replaceNumber(bytes);
      }
      case 3 -> {
        int to = Math.min(bytes.length, at + random.nextInt(200));
        return joined(bytes, at, bytes, at, to, to);
      }
      default -> {
        byte[] word = WORDS.get(random.nextInt(WORDS.size())).getBytes(StandardCharsets.UTF_8);
        return joined(bytes, at, word, 0, word.length, at);
      }
    }
  }

  /** Puts a word in the place of a number or a text. */
  private byte[] replaceNumber(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    java.util.regex.Matcher matcher =
        java.util.regex.Pattern.compile("(?<=[:,\\[ ])(-?[0-9][0-9.eE+-]*|\"[^\"]*\")")
            .matcher(text);
    List<int[]> places = new ArrayList<>();
    while (matcher.find()) {
      places.add(new int[] {matcher.start(), matcher.end()});
    }
    if (places.isEmpty()) {
      return bytes;
    }
    int[] place = places.get(random.nextInt(places.size()));
    byte[] word = WORDS.get(random.nextInt(WORDS.size())).getBytes(StandardCharsets.UTF_8);
    return joined(bytes, place[0], word, 0, word.length, place[1]);
  }

  /** The first part of some bytes, a piece of others, and the rest. */
  private static byte[] joined(byte[] bytes, int until, byte[] middle, int from, int to, int rest) {
    byte[] all = new byte[until + (to - from) + (bytes.length - rest)];
    System.arraycopy(bytes, 0, all, 0, until);
    System.arraycopy(middle, from, all, until, to - from);
    System.arraycopy(bytes, rest, all, until + to - from, bytes.length - rest);
    return all;
  }

  /** A copy of the honest folder with one file broken, and a manifest that says it is right. */
  private Path folder(String name, byte[] broken) throws IOException {
    Path folder = Files.createTempDirectory(work, "stranger");
    ObjectNode manifest =
        (ObjectNode) MAPPER.readTree(Files.readAllBytes(honest.resolve("MANIFEST.json")));
    ObjectNode sums = manifest.withObjectProperty("sha256");
    try (Stream<Path> files = Files.list(honest)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String own = String.valueOf(file.getFileName());
        if (!own.equals("MANIFEST.json")) {
          byte[] bytes = own.equals(name) ? broken : Files.readAllBytes(file);
          Files.write(folder.resolve(own), bytes);
          sums.put(own, sha256(bytes));
        }
      }
    }
    List.copyOf(sums.propertyNames()).stream()
        .filter(path -> Files.notExists(folder.resolve(path)))
        .forEach(sums::remove);
    Files.write(folder.resolve("MANIFEST.json"), MAPPER.writeValueAsBytes(manifest));
    return folder;
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path path : walk.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
