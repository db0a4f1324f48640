package tare.audit;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import tare.noise.ExponentialChoice;
import tare.noise.IntegerNoise;
import tare.noise.ListeningNoise;
import tare.noise.NoiseSource;
import tare.noise.SphericalNoise;

/**
 * Hears all that gets noise inside one mechanism. While recording it notes exact values and
 * outputs; while playing it gives the recorded outputs and notes the exact values of the neighbour.
 */
final class MeasurementTape implements ListeningNoise {

  private final NoiseSource noise;
  private final List<Measurement> heard = new ArrayList<>();
  private final List<Double> fills = new ArrayList<>();
  private Iterator<Measurement> played = List.<Measurement>of().iterator();
  private boolean playing;
  private boolean diverged;
  private boolean raw;

  MeasurementTape(NoiseSource noise) {
    this.noise = noise;
  }

  void record() {
    reset();
  }

  void play(List<Measurement> recorded) {
    reset();
    played = recorded.iterator();
    playing = true;
  }

  private void reset() {
    heard.clear();
    fills.clear();
    playing = false;
    diverged = false;
    raw = false;
  }

  /** What was heard since the last start. */
  List<Measurement> heard() {
    return List.copyOf(heard);
  }

  /** The standard deviations of all vectors of noise in floating point, in order. */
  List<Double> fills() {
    return List.copyOf(fills);
  }

  /** Whether other things were measured than on the recording, or in another order. */
  boolean diverged() {
    return diverged || (playing && played.hasNext());
  }

  /** Whether random bits were drawn that no measurement explains. */
  boolean raw() {
    return raw;
  }

  @Override
  public long hear(long exact, IntegerNoise law) {
    return next(
        new Measurement.Count(exact, law, 0),
        Measurement.Count.class,
        recorded -> recorded.output(),
        () -> law.addTo(exact, noise),
        output -> new Measurement.Count(exact, law, output));
  }

  @Override
  public int hear(long[] scores, ExponentialChoice choice) {
    long[] copy = scores.clone();
    return next(
        new Measurement.Choice(copy, choice, 0),
        Measurement.Choice.class,
        recorded -> recorded.output(),
        () -> choice.choose(scores, noise),
        output -> new Measurement.Choice(copy, choice, output));
  }

  @Override
  public double[] hear(double[] exact, SphericalNoise law) {
    double[] copy = exact.clone();
    return next(
        new Measurement.Vector(copy, law, copy),
        Measurement.Vector.class,
        recorded -> recorded.output().clone(),
        () -> law.addTo(exact, noise),
        output -> new Measurement.Vector(copy, law, output.clone()));
  }

  /** Plays the recorded output if the measurement is made alike, else draws. */
  private <M extends Measurement, O> O next(
      M here,
      Class<M> kind,
      Function<M, O> recordedOutput,
      java.util.function.Supplier<O> draw,
      Function<O, M> noted) {
    O output = null;
    if (playing && !diverged) {
      Measurement recorded = played.hasNext() ? played.next() : null;
      if (kind.isInstance(recorded) && recorded.law().equals(here.law())) {
        output = recordedOutput.apply(kind.cast(recorded));
      } else {
        diverged = true;
      }
    }
    if (output == null) {
      output = draw.get();
    }
    heard.add(noted.apply(output));
    return output;
  }

  @Override
  public long nextLong() {
    raw = true;
    return noise.nextLong();
  }

  @Override
  public void fillGaussian(double sd, double[] out, int from, int length) {
    raw = true;
    fills.add(sd);
    noise.fillGaussian(sd, out, from, length);
  }

  @Override
  public void fillGaussian(float sd, float[] out, int from, int length) {
    raw = true;
    fills.add((double) sd);
    noise.fillGaussian(sd, out, from, length);
  }
}
