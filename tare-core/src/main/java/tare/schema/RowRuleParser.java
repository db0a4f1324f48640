package tare.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tare.schema.RowRule.Relation;
import tare.schema.RowRule.Test;

/**
 * Reads {@code rule = tests [ "implies" tests ]}, {@code tests = test { "and" test }}, {@code test
 * = column comparison (column | value) | column "is" [ "not" ] "missing"}. Names and values with
 * spaces stand in single quotes.
 */
final class RowRuleParser {

  private static final Pattern TOKEN =
      Pattern.compile("\\s*(?:'([^']*)'|(<=|>=|!=|<|>|=)|([^\\s'<>=!]+))");

  private final String text;
  private final List<Column> columns;
  private final List<String> tokens = new ArrayList<>();
  private final List<Boolean> quoted = new ArrayList<>();
  private int next;

  RowRuleParser(String text, List<Column> columns) {
    this.text = text.strip();
    this.columns = columns;
    Matcher matcher = TOKEN.matcher(this.text);
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      quoted.add(matcher.group(1) != null);
      tokens.add(
          matcher.group(1) != null
              ? matcher.group(1)
              : matcher.group(2) != null ? matcher.group(2) : matcher.group(3));
      end = matcher.end();
    }
    if (end != this.text.length() || tokens.isEmpty()) {
      throw fault("it must be made of columns, comparisons and values");
    }
  }

  RowRule rule() {
    List<Test> first = tests();
    if (next == tokens.size()) {
      return new RowRule(text, List.of(), first);
    }
    expect("implies");
    List<Test> second = tests();
    if (next != tokens.size()) {
      throw fault("nothing may follow \"" + tokens.get(next - 1) + "\" but \"and\"");
    }
    return new RowRule(text, first, second);
  }

  private List<Test> tests() {
    List<Test> tests = new ArrayList<>();
    tests.add(test());
    while (isWord("and")) {
      next++;
      tests.add(test());
    }
    return tests;
  }

  private Test test() {
    int column = column(token());
    if (isWord("is")) {
      next++;
      boolean negated = isWord("not");
      next += negated ? 1 : 0;
      expect("missing");
      return new RowRule.Missing(column, !negated);
    }
    Relation comparison = comparison(token());
    boolean literal = next < tokens.size() && quoted.get(next);
    String operand = token();
    boolean numeric = columns.get(column).type().isNumeric();
    int other = literal ? -1 : indexOf(operand);
    if (numeric && other >= 0 && columns.get(other).type().isNumeric()) {
      return new RowRule.WithColumn(column, comparison, other);
    }
    return new RowRule.WithValue(
        column,
        numeric,
        comparison,
        numeric ? number(column, operand) : level(column, comparison, operand));
  }

  private double number(int column, String operand) {
    return columns
        .get(column)
        .type()
        .number(operand)
        .orElseThrow(
            () ->
                fault("\"" + name(column) + "\" is compared with a number or a column of numbers"));
  }

  private int level(int column, Relation comparison, String operand) {
    if (comparison != Relation.EQUAL && comparison != Relation.DIFFERENT) {
      throw fault("levels of \"" + name(column) + "\" are compared by = and != only");
    }
    List<String> levels = columns.get(column).type().levels();
    int level = levels.indexOf(operand);
    if (level < 0) {
      throw fault(
          "\""
              + operand
              + "\" is no level of \""
              + name(column)
              + "\"."
              + DidYouMean.hint(operand, levels));
    }
    return level;
  }

  private int column(String name) {
    int index = indexOf(name);
    if (index < 0) {
      List<String> names = columns.stream().map(Column::name).toList();
      throw fault("there is no column \"" + name + "\"." + DidYouMean.hint(name, names));
    }
    return index;
  }

  private int indexOf(String name) {
    for (int c = 0; c < columns.size(); c++) {
      if (name(c).equals(name)) {
        return c;
      }
    }
    return -1;
  }

  private String name(int column) {
    return columns.get(column).name();
  }

  private Relation comparison(String sign) {
    for (Relation comparison : Relation.values()) {
      if (comparison.sign().equals(sign)) {
        return comparison;
      }
    }
    throw fault("a column must be followed by <=, >=, <, >, =, != or \"is missing\"");
  }

  private boolean isWord(String word) {
    return next < tokens.size() && !quoted.get(next) && tokens.get(next).equals(word);
  }

  private void expect(String word) {
    if (!isWord(word)) {
      throw fault("\"" + word + "\" is needed after \"" + tokens.get(next - 1) + "\"");
    }
    next++;
  }

  private String token() {
    if (next == tokens.size()) {
      throw fault("it ends too early");
    }
    return tokens.get(next++);
  }

  private IllegalArgumentException fault(String what) {
    return new IllegalArgumentException(
        "A rule about rows reads like \"age >= 65\", \"from <= to\" or \"pregnant = yes implies sex"
            + " = female\"; in \""
            + text
            + "\" "
            + what
            + (what.endsWith("?") || what.endsWith(".") ? "" : "."));
  }
}
