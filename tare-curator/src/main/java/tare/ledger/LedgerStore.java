package tare.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tare.accounting.LossFilter;
import tare.accounting.Neighbours;

/** Where a ledger's records are kept. */
interface LedgerStore {

  String dataSet();

  /** The rule by which spending is reckoned, settled when the ledger began. */
  LossFilter filter();

  /** The relation that every charge is for, settled when the ledger began; any in memory. */
  default Optional<Neighbours> neighbours() {
    return Optional.empty();
  }

  /** Every record, in order, as of now. */
  List<Ledger.Entry> entries();

  /** How many records were torn by a crash before their charge was booked. */
  int tornRecords();

  /** Runs a step while nobody else, no thread and no process, appends. */
  <R> R exclusively(Function<Session, R> step);

  /** What a step may do while it holds the lock. */
  interface Session {

    /** Every record, in order. */
    List<Ledger.Entry> entries();

    /** Adds a record; when it returns, the record is durable. */
    void append(Ledger.Entry entry);
  }

  /** Records in memory only. */
  final class InMemory implements LedgerStore, Session {

    private final LossFilter filter;
    private final List<Ledger.Entry> entries = new ArrayList<>();

    InMemory(LossFilter filter) {
      this.filter = filter;
    }

    @Override
    public String dataSet() {
      return "in memory";
    }

    @Override
    public LossFilter filter() {
      return filter;
    }

    @Override
    public synchronized List<Ledger.Entry> entries() {
      return List.copyOf(entries);
    }

    @Override
    public int tornRecords() {
      return 0;
    }

    @Override
    public synchronized <R> R exclusively(Function<Session, R> step) {
      return step.apply(this);
    }

    @Override
    public synchronized void append(Ledger.Entry entry) {
      entries.add(entry);
    }
  }
}
