package tare.curator;

import java.util.Locale;
import java.util.Optional;
import tare.accounting.PrivacyBudget;
import tare.gate.Gate;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.model.FittedGenerator;
import tare.model.Resampling;
import tare.model.RuledRows;
import tare.progress.LastWord;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.PrivacyStatement.RowCount;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.table.Table;
import tare.weight.ReplicateLaw;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Makes a release: buys the row count unless it is public, fits a generator, samples rows,
 * estimates a weight for every row, and says what was spent. Reads private rows only through the
 * gate it is given, and has it let go of them after the last charge: that gate is used up.
 */
public final class ReleaseRun {

  /** The most synthetic rows that {@link #makeElsewhere} draws and weighs together. */
  public static final int MOST_ROWS_HERE = RowsAt.MOST_HERE;

  private final Schema schema;
  private final ReleasePlan plan;
  private final Charges charges;
  private final Kept kept;
  private final LastWord progress;
  private final RowsAt at;
  private final BlockSums sums;
  private final DrawnBlocks drawn = new DrawnBlocks();

  private ReleaseRun(Gate gate, ReleasePlan plan, Kept kept, Progress progress) {
    this(gate, plan, kept, progress, RowsAt.THIS_MACHINE, BlockSums.here(progress));
  }

  private ReleaseRun(
      Gate gate, ReleasePlan plan, Kept kept, Progress progress, RowsAt at, BlockSums sums) {
    LastWord words = new LastWord(progress);
    this.sums = sums;
    this.schema = gate.schema();
    this.plan = AutoWeights.settle(schema, plan).plan();
    this.kept = kept;
    this.charges = new Charges(gate.heardBy(rows -> words.again()), this.plan, kept, at);
    this.at = at;
    this.progress = words;
  }

  /**
   * A release as it was made.
   *
   * @param bundle all of it
   * @param weightsRefused why it has no weights, where some were asked for
   * @param replicateLaw gives replicate weights to further rows; empty when there are none
   */
  public record Release(
      Bundle bundle, Optional<String> weightsRefused, Optional<ReplicateLaw> replicateLaw) {

    /** A release whose rows are all there. */
    public Release(Bundle bundle, Optional<String> weightsRefused) {
      this(bundle, weightsRefused, Optional.empty());
    }
  }

  /**
   * Makes a release through a gate.
   *
   * @throws tare.ledger.BudgetRefusedException when the data set's ledger has no room for the plan;
   *     nothing was read
   * @throws RefusedException when the plan cannot work for this schema; nothing was read, or, where
   *     the row count had to be bought to find out, nothing but the count
   */
  public static Bundle run(Gate gate, ReleasePlan plan, Progress progress) {
    return make(gate, plan, Kept.NOTHING, progress).bundle();
  }

  /**
   * Makes a release, or takes up one that died: what was kept is not charged for again, and chance
   * begins with the seed it began with.
   */
  public static Release make(Gate gate, ReleasePlan plan, Kept kept, Progress progress) {
    return new ReleaseRun(gate, plan.withSeed(seed(kept, plan)), kept, progress).run();
  }

  /** The same where this machine looks at rows to come. */
  public static Release makeElsewhere(Gate gate, ReleasePlan plan, Kept kept, Progress progress) {
    return makeElsewhere(gate, plan, kept, progress, BlockSums.here(progress));
  }

  /**
   * Makes a release of rows that are not in this machine's memory. Of the synthetic rows it has no
   * more than {@link #MOST_ROWS_HERE}; {@link RowBlocks} draws as many as are wanted.
   *
   * @param sums looks at rows to come; private rows are not asked for after it
   */
  public static Release makeElsewhere(
      Gate gate, ReleasePlan plan, Kept kept, Progress progress, BlockSums sums) {
    ReleasePlan seeded = plan.withSeed(seed(kept, plan));
    return new ReleaseRun(gate, seeded, kept, progress, RowsAt.OTHER_MACHINES, sums).run();
  }

  /**
   * Refuses rows that take so much more memory than the public number of them foretold that a
   * release would not fit beside them. Whoever holds the rows asks it before they go to a gate.
   *
   * @param privateRows how many there are: not public
   * @throws RefusedException for the curator's own screen; nothing was charged
   */
  public static void requireMemory(Schema schema, ReleasePlan plan, long privateRows) {
    ReleasePlan settled = AutoWeights.settle(schema, plan).plan();
    MemoryNeed.of(schema, settled, RowsAt.THIS_MACHINE).requireRoomBeside(privateRows);
  }

  /** The seed of the run that is taken up, or this one's. */
  private static Seed seed(Kept kept, ReleasePlan plan) {
    Optional<JsonNode> before = kept.find("seed");
    if (before.isEmpty()) {
      kept.note("seed", JsonNodeFactory.instance.numberNode(plan.seed().value()));
    }
    return before.map(json -> new Seed(json.asLong())).orElse(plan.seed());
  }

  /**
   * Weighs rows that another tool has made. The whole budget, but for the count, goes to the
   * weights.
   *
   * @param rows synthetic rows under the schema of the private ones; taken to be public
   */
  public static Bundle weigh(
      Gate gate, Table rows, ReleasePlan plan, Kept kept, Progress progress) {
    ReleasePlan known = plan.withRows(Math.max(1, rows.rowCount()));
    return new ReleaseRun(gate, known, kept, progress).weigh(rows);
  }

  private Release run() {
    charges.requireRoom();
    RowCount count = charges.rowCount(progress);
    // Refuses, before the generator is charged, what cannot work.
    Forecast.whateverTheMemory(schema, plan, count.used());
    progress.at("fitting the generator");
    GeneratorFitter fitter = plan.generator().orElseThrow();
    PrivacyBudget share = charges.shares().generator();
    UnitPlans.Fit<FittedGenerator> fit =
        UnitPlans.within(
            share, schema.rowsPerUnit(), budget -> fitter.mechanism(task(count, budget)));
    FittedGenerator generator = charges.pay(fit, share, KeptForms.generator(schema, count.used()));
    if (schema.rowsPerUnit() > 1 && fitter.countsUnitsAlike()) {
      charges.note(
          "The generator counts every "
              + schema.unit()
              + " about alike, whatever the number of its rows: its rows are like those of a "
              + schema.unit()
              + " drawn by chance, not like a row drawn by chance.");
    }
    if (fitter.knowsRatio()) {
      Notes.ofEvenNumbers(schema).ifPresent(charges::note);
    }
    int rows = rowsFor(count);
    Weighing.Outcome made = weighedIfPossible(generator, task(count, fit.rowBudget()), count, rows);
    Release release =
        new Release(
            new Bundle(
                made.rows(),
                made.weights(),
                made.replicates(),
                charges.statement(count),
                charges.provenance(fitter.name()),
                Optional.of(generator)),
            made.refused(),
            made.law());
    return at == RowsAt.THIS_MACHINE && rows > made.rows().rowCount()
        ? ManyRows.of(release, rows, drawn, progress)
        : release;
  }

  /** How many rows there will be, with a word where memory allows fewer than there would be. */
  private int rowsFor(RowCount count) {
    int wanted = plan.rowsFor(count.used());
    int rows =
        at == RowsAt.THIS_MACHINE ? MemoryNeed.of(schema, plan, at).rows(count.used()) : wanted;
    if (rows < wanted) {
      charges.note(
          String.format(
              Locale.ROOT,
              "There are %,d synthetic rows and not %,d: the memory the release was made with has"
                  + " no room for more. The model is released: more rows can be drawn from it at"
                  + " any time.",
              rows,
              wanted));
    }
    return rows;
  }

  /**
   * How many rows are weighed together. A run that is taken up may have died for want of memory and
   * have more now: its weights are those of the candidates that they were fitted to, so there are
   * to be as many again.
   */
  private int rowsTogether(RowCount count, int whole) {
    int here = MemoryNeed.of(schema, plan, at).here(count.used(), whole);
    if (!plan.carriedByRows()) {
      return here;
    }
    String what = "rows weighed together";
    int before = Math.min(whole, kept.find(what).map(JsonNode::asInt).orElse(here));
    int rows = Resampling.candidates(before) == Resampling.candidates(here) ? here : before;
    kept.note(what, JsonNodeFactory.instance.numberNode(rows));
    return rows;
  }

  /** Rows that keep the schema's rules, with a word about how many did not. */
  private Table sampled(FittedGenerator generator, int rows) {
    RuledRows ruled = RuledRows.forRelease(generator, rows, plan.seed().child("rows"), progress);
    if (!schema.rules().isEmpty()) {
      charges.note(Notes.ofRules(ruled));
    }
    return ruled.table();
  }

  private Bundle weigh(Table rows) {
    charges.requireRoom();
    RowCount count = charges.rowCount(progress);
    Weighing.Outcome made = weighing(count).ofStrangers(rows);
    return new Bundle(
        made.rows(),
        made.weights(),
        made.replicates(),
        charges.statement(count),
        charges.provenance("another tool"),
        Optional.empty());
  }

  private Weighing weighing(RowCount count) {
    return new Weighing(schema, plan, charges, progress, count, sums, drawn);
  }

  private GeneratorTask task(RowCount count, PrivacyBudget budget) {
    return new GeneratorTask(
        schema, count.used(), budget, plan.seed().child("generator"), progress);
  }

  /**
   * Weighs the rows, or, should the weights be refused at this point, goes on without: the
   * generator is paid for, and a release without weights is worth more than none. The refusal
   * speaks of public numbers and stands in the statement.
   */
  private Weighing.Outcome weighedIfPossible(
      FittedGenerator generator, GeneratorTask fittedWith, RowCount count, int whole) {
    int rows = rowsTogether(count, whole);
    Optional<String> refused = Optional.empty();
    if (plan.estimator().isPresent()) {
      try {
        int released = at == RowsAt.THIS_MACHINE ? whole : rows;
        Weighing.WantedRows wanted = new Weighing.WantedRows(rows, released, whole);
        return weighing(count).ofGenerator(generator, fittedWith, wanted, this::sampled);
      } catch (RefusedException e) {
        String reason = "There are no weights: " + e.getMessage();
        charges.note(reason);
        refused = Optional.of(reason);
      }
    }
    charges.end(count.used());
    progress.at("sampling rows");
    Table plain = sampled(generator, rows);
    return Weighing.Outcome.withoutReplicates(plain, Optional.empty(), refused);
  }
}
