package tare.generator.gan;

import tare.accounting.Calibration;
import tare.accounting.PrivacyEvent;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.kernel.mlp.MlpShape;
import tare.model.FittedGan;
import tare.model.FittedGenerator;
import tare.model.LabelLaw;
import tare.noise.DiscreteGaussian;
import tare.noise.NoiseSource;
import tare.noise.Uses;
import tare.schema.RefusedException;
import tare.schema.Schema;

/**
 * PATE-GAN (Jordon, Yoon and van der Schaar 2019) in a form that is private as stated.
 *
 * <p>Every row goes to one teacher, at random, once; all rows of a unit go to the same. Teachers
 * see real rows and never leave the mechanism; what leaves it are their votes on made-up rows,
 * counted and noised. The number of votes is fixed beforehand and accounted for without looking at
 * how well teachers agree. A student learns from the votes, the generator from the student.
 *
 * <p>Erratum: the published code trains all teachers on one part of the rows, inverts its noise
 * scale, lets private votes decide when to stop, and keeps the best of fifty runs. The proof of
 * this form is in docs/proofs/pate-gan.md.
 */
public record PateGan(PateGanOptions options) implements GeneratorFitter {

  @Override
  public String name() {
    return "pate-gan";
  }

  @Override
  public boolean knowsRatio() {
    return true;
  }

  @Override
  public double fittingBytes(Schema schema, long n) {
    GanShapes shapes = GanShapes.ofPate(schema, options);
    double teacher = Teachers.bytes(shapes.codec().width(), teacherWidth(shapes));
    double asked = (double) Float.BYTES * options.queries() * shapes.codec().width();
    return shapes.bytes(n, options.queriesPerRound()) + options.teachersFor(n) * teacher + asked;
  }

  private static int teacherWidth(GanShapes shapes) {
    return Math.min(shapes.generator().out(0), 32);
  }

  @Override
  public Mechanism<FittedGenerator> mechanism(GeneratorTask task) {
    if (!(task.budget().delta() > 0)) {
      throw new RefusedException(
          "PATE-GAN needs a delta above 0. Got: 0. Give a delta, or use privbayes.");
    }
    double sigma =
        Calibration.noiseMultiplier(
            s -> votes(Math.max(s, DiscreteGaussian.MIN_SIGMA), options).event(), task.budget());
    return new PateTraining(task, options, Math.max(sigma, DiscreteGaussian.MIN_SIGMA));
  }

  /** All votes that are asked for, with their noise. */
  private static Uses<long[], long[]> votes(double sigma, PateGanOptions options) {
    return new Uses<>(DiscreteGaussian.of(sigma), options.queries());
  }

  /** One training. */
  record PateTraining(GeneratorTask task, PateGanOptions options, double sigma)
      implements Mechanism<FittedGenerator> {

    @Override
    public String purpose() {
      return "train pate-gan";
    }

    @Override
    public PrivacyEvent event() {
      return votes(sigma, options).event();
    }

    /** One unit is with one teacher, whatever its rows: docs/proofs/pate-gan.md. */
    @Override
    public PrivacyEvent event(int rowsPerUnit) {
      return event();
    }

    @Override
    public FittedGenerator apply(PrivateRows privateRows, NoiseSource noise) {
      Schema schema = task.schema();
      GanShapes shapes = GanShapes.ofPate(schema, options);
      MlpShape generator = shapes.generator();
      MlpShape discriminator = shapes.discriminator();
      Teachers teachers =
          Teachers.of(
              privateRows,
              FittedGan.encoder(schema, -1, LabelLaw.NONE),
              shapes.codec().width(),
              options.teachersFor(task.n()),
              teacherWidth(shapes),
              PateGanTrainer.AHEAD * options.rate(),
              noise,
              task.seed());
      PateGanTrainer trainer =
          new PateGanTrainer(shapes.codec(), generator, discriminator, options, task.seed());
      GanTrainer.Networks networks =
          trainer.train(teachers, votes(sigma, options).open(noise), task.progress());
      return new FittedGan(
          schema,
          -1,
          LabelLaw.NONE,
          generator,
          networks.generator(),
          discriminator,
          networks.discriminator(),
          networks.history().moments());
    }
  }
}
