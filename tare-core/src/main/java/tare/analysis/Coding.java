package tare.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How the columns of a frame become the columns of a design, fixed once so that later rows are
 * coded alike.
 *
 * <p>A number stands for itself; a factor becomes one indicator per level that occurs in the rows
 * it was made from, the first one left out as the reference (kept in the first factor of a formula
 * without intercept).
 */
public final class Coding {

  private final Formula formula;
  private final List<Term> terms;

  private Coding(Formula formula, List<Term> terms) {
    this.formula = formula;
    this.terms = terms;
  }

  /** One product of a design: for each of its factors, which column and which level of it. */
  private record Term(String name, List<Part> parts) {}

  /** A column as it is (level null), or the indicator of one of its levels. */
  private record Part(String column, @Nullable String level) {
    String name() {
      return level == null ? column : column + "=" + level;
    }
  }

  /** Fixes the coding of a formula on the rows at hand. */
  public static Coding of(Formula formula, Frame frame) {
    List<Term> terms = new ArrayList<>();
    if (formula.intercept()) {
      terms.add(new Term(Design.INTERCEPT, List.of()));
    }
    boolean needsAllLevels = !formula.intercept();
    for (List<String> names : formula.terms()) {
      List<List<Part>> products = List.of(List.of());
      for (String name : names) {
        Variable variable = frame.variable(name);
        List<Part> parts = parts(variable, needsAllLevels && names.size() == 1);
        needsAllLevels &= variable instanceof Variable.Numeric;
        products = crossed(products, parts);
      }
      for (List<Part> product : products) {
        terms.add(new Term(String.join(":", product.stream().map(Part::name).toList()), product));
      }
    }
    return new Coding(formula, List.copyOf(terms));
  }

  /** The formula that is coded. */
  public Formula formula() {
    return formula;
  }

  /** The names of the design's columns. */
  public List<String> names() {
    return terms.stream().map(Term::name).toList();
  }

  /** The rows in which no column of the formula is missing; the target only counts if wanted. */
  public int[] completeRows(Frame frame, boolean withTarget) {
    List<Variable> used = new ArrayList<>();
    formula.terms().stream()
        .flatMap(List::stream)
        .distinct()
        .forEach(name -> used.add(frame.variable(name)));
    if (withTarget) {
      used.add(frame.variable(formula.target()));
    }
    return IntStream.range(0, frame.rowCount())
        .filter(row -> used.stream().noneMatch(variable -> variable.missing(row)))
        .toArray();
  }

  /**
   * The design of all rows of a frame. A level that the coding does not know counts as the
   * reference; a missing number stays NaN.
   */
  public Design design(Frame frame) {
    int rows = frame.rowCount();
    int p = terms.size();
    double[] values = new double[rows * p];
    for (int j = 0; j < p; j++) {
      for (int i = 0; i < rows; i++) {
        values[i * p + j] = 1;
      }
      for (Part part : terms.get(j).parts()) {
        multiply(values, j, p, frame.variable(part.column()), part);
      }
    }
    return new Design(names(), values);
  }

  private static void multiply(double[] values, int j, int p, Variable variable, Part part) {
    if (variable instanceof Variable.Numeric numeric) {
      for (int i = 0; i < numeric.size(); i++) {
        values[i * p + j] *= numeric.values()[i];
      }
    } else if (variable instanceof Variable.Factor factor) {
      int code = part.level() == null ? -1 : factor.levels().indexOf(part.level());
      for (int i = 0; i < factor.size(); i++) {
        values[i * p + j] *= code >= 0 && factor.codes()[i] == code ? 1 : 0;
      }
    }
  }

  private static List<Part> parts(Variable variable, boolean allLevels) {
    if (!(variable instanceof Variable.Factor factor)) {
      return List.of(new Part(variable.name(), null));
    }
    return factor.used().levels().stream()
        .skip(allLevels ? 0 : 1)
        .map(level -> new Part(factor.name(), level))
        .toList();
  }

  private static List<List<Part>> crossed(List<List<Part>> products, List<Part> parts) {
    List<List<Part>> crossed = new ArrayList<>();
    for (List<Part> product : products) {
      for (Part part : parts) {
        List<Part> longer = new ArrayList<>(product);
        longer.add(part);
        crossed.add(longer);
      }
    }
    return crossed;
  }
}
