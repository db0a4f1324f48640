package tare.model;

import tare.table.Encoding;
import tare.table.Table;
import tools.jackson.databind.node.ObjectNode;

/** Declared bounds scaled to one and levels as indicators; see {@link Encoding}. */
record BoxFeatures(Encoding encoding) implements Features {

  @Override
  public int width() {
    return encoding.width();
  }

  @Override
  public double radius() {
    return encoding.normBound();
  }

  @Override
  public double largestCoordinate() {
    return 0.5;
  }

  @Override
  public double[] encode(Table rows) {
    return encoding.encode(rows);
  }

  @Override
  public void describe(ObjectNode json) {
    json.put("features", "box");
    encoding.names().forEach(json.putArray("coordinates")::add);
  }
}
