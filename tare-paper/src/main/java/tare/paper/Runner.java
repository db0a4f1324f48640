package tare.paper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs jobs side by side and keeps every result as soon as there is one. */
public final class Runner {

  /** What is told while jobs run. */
  public interface Listener {

    /**
     * A job ended.
     *
     * @param done how many of all have ended, found results among them
     * @param total how many there are
     * @param secondsLeft an estimate from the jobs that ran; NaN before the first
     */
    void ended(int done, int total, double secondsLeft);
  }

  private final ResultStore store;
  private final int threads;
  private final Listener progress;
  private final Duration limit;

  /** Runs all that there is. */
  public Runner(ResultStore store, int threads, Listener progress) {
    this(store, threads, progress, Duration.ofDays(3650));
  }

  /**
   * @param limit after which no further job is begun
   */
  public Runner(ResultStore store, int threads, Listener progress, Duration limit) {
    if (threads < 1) {
      throw new IllegalArgumentException("At least 1 thread must run. Got: " + threads);
    }
    this.store = store;
    this.threads = threads;
    this.progress = progress;
    this.limit = limit;
  }

  /**
   * Runs what has no result yet; the results of all, in the order of the jobs. Jobs that the limit
   * kept from beginning are left out.
   */
  public Map<Job, JsonNode> run(List<Job> jobs) {
    Map<Job, JsonNode> results = new LinkedHashMap<>();
    List<Job> open = new ArrayList<>();
    for (Job job : jobs) {
      Optional<JsonNode> found = store.find(job);
      found.ifPresent(result -> results.put(job, result));
      if (found.isEmpty()) {
        open.add(job);
      }
    }
    Tally tally = new Tally(results.size(), jobs.size(), open.size());
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<Optional<ObjectNode>>> work = new ArrayList<>();
      for (Job job : open) {
        work.add(() -> tally.late(limit) ? Optional.empty() : Optional.of(ran(job, tally)));
      }
      List<Future<Optional<ObjectNode>>> running = new ArrayList<>();
      work.forEach(callable -> running.add(pool.submit(callable)));
      for (int i = 0; i < open.size(); i++) {
        Job job = open.get(i);
        waited(running.get(i)).ifPresent(result -> results.put(job, result));
      }
    } finally {
      pool.shutdownNow();
    }
    Map<Job, JsonNode> ordered = new LinkedHashMap<>();
    for (Job job : jobs) {
      Optional.ofNullable(results.get(job)).ifPresent(result -> ordered.put(job, result));
    }
    return ordered;
  }

  private ObjectNode ran(Job job, Tally tally) {
    ObjectNode result = job.run();
    store.put(job, result);
    tally.ended();
    return result;
  }

  private static Optional<ObjectNode> waited(Future<Optional<ObjectNode>> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The run was interrupted; run it again to go on.", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Counts ended jobs and guesses the time left. */
  private final class Tally {
    private final long start = System.nanoTime();
    private final int found;
    private final int total;
    private final int open;
    private int ended;

    Tally(int found, int total, int open) {
      this.found = found;
      this.total = total;
      this.open = open;
      progress.ended(found, total, Double.NaN);
    }

    boolean late(Duration limit) {
      return System.nanoTime() - start > limit.toNanos();
    }

    synchronized void ended() {
      ended++;
      double seconds = (System.nanoTime() - start) / 1e9;
      progress.ended(found + ended, total, seconds / ended * (open - ended));
    }
  }
}
