package tare.paper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What an experiment has to say: tables, figures and sentences.
 *
 * @param experiment its name
 */
public record Report(
    String experiment, List<TextTable> tables, List<Figure> figures, List<String> notes) {

  public Report {
    tables = List.copyOf(tables);
    figures = List.copyOf(figures);
    notes = List.copyOf(notes);
  }

  /** Writes every table as Markdown, CSV and LaTeX and every figure as SVG; the files written. */
  public List<Path> write(Path folder) {
    List<Path> files = new ArrayList<>();
    for (TextTable table : tables) {
      put(folder.resolve("tables").resolve(table.name() + ".md"), table.markdown(), files);
      put(folder.resolve("tables").resolve(table.name() + ".csv"), table.csv(), files);
      put(folder.resolve("tables").resolve(table.name() + ".tex"), table.latex(), files);
    }
    for (Figure figure : figures) {
      put(folder.resolve("figures").resolve(figure.name() + ".svg"), figure.svg(), files);
    }
    return files;
  }

  private static void put(Path file, String text, List<Path> files) {
    ResultStore.write(file, text);
    files.add(file);
  }
}
