package tare.model;

import java.util.List;
import java.util.random.RandomGenerator;
import tare.kernel.mlp.MlpPass;
import tare.kernel.mlp.MlpShape;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.EncodedRows;
import tare.table.EncodedRows.RowEncoder;
import tare.table.Table;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A trained GAN: samples rows, and knows the density ratio that its discriminator has learned.
 *
 * @param label the position of the conditioning column, or -1
 * @param labels the law from which labels were drawn in training and are drawn in sampling
 * @param history how the training went
 * @param scaleByCuts whether networks see numbers on a scale that follows declared cuts; false for
 *     models of version 0.2 and earlier
 */
public record FittedGan(
    Schema schema,
    int label,
    LabelLaw labels,
    MlpShape generatorShape,
    float[] generator,
    MlpShape discriminatorShape,
    float[] discriminator,
    List<TrainingMoment> history,
    boolean scaleByCuts)
    implements FittedGenerator, DensityRatio {

  static final String KIND = "gan";
  private static final String BY_CUTS = "by cuts";
  private static final int BLOCK = 256;

  /** Holds what a training gave, or a file of it. */
  public FittedGan {
    history = List.copyOf(history);
  }

  /** Holds what a training gave. */
  public FittedGan(
      Schema schema,
      int label,
      LabelLaw labels,
      MlpShape generatorShape,
      float[] generator,
      MlpShape discriminatorShape,
      float[] discriminator,
      List<TrainingMoment> history) {
    this(
        schema,
        label,
        labels,
        generatorShape,
        generator,
        discriminatorShape,
        discriminator,
        history,
        true);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Table sample(int rows, Seed seed) {
    return sample(rows, seed, Progress.SILENT);
  }

  @Override
  public Table sample(int rows, Seed seed, Progress progress) {
    RandomGenerator random = seed.stream("gan rows");
    RowCodec codec = RowCodec.of(schema, label, scaleByCuts);
    MlpPass pass = new MlpPass(generatorShape, BLOCK);
    int in = generatorShape.inputs();
    int noise = in - labels.levels();
    double[][] columns = new double[schema.columnCount()][rows];
    float[] row = new float[codec.width()];
    float[] hot = new float[labels.levels()];
    for (int from = 0; from < rows; from += BLOCK) {
      progress.at("sampling rows", from / (double) rows);
      int count = Math.min(BLOCK, rows - from);
      for (int i = 0; i < count; i++) {
        for (int j = 0; j < noise; j++) {
          pass.inputs()[i * in + j] = (float) random.nextGaussian();
        }
        labels.draw(random, pass.inputs(), i * in + noise, hot, 0);
        if (label >= 0) {
          columns[label][from + i] = RowCodec.asCell(schema.column(label), hottest(hot));
        }
      }
      pass.forward(generator, count);
      for (int i = 0; i < count; i++) {
        codec.draw(pass.outputs(), i * codec.width(), random, row, 0);
        codec.decode(row, 0, columns, from + i);
      }
    }
    return ColumnarTable.of(schema, columns);
  }

  private static int hottest(float[] values) {
    int hot = 0;
    for (int i = 1; i < values.length; i++) {
      if (values[i] > values[hot]) {
        hot = i;
      }
    }
    return hot;
  }

  @Override
  public double[] logRatios(Table rows) {
    // Labels are sampled from the very law that the discriminator saw on made-up rows, so the logit
    // needs no correction
    // for it. It would need log(law in training / law in sampling) were they to differ.
    int width = discriminatorShape.inputs();
    float[] inputs = EncodedRows.floats(rows, width, encoder(schema, label, labels, scaleByCuts));
    MlpPass pass = new MlpPass(discriminatorShape, BLOCK);
    double[] ratios = new double[rows.rowCount()];
    for (int from = 0; from < ratios.length; from += BLOCK) {
      int count = Math.min(BLOCK, ratios.length - from);
      System.arraycopy(inputs, from * width, pass.inputs(), 0, count * width);
      pass.forward(discriminator, count);
      for (int i = 0; i < count; i++) {
        ratios[from + i] = pass.outputs()[i];
      }
    }
    return ratios;
  }

  /**
   * A row as a discriminator sees it: its values, then the label, one value per level.
   *
   * @param label its position, or -1
   */
  public static RowEncoder<float[]> encoder(Schema schema, int label, LabelLaw labels) {
    return encoder(schema, label, labels, true);
  }

  private static RowEncoder<float[]> encoder(
      Schema schema, int label, LabelLaw labels, boolean byCuts) {
    RowCodec codec = RowCodec.of(schema, label, byCuts);
    return (row, to, at) -> {
      codec.encode(row, to, at);
      if (label >= 0) {
        to[at + codec.width() + codec.level(row, label)] = labels.value();
      }
    };
  }

  @Override
  public JsonNode parameters() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (label >= 0) {
      Column column = schema.column(label);
      json.put("label", column.name());
      var law = json.putArray("label_law");
      for (double probability : labels.probabilities()) {
        law.add(probability);
      }
      json.put("label_value", labels.value());
    }
    if (scaleByCuts && hasCuts(schema)) {
      json.put("numbers", BY_CUTS);
    }
    json.set("generator", NetworkJson.write(generatorShape, generator));
    json.set("discriminator", NetworkJson.write(discriminatorShape, discriminator));
    json.set("history", TrainingMoment.toJson(history));
    return json;
  }

  private static boolean hasCuts(Schema schema) {
    return schema.columns().stream().anyMatch(c -> !c.type().declaredCuts().isEmpty());
  }

  /** Reads the parameters that {@link #parameters} writes. */
  static final class Format implements ModelFormat {

    @Override
    public String kind() {
      return KIND;
    }

    @Override
    public FittedGenerator read(Schema schema, JsonNode json) {
      int label = json.has("label") ? schema.indexOf(json.path("label").asString()) : -1;
      double[] law = new double[label < 0 ? 0 : RowCodec.levelCount(schema.column(label))];
      NetworkJson.require(json.path("label_law").size() == law.length, "its label law");
      for (int i = 0; i < law.length; i++) {
        law[i] = json.path("label_law").path(i).asDouble();
      }
      JsonNode given = json.path("label_value"); // absent from models made before it could differ
      NetworkJson.require(given.isMissingNode() || given.isNumber(), "its label value");
      float labelValue = (float) given.asDouble(1);
      NetworkJson.require(labelValue > 0 && labelValue < 1e6f, "its label value");
      JsonNode numbers = json.path("numbers"); // absent, too, where there are no cuts
      boolean byCuts = numbers.asString("").equals(BY_CUTS);
      NetworkJson.require(numbers.isMissingNode() || byCuts, "its numbers");
      MlpShape generator = NetworkJson.shape(json.path("generator"));
      MlpShape discriminator = NetworkJson.shape(json.path("discriminator"));
      int width = RowCodec.of(schema, label).width();
      NetworkJson.require(generator.outputs() == width, "the width of its generator");
      NetworkJson.require(generator.inputs() > law.length, "the inputs of its generator");
      NetworkJson.require(discriminator.inputs() == width + law.length, "its discriminator");
      return new FittedGan(
          schema,
          label,
          new LabelLaw(law, labelValue),
          generator,
          NetworkJson.parameters(json.path("generator"), generator),
          discriminator,
          NetworkJson.parameters(json.path("discriminator"), discriminator),
          TrainingMoment.read(json.path("history")),
          byCuts || !hasCuts(schema));
    }
  }
}
