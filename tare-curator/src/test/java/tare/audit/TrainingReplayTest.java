package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;
import tare.curator.GeneratorFitters;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.gate.PrivateTable;
import tare.gate.Tape;
import tare.gate.VectorArrays;
import tare.generator.GeneratorFitter;
import tare.generator.gan.Gan;
import tare.generator.gan.PateGan;
import tare.generator.gan.PateGanOptions;
import tare.ledger.Ledger;
import tare.noise.ExponentialChoice;
import tare.noise.IntegerNoise;
import tare.noise.ListeningNoise;
import tare.noise.NoiseSource;
import tare.noise.SeededNoise;
import tare.noise.SphericalNoise;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.schema.Schema;
import tare.table.EncodedRows.RowEncoder;
import tare.table.Table;

/**
 * Trainings, value by value, in whole releases: with all lots and all noise the same up to a step,
 * one unit that enters that step's lot moves its sum by no more than the noise was charged for; and
 * with all noised votes the same, one row that a teacher has more moves every count of votes by one
 * at most. {@link ReplayAudit} cannot see either, because chance decides who is in a lot.
 */
class TrainingReplayTest {

  private static final PrivacyBudget BUDGET = new PrivacyBudget(6, 1e-6);
  private static final int NOWHERE = -1;

  /** All rows with the first teacher, none with the others. */
  private static final int ALL_WITH_ONE = -2;

  /** The rows, in lots and parts of a chance of their own; an odd unit enters one of them. */
  private record OddRows(PrivateRows rows, PrivateRows odd, int enters, PrivateRows summed)
      implements PrivateRows {

    @Override
    public Lots lots(int width, RowEncoder<float[]> encoder, double rate, LongSupplier bits) {
      Lots all = rows.lots(width, encoder, rate, new SeededNoise(9)::nextLong);
      Vectors unit = odd.lots(width, encoder, 1, bits).next().rows();
      int[] step = {0};
      return () -> {
        Lot lot = all.next();
        return step[0]++ == enters ? with(lot, unit) : lot;
      };
    }

    private static Lot with(Lot lot, Vectors unit) {
      int[] starts = Arrays.copyOf(lot.starts(), lot.starts().length + 1);
      starts[starts.length - 1] = starts[starts.length - 2] + unit.count();
      return new Lot(joined(lot.rows(), unit), starts);
    }

    private static Vectors joined(Vectors one, Vectors other) {
      return new Vectors() {
        @Override
        public int count() {
          return one.count() + other.count();
        }

        @Override
        public void copy(int row, float[] to, int at) {
          if (row < one.count()) {
            one.copy(row, to, at);
          } else {
            other.copy(row - one.count(), to, at);
          }
        }
      };
    }

    @Override
    public List<Vectors> parts(
        int width, RowEncoder<float[]> encoder, int parts, IntSupplier chance) {
      SeededNoise own = new SeededNoise(9);
      List<Vectors> all =
          new ArrayList<>(rows.parts(width, encoder, parts, () -> (int) own.nextLong(parts)));
      if (enters == ALL_WITH_ONE) {
        Vectors none = VectorArrays.of(new float[0], width);
        Vectors whole = all.stream().reduce(none, OddRows::joined);
        return Stream.iterate(0, i -> i + 1).limit(parts).map(i -> i == 0 ? whole : none).toList();
      }
      if (enters != NOWHERE) {
        Vectors unit = odd.lots(width, encoder, 1, own::nextLong).next().rows();
        all.set(enters, joined(all.get(enters), unit));
      }
      return all;
    }

    @Override
    public Schema schema() {
      return rows.schema();
    }

    @Override
    public <S> S pass(Zero<S> zero, Add<S> add, Merge<S> merge) {
      return summed.pass(zero, add, merge);
    }
  }

  /** Counts and sums are heard and played; training noise is the same in every run. */
  private record TwoStreams(MeasurementTape tape, NoiseSource training) implements ListeningNoise {
    @Override
    public long hear(long exact, IntegerNoise law) {
      return tape.hear(exact, law);
    }

    @Override
    public int hear(long[] scores, ExponentialChoice choice) {
      return tape.hear(scores, choice);
    }

    @Override
    public double[] hear(double[] exact, SphericalNoise law) {
      return tape.hear(exact, law);
    }

    @Override
    public long nextLong() {
      return training.nextLong();
    }

    @Override
    public void fillGaussian(double sd, double[] out, int from, int length) {
      training.fillGaussian(sd, out, from, length);
    }

    @Override
    public void fillGaussian(float sd, float[] out, int from, int length) {
      training.fillGaussian(sd, out, from, length);
    }
  }

  /** Notes what became of the vector of each step's noise by the time the next is drawn. */
  private static final class Steps implements NoiseSource {
    final List<float[]> directions = new ArrayList<>();
    float deviation;
    private final NoiseSource noise = new SeededNoise(3);
    private float[] last = new float[0];

    @Override
    public long nextLong() {
      return noise.nextLong();
    }

    @Override
    public void fillGaussian(double sd, double[] out, int from, int length) {
      noise.fillGaussian(sd, out, from, length);
    }

    @Override
    public void fillGaussian(float sd, float[] out, int from, int length) {
      end();
      noise.fillGaussian(sd, out, from, length);
      deviation = sd;
      last = out;
    }

    void end() {
      if (last.length > 0) {
        directions.add(last.clone());
      }
    }
  }

  /** Runs mechanisms of one purpose on rows with an odd unit, and all others as they are. */
  private record OddTape(String purpose, OddRows rows, NoiseSource noise, List<PrivacyEvent> events)
      implements Tape {
    @Override
    public <R> R hear(Mechanism<R> mechanism, Supplier<R> run) {
      if (!mechanism.purpose().startsWith(purpose)) {
        return run.get();
      }
      events.add(mechanism.event());
      return mechanism.apply(rows, noise);
    }
  }

  /** A training. */
  private record Trained(double lotSize, PrivacyEvent charged, String published) {}

  private static Trained train(
      ReleasePlan plan, String purpose, OddRows rows, NoiseSource noise, double rate) {
    List<PrivacyEvent> events = new ArrayList<>();
    Gate gate =
        new Gate(
            PrivateTable.of(SixColumns.table(SixColumns.values())),
            Ledger.inMemory(BUDGET),
            "audit",
            new SeededNoise(4),
            new OddTape(purpose, rows, noise, events));
    Bundle bundle = ReleaseRun.run(gate, plan, Progress.SILENT);
    assertThat(events).hasSize(1);
    return new Trained(
        rate * bundle.privacy().rowCount().used(),
        events.get(0),
        Fingerprint.of(List.of(bundle.synthetic(), bundle.model().orElseThrow())));
  }

  private static OddRows odd(int enters, double[]... unit) {
    Table rows = SixColumns.table(SixColumns.values());
    return new OddRows(
        PrivateRows.of(rows),
        PrivateRows.of(SixColumns.table(List.of(unit))),
        enters,
        PrivateRows.of(rows));
  }

  /** The descent among the events of a training. */
  private static Repeated descent(PrivacyEvent charged) {
    List<PrivacyEvent> events = charged instanceof Composed all ? all.events() : List.of(charged);
    return (Repeated) events.stream().filter(Repeated.class::isInstance).findFirst().orElseThrow();
  }

  /**
   * Both trainings clip by the logit, which lets a row move a sum by as much of the clip as the
   * network is wrong about it: by a half at first, when no network knows anything.
   */
  private static void noUnitMovesASumFurtherThanWasCharged(
      GeneratorFitter generator, String weights, String purpose, double[]... unit) {
    ReleasePlan plan = SixColumns.plan(generator, weights, BUDGET);
    Steps plain = new Steps();
    Repeated charged = descent(train(plan, purpose, odd(NOWHERE, unit), plain, 1).charged());
    plain.end();
    PoissonSampled lot = (PoissonSampled) charged.event();
    double multiplier = ((Gaussian) lot.event()).noiseMultiplier();
    int steps = plain.directions.size();
    assertThat((long) steps).isEqualTo(charged.times());
    for (int step : new int[] {0, steps - 1}) {
      Steps moved = new Steps();
      double size = train(plan, purpose, odd(step, unit), moved, lot.rate()).lotSize();
      moved.end();
      assertThat(distance(plain.directions, moved.directions, 0, step)).isZero();
      double sum = size * distance(plain.directions, moved.directions, step, step + 1);
      assertThat(sum * multiplier / plain.deviation)
          .as("how far a unit moves the sum of step " + step + ", over what was charged for")
          .isBetween(step == 0 ? 0.49 : 0.05, step == 0 ? 0.5001 : 1.0001);
    }
  }

  private static double distance(List<float[]> some, List<float[]> others, int from, int to) {
    double squares = 0;
    for (int step = from; step < to; step++) {
      for (int i = 0; i < some.get(step).length; i++) {
        double moved = (double) some.get(step)[i] - others.get(step)[i];
        squares += moved * moved;
      }
    }
    return Math.sqrt(squares);
  }

  @Test
  void dpMlp() {
    noUnitMovesASumFurtherThanWasCharged(
        GeneratorFitters.named("independent"),
        "dp-mlp",
        "fit weights",
        new double[] {100, 0, 2, 0, 1, 0});
  }

  /** A unit of three rows, which share one clip. */
  @Test
  void dpcgan() {
    noUnitMovesASumFurtherThanWasCharged(
        new Gan(Gan.Kind.DPCGAN, SixColumns.SMALL.withLabel("ill")),
        "none",
        "train",
        new double[] {100, 0, 2, 0, 1, 0},
        new double[] {100, 0, 2, 0, 1, 0},
        new double[] {100, 0, 2, 0, 1, 0});
  }

  /**
   * With the same lots, the same training noise and all noised counts and sums played back, other
   * rows to count and sum give the same networks: labels and waves speak through noise alone.
   */
  @Test
  void countsAndSumsOfATrainingSpeakThroughNoiseAlone() {
    ReleasePlan plan =
        SixColumns.plan(
            new Gan(Gan.Kind.DPCGAN, SixColumns.SMALL.withLabel("ill")), "none", BUDGET);
    double[] unit = {100, 0, 2, 0, 1, 0};
    MeasurementTape tape = new MeasurementTape(new SeededNoise(3));
    tape.record();
    OddRows rows = odd(NOWHERE, unit);
    String published =
        train(plan, "train", rows, new TwoStreams(tape, new SeededNoise(8)), 1).published();
    List<Measurement> recorded = tape.heard();
    assertThat(recorded).isNotEmpty();
    tape.play(recorded);
    OddRows others = new OddRows(rows.rows(), rows.odd(), NOWHERE, rows.odd());
    assertThat(
            train(plan, "train", others, new TwoStreams(tape, new SeededNoise(8)), 1).published())
        .isEqualTo(published);
    assertThat(tape.diverged()).isFalse();
  }

  /** One row more with one teacher: every count of votes moves by one at most. */
  @Test
  void pateGan() {
    ReleasePlan plan =
        SixColumns.plan(new PateGan(new PateGanOptions(7, 6, 4, 3, 5e-2)), "none", BUDGET);
    double[] unit = {100, 0, 2, 0, 1, 0};
    MeasurementTape tape = new MeasurementTape(new SeededNoise(3));
    tape.record();
    String published = train(plan, "train", odd(NOWHERE, unit), tape, 1).published();
    List<Measurement> recorded = tape.heard();
    tape.play(recorded);
    assertThat(train(plan, "train", odd(ALL_WITH_ONE, unit), tape, 1).published())
        .as("nothing but noised votes leaves the teachers")
        .isEqualTo(published);
    long changed = 0;
    for (int teacher = 0; teacher < 7; teacher++) {
      tape.play(recorded);
      assertThat(train(plan, "train", odd(teacher, unit), tape, 1).published())
          .isEqualTo(published);
      assertThat(tape.diverged()).isFalse();
      for (int i = 0; i < recorded.size(); i++) {
        long before = ((Measurement.Count) recorded.get(i)).exact();
        long moved = Math.abs(((Measurement.Count) tape.heard().get(i)).exact() - before);
        assertThat(moved).as("votes moved by one row with one teacher").isLessThanOrEqualTo(1);
        changed += moved;
      }
    }
    assertThat(changed).as("a row that moves no vote shows nothing").isPositive();
  }
}
