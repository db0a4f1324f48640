package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tare.report.Odds;

/** Every command of docs/guide does what its page says, in the order in which it stands there. */
class GuideTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path GUIDE = ROOT.resolve("docs/guide");
  private static final Pattern EXIT = Pattern.compile("(.*?)\\s*# exit code (\\d)");

  /** Names of files and folders on the pages that are not told by their ending. */
  private static final Set<String> FOLDERS =
      Set.of("release", "spring", "autumn", "winter", "shares");

  @TempDir private Path temp;

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(GUIDE)) {
      return files.filter(f -> f.toString().endsWith(".md")).sorted().toList();
    }
  }

  /** The commands of a page; the studio's are pressed by tests of its own. */
  private static List<String> commands(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.matches(" {4,}(\\./tare|\\(cd) .*"))
        .map(String::strip)
        .toList();
  }

  @TestFactory
  List<DynamicTest> everyCommandDoesWhatItsPageSays() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : pages()) {
      String name = String.valueOf(page.getFileName());
      tests.add(DynamicTest.dynamicTest(name, () -> follow(page, temp.resolve(name))));
    }
    return tests;
  }

  private static void follow(Path page, Path place) throws IOException, InterruptedException {
    Files.createDirectories(place);
    for (String file : List.of("patients.csv", "patients.schema.json")) {
      Files.copy(ROOT.resolve("examples/patients").resolve(file), place.resolve(file));
    }
    for (String command : commands(page)) {
      if (command.startsWith("./tare ")) {
        ours(command, place);
      } else {
        theirs(command, place);
      }
    }
  }

  private static void ours(String command, Path place) throws IOException {
    Matcher exit = EXIT.matcher(command);
    boolean named = exit.matches();
    String[] parts = (named ? exit.group(1) : command).split("\\s+>\\s+", -1);
    String[] words = parts[0].substring("./tare ".length()).strip().split("\\s+", -1);
    for (int i = 0; i < words.length; i++) {
      boolean file = words[i].matches("[a-z.]+\\.(csv|json|ledger)") || FOLDERS.contains(words[i]);
      boolean first = i == 0;
      words[i] = file && !first ? place.resolve(words[i]).toString() : words[i];
    }
    Cli run = Cli.run(words);
    assertThat(run.code())
        .as(command + "\n" + run.text())
        .isEqualTo(named ? Integer.parseInt(exit.group(2)) : 0);
    if (parts.length > 1) {
      Files.writeString(place.resolve(parts[1].strip()), run.out());
    }
  }

  /** R and Python, where they and their packages are. */
  private static void theirs(String command, Path place) throws IOException, InterruptedException {
    String[] check =
        command.contains("python3")
            ? new String[] {"python3", "-c", "import pandas, statsmodels"}
            : new String[] {"Rscript", "-e", "library(survey)"};
    if (run(place, check).code() == 0) {
      Cli run = run(place, "bash", "-c", command);
      assertThat(run.code()).as(command + "\n" + run.text()).isZero();
    }
  }

  private static Cli run(Path place, String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(place.toFile());
    // Debian's own Python has the packages that Debian's packages bring.
    builder.environment().merge("PATH", "/usr/bin:", (old, first) -> first + old);
    try {
      Process process = builder.redirectErrorStream(true).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Cli(process.waitFor(), text, "");
    } catch (IOException e) {
      return new Cli(127, "", "not there");
    }
  }

  @Test
  void theTableOfEpsilonsSaysWhatTheReportSays() throws IOException {
    String page = Files.readString(GUIDE.resolve("epsilon.md"));
    Matcher lines =
        Pattern.compile("\\| ([0-9.]+) \\| ([0-9.,]+) \\| (?:over )?([0-9.]+) % \\| ([a-z ]+) \\|")
            .matcher(page);
    int seen = 0;
    while (lines.find()) {
      Odds odds = new Odds(Double.parseDouble(lines.group(1)), 0);
      double most = Double.parseDouble(lines.group(3));
      assertThat(100 * odds.most(0.1)).isBetween(most - 0.06, most + 0.06);
      assertThat(odds.strength()).isEqualTo(lines.group(4));
      seen++;
    }
    assertThat(seen).isEqualTo(6);
  }

  @Test
  void everyLinkOfTheGuideLeadsSomewhere() throws IOException {
    Pattern link = Pattern.compile("\\]\\(([a-z/-]+\\.(?:md|png))\\)");
    for (Path page : pages()) {
      Matcher links = link.matcher(Files.readString(page));
      while (links.find()) {
        assertThat(GUIDE.resolve(links.group(1))).isRegularFile();
      }
    }
  }
}
