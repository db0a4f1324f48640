package tare.paper;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tare.random.Seed;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One generator on one data set with one budget and one seed, and all weight methods on its rows.
 *
 * @param folder where data lies that does not ship; not a setting, as it does not change the result
 */
record GridJob(
    PaperGrid grid,
    PaperGrid.DataSet set,
    double epsilon,
    double weightShare,
    String generator,
    int seed,
    boolean paperSettings,
    Optional<Path> folder)
    implements Job {

  @Override
  public String id() {
    return String.format(
        Locale.ROOT,
        "%s-eps%s-share%s-%s-seed%d%s",
        set.name(),
        plain(epsilon),
        plain(weightShare),
        generator,
        seed,
        paperSettings ? "-paper" : "");
  }

  @Override
  public ObjectNode settings() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("data", set.name());
    json.put("target", set.target());
    json.put("epsilon", epsilon);
    json.put("weight_share", weightShare);
    json.put("generator", generator);
    json.put("seed", seed);
    json.put("paper_settings", paperSettings);
    json.put("train_share", grid.trainShare());
    json.set("methods", texts(grid.knownMethods()));
    json.set("metrics", texts(grid.knownMetrics()));
    json.put("synthetic_rows", "as many as private rows");
    json.put("noise", "unseeded");
    return json;
  }

  @Override
  public ObjectNode run() {
    PaperData data = PaperData.read(set.name(), set.target(), folder);
    Seed start = new Seed(seed).child(set.name());
    return new GridRun(this, data.split(grid.trainShare(), start), start).run();
  }

  private static ArrayNode texts(List<String> texts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    texts.forEach(array::add);
    return array;
  }

  private static String plain(double value) {
    String text = String.format(Locale.ROOT, "%.4f", value);
    return text.replaceAll("0+$", "").replaceAll("\\.$", "");
  }
}
