package tare.privacy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Where a ledger's records are kept. */
interface LedgerStore {

  String dataSet();

  PrivacyBudget limit();

  /** Runs a step while nobody else, no thread and no process, reads or appends. */
  <R> R locked(Function<Session, R> step);

  /** What a step may do while it holds the lock. */
  interface Session {

    /** Every record, in order. */
    List<Ledger.Entry> entries();

    /** Adds a record; when it returns, the record is durable. */
    void append(Ledger.Entry entry);
  }

  /** Records in memory only. */
  final class InMemory implements LedgerStore, Session {

    private final String dataSet;
    private final PrivacyBudget limit;
    private final List<Ledger.Entry> entries = new ArrayList<>();

    InMemory(String dataSet, PrivacyBudget limit) {
      this.dataSet = dataSet;
      this.limit = limit;
    }

    @Override
    public String dataSet() {
      return dataSet;
    }

    @Override
    public PrivacyBudget limit() {
      return limit;
    }

    @Override
    public synchronized <R> R locked(Function<Session, R> step) {
      return step.apply(this);
    }

    @Override
    public List<Ledger.Entry> entries() {
      return List.copyOf(entries);
    }

    @Override
    public void append(Ledger.Entry entry) {
      entries.add(entry);
    }
  }
}
