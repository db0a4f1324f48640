package tare.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Figures from an independent tool, to test against: a CSV resource without quotes whose first line
 * is {@code # source: ...} and whose second line names the columns. A name that ends in {@code .gz}
 * is unpacked. Further lines that begin with {@code #} are comments.
 */
public final class ReferenceTable {

  private static final String SOURCE = "# source:";

  private final String source;
  private final List<String> columns;
  private final List<Row> rows;

  private ReferenceTable(String source, List<String> columns, List<String[]> cells) {
    this.source = source;
    this.columns = columns;
    this.rows = cells.stream().map(line -> new Row(this, List.of(line))).toList();
  }

  /**
   * Reads a resource.
   *
   * @param anchor the class beside which the resource lies
   */
  public static ReferenceTable read(Class<?> anchor, String resource) {
    try (InputStream raw = anchor.getResourceAsStream(resource)) {
      if (raw == null) {
        throw new IllegalArgumentException(
            "A reference table must lie beside its test, in the folder of "
                + anchor.getPackageName()
                + ". Got: "
                + resource);
      }
      return parse(resource, resource.endsWith(".gz") ? new GZIPInputStream(raw) : raw);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ReferenceTable parse(String resource, InputStream in) throws IOException {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    String first = reader.readLine();
    if (first == null || !first.startsWith(SOURCE)) {
      throw new IllegalArgumentException(
          "The first line of a reference table must be \"# source: ...\". Got none in " + resource);
    }
    List<String[]> lines = new ArrayList<>();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      if (!line.startsWith("#") && !line.isBlank()) {
        lines.add(line.split(",", -1));
      }
    }
    if (lines.size() < 2) {
      throw new IllegalArgumentException(
          "A reference table must have a header and at least one row. Got: " + resource);
    }
    List<String> columns = List.of(lines.remove(0));
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).length != columns.size()) {
        throw new IllegalArgumentException(
            "Every row must have " + columns.size() + " cells. Row " + (i + 1) + " of " + resource);
      }
    }
    return new ReferenceTable(first.substring(SOURCE.length()).strip(), columns, lines);
  }

  /** Who made the figures, and with what. */
  public String source() {
    return source;
  }

  public List<String> columns() {
    return columns;
  }

  public List<Row> rows() {
    return rows;
  }

  public int size() {
    return rows.size();
  }

  /** A column of numbers; an empty cell is NaN. */
  public double[] numbers(String column) {
    return rows.stream().mapToDouble(row -> row.number(column)).toArray();
  }

  /** A column as text. */
  public List<String> texts(String column) {
    return rows.stream().map(row -> row.text(column)).toList();
  }

  private int position(String column) {
    int position = columns.indexOf(column);
    if (position < 0) {
      throw new IllegalArgumentException("No column named \"" + column + "\" among " + columns);
    }
    return position;
  }

  /** One row of figures; prints as its cells, so that it names a parameterised test. */
  public static final class Row {
    private final ReferenceTable table;
    private final List<String> cells;

    private Row(ReferenceTable table, List<String> cells) {
      this.table = table;
      this.cells = cells;
    }

    public String text(String column) {
      return cells.get(table.position(column));
    }

    /** The number in a column, NaN when the cell is empty. */
    public double number(String column) {
      String text = text(column);
      return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    }

    /** The whole number in a column. */
    public int whole(String column) {
      return Math.toIntExact(Long.parseLong(text(column)));
    }

    @Override
    public String toString() {
      return String.join(",", cells);
    }
  }
}
