package tare.generator.gan;

import tare.accounting.PrivacyEvent;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.kernel.mlp.Loss;
import tare.kernel.mlp.MlpPass;
import tare.learn.DpSgd;
import tare.learn.LotSource;
import tare.mechanism.NoisedCounts;
import tare.model.FittedGan;
import tare.model.FittedGenerator;
import tare.model.LabelLaw;
import tare.noise.NoiseSource;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.Cells;
import tare.table.Row;

/**
 * Generative adversarial networks for tables: plain or conditional on a column of levels, private
 * or not.
 *
 * <p>The private ones (DPGAN, DPCGAN) train their generator on a noised mean of waves over all
 * rows, and their discriminator by DP-SGD; labels for made-up rows come from a law that is bought,
 * never from real rows. The proof is in docs/proofs/gan.md.
 *
 * @param kind which of the four
 */
public record Gan(Kind kind, GanOptions options) implements GeneratorFitter {

  /** The four GANs. */
  public enum Kind {
    /** Plain, not private. */
    GAN("gan"),
    /** Conditional on a column of levels, not private. */
    CGAN("cgan"),
    /** Plain and private. */
    DPGAN("dpgan"),
    /** Conditional on a column of levels and private. */
    DPCGAN("dpcgan");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** Whether rows are made for a label. */
    boolean conditional() {
      return this == CGAN || this == DPCGAN;
    }

    /** Whether real rows are protected. */
    boolean isPrivate() {
      return this == DPGAN || this == DPCGAN;
    }
  }

  /** A GAN without privacy. */
  public static Gan gan() {
    return new Gan(Kind.GAN, GanOptions.DEFAULTS);
  }

  /** A conditional GAN without privacy. */
  public static Gan cgan() {
    return new Gan(Kind.CGAN, GanOptions.DEFAULTS);
  }

  /** A GAN whose discriminator is trained privately. */
  public static Gan dpgan() {
    return new Gan(Kind.DPGAN, GanOptions.DEFAULTS);
  }

  /** A conditional GAN whose discriminator is trained privately. */
  public static Gan dpcgan() {
    return new Gan(Kind.DPCGAN, GanOptions.DEFAULTS);
  }

  /** The same GAN with other options. */
  public Gan withOptions(GanOptions others) {
    return new Gan(kind, others);
  }

  @Override
  public String name() {
    return kind.label;
  }

  @Override
  public boolean knowsRatio() {
    return true;
  }

  /**
   * Not with waves: the generator stood still while the discriminator learned from what was left.
   */
  @Override
  public boolean ratioMendsRows(Schema schema) {
    return !learnsFromWaves(schema);
  }

  /** Whether the generator learns from a noised mean of waves over rows of this schema. */
  public boolean learnsFromWaves(Schema schema) {
    return kind.isPrivate() && GanPlan.hasWaves(schema, options.waves());
  }

  @Override
  public boolean countsUnitsAlike() {
    return kind.isPrivate(); // the rows of a unit share one clip
  }

  @Override
  public double fittingBytes(Schema schema, long n) {
    return GanPlan.bytes(schema, options, kind, n);
  }

  @Override
  public Mechanism<FittedGenerator> mechanism(GeneratorTask task) {
    GanPlan plan = GanPlan.of(task, options, kind);
    return new GanTraining(name(), plan, task.seed(), task.progress());
  }

  /** One training. */
  record GanTraining(String name, GanPlan plan, Seed seed, Progress progress)
      implements Mechanism<FittedGenerator> {

    @Override
    public String purpose() {
      return "train " + name;
    }

    @Override
    public PrivacyEvent event() {
      return plan.event();
    }

    /** Rows of a unit share a clip, so descent costs the same for any number of them. */
    @Override
    public PrivacyEvent event(int rowsPerUnit) {
      return plan.event(rowsPerUnit);
    }

    @Override
    public FittedGenerator apply(PrivateRows privateRows, NoiseSource noise) {
      Schema schema = plan.schema();
      LabelLaw labels = labelLaw(privateRows, noise);
      MlpPass pass = new MlpPass(plan.discriminator(), MlpPass.DEFAULT_CAPACITY);
      LotSource real = lots(privateRows, labels);
      DpSgd engine =
          plan.sgd().isPrivate()
              ? DpSgd.privately(plan.sgd(), pass, Loss.LOG, real, noise)
              : DpSgd.withoutPrivacy(plan.sgd(), pass, Loss.LOG, real, seed.stream("lots"));
      GanTrainer trainer = new GanTrainer(plan, labels, seed);
      GanTrainer.Networks networks =
          plan.waves()
              .map(
                  waves ->
                      trainer.train(
                          engine,
                          (RowEmbedding) waves.rowVector(),
                          waves.apply(privateRows, noise),
                          progress))
              .orElseGet(() -> trainer.train(engine, progress));
      return new FittedGan(
          schema,
          plan.label(),
          labels,
          plan.generator(),
          networks.generator(),
          plan.discriminator(),
          networks.discriminator(),
          networks.history().moments());
    }

    /** Real rows in lots; those of a unit share one clip. */
    LotSource lots(PrivateRows privateRows, LabelLaw labels) {
      return LotSource.sharedByUnits(
          privateRows,
          plan.discriminator().inputs(),
          FittedGan.encoder(plan.schema(), plan.label(), labels),
          1f);
    }

    private LabelLaw labelLaw(PrivateRows privateRows, NoiseSource noise) {
      if (plan.label() < 0) {
        return LabelLaw.NONE;
      }
      Cells cells = new LevelCells(plan.label(), plan.labelCount());
      if (plan.labelNoise().isEmpty()) {
        return LabelLaw.ofCounts(privateRows.counts(cells), plan.labelValue());
      }
      NoisedCounts counts = new NoisedCounts("label law", cells, plan.labelNoise().get());
      return LabelLaw.ofCounts(counts.apply(privateRows, noise), plan.labelValue());
    }
  }

  /** The levels of one column as cells, a missing cell counting as the last. */
  private record LevelCells(int column, int size) implements Cells {
    @Override
    public int of(Row row) {
      int level = row.level(column);
      return level >= 0 ? level : size - 1;
    }
  }
}
