package tare.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tare.accounting.LossFilter;
import tare.accounting.LossFilter.Booked;
import tare.accounting.Neighbours;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.schema.BadInputException;

/**
 * What was ever charged for a data set, over all its releases, under one limit for its whole life.
 *
 * <p>Append-only. A charge is durable before {@link #charge} returns, so it is durable before a row
 * is used. What was spent is reckoned by a {@link LossFilter} that is settled before the first
 * charge, so that releases may be planned in sight of earlier ones. A charge that does not fit is
 * refused whole.
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
   * @param decides whether its outcome decides later events of the release
   * @param by who charged it, as the system knows them; empty where nobody noted it
   * @param plan tells the plan of the release from others; empty where nobody noted it
   */
  public record Entry(
      Instant time,
      String release,
      String purpose,
      PrivacyEvent event,
      boolean decides,
      String by,
      String plan) {

    /** A charge of which nobody noted whose it was. */
    public Entry(
        Instant time, String release, String purpose, PrivacyEvent event, boolean decides) {
      this(time, release, purpose, event, decides, "", "");
    }

    /** A charge whose outcome decides no later event. */
    public Entry(Instant time, String release, String purpose, PrivacyEvent event) {
      this(time, release, purpose, event, false);
    }
  }

  /**
   * A ledger that lives as long as the process: for experiments and tests whose events are fixed
   * beforehand, not for real rows.
   */
  public static Ledger inMemory(PrivacyBudget limit) {
    return new Ledger(
        new LedgerStore.InMemory(LossFilter.fixedBeforehand(limit)), Clock.systemUTC());
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
   * Begins the ledger of a data set. The limit holds for the data set's whole life, over any number
   * of releases.
   *
   * @throws FileAlreadyExistsException if there is one already
   */
  public static Ledger create(Path file, String dataSet, PrivacyBudget limit) throws IOException {
    return create(file, dataSet, LossFilter.forLife(limit));
  }

  /**
   * Begins the ledger of a data set whose spending is reckoned by a rule.
   *
   * @throws FileAlreadyExistsException if there is one already
   */
  public static Ledger create(Path file, String dataSet, LossFilter filter) throws IOException {
    return create(file, dataSet, filter, Neighbours.ADD_OR_REMOVE_ONE_ROW);
  }

  /**
   * Begins the ledger of a data set under a relation that holds for its whole life.
   *
   * @throws FileAlreadyExistsException if there is one already
   */
  public static Ledger create(Path file, String dataSet, LossFilter filter, Neighbours neighbours)
      throws IOException {
    Clock clock = Clock.systemUTC();
    LedgerDisk disk = LedgerFile.existingOrNew(file);
    return new Ledger(
        DiskLedgerStore.begin(disk, dataSet, filter, neighbours, clock.instant()), clock);
  }

  /** Opens the ledger that a database keeps of a data set, if there is one. */
  public static Optional<Ledger> open(LedgerDatabase database, String dataSet) throws IOException {
    return JdbcLedgerStore.open(database, dataSet)
        .map(store -> new Ledger(store, Clock.systemUTC()));
  }

  /**
   * Begins a ledger in a database that a team shares.
   *
   * @throws FileAlreadyExistsException if there is one already
   */
  public static Ledger create(
      LedgerDatabase database, String dataSet, LossFilter filter, Neighbours neighbours)
      throws IOException {
    Clock clock = Clock.systemUTC();
    return new Ledger(
        JdbcLedgerStore.begin(database, dataSet, filter, neighbours, clock.instant()), clock);
  }

  /**
   * Copies a ledger file into a database, record by record, after every check. From then on only
   * one of the two may be used.
   */
  public static Ledger copy(Path file, LedgerDatabase database) throws IOException {
    Ledger ledger = open(file);
    List<String> lines =
        Files.readAllLines(file).stream()
            .map(String::stripTrailing)
            .filter(line -> LedgerLine.read(line).isPresent())
            .toList();
    return new Ledger(JdbcLedgerStore.begin(database, ledger.dataSet(), lines), Clock.systemUTC());
  }

  /** Copies the ledger of a data set from a database into a new file, and checks it there. */
  public static Ledger copy(LedgerDatabase database, String dataSet, Path file) throws IOException {
    if (open(database, dataSet).isEmpty()) {
      throw new BadInputException(dataSet, "The database keeps no such ledger.");
    }
    try (Connection connection = database.open()) {
      StringBuilder text = new StringBuilder();
      JdbcLedgerStore.lines(connection, dataSet, 0)
          .forEach(line -> text.append(line).append("\t\n"));
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.SYNC);
    } catch (SQLException e) {
      throw new IOException("The database did not answer (SQL state " + e.getSQLState() + ")", e);
    }
    return open(file);
  }

  /**
   * Refuses to book for another relation than the one that was settled when the ledger began:
   * losses for rows and losses for persons do not add up.
   */
  public void requireRelation(Neighbours relation) {
    Optional<Neighbours> own = store.neighbours();
    if (own.isPresent() && !own.get().equals(relation)) {
      throw new IllegalArgumentException(
          "A ledger keeps to one relation for its life. This one says: \""
              + own.get().words()
              + "\" The rows say: \""
              + relation.words()
              + "\" Nothing was read. Begin another ledger, or declare the unit as before.");
    }
  }

  /** The relation that every charge is for. */
  public Neighbours neighbours() {
    return store.neighbours().orElse(Neighbours.ADD_OR_REMOVE_ONE_ROW);
  }

  /** The name of the data set. */
  public String dataSet() {
    return store.dataSet();
  }

  /** The limit for the data set's life. */
  public PrivacyBudget limit() {
    return filter().limit();
  }

  /** The rule by which spending is reckoned. */
  public LossFilter filter() {
    return store.filter();
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

  /**
   * The reading of the ledger's rule: an epsilon at the limit's delta. What is proved is that the
   * limit holds, not that a reading below it does.
   */
  public double spent() {
    return filter().spent(booked(entries()));
  }

  /** The largest epsilon of a pure mechanism that a further release may still buy. */
  public double left() {
    return filter().left(booked(entries()));
  }

  /** Whether charges fit together with all that was charged before. Books nothing. */
  public boolean wouldFit(List<Booked> charges) {
    return filter().admits(with(entries(), charges));
  }

  /**
   * Refuses charges that do not fit. Books nothing.
   *
   * @throws BudgetRefusedException if they do not fit
   */
  public void requireRoomFor(String purpose, List<Booked> charges) {
    refuseIfOver(purpose, with(entries(), charges));
  }

  /**
   * Books a charge whose outcome decides no later event.
   *
   * @throws BudgetRefusedException if it does not fit; nothing was booked
   */
  public Entry charge(String release, String purpose, PrivacyEvent event) {
    return charge(purpose, new Booked(release, event, false));
  }

  /**
   * Books a charge, durably, or refuses it whole. If the disk fails, nothing may be read for the
   * charge, though the ledger may show it when it is next read.
   *
   * @throws BudgetRefusedException if it does not fit; nothing was booked
   * @throws UncheckedIOException if the disk fails; says what is known of the charge
   */
  public Entry charge(String purpose, Booked charge) {
    return store.exclusively(
        session -> {
          refuseIfOver(purpose, with(session.entries(), List.of(charge)));
          Entry entry =
              new Entry(
                  clock.instant(),
                  charge.release(),
                  purpose,
                  charge.event(),
                  charge.decides(),
                  System.getProperty("user.name", ""),
                  charge.plan());
          session.append(entry);
          return entry;
        });
  }

  private void refuseIfOver(String purpose, List<Booked> charges) {
    Optional<String> conflict = filter().conflict(charges);
    if (conflict.isPresent()) {
      throw BudgetRefusedException.beside(purpose, limit(), conflict.get());
    }
    if (!filter().admits(charges)) {
      throw new BudgetRefusedException(purpose, filter().spent(charges), limit());
    }
  }

  private static List<Booked> with(List<Entry> entries, List<Booked> charges) {
    List<Booked> all = new ArrayList<>(booked(entries));
    all.addAll(charges);
    return all;
  }

  private static List<Booked> booked(List<Entry> entries) {
    return entries.stream()
        .map(e -> new Booked(e.release(), e.event(), e.decides(), e.plan()))
        .toList();
  }
}
