package tare.table;

import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tare.schema.DidYouMean;
import tare.schema.Schema;

/**
 * Matches the first line of a file with the columns wanted from it.
 *
 * <p>A file without a header has a person's row in its place, so no fault quotes the line: it names
 * the schema's columns, and those of the file by position.
 */
final class CsvHeader {

  /** A field that nobody wants. */
  static final int SKIP = -1;

  /** Stands in the place of a wanted column that has no field of its own; no field is called so. */
  static final String NOT_IN_FILE = "\n";

  private final List<String> wanted;
  private final Schema schema;
  private final CsvOptions options;
  private final TableFaults faults;

  /**
   * @param wanted the schema's columns, then any extra ones
   */
  CsvHeader(List<String> wanted, Schema schema, CsvOptions options, TableFaults faults) {
    this.wanted = wanted;
    this.schema = schema;
    this.options = options;
    this.faults = faults;
  }

  /** For each field of the header, the wanted column it is, or {@link #SKIP}. */
  int[] match(CsvScanner scanner) {
    List<String> names = names(scanner);
    int[] targets =
        names.stream()
            .mapToInt(name -> name.equals(NOT_IN_FILE) ? SKIP : wanted.indexOf(name))
            .toArray();
    if (Arrays.stream(targets).allMatch(target -> target == SKIP)) {
      faults.add(
          otherDelimiter(names)
              .orElse(
                  "The first line must name the columns, and none of the schema's is named there."
                      + " Is there a header? Is this the right file?"));
      return targets;
    }
    reportDoubles(names);
    reportAbsent(names, targets);
    reportUnknown(names, targets);
    return targets;
  }

  private List<String> names(CsvScanner scanner) {
    List<String> names = new ArrayList<>();
    for (int f = 0; f < scanner.fields(); f++) {
      try {
        names.add(scanner.text(f));
      } catch (CharacterCodingException e) {
        faults.add(
            "Column "
                + (f + 1)
                + " of the header is not UTF-8. Name its encoding, such as latin-1, or save the file in UTF-8.");
        names.add("");
      }
    }
    return names;
  }

  /** Whether the names would be found if another character separated them. */
  private Optional<String> otherDelimiter(List<String> names) {
    String line = String.join(String.valueOf(options.delimiter()), names);
    for (char other : CsvOptions.DELIMITERS.toCharArray()) {
      for (String part : line.split(Pattern.quote(String.valueOf(other)), -1)) {
        if (other != options.delimiter() && wanted.contains(part.strip().replace("\"", ""))) {
          return Optional.of(separatedBy(other, options));
        }
      }
    }
    return Optional.empty();
  }

  /** A fault if a header that reads as one name holds another delimiter. */
  static Optional<String> otherDelimiterIn(String header, CsvOptions options) {
    return CsvOptions.DELIMITERS
        .chars()
        .filter(other -> header.indexOf(other) >= 0)
        .mapToObj(other -> separatedBy((char) other, options))
        .findFirst();
  }

  private static String separatedBy(char other, CsvOptions options) {
    return "The columns are separated by "
        + spoken(other)
        + ", not by "
        + spoken(options.delimiter())
        + ". Give "
        + spoken(other)
        + " as the delimiter.";
  }

  private static String spoken(char delimiter) {
    return delimiter == '\t' ? "a tab" : "\"" + delimiter + "\"";
  }

  private void reportDoubles(List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name) && wanted.contains(name)) {
        faults.add("The header must name each column once. Twice there: \"" + name + "\".");
      }
    }
  }

  private void reportAbsent(List<String> names, int[] targets) {
    List<String> unmatched = new ArrayList<>();
    for (int f = 0; f < targets.length; f++) {
      if (targets[f] == SKIP) {
        unmatched.add(names.get(f));
      }
    }
    for (String name : wanted) {
      if (!names.contains(name) && !name.equals(NOT_IN_FILE)) {
        faults.add(
            "The header has no column \""
                + name
                + "\"."
                + DidYouMean.nearest(name, unmatched)
                    .map(
                        near ->
                            " Column "
                                + (names.indexOf(near) + 1)
                                + " looks like it: is one of them misspelt?")
                    .orElse(""));
      }
    }
  }

  private void reportUnknown(List<String> names, int[] targets) {
    if (options.ignoreUnknownColumns()) {
      return;
    }
    for (int f = 0; f < targets.length; f++) {
      if (targets[f] == SKIP && !schema.isLeftOut(names.get(f))) {
        faults.add(
            "Column "
                + (f + 1)
                + " of the header is not in the schema. Declare it, or name it under"
                + " \"tare:ignore\" to leave it out.");
      }
    }
  }
}
