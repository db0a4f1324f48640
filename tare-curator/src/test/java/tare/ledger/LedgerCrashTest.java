package tare.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.accounting.LossFilter;
import tare.accounting.Neighbours;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent.Laplace;
import tare.random.Seed;
import tare.schema.BadInputException;

/**
 * Kills the writer at every boundary of its writes and looks at what the ledger shows afterwards.
 *
 * <p>The promise: a charge that returned, so that a row may have been read, is never missing; at
 * most the one charge that was under way may be there in addition.
 */
class LedgerCrashTest {

  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-15T12:00:00Z"), ZoneOffset.UTC);
  private static final PrivacyBudget LIMIT = new PrivacyBudget(1000, 0);
  private static final int CHARGES = 6;

  /** A record is written and forced, committed and forced; a force may fail before or after. */
  private static final int STEPS = 6;

  /** The longest line of these ledgers. */
  private static final int LINE = 330;

  private int crashPoints;

  private static Ledger open(FaultyDisk disk) throws IOException {
    try {
      return new Ledger(DiskLedgerStore.open(disk), CLOCK);
    } catch (BadInputException e) {
      assertThat(e).hasMessageContaining("nothing was ever charged");
      return begin(disk);
    }
  }

  private static Ledger begin(LedgerDisk disk) throws IOException {
    return new Ledger(
        DiskLedgerStore.begin(
            disk,
            "patients",
            LossFilter.forLife(LIMIT),
            Neighbours.ADD_OR_REMOVE_ONE_ROW,
            CLOCK.instant()),
        CLOCK);
  }

  /** Charges until the power fails; gives the purposes of the charges that returned. */
  private static List<String> chargeUntilFailure(FaultyDisk disk, String prefix) {
    List<String> returned = new ArrayList<>();
    try {
      Ledger ledger = open(disk);
      for (int i = 0; i < CHARGES; i++) {
        ledger.charge("release", prefix + i, new Laplace(1));
        returned.add(prefix + i);
      }
    } catch (UncheckedIOException | IOException e) {
      assertThat(e instanceof FaultyDisk.PowerFailure || e.getCause() != null).isTrue();
    }
    return returned;
  }

  private static List<String> purposes(Ledger ledger) {
    return ledger.entries().stream().map(Ledger.Entry::purpose).toList();
  }

  /** Crashes once, then goes on; what was booked before, during and after must add up. */
  private void crash(int operations, FaultyDisk.Remains remains) throws IOException {
    FaultyDisk disk = new FaultyDisk();
    disk.failAfter(operations, remains);
    List<String> read = chargeUntilFailure(disk, "before ");
    disk.restart();
    Ledger ledger = open(disk);
    List<String> shown = purposes(ledger);
    assertThat(shown.size()).isBetween(read.size(), read.size() + 1);
    assertThat(shown.subList(0, read.size())).isEqualTo(read);
    assertThat(ledger.spent()).isGreaterThanOrEqualTo(read.size());
    assertThat(ledger.limit()).isEqualTo(LIMIT);

    ledger.charge("release", "after", new Laplace(1));
    List<String> expected = new ArrayList<>(shown);
    expected.add("after");
    assertThat(purposes(ledger)).isEqualTo(expected);
    assertThat(purposes(open(disk))).isEqualTo(expected);
    crashPoints++;
  }

  @Test
  void everyWriteCutAtEveryByte() throws IOException {
    for (int record = 0; record <= CHARGES; record++) {
      for (int length = 0; length <= LINE; length++) {
        crash(record * STEPS, FaultyDisk.beginning(length));
      }
      for (int length = 0; length <= 2; length++) {
        crash(record * STEPS + STEPS / 2, FaultyDisk.beginning(length));
      }
    }
    assertThat(crashPoints).isGreaterThan(2_000);
  }

  @Test
  void everyForceBeforeAndAfterItsEffectWithHolesInWhatWasWritten() throws IOException {
    RandomGenerator random = new Seed(11).stream("holes");
    for (int operations = 0; operations <= (CHARGES + 1) * STEPS; operations++) {
      for (int round = 0; round < 30; round++) {
        crash(operations, FaultyDisk.holes(random));
      }
    }
    assertThat(crashPoints).isGreaterThan(1_000);
  }

  @Test
  void crashesOnTopOfCrashes() throws IOException {
    RandomGenerator random = new Seed(12).stream("crashes");
    for (int round = 0; round < 300; round++) {
      FaultyDisk disk = new FaultyDisk();
      List<String> read = new ArrayList<>();
      for (int crash = 0; crash < 4; crash++) {
        disk.failAfter(
            random.nextInt(20),
            random.nextBoolean()
                ? FaultyDisk.beginning(random.nextInt(LINE))
                : FaultyDisk.holes(random));
        read.addAll(chargeUntilFailure(disk, round + "." + crash + "."));
        disk.restart();
        List<String> shown = new ArrayList<>(purposes(open(disk)));
        shown.retainAll(read);
        assertThat(shown).isEqualTo(read);
      }
      assertThat(purposes(open(disk)).size()).isBetween(read.size(), read.size() + 4);
    }
  }

  @Test
  void aTornRecordIsSpokenOf() throws IOException {
    FaultyDisk disk = new FaultyDisk();
    disk.failAfter(2 * STEPS, FaultyDisk.beginning(40));
    assertThat(chargeUntilFailure(disk, "x")).containsExactly("x0");
    disk.restart();
    Ledger ledger = open(disk);
    assertThat(ledger.tornRecords()).isEqualTo(1);
    ledger.charge("release", "next", new Laplace(1));
    assertThat(open(disk).tornRecords()).isEqualTo(1);
  }

  /** The twin: a writer that returns before it forces is caught. */
  @Test
  void theTestCatchesAWriterThatDoesNotForce() {
    FaultyDisk disk = new FaultyDisk();
    LedgerDisk lazy =
        new LedgerDisk() {
          @Override
          public String name() {
            return "lazy disk";
          }

          @Override
          public Handle open(boolean toWrite) {
            Handle handle = disk.open(toWrite);
            return new Handle() {
              @Override
              public long size() throws IOException {
                return handle.size();
              }

              @Override
              public byte[] readFrom(long position) throws IOException {
                return handle.readFrom(position);
              }

              @Override
              public void append(byte[] bytes) throws IOException {
                handle.append(bytes);
              }

              @Override
              public void force() {}

              @Override
              public void close() throws IOException {
                handle.close();
              }
            };
          }
        };
    assertThatThrownBy(
            () -> {
              disk.failAfter(100, FaultyDisk.beginning(0));
              Ledger ledger = begin(lazy);
              ledger.charge("release", "read", new Laplace(1));
              disk.restart();
              assertThat(purposes(open(disk))).containsExactly("read");
            })
        .isInstanceOf(AssertionError.class);
  }
}
