package tare.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class RunnerTest {

  private final AtomicInteger runs = new AtomicInteger();

  private Job job(int number, double setting, boolean fails) {
    return new Job() {
      @Override
      public String id() {
        return "job" + number;
      }

      @Override
      public ObjectNode settings() {
        return JsonNodeFactory.instance.objectNode().put("setting", setting);
      }

      @Override
      public ObjectNode run() {
        if (fails) {
          throw new IllegalStateException("job " + number + " died");
        }
        runs.incrementAndGet();
        return JsonNodeFactory.instance.objectNode().put("value", number / 3.0);
      }
    };
  }

  private static Runner runner(Path folder, Runner.Listener progress) {
    return new Runner(new ResultStore(folder), 2, progress);
  }

  @Test
  void givesResultsInTheOrderOfJobs(@TempDir Path folder) {
    List<Job> jobs = List.of(job(5, 1, false), job(2, 1, false), job(9, 1, false));
    Map<Job, JsonNode> results = runner(folder, (d, t, s) -> {}).run(jobs);
    assertThat(results.keySet()).containsExactlyElementsOf(jobs);
    assertThat(results.values().stream().map(r -> r.get("value").asDouble()))
        .containsExactly(5 / 3.0, 2 / 3.0, 3.0);
  }

  @Test
  void goesOnWhereAKilledRunWas(@TempDir Path folder) {
    List<Job> dying = List.of(job(1, 1, false), job(2, 1, false), job(3, 1, true));
    assertThatThrownBy(() -> runner(folder, (d, t, s) -> {}).run(dying)).hasMessage("job 3 died");
    assertThat(runs).hasValue(2);
    List<Integer> done = Collections.synchronizedList(new ArrayList<>());
    List<Job> again = List.of(job(1, 1, false), job(2, 1, false), job(3, 1, false));
    runner(folder, (d, t, s) -> done.add(d)).run(again);
    assertThat(runs).as("only the third job ran").hasValue(3);
    assertThat(done).containsExactly(2, 3);
  }

  @Test
  void runsAgainUnderOtherSettingsAndAfterABrokenFile(@TempDir Path folder) throws IOException {
    runner(folder, (d, t, s) -> {}).run(List.of(job(1, 0.1 + 0.2, false)));
    runner(folder, (d, t, s) -> {}).run(List.of(job(1, 0.1 + 0.2, false)));
    assertThat(runs).hasValue(1);
    runner(folder, (d, t, s) -> {}).run(List.of(job(1, 0.3, false)));
    assertThat(runs).hasValue(2);
    Files.writeString(folder.resolve("job1.json"), "{\"settings\": {\"sett");
    runner(folder, (d, t, s) -> {}).run(List.of(job(1, 0.3, false)));
    assertThat(runs).hasValue(3);
  }

  @Test
  void keepsSettingsBesideResultsAndLeavesNoParts(@TempDir Path folder) throws IOException {
    runner(folder, (d, t, s) -> {}).run(List.of(job(4, 7, false)));
    assertThat(Files.readString(folder.resolve("job4.json"))).contains("\"setting\" : 7.0");
    try (var files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString())).containsExactly("job4.json");
    }
  }

  @Test
  void tellsHowFarItIsAndGuessesTheRest(@TempDir Path folder) {
    List<Double> left = Collections.synchronizedList(new ArrayList<>());
    runner(folder, (d, t, seconds) -> left.add(seconds))
        .run(List.of(job(1, 1, false), job(2, 1, false)));
    assertThat(left).hasSize(3);
    assertThat(left.get(0)).isNaN();
    assertThat(left.get(2)).isZero();
  }
}
