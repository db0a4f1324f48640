package tare.table;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Connections to databases by drivers that do not come with Tare: on the class path, or jars in the
 * folder that {@code TARE_DRIVERS} names. User and password come from {@code TARE_DB_USER} and
 * {@code TARE_DB_PASSWORD}, never from the address.
 */
public final class Databases {

  /** The folder with drivers' jars. */
  public static final String DRIVERS = "TARE_DRIVERS";

  /** The variable of the environment that holds the user's name. */
  public static final String USER = "TARE_DB_USER";

  /** The variable of the environment that holds the password. */
  public static final String PASSWORD = "TARE_DB_PASSWORD";

  private Databases() {}

  /** Whether a word names a database rather than a file. */
  public static boolean isAddress(String word) {
    return word.startsWith("jdbc:");
  }

  /**
   * Connects.
   *
   * @param settings where user, password and drivers are looked up, such as the environment
   * @throws IllegalArgumentException if the address holds a password or no driver knows it
   */
  public static Connection connect(String address, Map<String, String> settings)
      throws SQLException {
    requireNoPassword(address);
    Properties properties = new Properties();
    if (settings.containsKey(USER)) {
      properties.setProperty("user", settings.get(USER));
    }
    if (settings.containsKey(PASSWORD)) {
      properties.setProperty("password", settings.get(PASSWORD));
    }
    for (Driver driver : drivers(settings)) {
      Connection connection =
          driver.acceptsURL(address) ? driver.connect(address, properties) : null;
      if (connection != null) {
        return connection;
      }
    }
    throw new IllegalArgumentException(
        "No driver knows this kind of database. Put the driver's jar into a folder and name that"
            + " folder in the environment as "
            + DRIVERS
            + ".");
  }

  /**
   * Refuses an address that holds a password.
   *
   * @throws IllegalArgumentException without a word of the address
   */
  public static void requireNoPassword(String address) {
    String lower = address.toLowerCase(Locale.ROOT);
    if (lower.contains("password") || lower.matches("jdbc:[a-z]+://[^/@]*:[^/@]*@.*")) {
      throw new IllegalArgumentException(
          "An address must not hold a password: command lines are logged. Put it into the"
              + " environment as "
              + PASSWORD
              + ", or name the user there as "
              + USER
              + " and be asked for it in a terminal.");
    }
  }

  private static List<Driver> drivers(Map<String, String> settings) {
    List<Driver> drivers = new ArrayList<>();
    ServiceLoader.load(Driver.class).forEach(drivers::add);
    String folder = settings.get(DRIVERS);
    if (folder != null) {
      URL[] jars = jars(Path.of(folder));
      ClassLoader loader = new URLClassLoader(jars, Databases.class.getClassLoader());
      ServiceLoader.load(Driver.class, loader).forEach(drivers::add);
    }
    return drivers;
  }

  private static URL[] jars(Path folder) {
    List<URL> jars = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".jar")).sorted().toList()) {
        jars.add(file.toUri().toURL());
      }
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("A driver's name cannot be used as an address.", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          DRIVERS + " must name a folder that can be read. Got: " + folder, e);
    }
    return jars.toArray(URL[]::new);
  }
}
