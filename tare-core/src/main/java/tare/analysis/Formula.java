package tare.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is explained by what, as in R: {@code y ~ a + b}, {@code y ~ . - c}, {@code y ~ a * b} (both
 * and their product), {@code y ~ a:b} (the product alone), {@code - 1} or {@code + 0} for no
 * intercept. Names that are not plain words stand between backquotes.
 *
 * @param target the column to explain
 * @param terms products of columns, the shorter ones first and else in order; one name is a column
 *     by itself
 * @param intercept whether a constant is among the terms
 */
public record Formula(String target, List<List<String>> terms, boolean intercept) {

  private static final Pattern TOKEN =
      Pattern.compile("\\s*(?:`([^`]+)`|([\\p{L}_][\\p{L}\\p{N}_.]*)|([+\\-*:.]|[01]))\\s*");

  public Formula {
    terms =
        terms.stream()
            .<List<String>>map(List::copyOf)
            .sorted(Comparator.comparingInt(List::size))
            .toList();
  }

  /** The target explained by every other column. */
  public static Formula allOthers(String target, List<String> columns) {
    List<List<String>> terms =
        columns.stream().filter(name -> !name.equals(target)).map(List::of).toList();
    return new Formula(target, terms, true);
  }

  /**
   * Reads a formula.
   *
   * @param columns the names that a dot stands for, the target left out
   */
  public static Formula parse(String text, List<String> columns) {
    int tilde = text.indexOf('~');
    if (tilde < 0) {
      throw new IllegalArgumentException(
          "A formula must have a ~ between target and terms, for instance \"y ~ a + b\". Got: \""
              + text
              + "\"");
    }
    String left = text.substring(0, tilde).strip();
    String target =
        left.length() > 2 && left.startsWith("`") && left.endsWith("`")
            ? left.substring(1, left.length() - 1)
            : left;
    if (target.isEmpty()) {
      throw new IllegalArgumentException(
          "A formula must name its target before the ~. Got: \"" + text + "\"");
    }
    return new Parser(target, columns, text).parse(text.substring(tilde + 1));
  }

  private record Token(String text, boolean name) {}

  private static final class Parser {
    private final String target;
    private final List<String> columns;
    private final String whole;
    private final LinkedHashSet<List<String>> terms = new LinkedHashSet<>();
    private boolean intercept = true;

    Parser(String target, List<String> columns, String whole) {
      this.target = target;
      this.columns = columns;
      this.whole = whole;
    }

    Formula parse(String right) {
      List<Token> tokens = tokens(right);
      int at = 0;
      while (at < tokens.size()) {
        boolean minus = false;
        Token first = tokens.get(at);
        if (!first.name() && (first.text().equals("+") || first.text().equals("-"))) {
          minus = first.text().equals("-");
          at++;
        } else if (at > 0) {
          throw fault("expected + or - before \"" + first.text() + "\"");
        }
        int end = at;
        while (end < tokens.size() && !isSum(tokens.get(end))) {
          end++;
        }
        addTerm(tokens.subList(at, end), minus);
        at = end;
      }
      if (terms.isEmpty() && !intercept) {
        throw fault("nothing is left to explain the target with");
      }
      return new Formula(target, List.copyOf(terms), intercept);
    }

    private static boolean isSum(Token token) {
      return !token.name() && (token.text().equals("+") || token.text().equals("-"));
    }

    private void addTerm(List<Token> tokens, boolean minus) {
      if (tokens.isEmpty()) {
        throw fault("a term is missing");
      }
      Token only = tokens.get(0);
      if (tokens.size() == 1 && !only.name()) {
        addSpecial(only.text(), minus);
        return;
      }
      List<String> names = new ArrayList<>();
      boolean crossed = false;
      for (int i = 0; i < tokens.size(); i++) {
        Token token = tokens.get(i);
        boolean wantsName = i % 2 == 0;
        if (wantsName != token.name() || (!wantsName && !":*".contains(token.text()))) {
          throw fault("cannot read \"" + token.text() + "\" there");
        }
        if (wantsName) {
          names.add(token.text());
        } else {
          crossed |= token.text().equals("*");
        }
      }
      if (tokens.size() % 2 == 0) {
        throw fault("a name is missing after \"" + tokens.get(tokens.size() - 1).text() + "\"");
      }
      if (crossed) {
        names.forEach(name -> put(List.of(name), minus));
      }
      put(names, minus);
    }

    private void addSpecial(String symbol, boolean minus) {
      switch (symbol) {
        case "0" -> intercept = minus;
        case "1" -> intercept = !minus;
        case "." ->
            columns.stream()
                .filter(name -> !name.equals(target))
                .forEach(name -> put(List.of(name), minus));
        default -> throw fault("cannot read \"" + symbol + "\" there");
      }
    }

    private void put(List<String> term, boolean minus) {
      if (term.contains(target)) {
        throw fault("the target \"" + target + "\" cannot explain itself");
      }
      if (minus) {
        terms.remove(term);
      } else {
        terms.add(term);
      }
    }

    private List<Token> tokens(String right) {
      List<Token> tokens = new ArrayList<>();
      Matcher matcher = TOKEN.matcher(right);
      int at = 0;
      while (at < right.length()) {
        if (!matcher.find(at) || matcher.start() != at) {
          throw fault(
              "cannot read \"" + right.substring(at).strip() + "\"; put odd names in backquotes");
        }
        String quoted = matcher.group(1);
        String word = matcher.group(2);
        if (quoted != null) {
          tokens.add(new Token(quoted, true));
        } else if (word != null) {
          tokens.add(new Token(word, true));
        } else {
          tokens.add(new Token(matcher.group(3), false));
        }
        at = matcher.end();
      }
      return tokens;
    }

    private IllegalArgumentException fault(String what) {
      return new IllegalArgumentException("Formula \"" + whole + "\": " + what + ".");
    }
  }
}
