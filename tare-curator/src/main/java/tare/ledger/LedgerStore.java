package tare.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tare.accounting.PrivacyBudget;

/** Where a ledger's records are kept. */
interface LedgerStore {

  String dataSet();

  PrivacyBudget limit();

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

    private final PrivacyBudget limit;
    private final List<Ledger.Entry> entries = new ArrayList<>();

    InMemory(PrivacyBudget limit) {
      this.limit = limit;
    }

    @Override
    public String dataSet() {
      return "in memory";
    }

    @Override
    public PrivacyBudget limit() {
      return limit;
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
