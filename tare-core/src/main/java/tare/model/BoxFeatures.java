package tare.model;

import tare.table.Encoding;
import tare.table.Row;
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
  public void put(Row row, double[] to, int at) {
    encoding.encode(row, to, at);
  }

  @Override
  public void describe(ObjectNode json) {
    json.put("features", "box");
    encoding.names().forEach(json.putArray("coordinates")::add);
  }
}
