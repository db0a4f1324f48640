package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static tare.audit.DrawnReleases.ROWS;
import static tare.audit.DrawnReleases.costsNoMore;
import static tare.audit.DrawnReleases.descends;
import static tare.audit.DrawnReleases.run;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyEvent;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.Repeated;
import tare.audit.DrawTape.Heard;
import tare.generator.gan.Gan;
import tare.generator.gan.PateGan;
import tare.generator.gan.PateGanOptions;
import tare.noise.DiscreteGaussian;
import tare.noise.DiscreteLaplace;
import tare.noise.IntegerNoise;

/** What training GANs draws: see {@link DrawnReleases}. */
class GansDrawnAsChargedTest {

  /** The one of several events that is of a kind. */
  private static <E extends PrivacyEvent> E only(Class<E> kind, PrivacyEvent composed) {
    List<E> found =
        ((Composed) composed).events().stream().filter(kind::isInstance).map(kind::cast).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  /** No vector gets noise twice for one charge: a mean of two draws has less. */
  private static void measuredOnce(Heard fit) {
    List<Long> exact = new ArrayList<>();
    for (int i = 0; i < fit.laws.size(); i++) {
      if (fit.laws.get(i) instanceof DiscreteGaussian) {
        exact.add(fit.exacts.get(i));
      }
    }
    int half = exact.size() / 2;
    assertThat(exact.subList(0, half))
        .isNotEqualTo(exact.subList(exact.size() - half, exact.size()));
  }

  /**
   * Waves have length one: on a grid of thirty bits within one, their sum gets the noise that was
   * charged, once in each place and nowhere else.
   */
  private static void waves(Heard fit, double charged) {
    List<IntegerNoise> gaussian =
        fit.laws.stream().filter(law -> law instanceof DiscreteGaussian).toList();
    assertThat(gaussian).hasSizeGreaterThan(2 * SixColumns.SMALL.waves().count());
    measuredOnce(fit);
    assertThat(gaussian)
        .allSatisfy(
            law ->
                assertThat(((DiscreteGaussian) law).sigma() / 0x1p29)
                    .isBetween(charged, charged * 1.001));
  }

  @Test
  void dpgan() {
    Heard fit = run(new Gan(Gan.Kind.DPGAN, SixColumns.SMALL), "none").of("train dpgan");
    assertThat(((Composed) fit.charged).events()).hasSize(2);
    descends(fit, only(Repeated.class, fit.charged), SixColumns.SMALL.clip());
    waves(fit, only(Gaussian.class, fit.charged).noiseMultiplier());
    assertThat(fit.laws).allSatisfy(law -> assertThat(law).isInstanceOf(DiscreteGaussian.class));
  }

  @Test
  void dpcgan() {
    Heard fit =
        run(new Gan(Gan.Kind.DPCGAN, SixColumns.SMALL.withLabel("ill")), "none").of("train dpcgan");
    List<PrivacyEvent> charged = ((Composed) fit.charged).events();
    PrivacyEvent descent = only(Repeated.class, fit.charged);
    Gaussian waves = only(Gaussian.class, fit.charged);
    descends(fit, descent, SixColumns.SMALL.clip());
    waves(fit, waves.noiseMultiplier());
    List<IntegerNoise> labels =
        fit.laws.stream().filter(law -> law instanceof DiscreteLaplace).toList();
    assertThat(labels).hasSize(2);
    List<PrivacyEvent> rest = new ArrayList<>(charged);
    rest.remove(descent);
    rest.remove(waves);
    costsNoMore(Heard.tables(labels.get(0), 1), new Composed(rest));
  }

  @Test
  void pateGan() {
    PateGanOptions options = new PateGanOptions(7, 6, 4, 3, 5e-4);
    Heard fit = run(new PateGan(options), "none").of("train pate-gan");
    assertThat(fit.laws).hasSize(24);
    assertThat(fit.exacts).allSatisfy(votes -> assertThat(votes).isBetween(0L, 7L));
    costsNoMore(Heard.tables(fit.laws.get(0), fit.laws.size()), fit.charged);
    assertThat(fit.laws).allSatisfy(law -> assertThat(law).isEqualTo(fit.laws.get(0)));
    assertThat(fit.rawBits)
        .as("a secret draw sends each row to its teacher")
        .isGreaterThanOrEqualTo(ROWS);
  }
}
