package tare.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.Laplace;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;
import tare.testkit.ReferenceTable;

/** Renyi accounting against an independent accountant that looks at the same orders. */
class RdpReferenceTest {

  private final RdpAccountant accountant = new RdpAccountant();

  static List<ReferenceTable.Row> sampled() {
    return ReferenceTable.read(RdpReferenceTest.class, "accounting_sampled_gaussian.csv").rows();
  }

  static List<ReferenceTable.Row> pure() {
    return ReferenceTable.read(RdpReferenceTest.class, "accounting_pure_compositions.csv").rows();
  }

  @ParameterizedTest
  @MethodSource("sampled")
  void sampledGaussian(ReferenceTable.Row row) {
    PrivacyEvent event =
        new Repeated(
            new PoissonSampled(row.number("q"), new Gaussian(row.number("sigma"))), row.whole("T"));
    double ratio = accountant.epsilon(event, row.number("delta")) / row.number("eps_rdp");
    assertThat(ratio).isBetween(1 - 1e-6, 1 + 1e-6);
  }

  /** Source: mpmath 1.3 quadrature of the moment, 30 digits, at the best order 3.4. */
  @Test
  void fractionalOrdersAreBoundsFromAbove() {
    PrivacyEvent event = new Repeated(new PoissonSampled(0.01, new Gaussian(0.6)), 100);
    double exact = 4.83086619125567;
    assertThat(accountant.epsilon(event, 1e-5)).isBetween(exact, exact * (1 + 1e-4));
  }

  @ParameterizedTest
  @MethodSource("pure")
  void pureCompositions(ReferenceTable.Row row) {
    double param = row.number("param");
    PrivacyEvent event =
        row.text("mechanism").equals("gaussian") ? new Gaussian(param) : new Laplace(param);
    double epsilon = accountant.epsilon(new Repeated(event, row.whole("T")), row.number("delta"));
    assertThat(epsilon / row.number("eps_rdp")).isBetween(1 - 1e-6, 1 + 1e-6);
  }
}
