package tare.studio;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tare.accounting.LossFilter;
import tare.accounting.PrivacyBudget;
import tare.curator.KeptFile;
import tare.curator.KnownRows;
import tare.curator.OpenLedger;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.MechanismFailedException;
import tare.gate.PrivateTable;
import tare.ledger.BudgetRefusedException;
import tare.ledger.Ledger;
import tare.ledger.LedgerPlace;
import tare.noise.SecureNoise;
import tare.progress.CancelledException;
import tare.release.Bundle;
import tare.release.ReleaseFolder;
import tare.report.ReportPage;
import tare.schema.BadInputException;
import tare.schema.Schema;
import tare.table.BoundedRows;

/** One release in the making, on a thread of its own, that tells how far it is and can be ended. */
final class ReleaseWork {

  /** How it stands. */
  enum State {
    RUNNING,
    DONE,
    CANCELLED,
    FAILED
  }

  private static final String LAYING_OUT = "laying out the report";

  private final TableSource data;
  private final Schema schema;
  private final PlanChoices choices;
  private final Optional<KnownRows> known;
  private final Path out;
  private final Consumer<String> steps;
  private final long start = System.nanoTime();
  private State state = State.RUNNING;
  private String step = "starting";
  private double done = Double.NaN;
  private long stepStart = start;
  private String message = "";
  private boolean cancelled;

  /** Set once it stands: a ledger that is being made is none yet to whoever looks meanwhile. */
  private volatile @Nullable Path ledgerFile;

  /**
   * @param known where rows are remembered; empty for rows that are nobody's
   * @param steps hears of every step before it is taken
   */
  ReleaseWork(
      TableSource data,
      Schema schema,
      PlanChoices choices,
      Optional<KnownRows> known,
      Path out,
      Consumer<String> steps) {
    this.data = data;
    this.schema = schema;
    this.choices = choices;
    this.known = known;
    this.out = out;
    this.steps = steps;
  }

  /** Begins. @param whenDone is told the release's name */
  void start(Consumer<String> whenDone) {
    Thread thread = new Thread(() -> run(whenDone), "release");
    thread.setDaemon(true);
    thread.start();
  }

  synchronized State state() {
    return state;
  }

  synchronized String step() {
    return step;
  }

  synchronized String message() {
    return message;
  }

  double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  String name() {
    return String.valueOf(out.getFileName());
  }

  /** Asks it to end at its next word, whatever it is doing. */
  synchronized void cancel() {
    cancelled = true;
    step = "stopping";
    done = Double.NaN;
  }

  private void at(String next) {
    at(next, Double.NaN);
  }

  private void at(String next, double part) {
    goOn(next, part);
    steps.accept(next);
    goOn(next, part);
  }

  private synchronized void goOn(String next, double part) {
    if (cancelled) {
      throw new CancelledException();
    }
    if (!next.equals(step)) {
      step = next;
      stepStart = System.nanoTime();
    }
    done = part;
  }

  /** The part of the step that is done; NaN where it is not known. */
  synchronized double done() {
    return done;
  }

  /** About how long the step will still take, in words; nothing where it cannot be told. */
  synchronized String left() {
    double spent = (System.nanoTime() - stepStart) / 1e9;
    return done > 0.01
        ? String.format(Locale.ROOT, ", this step about %.0f s more", spent * (1 - done) / done)
        : "";
  }

  private synchronized void end(State how, String words) {
    state = how;
    message = words;
  }

  private void run(Consumer<String> whenDone) {
    try {
      make();
      whenDone.accept(name());
      end(State.DONE, "");
    } catch (CancelledException e) {
      end(State.CANCELLED, "The release was cancelled and nothing was written.");
    } catch (IllegalArgumentException
        | BudgetRefusedException
        | BadInputException
        | MechanismFailedException e) {
      end(State.FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      end(
          State.FAILED,
          "A file could not be read or written: " + e.getClass().getSimpleName() + ".");
    } catch (RuntimeException | Error e) {
      // Its message may quote a cell.
      end(
          State.FAILED,
          "Internal error ("
              + e.getClass().getSimpleName()
              + "). It is a fault in Tare, not in your data.");
    }
  }

  private void make() throws IOException {
    ReleaseFolder.requireRoom(out, 0);
    ReleasePlan plan = choices.plan(schema).plan();
    Opened opened = open(plan);
    Gate gate = opened.gate();
    KeptFile kept = opened.kept();
    Bundle bundle = ReleaseRun.make(gate, plan, kept, this::at).bundle();
    at(LAYING_OUT);
    String report = ReportPage.of(bundle, () -> at(LAYING_OUT));
    ReleaseFolder.write(out, bundle, Map.of("report.html", report), this::at);
    kept.delete();
  }

  /** A gate, and where a run keeps what it paid for. */
  private record Opened(Gate gate, KeptFile kept) {}

  /** Reads rows into the gate; nothing else keeps them, so that they are gone when it lets go. */
  private Opened open(ReleasePlan plan) throws IOException {
    at("reading rows");
    BoundedRows rows = data.read(schema, read -> goOn("reading rows", Double.NaN));
    ReleaseRun.requireMemory(schema, plan, rows.table().rowCount());
    at("opening the ledger");
    OpenLedger ledger =
        OpenLedger.at(
            LedgerPlace.beside(data.beside()), rows.table(), limit(plan), known, this::goOn);
    ledgerFile = ledger.file();
    KeptFile kept = KeptFile.of(ledger.file(), name());
    kept.note(PlanChoices.KEPT, choices.json());
    return new Opened(
        new Gate(PrivateTable.of(rows), ledger.ledger(), name(), new SecureNoise()), kept);
  }

  private LossFilter limit(ReleasePlan plan) {
    return choices.lifetime() > plan.budget().epsilon()
        ? LossFilter.forLife(new PrivacyBudget(choices.lifetime(), plan.budget().delta()))
        : LossFilter.forOneRelease(plan.budget());
  }

  /** What was charged for this release so far, in words; nothing when nothing was. */
  Optional<String> charged() throws IOException {
    Path place = ledgerFile;
    return place == null ? Optional.empty() : purposes(place, entry -> true);
  }

  /** What was charged and had not come to its end, so that it is charged again, in words. */
  Optional<String> lost() throws IOException {
    Path place = ledgerFile;
    if (place == null) {
      return Optional.empty();
    }
    KeptFile kept = KeptFile.of(place, name());
    return purposes(place, entry -> !kept.keeps(entry));
  }

  private Optional<String> purposes(Path place, Predicate<Ledger.Entry> wanted) throws IOException {
    List<String> purposes =
        Ledger.open(place).entries().stream()
            .filter(entry -> entry.release().equals(name()))
            .filter(wanted)
            .map(Ledger.Entry::purpose)
            .toList();
    return purposes.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", purposes));
  }
}
