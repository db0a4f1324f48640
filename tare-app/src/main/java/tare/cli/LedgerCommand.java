package tare.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tare.accounting.EventJson;
import tare.accounting.EventWords;
import tare.accounting.PrivacyBudget;
import tare.ledger.Ledger;
import tare.ledger.LedgerDatabase;
import tare.release.Verification;
import tare.schema.BadInputException;
import tare.table.Databases;

/** {@code tare ledger}: what was spent on a data set, and what is left. */
@Command(
    name = "ledger",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the ledger of a data set: every charge of every release, what they come to together,"
          + " and what is left.",
      "",
      "The balance composes all charges, so it is less than the sum of their epsilons."
    })
final class LedgerCommand implements Callable<Integer> {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  @Parameters(
      index = "0",
      paramLabel = "LEDGER",
      description =
          "A ledger file, the name of a data set whose ledger is NAME.ledger, or the address of a"
              + " database (jdbc:postgresql://...) together with --data-set.")
  private @Nullable String given;

  @Option(
      names = "--data-set",
      paramLabel = "NAME",
      description = "Whose ledger to show, when a database keeps it.")
  private @Nullable String dataSet;

  @Option(
      names = "--export",
      paramLabel = "FILE",
      description = "Copy the ledger from the database into a new file, with every check.")
  private @Nullable Path export;

  @Option(
      names = "--import",
      paramLabel = "FILE",
      description =
          "Copy a ledger file into the database, with every check. Afterwards use one of the two only.")
  private @Nullable Path imported;

  @Option(
      names = "--check",
      paramLabel = "RELEASE",
      description =
          "A release made under this ledger; may be given several times. Fails, with exit code 1, when a"
              + " charge of it is not in the ledger: records that were cut off the end show in no other way.")
  private List<Path> releases = List.of();

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws IOException {
    Ledger ledger = ledger(Objects.requireNonNull(given));
    Verification check = LedgerCheck.of(ledger, releases);
    if (output.json()) {
      output.printJson(json(ledger, check));
    } else {
      print(ledger, output.out());
      print(check, output.out());
    }
    return check.passed() ? ExitCode.FINE : ExitCode.CHECK_FAILED;
  }

  private Ledger ledger(String place) throws IOException {
    if (!Databases.isAddress(place)) {
      return Ledger.open(located(Path.of(place)));
    }
    LedgerDatabase database = database(place);
    if (imported != null) {
      return Ledger.copy(imported, database);
    }
    if (dataSet == null) {
      throw new IllegalArgumentException(
          "A database may keep many ledgers. Name the data set with --data-set.");
    }
    String name = dataSet;
    return export != null
        ? Ledger.copy(database, name, export)
        : Ledger.open(database, name)
            .orElseThrow(
                () -> new BadInputException(name, "The database keeps no ledger of this name."));
  }

  /** A database of ledgers; user and password come from the environment or a terminal. */
  static LedgerDatabase database(String address) {
    return () -> Databases.connect(address, DatabaseLogin.to(address));
  }

  private static void print(Verification check, PrintWriter out) {
    for (Verification.Check release : check.checks()) {
      out.println();
      out.println(
          (release.passed() ? "ok      " : "FAILED  ")
              + release.name()
              + ": "
              + release.detail()
              + ".");
    }
  }

  /** The file itself, or the ledger of a data set of that name. */
  static Path located(Path given) {
    Path byName = given.resolveSibling(given.getFileName() + ".ledger");
    return Files.notExists(given) && Files.exists(byName) ? byName : given;
  }

  private static void print(Ledger ledger, PrintWriter out) {
    PrivacyBudget limit = ledger.limit();
    out.println(
        ledger.dataSet()
            + ": spent epsilon = "
            + RoundedUp.of(ledger.spent())
            + " of "
            + limit.epsilon()
            + ", left "
            + RoundedUp.down(ledger.left()));
    out.println("at delta = " + limit.delta() + ". " + ledger.neighbours().words());
    out.println();
    printEntries(ledger.entries(), out);
    if (ledger.tornRecords() > 0) {
      out.println();
      out.println(
          "A crash cut "
              + ledger.tornRecords()
              + " record(s) short before they were booked. Nothing was read for them.");
    }
  }

  private static void printEntries(List<Ledger.Entry> entries, PrintWriter out) {
    if (entries.isEmpty()) {
      out.println("Nothing was charged yet.");
      return;
    }
    List<String[]> cells = new ArrayList<>();
    cells.add(new String[] {"time", "by", "release", "purpose", "event"});
    for (Ledger.Entry entry : entries) {
      cells.add(
          new String[] {
            TIME.format(entry.time()),
            entry.by(),
            entry.release(),
            entry.purpose(),
            EventWords.of(entry.event())
          });
    }
    int[] widths = new int[4];
    for (String[] row : cells) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], row[c].length());
      }
    }
    for (String[] row : cells) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < widths.length; c++) {
        line.append(row[c]).append(" ".repeat(widths[c] - row[c].length() + 2));
      }
      out.println(line.append(row[4]));
    }
  }

  private static Map<String, Object> json(Ledger ledger, Verification check) {
    PrivacyBudget limit = ledger.limit();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("data_set", ledger.dataSet());
    json.put("neighbours", ledger.neighbours().words());
    json.put("delta", limit.delta());
    json.put("limit_epsilon", limit.epsilon());
    json.put("spent_epsilon", ledger.spent());
    json.put("left_epsilon", ledger.left());
    json.put("torn_records", ledger.tornRecords());
    json.put("entries", ledger.entries().stream().map(LedgerCommand::json).toList());
    if (!check.checks().isEmpty()) {
      json.put("releases", check.checks());
    }
    return json;
  }

  private static Map<String, Object> json(Ledger.Entry entry) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("time", entry.time().toString());
    json.put("by", entry.by());
    json.put("release", entry.release());
    json.put("purpose", entry.purpose());
    json.put("event", EventJson.toNode(entry.event()));
    return json;
  }
}
