package tare.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.accounting.AnalyticGaussian;
import tare.accounting.LossFilter;
import tare.accounting.LossFilter.Booked;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.Laplace;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;
import tare.schema.BadInputException;

class LedgerTest {

  @TempDir private Path folder = Path.of("");

  private Path file() {
    return folder.resolve("patients.ledger");
  }

  private Ledger pure(double epsilon) throws IOException {
    return Ledger.create(file(), "patients", new PrivacyBudget(epsilon, 0));
  }

  @Test
  void remembersAcrossProcessesWhatWasCharged() throws IOException {
    Ledger first = pure(1);
    first.charge("r1", "count rows", new Laplace(10));
    PrivacyEvent steps = new Repeated(new PoissonSampled(0.25, new Laplace(20)), 3);
    first.charge("r1", "fit \"model\"\n", steps);
    Ledger second = Ledger.open(file());
    assertThat(second.entries()).isEqualTo(first.entries()).hasSize(2);
    assertThat(second.entries().get(1).purpose()).isEqualTo("fit \"model\"\n");
    assertThat(second.entries().get(1).event()).isEqualTo(steps);
    assertThat(second.dataSet()).isEqualTo("patients");
    assertThat(second.limit()).isEqualTo(new PrivacyBudget(1, 0));
    assertThat(second.spent()).isEqualTo(first.spent()).isGreaterThan(0.1);
    assertThat(second.left()).isCloseTo(1 - second.spent(), Offset.offset(1e-9));
  }

  @Test
  void seesWhatOthersCharge() throws IOException {
    Ledger one = pure(1);
    Ledger other = Ledger.open(file());
    one.charge("r", "a", new Laplace(2));
    other.charge("r", "b", new Laplace(4));
    assertThat(one.spent()).isEqualTo(0.75);
    assertThatThrownBy(() -> one.charge("r", "c", new Laplace(3)))
        .isInstanceOf(BudgetRefusedException.class);
    assertThat(other.entries()).hasSize(2);
  }

  @Test
  void aLimitIsForLife() throws IOException {
    pure(1);
    assertThatThrownBy(() -> pure(99)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(Ledger.open(file()).limit()).isEqualTo(new PrivacyBudget(1, 0));
  }

  /** Ten Gaussians cost far less than ten times one: the balance composes, it does not add. */
  @Test
  void theBalanceIsTight() throws IOException {
    Ledger ledger = Ledger.create(file(), "patients", new PrivacyBudget(2, 1e-6));
    double one = AnalyticGaussian.epsilon(10, 1e-6);
    for (int i = 0; i < 10; i++) {
      ledger.charge("release " + i, "sum", new Gaussian(10));
    }
    double fixedBeforehand = AnalyticGaussian.epsilon(10 / Math.sqrt(10), 1e-6);
    assertThat(10 * one).isGreaterThan(3.9);
    // One order of Renyi costs a little against the exact curve, and holds for adaptive releases.
    assertThat(ledger.spent()).isBetween(fixedBeforehand, 1.15 * fixedBeforehand).isLessThan(2);
  }

  @Test
  void theFileIsOneReadableLinePerRecord() throws IOException {
    Ledger ledger = pure(1);
    ledger.charge("r1", "count rows", new Laplace(10));
    List<String> lines = Files.readAllLines(file());
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .startsWith(
            "{\"n\":0,\"format\":\"tare-ledger"
                + " 2\",\"data_set\":\"patients\",\"limit\":{\"epsilon\":1.0,\"delta\":0.0},\"rule\":\"life\",\"neighbours\":\"Neighbours"
                + " differ by one row, added or removed.\"");
    assertThat(lines.get(1))
        .contains(
            "\"release\":\"r1\",\"purpose\":\"count rows\",\"event\":{\"kind\":\"laplace\","
                + "\"noise_multiplier\":10.0},\"by\":\"");
  }

  /** A ledger written by version 1 stays readable for ever. */
  @Test
  void oldLedgersStayReadable() throws IOException {
    Path old = folder.resolve("old.ledger");
    try (var in = LedgerTest.class.getResourceAsStream("version-1.ledger")) {
      Files.write(old, java.util.Objects.requireNonNull(in).readAllBytes());
    }
    Ledger ledger = Ledger.open(old);
    assertThat(ledger.entries()).hasSize(3);
    assertThat(ledger.limit()).isEqualTo(new PrivacyBudget(2.5, 1e-6));
    assertThat(ledger.entries().get(2).event())
        .isEqualTo(new Repeated(new PoissonSampled(0.01, new Gaussian(1.1)), 1000));
    assertThat(ledger.filter()).isInstanceOf(LossFilter.Life.class);
    assertThat(ledger.spent()).isBetween(1.5, 2.5);
    ledger.charge("2027-01", "count rows", new Laplace(50));
    assertThat(Ledger.open(old).entries()).hasSize(4);
  }

  /** A ledger for one release knows its own charges only, and the count is added to the rest. */
  @Test
  void aLedgerForOneRelease() throws IOException {
    PrivacyBudget limit = new PrivacyBudget(1, 1e-6);
    Ledger ledger = Ledger.create(file(), "patients", LossFilter.forOneRelease(limit));
    assertThat(ledger.left()).isEqualTo(1);
    ledger.charge("count rows", new Booked("spring", new Laplace(50), true));
    double rest = AnalyticGaussian.sigma(0.98, 1e-6);
    ledger.charge("spring", "sum", new Gaussian(rest));
    assertThat(ledger.spent()).isCloseTo(1, Offset.offset(1e-6));
    Ledger again = Ledger.open(file());
    assertThat(again.left()).isZero();
    assertThat(again.entries().get(0).decides()).isTrue();
    assertThatThrownBy(() -> again.charge("autumn", "sum", new Laplace(1e6)))
        .isInstanceOf(BudgetRefusedException.class)
        .hasMessageContaining("its ledger is for one release, \"spring\"");
  }

  /** One release has one plan; charges of which nobody noted it are as they were. */
  @Test
  void aLedgerForOneReleaseKeepsToOnePlan() throws IOException {
    LossFilter one = LossFilter.forOneRelease(new PrivacyBudget(1, 1e-6));
    Ledger.create(file(), "patients", one)
        .charge("count rows", new Booked("spring", new Laplace(50), true, "plan a"));
    Ledger again = Ledger.open(file());
    assertThat(again.entries().get(0).plan()).isEqualTo("plan a");
    Booked other = new Booked("spring", new Laplace(1e6), false, "plan b");
    assertThat(again.wouldFit(List.of(other))).isFalse();
    assertThatThrownBy(() -> again.charge("sum", other))
        .isInstanceOf(BudgetRefusedException.class)
        .hasMessageContaining("was begun with another plan");
    again.charge("sum", new Booked("spring", new Laplace(1e6), false, "plan a"));
    again.charge("spring", "sum", new Laplace(1e6));
    assertThat(Ledger.open(file()).entries()).hasSize(3);
    assertThat(LossFilter.forLife(one.limit()).conflict(List.of(other))).isEmpty();
  }

  @Test
  void noticesARecordThatWasChangedOrLost() throws IOException {
    Ledger ledger = pure(10);
    for (int i = 0; i < 3; i++) {
      ledger.charge("r", "charge " + i, new Laplace(1));
    }
    List<String> lines = Files.readAllLines(file());
    List<String> changed = new ArrayList<>(lines);
    changed.set(2, changed.get(2).replace("1.0", "9.0"));
    List<String> lost = new ArrayList<>(lines);
    lost.remove(2);
    List<String> swapped = new ArrayList<>(lines);
    Collections.swap(swapped, 1, 2);
    List<String> changedAtTheEnd = new ArrayList<>(lines);
    changedAtTheEnd.set(3, changedAtTheEnd.get(3).replace("1.0", "9.0"));
    for (List<String> damaged : List.of(changed, lost, swapped, changedAtTheEnd)) {
      Files.write(file(), damaged);
      assertThatThrownBy(() -> Ledger.open(file()))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("ecord")
          .hasMessageContaining("backup");
    }
  }

  @Test
  void noticesThatTheFileBecameShorter() throws IOException {
    Ledger ledger = pure(10);
    ledger.charge("r", "a", new Laplace(1));
    Files.write(file(), Files.readAllLines(file()).subList(0, 1));
    assertThatThrownBy(() -> ledger.charge("r", "b", new Laplace(1)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("shorter than it was");
  }

  @Test
  void refusesWhatIsNoLedger() throws IOException {
    assertThatThrownBy(() -> Ledger.open(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
    Files.writeString(file(), "age,sex\n31,f\n");
    assertThatThrownBy(() -> Ledger.open(file()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("not a ledger")
        .message()
        .doesNotContain("31,f");
  }

  @Test
  void neverWritesIntoAFileThatIsSomethingElse() throws IOException {
    for (String other : List.of("age,sex\n31,f\n", "{\"name\":\"patients\"}\n", "\n")) {
      Files.writeString(file(), other);
      assertThatThrownBy(() -> pure(1)).isInstanceOf(FileAlreadyExistsException.class);
      assertThat(file()).hasContent(other);
    }
  }

  @Test
  void aLongLedgerStaysFast() throws IOException {
    Ledger ledger = Ledger.create(file(), "patients", new PrivacyBudget(3, 1e-6));
    for (int i = 0; i < 300; i++) {
      ledger.charge("r" + i, "sum", new Gaussian(40));
    }
    assertThat(Ledger.open(file()).entries()).hasSize(300);
    assertThat(ledger.spent())
        .isBetween(
            AnalyticGaussian.epsilon(40 / Math.sqrt(300), 1e-6),
            1.15 * AnalyticGaussian.epsilon(40 / Math.sqrt(300), 1e-6));
  }

  @Test
  void threadsThatRaceForTheLastBudget() throws Exception {
    int threads = 8;
    Ledger shared = pure(3);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Ledger ledger = i % 2 == 0 ? shared : Ledger.open(file());
        results.add(pool.submit(() -> booked(ledger)));
      }
      int booked = 0;
      for (Future<Boolean> result : results) {
        booked += result.get() ? 1 : 0;
      }
      assertThat(booked).isEqualTo(3);
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    } finally {
      pool.shutdownNow();
    }
    assertThat(Ledger.open(file()).spent()).isEqualTo(3);
  }

  private static boolean booked(Ledger ledger) {
    try {
      ledger.charge("race", "all that is left", new Laplace(1));
      return true;
    } catch (BudgetRefusedException e) {
      return false;
    }
  }

  /** Two real processes, many ledgers, each with room for one: exactly one gets it each time. */
  @Test
  void processesThatRaceForTheLastBudget() throws IOException {
    int ledgers = 30;
    List<Process> processes = List.of(racer("one"), racer("two"));
    try {
      List<BufferedReader> answers = new ArrayList<>();
      List<PrintStream> orders = new ArrayList<>();
      for (Process process : processes) {
        answers.add(
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
        orders.add(new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8));
      }
      for (BufferedReader answer : answers) {
        assertThat(answer.readLine()).isEqualTo("ready");
      }
      for (int i = 0; i < ledgers; i++) {
        Path path = folder.resolve(i + ".ledger");
        Ledger.create(path, "race", new PrivacyBudget(1, 0));
        // Told at the same moment; the other one first every second time.
        orders.get(i % 2).println(path);
        orders.get(1 - i % 2).println(path);
        List<String> said = List.of(answers.get(0).readLine(), answers.get(1).readLine());
        assertThat(said).containsExactlyInAnyOrder("booked", "refused");
        assertThat(Ledger.open(path).spent()).isEqualTo(1);
      }
    } finally {
      processes.forEach(Process::destroy);
    }
  }

  private static Process racer(String name) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-cp",
            classPath,
            LedgerRacer.class.getName(),
            name)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
