package tare.studio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tare.accounting.LossFilter;
import tare.accounting.PrivacyBudget;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.MechanismFailedException;
import tare.gate.PrivateTable;
import tare.ledger.BudgetRefusedException;
import tare.ledger.Ledger;
import tare.ledger.LedgerPlace;
import tare.noise.SecureNoise;
import tare.release.Bundle;
import tare.release.ReleaseFolder;
import tare.report.ReportPage;
import tare.schema.BadInputException;
import tare.schema.Schema;
import tare.table.CsvOptions;
import tare.table.UnitFile;

/** One release in the making, on a thread of its own, that tells how far it is and can be ended. */
final class ReleaseWork {

  /** How it stands. */
  enum State {
    RUNNING,
    DONE,
    CANCELLED,
    FAILED
  }

  /** Thrown at the next step after somebody has asked to stop. */
  private static final class Cancelled extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final Path data;
  private final Schema schema;
  private final ReleasePlan plan;
  private final double lifetime;
  private final Path out;
  private final Consumer<String> steps;
  private final long start = System.nanoTime();
  private State state = State.RUNNING;
  private String step = "starting";
  private double done = Double.NaN;
  private long stepStart = start;
  private String message = "";
  private boolean cancelled;

  /**
   * @param lifetime the limit of a ledger that has yet to begin
   * @param steps hears of every step before it is taken
   */
  ReleaseWork(
      Path data,
      Schema schema,
      ReleasePlan plan,
      double lifetime,
      Path out,
      Consumer<String> steps) {
    this.data = data;
    this.schema = schema;
    this.plan = plan;
    this.lifetime = lifetime;
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

  /** Asks it to end at its next step. */
  synchronized void cancel() {
    cancelled = true;
    step = "stopping at the next step";
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
      throw new Cancelled();
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
        ? String.format(Locale.ROOT, ", about %.0f s left", spent * (1 - done) / done)
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
    } catch (Cancelled e) {
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
    at("reading rows");
    PrivateTable rows = PrivateTable.of(UnitFile.read(data, schema, CsvOptions.DEFAULTS));
    at("opening the ledger");
    Gate gate = new Gate(rows, ledger(), name(), new SecureNoise());
    Bundle bundle = ReleaseRun.run(gate, plan, this::at);
    at("writing the release");
    ReleaseFolder.write(out, bundle, Map.of("report.html", ReportPage.of(bundle)));
  }

  private Ledger ledger() throws IOException {
    Path place = LedgerPlace.beside(data);
    if (Files.exists(place)) {
      return Ledger.open(place);
    }
    boolean forLife = lifetime > plan.budget().epsilon();
    return Ledger.create(
        place,
        schema.name(),
        forLife
            ? LossFilter.forLife(new PrivacyBudget(lifetime, plan.budget().delta()))
            : LossFilter.forOneRelease(plan.budget()),
        Gate.neighbours(schema));
  }

  /** What was charged for this release so far, in words; nothing when nothing was. */
  Optional<String> charged() throws IOException {
    Path place = LedgerPlace.beside(data);
    if (Files.notExists(place)) {
      return Optional.empty();
    }
    var purposes =
        Ledger.open(place).entries().stream()
            .filter(entry -> entry.release().equals(name()))
            .map(Ledger.Entry::purpose)
            .toList();
    return purposes.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", purposes));
  }
}
