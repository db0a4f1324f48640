package tare.testkit;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real PostgreSQL server in a folder of its own, started and stopped by tests. */
public final class PostgresServer implements AutoCloseable {

  /** What tests tell when there is none. */
  public static final String MISSING =
      "PostgreSQL cannot be started here: .ci/install-peers installs it.";

  private static final Path BINARIES = Path.of("/usr/lib/postgresql");

  /** Searched for in everything that is printed. */
  public static final String PASSWORD = "s3cr3t-of-the-database";

  private final Path programs;
  private final Path folder;
  private final int port;

  private PostgresServer(Path programs, Path folder, int port) {
    this.programs = programs;
    this.folder = folder;
    this.port = port;
  }

  /** Starts a server, or nothing where that is not possible. */
  public static Optional<PostgresServer> start() throws IOException {
    if (Files.notExists(BINARIES)) {
      return Optional.empty();
    }
    Path programs;
    try (Stream<Path> versions = Files.list(BINARIES)) {
      programs = versions.sorted().reduce((a, b) -> b).orElse(BINARIES).resolve("bin");
    }
    Path folder =
        Files.createTempDirectory(
            "tare-postgres",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxrwxrwx")));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path secret = Files.writeString(folder.resolve("secret"), PASSWORD + "\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    PostgresServer server = new PostgresServer(programs, folder, port);
    boolean made =
        server.run(
            programs.resolve("initdb").toString(),
            "-D",
            folder.resolve("data").toString(),
            "-U",
            "steward",
            "-A",
            "scram-sha-256",
            "--pwfile",
            secret.toString(),
            "--no-sync");
    return made && server.begin() ? Optional.of(server) : Optional.empty();
  }

  /** Starts it, again if need be. */
  public boolean begin() throws IOException {
    return run(
        programs.resolve("pg_ctl").toString(),
        "-D",
        folder.resolve("data").toString(),
        "-l",
        folder.resolve("data/log").toString(),
        "-w",
        "-o",
        "-p " + port + " -k " + folder + " -c listen_addresses=127.0.0.1",
        "start");
  }

  /** Stops it at once, as a power cut would. */
  public boolean kill() throws IOException {
    return run(
        programs.resolve("pg_ctl").toString(),
        "-D",
        folder.resolve("data").toString(),
        "-m",
        "immediate",
        "stop");
  }

  /** Kills every process of it at once, without a word to any of them. */
  public void killHard() throws IOException {
    Path file = folder.resolve("data/postmaster.pid");
    long main = Long.parseLong(Files.readAllLines(file, StandardCharsets.US_ASCII).get(0).strip());
    Optional<ProcessHandle> server = ProcessHandle.of(main);
    List<ProcessHandle> all = new ArrayList<>(server.stream().toList());
    server.ifPresent(process -> process.descendants().forEach(all::add));
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(process -> process.onExit().join());
  }

  /** All that the server itself noted. */
  public String serverLog() throws IOException {
    return Files.readString(folder.resolve("data/log"), StandardCharsets.ISO_8859_1);
  }

  public int port() {
    return port;
  }

  public String address() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
  }

  public Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "steward");
    properties.setProperty("password", PASSWORD);
    return DriverManager.getConnection(address(), properties);
  }

  private boolean run(String... command) throws IOException {
    List<String> words = new ArrayList<>();
    if (System.getProperty("user.name", "").equals("root")) {
      words.addAll(List.of("runuser", "-u", "postgres", "--")); // servers refuse to run as root
    }
    words.addAll(List.of(command));
    Path said = folder.resolve("said");
    try {
      Process process =
          new ProcessBuilder(words)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } catch (IOException e) {
      return false;
    }
  }

  /** All that the server wrote. */
  public String log() throws IOException {
    return Files.readString(folder.resolve("said"), StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    kill();
  }
}
