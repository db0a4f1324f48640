package tare.paper;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import tare.analysis.Frame;
import tare.random.Seed;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The true answers of a law: means of the answers of many large samples. */
record TruthJob(StudyLaw law) implements Job {

  private static final int BLOCKS = 40;
  private static final int ROWS = 200_000;

  @Override
  public String id() {
    return "truth-" + law.name();
  }

  @Override
  public ObjectNode settings() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("law", law.name());
    json.put("fingerprint", law.fingerprint());
    json.put("rows", (long) BLOCKS * ROWS);
    return json;
  }

  @Override
  public ObjectNode run() {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (int block = 0; block < BLOCKS; block++) {
      Frame rows = law.frame(ROWS, new Seed(2).child("truth " + block));
      Answers answers = Answers.ofPlainRows(law, rows);
      Answers.asked(law, rows).keySet().forEach(name -> add(sums, name, answers));
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    sums.forEach((name, sum) -> json.put(name, sum / BLOCKS));
    return json;
  }

  private static void add(Map<String, Double> sums, String name, Answers answers) {
    sums.merge(name, Objects.requireNonNull(answers.byName().get(name)).value(), Double::sum);
  }
}
