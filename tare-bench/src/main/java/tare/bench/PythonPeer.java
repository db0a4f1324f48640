package tare.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One Python process that runs a script and answers each line with a number; not-a-number where the
 * interpreter, or something that the script imports, is missing. The script prints "ready" first.
 */
final class PythonPeer implements AutoCloseable {

  private final @Nullable Process process;

  /**
   * Starts a script with {@code /usr/bin/python3}, or the interpreter that {@code PYTHON} names.
   */
  PythonPeer(String script) {
    process = started(script);
  }

  private static @Nullable Process started(String script) {
    String python = System.getenv().getOrDefault("PYTHON", "/usr/bin/python3");
    try {
      Process started =
          new ProcessBuilder(python, "-c", script)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return "ready".equals(started.inputReader(StandardCharsets.UTF_8).readLine())
          ? started
          : null;
    } catch (IOException e) {
      return null;
    }
  }

  double ask(String question) throws IOException {
    if (process == null) {
      return Double.NaN;
    }
    Writer questions = process.outputWriter(StandardCharsets.UTF_8);
    questions.write(question + "\n");
    questions.flush();
    BufferedReader answers = process.inputReader(StandardCharsets.UTF_8);
    String answer = answers.readLine();
    return answer == null ? Double.NaN : Double.parseDouble(answer);
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroy();
    }
  }
}
