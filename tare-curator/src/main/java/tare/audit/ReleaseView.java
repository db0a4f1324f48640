package tare.audit;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import tare.model.DensityRatio;
import tare.model.FittedGenerator;
import tare.model.FittedGenerators;
import tare.release.Bundle;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tools.jackson.databind.JsonNode;

/**
 * What an attacker who looks for one row would read off a release, as named numbers: how often
 * values like its own come up, alone and together, with and without weights; how real a
 * discriminator takes it to be; the row count that was used; and every number in the files of the
 * generator and of the weights.
 */
public final class ReleaseView implements Function<Bundle, Map<String, Double>> {

  private final Schema schema;
  private final double[] canary;

  /**
   * @param canary the row looked for: numbers as they are, levels by index, NaN where missing
   */
  public ReleaseView(Schema schema, double... canary) {
    if (canary.length != schema.columnCount()) {
      throw new IllegalArgumentException(
          "A canary has one value for each column, "
              + schema.columnCount()
              + " here. Got: "
              + canary.length);
    }
    this.schema = schema;
    this.canary = canary.clone();
  }

  @Override
  public Map<String, Double> apply(Bundle release) {
    Map<String, Double> seen = new TreeMap<>();
    seen.put("row count", (double) release.privacy().rowCount().used());
    lookAtRows(release, seen);
    release.model().ifPresent(model -> lookAtGenerator(model, seen));
    release
        .weights()
        .ifPresent(weights -> addNumbers("weights", weights.description().toJson(), seen));
    return seen;
  }

  private void lookAtRows(Bundle bundle, Map<String, Double> seen) {
    Table rows = bundle.synthetic();
    double[] logWeights =
        bundle
            .weights()
            .map(weights -> weights.weights().logWeights())
            .orElseGet(() -> new double[rows.rowCount()]);
    double one = 1.0 / rows.rowCount();
    double allWeight = 0;
    double alikeWeight = 0;
    for (int row = 0; row < rows.rowCount(); row++) {
      boolean alike = true;
      for (int c = 0; c < canary.length; c++) {
        boolean matches = matches(rows, row, c);
        seen.merge("share like it in column " + c, matches ? one : 0, Double::sum);
        alike &= matches;
      }
      double weight = Math.exp(logWeights[row]);
      allWeight += weight;
      alikeWeight += alike ? weight : 0;
      seen.merge("share like it", alike ? one : 0, Double::sum);
      seen.merge("log weight like it", (alike ? 1 : -1) * logWeights[row] * one, Double::sum);
    }
    seen.put("weight like it", alikeWeight / allWeight);
  }

  private void lookAtGenerator(FittedGenerator model, Map<String, Double> seen) {
    addNumbers("generator", FittedGenerators.toJson(model), seen);
    if (model instanceof DensityRatio discriminator) {
      double[][] columns = new double[canary.length][];
      for (int c = 0; c < canary.length; c++) {
        columns[c] = new double[] {canary[c]};
      }
      Table row = ColumnarTable.of(schema, columns);
      seen.put("log ratio at the row", discriminator.logRatios(row)[0]);
    }
  }

  private static void addNumbers(String name, JsonNode node, Map<String, Double> seen) {
    if (node.isNumber()) {
      seen.put(name, node.asDouble());
    } else if (node.isObject()) {
      node.properties().forEach(p -> addNumbers(name + "/" + p.getKey(), p.getValue(), seen));
    } else {
      for (int i = 0; i < node.size(); i++) {
        addNumbers(name + "/" + i, node.get(i), seen);
      }
    }
  }

  /** Whether a cell is the canary's: the same level, or a number within a tenth of the range. */
  private boolean matches(Table rows, int row, int column) {
    double value = rows.value(row, column);
    if (Double.isNaN(value) || Double.isNaN(canary[column])) {
      return Double.isNaN(value) && Double.isNaN(canary[column]);
    }
    double near = 0;
    if (schema.column(column).type().isNumeric()) {
      near =
          (schema.column(column).type().upperBound() - schema.column(column).type().lowerBound())
              / 10;
    }
    return Math.abs(value - canary[column]) <= near;
  }
}
