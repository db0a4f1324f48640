package tare.model;

import java.util.ArrayList;
import java.util.List;
import tare.schema.Column;
import tare.schema.Schema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The parameters of a {@link BayesNetwork}: {@code {"columns": [...]}}, one object per column, in
 * sampling order.
 *
 * <table>
 * <caption>Keys of a column</caption>
 * <tr><td>column</td><td>its name</td></tr>
 * <tr><td>edges</td><td>a number's bin edges, ascending; whole numbers have them at halves; absent
 * for a category</td></tr>
 * <tr><td>boundsApart</td><td>true when the first and the last edge, and no others, are cells of
 * their own, single values; false when no edge is; absent for a category</td></tr>
 * <tr><td>apart</td><td>in place of it, the edges that are cells of their own: such a cell stands
 * between the bins that end and start there</td></tr>
 * <tr><td>groups</td><td>the group of each cell: cells are the levels in declared order or the bins
 * from low to high, then missing where it is allowed</td></tr>
 * <tr><td>shares</td><td>the share of rows in each cell; within a group, cells are drawn in
 * proportion to them</td></tr>
 * <tr><td>parents</td><td>the names of the columns it depends on, all above it</td></tr>
 * <tr><td>table</td><td>for each combination of the parents' groups, the last parent's running
 * fastest, the probabilities of this column's groups</td></tr>
 * </table>
 *
 * <p>Where rows have tables to meet beside the network's own, {@code "tables"} lists them, each
 * with the names of its {@code columns} and the {@code shares} of rows in its cells, the last
 * column's groups running fastest.
 */
final class BayesNetworkFormat implements ModelFormat {

  @Override
  public String kind() {
    return BayesNetwork.KIND;
  }

  static JsonNode write(BayesNetwork network) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode columns = json.putArray("columns");
    for (NetworkNode node : network.nodes()) {
      write(node, network.schema(), columns.addObject());
    }
    if (!network.tables().isEmpty()) {
      ArrayNode tables = json.putArray("tables");
      network.tables().forEach(table -> write(table, network.schema(), tables.addObject()));
    }
    return json;
  }

  private static void write(NetworkNode node, Schema schema, ObjectNode json) {
    json.put("column", schema.column(node.column()).name());
    if (node.bins().ordered()) {
      ArrayNode edges = json.putArray("edges");
      node.bins().edges().forEach(edges::add);
      writeApart(node.bins(), json);
    }
    ArrayNode groups = json.putArray("groups");
    node.grouping().groups().forEach(groups::add);
    write(node.shares(), json.putArray("shares"));
    ArrayNode parents = json.putArray("parents");
    node.parents().forEach(parent -> parents.add(schema.column(parent).name()));
    ArrayNode table = json.putArray("table");
    for (double[] law : node.table()) {
      write(law, table.addArray());
    }
  }

  private static void write(GroupTable table, Schema schema, ObjectNode json) {
    ArrayNode columns = json.putArray("columns");
    table.columns().forEach(column -> columns.add(schema.column(column).name()));
    write(table.shares(), json.putArray("shares"));
  }

  private static void writeApart(ColumnBins bins, ObjectNode json) {
    List<Double> edges = bins.edges();
    List<Double> bounds = List.of(edges.get(0), edges.get(edges.size() - 1));
    if (bins.apart().isEmpty() || bins.apart().equals(bounds)) {
      json.put("boundsApart", !bins.apart().isEmpty());
    } else {
      bins.apart().forEach(json.putArray("apart")::add);
    }
  }

  private static void write(double[] numbers, ArrayNode json) {
    for (double number : numbers) {
      json.add(number);
    }
  }

  @Override
  public FittedGenerator read(Schema schema, JsonNode parameters) {
    List<NetworkNode> nodes = new ArrayList<>();
    for (JsonNode json : list(parameters, "columns")) {
      nodes.add(node(schema, json, nodes));
    }
    List<GroupTable> tables = new ArrayList<>();
    for (JsonNode json : parameters.path("tables")) {
      List<Integer> columns = new ArrayList<>();
      list(json, "columns").forEach(name -> columns.add(column(schema, name)));
      tables.add(new GroupTable(columns, numbers(list(json, "shares"))));
    }
    return new BayesNetwork(schema, nodes, tables);
  }

  private static NetworkNode node(Schema schema, JsonNode json, List<NetworkNode> above) {
    int column = column(schema, json.path("column"));
    Column declared = schema.column(column);
    List<Double> edges = new ArrayList<>();
    List<Double> apart = new ArrayList<>();
    if (declared.type().isNumeric()) {
      list(json, "edges").forEach(edge -> edges.add(number(edge)));
      json.path("apart").forEach(edge -> apart.add(number(edge)));
      if (json.path("boundsApart").asBoolean(false) && !edges.isEmpty()) {
        apart.add(edges.get(0));
        apart.add(edges.get(edges.size() - 1));
      }
    }
    ColumnBins bins = ColumnBins.ofEdges(column, declared, edges, apart);
    List<Integer> groups = new ArrayList<>();
    list(json, "groups").forEach(group -> groups.add(whole(group)));
    List<Integer> parents = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    for (JsonNode name : list(json, "parents")) {
      int parent = column(schema, name);
      parents.add(parent);
      sizes.add(sizeOf(parent, above));
    }
    JsonNode rows = list(json, "table");
    double[][] table = new double[rows.size()][];
    for (int i = 0; i < table.length; i++) {
      table[i] = numbers(rows.get(i));
    }
    return new NetworkNode(
        column, bins, Grouping.of(groups), numbers(list(json, "shares")), parents, sizes, table);
  }

  private static int sizeOf(int column, List<NetworkNode> above) {
    for (NetworkNode node : above) {
      if (node.column() == column) {
        return node.grouping().size();
      }
    }
    throw new IllegalArgumentException("Every column comes after its parents.");
  }

  private static int column(Schema schema, JsonNode name) {
    int column = name.isString() ? schema.indexOf(name.asString()) : -1;
    if (column < 0) {
      throw new IllegalArgumentException("A column must be one of the schema's. Got: " + name);
    }
    return column;
  }

  private static JsonNode list(JsonNode json, String key) {
    JsonNode list = json.path(key);
    if (!list.isArray()) {
      throw new IllegalArgumentException("\"" + key + "\" must be a list.");
    }
    return list;
  }

  private static double[] numbers(JsonNode json) {
    double[] numbers = new double[json.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number(json.get(i));
    }
    return numbers;
  }

  private static double number(JsonNode json) {
    if (!json.isNumber()) {
      throw new IllegalArgumentException("A number is needed. Got: " + json);
    }
    return json.asDouble();
  }

  private static int whole(JsonNode json) {
    if (!json.isInt()) {
      throw new IllegalArgumentException("A whole number is needed. Got: " + json);
    }
    return json.asInt();
  }
}
