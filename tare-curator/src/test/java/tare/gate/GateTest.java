package tare.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tare.accounting.LossFilter.Booked;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.PrivacyEvent.Laplace;
import tare.ledger.BudgetRefusedException;
import tare.ledger.Ledger;
import tare.noise.NoiseSource;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.UnitRows;
import tare.table.BoundedRows;
import tare.table.Cells;
import tare.table.ColumnarTable;

class GateTest {

  private static final Schema SCHEMA =
      new Schema(
          "patients",
          "patient",
          List.of(new Column("age", new ColumnType.Numeric(0, 120, List.of()), false)),
          OptionalLong.empty());

  private final PrivateTable rows =
      PrivateTable.of(ColumnarTable.of(SCHEMA, new double[][] {{31, 42, 53}}));
  private final Ledger ledger = Ledger.inMemory(new PrivacyBudget(1, 0));
  private final Gate gate = new Gate(rows, ledger, "first", new NoNoise());

  /** A mechanism from a function. */
  private record Sum(String purpose, PrivacyEvent event, Function<PrivateRows, Object> function)
      implements Mechanism<Object> {
    @Override
    public Object apply(PrivateRows privateRows, NoiseSource noise) {
      return function.apply(privateRows);
    }
  }

  private static Object exactCount(PrivateRows rows) {
    return rows.counts(Cells.ONE)[0];
  }

  private static final class NoNoise implements NoiseSource {
    @Override
    public long nextLong() {
      throw new AssertionError("These mechanisms draw no noise.");
    }

    @Override
    public long nextLong(long bound) {
      return nextLong();
    }

    @Override
    public void fillGaussian(double sd, double[] out, int from, int length) {
      nextLong();
    }

    @Override
    public void fillGaussian(float sd, float[] out, int from, int length) {
      nextLong();
    }
  }

  /** What is booked is what a unit with all its rows may lose, whoever asks: metrics too. */
  @Test
  void chargesForAllRowsOfAUnit() {
    Schema persons =
        new Schema(
            "ward",
            "person",
            SCHEMA.columns(),
            OptionalLong.empty(),
            List.of(""),
            List.of(),
            List.of(),
            List.of(),
            Optional.of(new UnitRows("id", 4)));
    PrivateTable units =
        PrivateTable.of(
            BoundedRows.of(
                ColumnarTable.of(persons, new double[][] {{31, 42, 53}}), List.of("a", "a", "b")));
    Ledger other = Ledger.inMemory(new PrivacyBudget(1, 0));
    new Gate(units, other, "first", new NoNoise())
        .run(new Sum("count", new PrivacyEvent.Laplace(20), GateTest::exactCount));
    assertThat(other.entries().get(0).event()).isEqualTo(new PrivacyEvent.Laplace(5));
  }

  @Test
  void chargesBeforeItReads() {
    List<Integer> bookedWhenRead = new ArrayList<>();
    Object result =
        gate.run(
            new Sum(
                "count",
                new Laplace(2),
                table -> {
                  bookedWhenRead.add(ledger.entries().size());
                  return exactCount(table);
                }));
    assertThat(result).isEqualTo(3L);
    assertThat(bookedWhenRead).containsExactly(1);
    Ledger.Entry entry = ledger.entries().get(0);
    assertThat(entry.purpose()).isEqualTo("count");
    assertThat(entry.release()).isEqualTo("first");
    assertThat(entry.event()).isEqualTo(new Laplace(2));
    assertThat(ledger.spent()).isEqualTo(0.5);
    assertThat(ledger.left()).isEqualTo(0.5);
  }

  /** Rows that were let go of are gone from every gate made of this one, and nothing is booked. */
  @Test
  void runsAndChargesNothingOnceItsRowsAreLetGo() {
    Sum count = new Sum("count", new Laplace(4), GateTest::exactCount);
    Gate other = gate.keepingTo("a plan").heardBy(row -> {});
    other.run(count);
    other.letGo();
    for (Gate any : List.of(gate, other, gate.keepingTo("another"))) {
      assertThatThrownBy(() -> any.run(count))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("This gate has let go of its rows: open another one.");
    }
    assertThat(ledger.entries()).hasSize(1);
    assertThat(gate.schema()).isEqualTo(SCHEMA);
    // The rows themselves are whole: whoever holds them opens another gate.
    assertThat(new Gate(rows, ledger, "second", new NoNoise()).run(count)).isEqualTo(3L);
  }

  @Test
  void readsNothingWhenRefused() {
    gate.run(new Sum("count", new Laplace(2), GateTest::exactCount));
    List<PrivateRows> read = new ArrayList<>();
    BudgetRefusedException refused =
        catchThrowableOfType(
            BudgetRefusedException.class,
            () -> gate.run(new Sum("fit weights", new Laplace(1.25), read::add)));
    assertThat(refused)
        .hasMessage(
            "\"fit weights\" would bring the spend to eps = 1.3, over the limit eps = 1.0 (both at"
                + " delta = 0.0). Nothing was read. Lower its epsilon; the limit is for the whole"
                + " life of the data.");
    assertThat(refused.wouldSpend()).isEqualTo(1.3);
    assertThat(refused.limit()).isEqualTo(new PrivacyBudget(1, 0));
    assertThat(read).isEmpty();
    assertThat(ledger.entries()).hasSize(1);
  }

  @Test
  void aFailureKeepsItsChargeAndItsSecrets() {
    Sum leaky =
        new Sum(
            "leaky",
            new Laplace(2),
            table ->
                table.pass(
                    ArrayList::new,
                    (ages, row) -> {
                      throw new IllegalStateException("age " + row.number(0));
                    },
                    (a, b) -> a));
    MechanismFailedException failed =
        catchThrowableOfType(MechanismFailedException.class, () -> gate.run(leaky));
    assertThat(failed).hasNoCause().hasNoSuppressedExceptions();
    assertThat(failed.getMessage())
        .contains("leaky", "IllegalStateException", "charge stays booked")
        .doesNotContain("31");
    assertThat(failed.getStackTrace()[0].getClassName()).startsWith("tare.gate.GateTest");
    assertThat(ledger.spent()).isEqualTo(0.5);
  }

  @Test
  void aMechanismCannotChangeItsEventBetweenChargeAndRead() {
    List<String> asked = new ArrayList<>();
    Mechanism<String> shifty =
        new Mechanism<>() {
          @Override
          public String purpose() {
            return "shifty";
          }

          @Override
          public PrivacyEvent event() {
            asked.add("event");
            return new Laplace(4);
          }

          @Override
          public String apply(PrivateRows privateRows, NoiseSource noise) {
            return "done";
          }
        };
    gate.run(shifty);
    assertThat(asked).containsExactly("event");
  }

  @Test
  void plansAreCheckedWholeAndBookNothing() {
    List<PrivacyEvent> fits = List.of(new Laplace(2), new Laplace(4));
    List<PrivacyEvent> over = List.of(new Laplace(2), new Laplace(1.25));
    assertThat(gate.wouldFit(fits)).isTrue();
    assertThat(gate.wouldFit(over)).isFalse();
    gate.requireRoomFor("release", fits);
    assertThatThrownBy(() -> gate.requireRoomFor("release", over))
        .isInstanceOf(BudgetRefusedException.class)
        .hasMessageContaining("eps = 1.3");
    assertThat(ledger.entries()).isEmpty();
  }

  @Test
  void theRoundingOfDoublesIsNotHeldAgainstAPlan() {
    Ledger small = Ledger.inMemory(new PrivacyBudget(0.3, 0));
    PrivacyEvent both = new PrivacyEvent.Composed(new Laplace(1 / 0.1), new Laplace(1 / 0.2));
    assertThat(small.wouldFit(List.of(new Booked("r", both, false)))).isTrue();
    PrivacyEvent over = new Laplace(1 / 0.300001);
    assertThat(small.wouldFit(List.of(new Booked("r", over, false)))).isFalse();
  }

  @Test
  void unprotectedReadsAreAlwaysRefused() {
    assertThatThrownBy(
            () -> gate.run(new Sum("peek", new PrivacyEvent.NonPrivate(), GateTest::exactCount)))
        .isInstanceOf(BudgetRefusedException.class)
        .hasMessageContaining("eps = infinity");
  }

  @Test
  void aPrivateTableTellsNothing() {
    assertThat(rows).hasToString("PrivateTable[patients]");
    assertThat(rows.schema()).isSameAs(SCHEMA);
    assertThat(PrivateTable.class.getMethods())
        .filteredOn(method -> method.getDeclaringClass() == PrivateTable.class)
        .extracting(java.lang.reflect.Method::getName)
        // Three ways in (rows, bounded rows, rows of a cluster), and none out.
        .containsExactlyInAnyOrder("of", "of", "of", "schema", "toString");
    assertThat(PrivateTable.class.getFields()).isEmpty();
  }
}
