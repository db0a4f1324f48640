import java.util.List;
import tare.accounting.Accounting;
import tare.accounting.Calibration;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.Laplace;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;

/** The accountant alone: what do these events cost together, and how much noise is enough? */
public final class UseAccountant {

  public static void main(String[] args) {
    Repeated training = new Repeated(new PoissonSampled(0.01, new Gaussian(1.1)), 1_000);
    Laplace count = new Laplace(10);
    System.out.println(
        "epsilon " + Accounting.epsilon(new Composed(List.of(count, training)), 1e-6));
    double noise =
        Calibration.noiseMultiplier(
            sigma -> new Repeated(new PoissonSampled(0.01, new Gaussian(sigma)), 1_000),
            new PrivacyBudget(1, 1e-6));
    System.out.println("noise multiplier " + noise);
  }
}
