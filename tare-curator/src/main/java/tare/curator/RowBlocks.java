package tare.curator;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tare.inference.Replicates;
import tare.model.CandidateLook;
import tare.model.FittedGenerator;
import tare.model.FittedGenerators;
import tare.model.FittedWeights;
import tare.model.MomentWeights;
import tare.model.Resampling;
import tare.model.RuledRows;
import tare.model.WeightDescription;
import tare.model.WeightModel;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.WeightStatement;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.table.HeardTable;
import tare.table.Table;
import tare.table.Weights;
import tare.weight.ReplicateLaw;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/*
 * A release of many rows is made of blocks. Block b is drawn with chance of its own, which hangs on
 * the release's seed and on b, so it is the same on whatever machine, in whatever order and however
 * often it is drawn. Within a block rows are drawn, weighed and kept in proportion to their weights
 * as those of a small release are.
 */

/**
 * The rows of a large release, block by block, from what a small release of the same law holds.
 * Costs no privacy: it reads nothing but the release.
 */
public final class RowBlocks implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Rows in a block; the last one may have fewer. */
  public static final int ROWS = 1 << 15;

  /** Eight million candidates of millions of rows: as sure of a moment as so many private rows. */
  private static final int MOST_SETTLING = 128;

  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final Schema schema;
  private final String model;
  private final String weights;
  private final boolean inRows;
  private final @Nullable ReplicateLaw replicates;
  private final long rows;
  private final Seed seed;
  private final transient @Nullable DrawnBlocks drawn;
  private transient @Nullable Drawing drawing;

  private RowBlocks(
      Schema schema,
      String model,
      String weights,
      boolean inRows,
      @Nullable ReplicateLaw replicates,
      long rows,
      Seed seed,
      @Nullable DrawnBlocks drawn) {
    this.schema = schema;
    this.model = model;
    this.weights = weights;
    this.inRows = inRows;
    this.replicates = replicates;
    this.rows = rows;
    this.seed = seed;
    this.drawn = drawn;
  }

  /**
   * Blocks of so many rows.
   *
   * @param release of fewer rows; its generator and its weight function are used, not its rows
   */
  public static RowBlocks of(ReleaseRun.Release release, long rows) {
    return of(release, rows, null);
  }

  /**
   * The same with what was drawn before.
   *
   * @param drawn blocks of the same release; null when there are none
   */
  static RowBlocks of(ReleaseRun.Release release, long rows, @Nullable DrawnBlocks drawn) {
    Bundle bundle = release.bundle();
    FittedGenerator generator =
        bundle
            .model()
            .orElseThrow(
                () -> new RefusedException("Rows are drawn from a model. Got: a release of none."));
    Optional<WeightStatement> weights = bundle.weights();
    weights.ifPresent(statement -> bundle.weightFunction()); // there is one, or this says why not
    return new RowBlocks(
        bundle.synthetic().schema(),
        FittedGenerators.toJson(generator).toString(),
        weights.map(statement -> statement.description().toJson().toString()).orElse(""),
        weights.map(WeightStatement::correctedRows).orElse(false),
        release.replicateLaw().orElse(null),
        rows,
        new Seed(bundle.provenance().seed()).child("blocks"),
        drawn);
  }

  /**
   * Blocks of a release whose weights are yet to be settled.
   *
   * @param seed the release's
   * @param drawn keeps what is drawn
   */
  static RowBlocks unsettled(
      FittedGenerator generator,
      MomentWeights weights,
      boolean inRows,
      long rows,
      Seed seed,
      DrawnBlocks drawn) {
    return new RowBlocks(
        generator.schema(),
        FittedGenerators.toJson(generator).toString(),
        weights.description().toJson().toString(),
        inRows,
        null,
        rows,
        seed.child("blocks"),
        drawn);
  }

  /** How many rows there are. */
  public long rows() {
    return rows;
  }

  /** How many blocks there are. */
  public int count() {
    return Math.toIntExact((rows + ROWS - 1) / ROWS);
  }

  /** Whether rows have weights. */
  public boolean weighted() {
    return !weights.isEmpty();
  }

  /** Whether rows have weights of their own, which must be normalised over all blocks. */
  public boolean weightsDiffer() {
    return weighted() && !inRows;
  }

  /** The sum of the weights of some blocks, on the log scale. @param numbers Not modified. */
  public double logSum(int... numbers) {
    double[] sums = new double[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      Table rows = drawn(numbers[i], () -> {});
      sums[i] = drawing().weights.orElseThrow().weigh(rows).logSum();
    }
    return new Weights(sums).logSum();
  }

  /** The first blocks, with which weights are settled: all of them, unless there are very many. */
  int settling() {
    return Math.min(count(), MOST_SETTLING);
  }

  /** How many candidates the first blocks have. */
  long candidatesOfFirst(int blocks) {
    return IntStream.range(0, blocks).mapToLong(b -> candidates(size(b))).sum();
  }

  /** How much the first blocks count in {@link #look}. */
  double partsOfFirst(int blocks) {
    return IntStream.range(0, blocks).mapToLong(this::size).sum() / (double) ROWS;
  }

  /** What a block's candidates tell of the moment weights: the same whenever and wherever. */
  public CandidateLook look(int number, CandidateLook.Bounds bounds) {
    return look(number, bounds, () -> {});
  }

  CandidateLook look(int number, CandidateLook.Bounds bounds, Runnable beforeStep) {
    MomentWeights moments = (MomentWeights) drawing().weights.orElseThrow();
    Table heard = new HeardTable(drawn(number, beforeStep), row -> beforeStep.run());
    return CandidateLook.of(moments, bounds, heard, number, size(number) / (double) ROWS);
  }

  private Table drawn(int number, Runnable beforeStep) {
    Optional<Table> before = drawn == null ? Optional.empty() : drawn.find(number);
    if (before.isPresent()) {
      return before.get();
    }
    Table now =
        RuledRows.forRelease(
                drawing().generator,
                candidates(size(number)),
                seed.child("block " + number).child("rows"),
                (phase, done) -> beforeStep.run())
            .table();
    if (drawn != null) {
      drawn.keep(number, now);
    }
    return now;
  }

  private int size(int block) {
    return (int) Math.min(ROWS, rows - (long) block * ROWS);
  }

  private int candidates(int size) {
    int whole = (int) Math.min(rows, Integer.MAX_VALUE / 4);
    return inRows ? (int) Math.ceil((double) size * Resampling.candidates(whole) / whole) : size;
  }

  /**
   * One block.
   *
   * @param rows its rows
   * @param logWeights one each, not normalised; zeros where the rows carry their correction, empty
   *     where there are no weights. Not copied.
   * @param replicates empty when there are none
   */
  public record Block(Table rows, double[] logWeights, Optional<Replicates> replicates) {}

  /** Draws a block: the same whenever and wherever. */
  public Block block(int number) {
    return block(number, () -> {});
  }

  /**
   * The same for one who may want no more of it.
   *
   * @param beforeStep called several times a second; may end the work by throwing
   */
  Block block(int number, Runnable beforeStep) {
    Drawing ready = drawing();
    Seed own = seed.child("block " + number);
    int size = size(number);
    Table drawn = drawn(number, beforeStep);
    if (ready.weights.isEmpty()) {
      return new Block(drawn, new double[0], Optional.empty());
    }
    FittedWeights function = ready.weights.get();
    Table heard = new HeardTable(drawn, row -> beforeStep.run());
    Table kept =
        inRows ? heard.select(Resampling.chosen(heard, function, size, own.child("rows"))) : drawn;
    double[] logWeights = inRows ? new double[size] : function.weigh(kept).logWeights();
    double[] relative = Arrays.stream(logWeights).map(Math::exp).toArray();
    return new Block(
        kept,
        logWeights,
        Optional.ofNullable(replicates)
            .map(law -> law.weigh(kept, relative, " of block " + number, beforeStep, beforeStep)));
  }

  private Drawing drawing() {
    if (drawing == null) {
      drawing = new Drawing(this);
    }
    return drawing;
  }

  /** What a machine reads once and draws many blocks with. */
  private static final class Drawing {
    private final FittedGenerator generator;
    private final Optional<FittedWeights> weights;

    Drawing(RowBlocks blocks) {
      generator = FittedGenerators.fromJson("a model on its way", MAPPER.readTree(blocks.model));
      weights =
          blocks.weights.isEmpty()
              ? Optional.empty()
              : Optional.of(
                  WeightModel.read(
                      "weights on their way",
                      blocks.schema,
                      WeightDescription.fromJson((ObjectNode) MAPPER.readTree(blocks.weights)),
                      Optional.of(generator)));
    }
  }
}
