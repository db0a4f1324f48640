package tare.gate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tare.accounting.LossFilter.Booked;
import tare.accounting.Neighbours;
import tare.accounting.PrivacyEvent;
import tare.ledger.BudgetRefusedException;
import tare.ledger.Ledger;
import tare.noise.NoiseSource;
import tare.progress.CancelledException;
import tare.schema.Schema;
import tare.table.RowsRead;

/**
 * The one way from private rows to anything else. A mechanism's event is booked in the ledger, and
 * is on disk, before it sees a row; a charge that does not fit is refused and shows nothing.
 */
public final class Gate {

  private final Schema schema;
  private final Guarded guarded;
  private final Ledger ledger;
  private final String release;
  private final NoiseSource noise;
  private final Tape tape;
  private final String print;
  private final RowsRead heard;

  /**
   * Opens a gate for one release.
   *
   * @param table the rows it guards
   * @param ledger the ledger of this data set, for its whole life
   * @param release names the release in the ledger
   * @param noise where the mechanisms' noise comes from; for real rows a source without seed
   */
  public Gate(PrivateTable table, Ledger ledger, String release, NoiseSource noise) {
    this(table, ledger, release, noise, Tape.NONE);
  }

  /** Opens a gate at which a tape listens: for audits on made-up rows. */
  public Gate(PrivateTable table, Ledger ledger, String release, NoiseSource noise, Tape tape) {
    this(new Guarded(table), table.schema(), ledger, release, noise, tape, "", RowsRead.SILENT);
    ledger.requireRelation(neighbours(table.schema()));
  }

  private Gate(
      Guarded guarded,
      Schema schema,
      Ledger ledger,
      String release,
      NoiseSource noise,
      Tape tape,
      String print,
      RowsRead heard) {
    this.guarded = guarded;
    this.schema = schema;
    this.ledger = ledger;
    this.release = release;
    this.noise = noise;
    this.tape = tape;
    this.print = print;
    this.heard = heard;
  }

  /**
   * The same gate for a release that keeps to one plan: a ledger for one release refuses charges
   * under another.
   *
   * @param plan tells it from others
   */
  public Gate keepingTo(String plan) {
    return new Gate(guarded, schema, ledger, release, noise, tape, plan, heard);
  }

  /**
   * The same gate for one who may want no more of it: hears every few thousand rows that a
   * mechanism goes on, and may end it by throwing {@link CancelledException}. What it hears tells
   * about how many rows there are, so it is for the curator's own machine.
   */
  public Gate heardBy(RowsRead listener) {
    return new Gate(guarded, schema, ledger, release, noise, tape, print, listener);
  }

  /** When two tables are neighbours at this gate. */
  public Neighbours neighbours() {
    return neighbours(schema());
  }

  /** When two tables of a schema are neighbours. */
  public static Neighbours neighbours(Schema schema) {
    return schema.unitRows().isEmpty()
        ? Neighbours.ADD_OR_REMOVE_ONE_ROW
        : Neighbours.addOrRemoveOneUnit(schema.unit(), schema.rowsPerUnit());
  }

  /** The declared schema of the rows behind this gate; public. */
  public Schema schema() {
    return schema;
  }

  /**
   * Lets go of the rows: this gate, and every gate made of it, runs nothing more. For one who knows
   * that the last charge is behind, so that the memory of the rows serves what comes after; when
   * that is must hang on public numbers alone.
   */
  public void letGo() {
    guarded.table = null;
  }

  /**
   * Charges the mechanism's event, then runs it.
   *
   * @throws IllegalStateException if the rows were let go of; nothing is charged
   * @throws BudgetRefusedException if the charge does not fit; nothing was read
   * @throws MechanismFailedException if the mechanism fails; its charge stays booked
   * @throws CancelledException if somebody ended it; its charge stays booked
   */
  public <R> R run(Mechanism<R> mechanism) {
    String purpose = mechanism.purpose();
    PrivacyEvent event = mechanism.event(schema().rowsPerUnit());
    PrivateTable table = guarded.rows();
    // Privacy hangs on this line: when it returns, the charge is booked and on disk.
    ledger.charge(purpose, new Booked(release, event, mechanism.decidesLaterEvents(), print));
    try {
      return tape.hear(mechanism, () -> mechanism.apply(table.rows().heardBy(heard), noise));
    } catch (VirtualMachineError | CancelledException e) {
      throw e; // Out of memory and its like speak of the machine, a cancel of a person, not of
      // rows.
    } catch (Throwable e) {
      throw new MechanismFailedException(purpose, e);
    }
  }

  /**
   * Refuses a plan that does not fit as a whole, so that no part of it is charged in vain. Books
   * nothing.
   *
   * @throws BudgetRefusedException if the events together do not fit
   */
  public void requireRoomFor(String plan, List<PrivacyEvent> events) {
    ledger.requireRoomFor(plan, booked(events));
  }

  /**
   * Refuses a plan whose first event decides later ones.
   *
   * @throws BudgetRefusedException if the events together do not fit
   */
  public void requireRoomFor(String plan, PrivacyEvent deciding, List<PrivacyEvent> events) {
    List<Booked> all = new ArrayList<>(List.of(new Booked(release, deciding, true, print)));
    all.addAll(booked(events));
    ledger.requireRoomFor(plan, all);
  }

  /** Whether events fit together with all that was charged before. Books nothing. */
  public boolean wouldFit(List<PrivacyEvent> events) {
    return ledger.wouldFit(booked(events));
  }

  private List<Booked> booked(List<PrivacyEvent> events) {
    return events.stream().map(event -> new Booked(release, event, false, print)).toList();
  }

  /** The rows behind a gate and all gates made of it, until they let go. */
  private static final class Guarded {

    private volatile @Nullable PrivateTable table;

    Guarded(PrivateTable table) {
      this.table = table;
    }

    PrivateTable rows() {
      PrivateTable held = table;
      if (held == null) {
        throw new IllegalStateException("This gate has let go of its rows: open another one.");
      }
      return held;
    }
  }
}
