package tare.paper;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import tare.accounting.PrivacyBudget;
import tare.analysis.Frame;
import tare.curator.AutoWeights;
import tare.curator.GeneratorFitters;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.ledger.Ledger;
import tare.noise.SecureNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.table.Table;
import tare.table.Weights;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One draw of private rows and two releases of them with the same budget: the default one, and one
 * without weights. Every cell draws its own rows: were they the same for all budgets and
 * generators, a hundred unlucky draws would be unlucky in all of these, and what is pooled over
 * them would look surer than it is.
 */
record CoverageJob(StudyLaw law, int n, double epsilon, String generator, int seed) implements Job {

  /** Who answers: from private rows, from the default release in two ways, from rows of none. */
  static final String REAL = "real";

  static final String REPLICATES = "replicates";
  static final String IGNORING = "ignoring";
  static final String NONE = "none";
  static final List<String> WHO = List.of(REAL, REPLICATES, IGNORING, NONE);

  @Override
  public String id() {
    return String.format(
        Locale.ROOT,
        "%s-n%d-eps%s-%s-seed%d",
        law.name(),
        n,
        GridReports.trimmed(epsilon),
        generator,
        seed);
  }

  @Override
  public ObjectNode settings() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("law", law.name());
    json.put("fingerprint", law.fingerprint());
    json.put("n", n);
    json.put("epsilon", epsilon);
    json.put("generator", generator);
    json.put("seed", seed);
    json.put("noise", "unseeded");
    return json;
  }

  @Override
  public ObjectNode run() {
    Seed start = new Seed(seed).child(id());
    Table rows = law.law().draw(n, start);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set(REAL, Answers.ofPlainRows(law, Frame.of(rows)).toJson());
    ReleasePlan none = plan(start.child("release"));
    long from = System.nanoTime();
    Bundle bundle =
        released(rows, AutoWeights.choose(rows.schema(), none, OptionalLong.of(n)).plan());
    json.put("seconds", (System.nanoTime() - from) / 1e9);
    json.put("weights", bundle.provenance().weights());
    Frame synthetic = Frame.of(bundle.synthetic());
    json.set(IGNORING, Answers.ofPlainRows(law, synthetic).toJson());
    bundle
        .replicates()
        .ifPresent(
            replicates ->
                json.set(
                    REPLICATES,
                    Answers.ofReplicates(law, synthetic, weights(bundle), replicates, n).toJson()));
    Bundle plain = released(rows, none);
    json.set(NONE, Answers.ofPlainRows(law, Frame.of(plain.synthetic())).toJson());
    return json;
  }

  private static double[] weights(Bundle bundle) {
    return bundle
        .weights()
        .map(statement -> statement.weights())
        .orElse(Weights.uniform(bundle.synthetic().rowCount()))
        .meanOne();
  }

  private ReleasePlan plan(Seed start) {
    return ReleasePlan.of(new PrivacyBudget(epsilon, ReleasePlan.defaultDelta(n)))
        .withGenerator(GeneratorFitters.named(generator))
        .withoutWeights()
        .withSeed(start);
  }

  private static Bundle released(Table rows, ReleasePlan plan) {
    Gate gate =
        new Gate(PrivateTable.of(rows), Ledger.inMemory(plan.budget()), "study", new SecureNoise());
    return ReleaseRun.run(gate, plan, Progress.SILENT);
  }
}
