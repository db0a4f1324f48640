package tare.mechanism;

import java.util.Optional;
import tare.accounting.PrivacyEvent;
import tare.gate.InnerStatistic;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.noise.BoundedStatistic;
import tare.noise.NoiseSource;
import tare.noise.PrivacyLaw;
import tare.table.RowPass;

/**
 * A mechanism that computes one statistic, adds noise once, and publishes what it likes of that.
 * Whoever implements it says what is computed and how far one row moves it, which noise is added,
 * and what is made of the outcome; what is charged and what is drawn follow.
 *
 * @param <V> the statistic's value
 * @param <N> the value with noise
 * @param <R> what is published
 */
public interface NoisedStatistic<V, N, R> extends Mechanism<R>, InnerStatistic {

  /** What is computed, with its proved bound. */
  BoundedStatistic<RowPass, V> statistic();

  /** The noise. */
  PrivacyLaw<V, N> law();

  /** What is made of the noised value; sees nothing private. */
  R published(N noised);

  /** The law's event, once the law is known to cover the statistic. */
  @Override
  default PrivacyEvent event() {
    law().requireCovers(statistic().norm(), statistic().bound());
    return law().event();
  }

  @Override
  default Optional<InnerStatistic> innerStatistic() {
    return Optional.of(this);
  }

  @Override
  default R apply(PrivateRows privateRows, NoiseSource noise) {
    return published(law().noised(statistic().of(privateRows), noise));
  }

  @Override
  default double change(RowPass one, RowPass other) {
    return statistic().change(one, other);
  }

  @Override
  default double claimedChange() {
    return statistic().bound();
  }
}
