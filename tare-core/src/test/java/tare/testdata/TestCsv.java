package tare.testdata;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * A small comma-separated test resource; lines that start with # name its source, and commas within
 * brackets part nothing.
 *
 * @param header column names
 * @param rows cells, one list per line
 */
public record TestCsv(List<String> header, List<List<String>> rows) {

  /** Reads a class path resource. */
  public static TestCsv read(String resource) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(TestCsv.class.getResourceAsStream(resource), resource),
                StandardCharsets.UTF_8))) {
      List<List<String>> lines =
          reader
              .lines()
              .filter(line -> !line.startsWith("#") && !line.isBlank())
              .map(line -> List.of(line.split(",(?![^\\[]*])", -1)))
              .toList();
      return new TestCsv(lines.get(0), lines.subList(1, lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String text(int row, String column) {
    int index = header.indexOf(column);
    if (index < 0) {
      throw new IllegalArgumentException("No column " + column + " in " + header);
    }
    return rows.get(row).get(index);
  }

  public double number(int row, String column) {
    return Double.parseDouble(text(row, column));
  }

  public double[] numbers(String column) {
    double[] values = new double[rows.size()];
    for (int row = 0; row < values.length; row++) {
      values[row] = number(row, column);
    }
    return values;
  }
}
