package tare.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A master and two workers of Spark's own, as processes of this machine. */
final class StandaloneCluster implements AutoCloseable {

  static final String MASTER = "spark://127.0.0.1:17077";

  private static final List<String> OPENS =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  private final Path folder;
  private final String home;
  private final List<Process> workers = new ArrayList<>(Arrays.asList(null, null));
  private final Process master;
  private int started;

  /**
   * Starts them.
   *
   * @param folder for their logs
   * @param home has all jars under jars
   */
  StandaloneCluster(Path folder, String home) throws IOException, InterruptedException {
    this.folder = folder;
    this.home = home;
    master =
        start(
            "org.apache.spark.deploy.master.Master",
            "--host",
            "127.0.0.1",
            "--port",
            "17077",
            "--webui-port",
            "0");
    TimeUnit.SECONDS.sleep(6);
    worker(0);
    worker(1);
  }

  private Process start(String... command) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(ProcessHandle.current().info().command().orElseThrow(), "-Xmx256m"));
    OPENS.forEach(name -> all.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    all.addAll(List.of("-cp", home + "/jars/*"));
    all.addAll(List.of(command));
    ProcessBuilder builder = new ProcessBuilder(all);
    builder.environment().put("SPARK_HOME", home);
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    File log = folder.resolve("process-" + started++ + ".log").toFile();
    return builder.redirectErrorStream(true).redirectOutput(log).start();
  }

  private void worker(int number) throws IOException {
    workers.set(
        number,
        start(
            "org.apache.spark.deploy.worker.Worker",
            "--host",
            host(number),
            "--cores",
            "1",
            "--memory",
            "700m",
            "--work-dir",
            folder.resolve("work").toString(),
            "--webui-port",
            "0",
            MASTER));
  }

  private static String host(int number) {
    return "127.0.0." + (number + 1);
  }

  /** Kills the worker of an address with its executor, as a power cut would, and starts another. */
  synchronized void kill(String host) {
    int number = host.equals(host(0)) ? 0 : 1;
    try {
      end(workers.get(number));
      worker(number);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  void killAll() {
    kill(host(0));
    kill(host(1));
  }

  private static void end(Process process) {
    Stream.concat(process.descendants(), Stream.of(process.toHandle()))
        .forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
  }

  /** How many logs of processes hold a text. */
  long logsWith(String text) throws IOException {
    long found = 0;
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(StandaloneCluster::isLog).toList()) {
        found +=
            new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1)
                    .contains(text)
                ? 1
                : 0;
      }
    }
    return found;
  }

  private static boolean isLog(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(".log") || name.equals("stderr") || name.equals("stdout");
  }

  @Override
  public void close() {
    workers.forEach(StandaloneCluster::end);
    end(master);
  }
}
