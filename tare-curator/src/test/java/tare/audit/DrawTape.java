package tare.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tare.accounting.PrivacyEvent;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.gate.Tape;
import tare.noise.DiscreteGaussian;
import tare.noise.DiscreteLaplace;
import tare.noise.ExponentialChoice;
import tare.noise.IntegerNoise;
import tare.noise.ListeningNoise;
import tare.noise.NoiseSource;
import tare.noise.SphericalNoise;
import tare.schema.Schema;
import tare.table.EncodedRows.RowEncoder;
import tare.table.Table;

/**
 * Writes down all that mechanisms draw at a gate: laws, scales, numbers of draws, rates of lots,
 * raw bits. What was charged can then be held against it.
 */
final class DrawTape implements Tape {

  /** One mechanism: what it was charged and what it drew. */
  static final class Heard implements ListeningNoise {
    final String purpose;
    final PrivacyEvent charged;
    final List<IntegerNoise> laws = new ArrayList<>();
    final List<Long> exacts = new ArrayList<>();
    final List<Long> outputs = new ArrayList<>();
    final List<ExponentialChoice> choices = new ArrayList<>();
    final List<Integer> choiceSizes = new ArrayList<>();
    final List<SphericalNoise> vectors = new ArrayList<>();
    final List<Float> fills = new ArrayList<>();
    final List<Double> rates = new ArrayList<>();
    int lots;
    int rawBits;
    int partlyFilled;
    Object output = "";

    private final NoiseSource noise;

    Heard(Mechanism<?> mechanism, NoiseSource noise) {
      this.purpose = mechanism.purpose();
      this.charged = mechanism.event();
      this.noise = noise;
    }

    @Override
    public long hear(long exact, IntegerNoise law) {
      laws.add(law);
      exacts.add(exact);
      outputs.add(law.addTo(exact, noise));
      return outputs.get(outputs.size() - 1);
    }

    @Override
    public int hear(long[] scores, ExponentialChoice choice) {
      choices.add(choice);
      choiceSizes.add(scores.length);
      return choice.choose(scores, noise);
    }

    @Override
    public double[] hear(double[] exact, SphericalNoise law) {
      vectors.add(law);
      return law.addTo(exact, noise);
    }

    @Override
    public long nextLong() {
      rawBits++;
      return noise.nextLong();
    }

    @Override
    public void fillGaussian(double sd, double[] out, int from, int length) {
      fills.add((float) sd);
      noise.fillGaussian(sd, out, from, length);
    }

    @Override
    public void fillGaussian(float sd, float[] out, int from, int length) {
      fills.add(sd);
      partlyFilled += length < out.length ? 1 : 0;
      noise.fillGaussian(sd, out, from, length);
    }

    /** The event of so many tables of counts, each with a draw of its own for every cell. */
    static PrivacyEvent tables(IntegerNoise law, long tables) {
      PrivacyEvent one =
          law instanceof DiscreteLaplace laplace
              ? new PrivacyEvent.DiscreteLaplace(laplace.scale(), 1)
              : new PrivacyEvent.DiscreteGaussian(((DiscreteGaussian) law).sigma(), 1);
      return new PrivacyEvent.Repeated(one, tables);
    }
  }

  final List<Heard> heard = new ArrayList<>();

  private final Table table;
  private final NoiseSource noise;

  DrawTape(Table table, NoiseSource noise) {
    this.table = table;
    this.noise = noise;
  }

  @Override
  public <R> R hear(Mechanism<R> mechanism, Supplier<R> run) {
    Heard here = new Heard(mechanism, noise);
    R output = mechanism.apply(new HeardRows(PrivateRows.of(table), here), here);
    here.output = output;
    heard.add(here);
    return output;
  }

  /** Private rows that note the rate and the number of lots. */
  private record HeardRows(PrivateRows rows, Heard here) implements PrivateRows {

    @Override
    public Lots lots(int width, RowEncoder<float[]> encoder, double rate, LongSupplier bits) {
      here.rates.add(rate);
      Lots lots = rows.lots(width, encoder, rate, bits);
      return () -> {
        here.lots++;
        return lots.next();
      };
    }

    @Override
    public List<Vectors> parts(
        int width, RowEncoder<float[]> encoder, int parts, IntSupplier chance) {
      return rows.parts(width, encoder, parts, chance);
    }

    @Override
    public Schema schema() {
      return rows.schema();
    }

    @Override
    public <S> S pass(Zero<S> zero, Add<S> add, Merge<S> merge) {
      return rows.pass(zero, add, merge);
    }
  }
}
