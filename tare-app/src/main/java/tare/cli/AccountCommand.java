package tare.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tare.accounting.Accountant;
import tare.accounting.Accounting;
import tare.accounting.Calibration;
import tare.accounting.EventWords;
import tare.accounting.Neighbours;
import tare.accounting.PldAccountant;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.RdpAccountant;

/** {@code tare account}: the accountant as a tool of its own. */
@Command(
    name = "account",
    mixinStandardHelpOptions = true,
    description = {
      "Tells what noise costs, or how much noise a budget needs. Reads no data.",
      "",
      "  tare account --noise 1.0 --rate 0.01 --steps 1000 --delta 1e-5",
      "  tare account --target-epsilon 1 --rate 0.01 --steps 1000 --delta 1e-5",
      "  tare account --mechanism laplace --noise 2 --steps 10 --epsilon 3",
      "",
      "Two accountants count, by privacy loss distributions and by Renyi divergences. Both give"
          + " upper bounds, so the smaller one holds."
    })
final class AccountCommand implements Callable<Integer> {

  /** What draws the noise. */
  enum Kind {
    LAPLACE,
    GAUSSIAN,
    SAMPLED_GAUSSIAN;

    /** As it is typed. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Known noise, or a target for it. */
  static final class Noise {
    @Option(
        names = "--noise",
        required = true,
        paramLabel = "MULTIPLIER",
        description =
            "Standard deviation over L2 sensitivity; for laplace, scale over L1 sensitivity.")
    private @Nullable Double multiplier;

    @Option(
        names = "--target-epsilon",
        required = true,
        paramLabel = "EPSILON",
        description = "Find the smallest noise multiplier that meets this epsilon.")
    private @Nullable Double targetEpsilon;
  }

  /** The question. */
  static final class Question {
    @Option(
        names = "--delta",
        required = true,
        paramLabel = "DELTA",
        description = "Ask for the epsilon at this delta.")
    private @Nullable Double delta;

    @Option(
        names = "--epsilon",
        required = true,
        paramLabel = "EPSILON",
        description = "Ask for the delta at this epsilon.")
    private @Nullable Double epsilon;
  }

  @ArgGroup(multiplicity = "1")
  private Noise noise = new Noise();

  @ArgGroup(multiplicity = "1")
  private Question question = new Question();

  @Option(
      names = "--mechanism",
      paramLabel = "KIND",
      description = "laplace, gaussian or sampled-gaussian. Default: sampled-gaussian.")
  private Kind kind = Kind.SAMPLED_GAUSSIAN;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description = "How likely each row is in a step's lot. Default: 1, every row in every step.")
  private double rate = 1;

  @Option(names = "--steps", paramLabel = "N", description = "How often. Default: 1.")
  private long steps = 1;

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    if (kind == Kind.GAUSSIAN && rate != 1) {
      throw new IllegalArgumentException(
          "--mechanism gaussian takes no --rate. Use sampled-gaussian, or leave --rate out.");
    }
    if (noise.targetEpsilon != null) {
      return calibrate(noise.targetEpsilon);
    }
    PrivacyEvent event = event(given(noise.multiplier));
    return question.epsilon != null
        ? tellDelta(event, question.epsilon)
        : tellEpsilon(event, given(question.delta));
  }

  private PrivacyEvent event(double multiplier) {
    PrivacyEvent draw =
        kind == Kind.LAPLACE
            ? new PrivacyEvent.Laplace(multiplier)
            : new PrivacyEvent.Gaussian(multiplier);
    PrivacyEvent step = rate == 1 ? draw : new PrivacyEvent.PoissonSampled(rate, draw);
    return steps == 1 ? step : new PrivacyEvent.Repeated(step, steps);
  }

  private int calibrate(double targetEpsilon) {
    if (question.delta == null) {
      throw new IllegalArgumentException("--target-epsilon needs a --delta to go with it.");
    }
    PrivacyBudget target = new PrivacyBudget(targetEpsilon, question.delta);
    double multiplier = Calibration.noiseMultiplier(this::event, target);
    if (output.json()) {
      output.printJson(Map.of("noise", multiplier));
    } else {
      tell(event(multiplier), "noise multiplier = " + RoundedUp.of(multiplier));
      output
          .out()
          .println(
              "  the smallest that meets epsilon = "
                  + targetEpsilon
                  + ", delta = "
                  + target.delta());
    }
    return ExitCode.FINE;
  }

  private int tellEpsilon(PrivacyEvent event, double delta) {
    Accounting.Spent spent = Accounting.spent(event, delta);
    if (output.json()) {
      printJson("epsilon", spent.epsilon(), spent.epsilonPld(), spent.epsilonRdp());
    } else {
      tell(event, "epsilon = " + RoundedUp.of(spent.epsilon()) + " at delta = " + delta);
      tellBoth(spent.epsilonPld(), spent.epsilonRdp());
    }
    return ExitCode.FINE;
  }

  private int tellDelta(PrivacyEvent event, double epsilon) {
    Accountant pld = new PldAccountant();
    Accountant rdp = new RdpAccountant();
    double byPld = pld.delta(event, epsilon);
    double byRdp = rdp.delta(event, epsilon);
    double delta = Math.min(byPld, byRdp);
    if (output.json()) {
      printJson("delta", delta, byPld, byRdp);
    } else {
      tell(event, "delta = " + RoundedUp.of(delta) + " at epsilon = " + epsilon);
      tellBoth(byPld, byRdp);
    }
    return ExitCode.FINE;
  }

  private void tell(PrivacyEvent event, String answer) {
    output.out().println(EventWords.of(event));
    output.out().println(Neighbours.ADD_OR_REMOVE_ONE_ROW.words());
    output.out().println();
    output.out().println("  " + answer);
  }

  private void tellBoth(double pld, double rdp) {
    output.out().println("    by privacy loss distributions  " + RoundedUp.of(pld));
    output.out().println("    by Renyi divergences           " + RoundedUp.of(rdp));
  }

  private void printJson(String what, double value, double pld, double rdp) {
    Map<String, @Nullable Double> json = new LinkedHashMap<>();
    json.put(what, finite(value));
    json.put(what + "_pld", finite(pld));
    json.put(what + "_rdp", finite(rdp));
    output.printJson(json);
  }

  /** JSON knows no infinity: null says that no finite number holds. */
  private static @Nullable Double finite(double value) {
    return Double.isInfinite(value) ? null : value;
  }

  private static double given(@Nullable Double value) {
    if (value == null) {
      throw new AssertionError("The command line makes sure that one of the group is given.");
    }
    return value;
  }
}
