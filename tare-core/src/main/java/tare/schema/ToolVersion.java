package tare.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The version of Tare, as the build wrote it. */
public final class ToolVersion {

  /** The number, for instance 0.1.0. */
  public static final String NUMBER = read();

  private ToolVersion() {}

  private static String read() {
    Properties properties = new Properties();
    try (InputStream in = ToolVersion.class.getResourceAsStream("/tare/version.properties")) {
      properties.load(Objects.requireNonNull(in, "version.properties"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version").replace("-SNAPSHOT", "");
  }
}
