package tare.testdata;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tare.analysis.Frame;
import tare.analysis.Variable;

/** Small public tables for tests. */
public final class Datasets {

  private Datasets() {}

  /** A resource of the data folder; columns that are all numbers become numeric. */
  public static Frame frame(String name) {
    TestCsv csv = TestCsv.read("/data/" + name + ".csv");
    List<Variable> variables = new ArrayList<>();
    for (String column : csv.header()) {
      List<String> cells =
          IntStream.range(0, csv.rows().size()).mapToObj(row -> csv.text(row, column)).toList();
      if (Character.isLetter(cells.get(0).charAt(0))) {
        variables.add(factor(column, cells.stream().distinct().toList(), cells));
      } else {
        variables.add(new Variable.Numeric(column, csv.numbers(column)));
      }
    }
    return new Frame(variables);
  }

  public static Variable.Factor factor(String name, List<String> levels, List<String> cells) {
    return new Variable.Factor(name, levels, cells.stream().mapToInt(levels::indexOf).toArray());
  }

  /** The weights of the reference figures: w_i = 0.5 + ((37 i) mod 101)/101, i from 1. */
  public static double[] referenceWeights(int n) {
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> 0.5 + 37 * (i + 1) % 101 / 101.0);
    return weights;
  }
}
