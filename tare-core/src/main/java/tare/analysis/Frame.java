package tare.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tare.schema.ColumnType;
import tare.schema.DidYouMean;
import tare.schema.TimeForm;
import tare.table.Table;

/**
 * Public rows as an analysis sees them: named columns of numbers or levels, all of one length.
 *
 * @param variables in file order, names all different
 */
public record Frame(List<Variable> variables) {

  public Frame {
    variables = List.copyOf(variables);
    Set<String> names = new HashSet<>();
    for (Variable variable : variables) {
      if (!names.add(variable.name())) {
        throw new IllegalArgumentException(
            "Column names must be different. Got twice: \"" + variable.name() + "\"");
      }
      if (variable.size() != variables.get(0).size()) {
        throw new IllegalArgumentException(
            "All columns must have the same number of rows. Got: "
                + variables.get(0).size()
                + " and "
                + variable.size());
      }
    }
  }

  /** The columns of a table of public rows. */
  public static Frame of(Table table) {
    int rows = table.rowCount();
    List<Variable> variables = new ArrayList<>();
    for (int c = 0; c < table.schema().columnCount(); c++) {
      int column = c;
      String name = table.schema().column(c).name();
      ColumnType type = table.schema().column(c).type();
      if (type.isNumeric()) {
        double[] values = new double[rows];
        Arrays.setAll(values, row -> table.number(row, column));
        variables.add(new Variable.Numeric(name, values, timeOf(type)));
      } else {
        int[] codes = new int[rows];
        Arrays.setAll(codes, row -> table.level(row, column));
        variables.add(new Variable.Factor(name, type.levels(), codes));
      }
    }
    return new Frame(variables);
  }

  private static Optional<TimeForm> timeOf(ColumnType type) {
    return type instanceof ColumnType.Temporal time ? Optional.of(time.form()) : Optional.empty();
  }

  /** The number of rows. */
  public int rowCount() {
    return variables.isEmpty() ? 0 : variables.get(0).size();
  }

  /** The names of all variables, in order. */
  public List<String> names() {
    return variables.stream().map(Variable::name).toList();
  }

  /**
   * A column by name.
   *
   * @throws IllegalArgumentException if there is none, with the nearest name
   */
  public Variable variable(String name) {
    for (Variable variable : variables) {
      if (variable.name().equals(name)) {
        return variable;
      }
    }
    throw new IllegalArgumentException(
        "No column named \"" + name + "\"." + DidYouMean.hint(name, names()));
  }

  /** The frame without some columns. */
  public Frame without(Set<String> names) {
    return new Frame(
        variables.stream().filter(variable -> !names.contains(variable.name())).toList());
  }

  /** Some rows, in their order. */
  public Frame select(int[] rows) {
    return new Frame(variables.stream().map(variable -> variable.select(rows)).toList());
  }

  /**
   * The frame with every numeric column at mean zero and standard deviation one (divisor n - 1,
   * missing cells left out); a column that does not vary is only centred.
   */
  public Frame standardized() {
    return new Frame(variables.stream().map(Frame::standardized).toList());
  }

  private static Variable standardized(Variable variable) {
    if (!(variable instanceof Variable.Numeric numeric)) {
      return variable;
    }
    double[] present = Arrays.stream(numeric.values()).filter(v -> !Double.isNaN(v)).toArray();
    double mean = Arrays.stream(present).average().orElse(0);
    double squares = Arrays.stream(present).map(v -> (v - mean) * (v - mean)).sum();
    double sd = present.length > 1 && squares > 0 ? Math.sqrt(squares / (present.length - 1)) : 1;
    return new Variable.Numeric(
        numeric.name(), Arrays.stream(numeric.values()).map(v -> (v - mean) / sd).toArray());
  }
}
