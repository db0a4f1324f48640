package tare.cli;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tare.table.Databases;

/**
 * Who logs in to a database, and with what password: from the environment, or asked for in a
 * terminal, once a process. Never from the command line, which is logged.
 */
final class DatabaseLogin {

  /** Databases that are files and know no password. */
  private static final Pattern FILE = Pattern.compile("jdbc:(duckdb|sqlite|h2|derby):.*");

  private static final DatabaseLogin OF_THE_PROCESS =
      new DatabaseLogin(System.getenv(), DatabaseLogin::fromTerminal);

  /** Asks for a password without showing it; nothing where there is nobody to ask. */
  interface Asker {
    Optional<String> password(String prompt);
  }

  private final Map<String, String> environment;
  private final Asker asker;
  private Optional<String> asked = Optional.empty();

  DatabaseLogin(Map<String, String> environment, Asker asker) {
    this.environment = environment;
    this.asker = asker;
  }

  /** The settings for an address, see {@link Databases#connect}. */
  static Map<String, String> to(String address) {
    return OF_THE_PROCESS.settings(address);
  }

  synchronized Map<String, String> settings(String address) {
    if (environment.containsKey(Databases.PASSWORD)
        || !environment.containsKey(Databases.USER)
        || FILE.matcher(address).matches()) {
      return environment;
    }
    Databases.requireNoPassword(address);
    if (asked.isEmpty()) {
      String user = environment.get(Databases.USER);
      asked = Optional.of(asker.password("Password of " + user + ": ").orElse(""));
    }
    if (asked.get().isEmpty()) {
      return environment; // the server may want none
    }
    Map<String, String> settings = new HashMap<>(environment);
    settings.put(Databases.PASSWORD, asked.get());
    return settings;
  }

  private static Optional<String> fromTerminal(String prompt) {
    Console console = System.console();
    if (console == null || !isTerminal(console)) {
      return Optional.empty();
    }
    char[] password = console.readPassword("%s", prompt);
    return Optional.ofNullable(password).map(String::new);
  }

  /** From Java 22 on there may be a console where there is no terminal, and it can tell. */
  private static boolean isTerminal(Console console) {
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }
}
