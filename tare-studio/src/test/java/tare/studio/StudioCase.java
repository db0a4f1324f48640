package tare.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tare.ledger.Ledger;
import tare.ledger.LedgerPlace;
import tare.random.Seed;

/** A studio with a table of 600 people, and a release that can be held at one of its steps. */
abstract class StudioCase {

  @TempDir Path folder;
  StudioServer studio;
  Wire wire;

  private volatile String heldAt = "";
  private CountDownLatch held = new CountDownLatch(0);
  private CountDownLatch reached = new CountDownLatch(1);

  @BeforeEach
  void start() throws IOException {
    RandomGenerator random = new Seed(4).stream("people");
    StringBuilder csv = new StringBuilder("age,seen,\"it's a \"\"name\"\"\",ill\n");
    for (int r = 0; r < 600; r++) {
      csv.append(20 + random.nextInt(70)).append(",2020-0").append(1 + random.nextInt(9));
      csv.append("-1")
          .append(random.nextInt(9))
          .append(',')
          .append("nesw".charAt(random.nextInt(4)));
      csv.append(random.nextBoolean() ? ",yes\n" : ",no\n");
    }
    Files.writeString(folder.resolve("my people.csv"), csv);
    studio =
        StudioServer.start(new StudioOptions(0, StudioOptions.Visit.BY_HAND, folder), this::hold);
    wire = new Wire(studio);
  }

  @AfterEach
  void stop() {
    held.countDown();
    studio.close();
  }

  private void hold(String step) {
    if (step.equals(heldAt)) {
      reached.countDown();
      await(held);
    }
  }

  /** Makes a release, and cancels it when it comes to a step; how it stands then. */
  String cancelledAt(String step, String release) throws IOException {
    held = new CountDownLatch(1);
    reached = new CountDownLatch(1);
    heldAt = step;
    wire.post("release/start", Map.of("name", release));
    while (reached.getCount() > 0) {
      String now = wire.get("progress.json").text();
      assertThat(reached.getCount() == 0 || now.contains("RUNNING"))
          .as("%s: %s", step, now)
          .isTrue();
    }
    wire.post("release/cancel", Map.of());
    heldAt = "";
    held.countDown();
    return ended();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Declares all columns; the unit and the count go first. */
  void declare() throws IOException {
    wire.post("choose", Map.of("table", "my people.csv"));
    wire.post("schema/facts", Map.of("name", "people", "unit", "person", "rows", "600"));
    wire.post("schema/0", Map.of("kind", "WHOLE", "low", "0", "high", "120"));
    wire.post("schema/1", Map.of("kind", "DATE", "low", "2020-01-01", "high", "2020-12-31"));
    wire.post("schema/2", Map.of("kind", "CATEGORY", "levels", "n\ne\ns\nw\nnowhere"));
    wire.post("schema/3", Map.of("kind", "YES_NO", "no", "no", "yes", "yes"));
  }

  String ended() throws IOException {
    String progress = wire.get("progress.json").text();
    while (progress.contains("RUNNING")) {
      progress = wire.get("progress.json").text();
    }
    return progress;
  }

  List<Ledger.Entry> charges() throws IOException {
    return Ledger.open(LedgerPlace.beside(folder.resolve("my people.csv"))).entries();
  }
}
