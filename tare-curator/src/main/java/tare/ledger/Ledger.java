package tare.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.schema.BadInputException;

/**
 * What was ever charged for a data set, over all its releases, under one limit for its whole life.
 *
 * <p>Append-only. A charge is durable before {@link #charge} returns, so it is durable before a row
 * is read. The balance composes all events together, so it is tight and not a sum of epsilons. A
 * charge that does not fit is refused whole.
 */
public final class Ledger {

  private final LedgerStore store;
  private final Clock clock;

  Ledger(LedgerStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * One charge.
   *
   * @param release names the release it was for
   * @param purpose a few words
   */
  public record Entry(Instant time, String release, String purpose, PrivacyEvent event) {}

  /** A ledger that lives as long as the process: for experiments and tests, not for real rows. */
  public static Ledger inMemory(PrivacyBudget limit) {
    return new Ledger(new LedgerStore.InMemory(limit), Clock.systemUTC());
  }

  /**
   * Opens the ledger of a data set.
   *
   * @throws BadInputException if the file is no ledger, or is damaged
   */
  public static Ledger open(Path file) throws IOException {
    return new Ledger(DiskLedgerStore.open(LedgerFile.existing(file)), Clock.systemUTC());
  }

  /**
   * Begins the ledger of a data set. The limit holds for the data set's whole life.
   *
   * @throws FileAlreadyExistsException if there is one already
   */
  public static Ledger create(Path file, String dataSet, PrivacyBudget limit) throws IOException {
    Clock clock = Clock.systemUTC();
    LedgerDisk disk = LedgerFile.existingOrNew(file);
    return new Ledger(DiskLedgerStore.begin(disk, dataSet, limit, clock.instant()), clock);
  }

  /** The name of the data set. */
  public String dataSet() {
    return store.dataSet();
  }

  /** The limit for the data set's life. */
  public PrivacyBudget limit() {
    return store.limit();
  }

  /** Every charge, in order. */
  public List<Entry> entries() {
    return store.entries();
  }

  /**
   * How many records a crash tore before their charge was booked. Nothing was read for them, so
   * they cost nothing.
   */
  public int tornRecords() {
    return store.tornRecords();
  }

  /** The epsilon of all charges together, at the limit's delta. */
  public double spent() {
    return epsilon(events(entries()));
  }

  /**
   * How much epsilon is left at least: any further pure mechanism of up to this epsilon fits, and
   * noise that composes better than that buys more.
   */
  public double left() {
    return Math.max(0, limit().epsilon() - spent());
  }

  /** Whether an event fits together with all that was charged before. Books nothing. */
  public boolean wouldFit(PrivacyEvent event) {
    return Accounting.within(epsilonWith(entries(), event), limit());
  }

  /**
   * Refuses an event that does not fit. Books nothing.
   *
   * @throws BudgetRefusedException if it does not fit
   */
  public void requireRoomFor(String purpose, PrivacyEvent event) {
    refuseIfOver(purpose, epsilonWith(entries(), event));
  }

  /**
   * Books a charge, durably, or refuses it whole. If the disk fails, nothing may be read for the
   * charge, though the ledger may show it when it is next read.
   *
   * @throws BudgetRefusedException if it does not fit; nothing was booked
   * @throws UncheckedIOException if the disk fails; says what is known of the charge
   */
  public Entry charge(String release, String purpose, PrivacyEvent event) {
    return store.exclusively(
        session -> {
          refuseIfOver(purpose, epsilonWith(session.entries(), event));
          Entry entry = new Entry(clock.instant(), release, purpose, event);
          session.append(entry);
          return entry;
        });
  }

  private void refuseIfOver(String purpose, double epsilon) {
    if (!Accounting.within(epsilon, limit())) {
      throw new BudgetRefusedException(purpose, epsilon, limit());
    }
  }

  private double epsilonWith(List<Entry> entries, PrivacyEvent event) {
    List<PrivacyEvent> events = new ArrayList<>(events(entries));
    events.add(event);
    return epsilon(events);
  }

  private double epsilon(List<PrivacyEvent> events) {
    return Accounting.epsilon(new PrivacyEvent.Composed(events), limit().delta());
  }

  private static List<PrivacyEvent> events(List<Entry> entries) {
    return entries.stream().map(Entry::event).toList();
  }
}
