package tare.paper;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of texts, written in the forms that people paste.
 *
 * @param name a file name without ending
 * @param title one line above it
 * @param header the names of its columns
 * @param rows cells, as many as the header has
 */
public record TextTable(String name, String title, List<String> header, List<List<String>> rows) {

  public TextTable {
    header = List.copyOf(header);
    rows = rows.stream().<List<String>>map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalArgumentException(
            "Every row must have " + header.size() + " cells. Got: " + row.size());
      }
    }
  }

  /** The table for a page in Markdown. */
  public String markdown() {
    String rule = header.stream().map(h -> "---").collect(Collectors.joining("|", "|", "|"));
    return line(header)
        + "\n"
        + rule
        + "\n"
        + rows.stream().map(TextTable::line).collect(Collectors.joining("\n"))
        + "\n";
  }

  private static String line(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  /** The table as CSV. */
  public String csv() {
    return comma(header)
        + "\n"
        + rows.stream().map(TextTable::comma).collect(Collectors.joining("\n"))
        + "\n";
  }

  private static String comma(List<String> cells) {
    return cells.stream()
        .map(
            cell ->
                cell.contains(",") || cell.contains("\"")
                    ? "\"" + cell.replace("\"", "\"\"") + "\""
                    : cell)
        .collect(Collectors.joining(","));
  }

  /** The table for a paper. */
  public String latex() {
    StringBuilder text = new StringBuilder();
    text.append("% ").append(title).append('\n');
    text.append("\\begin{tabular}{l").append("r".repeat(header.size() - 1)).append("}\n\\hline\n");
    text.append(ampersand(header)).append("\\hline\n");
    rows.forEach(row -> text.append(ampersand(row)));
    return text.append("\\hline\n\\end{tabular}\n").toString();
  }

  private static String ampersand(List<String> cells) {
    return cells.stream().map(TextTable::escaped).collect(Collectors.joining(" & ", "", " \\\\\n"));
  }

  private static String escaped(String cell) {
    return cell.replace("\\", "\\textbackslash{}")
        .replace("%", "\\%")
        .replace("_", "\\_")
        .replace("&", "\\&")
        .replace("#", "\\#")
        .replace("±", "$\\pm$");
  }
}
