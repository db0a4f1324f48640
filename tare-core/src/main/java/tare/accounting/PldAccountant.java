package tare.accounting;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tare.accounting.LossLaw.Direction;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.PoissonSampled;

/**
 * Accounts by privacy loss distributions: the law of the loss of each event, moved onto a grid so
 * that it can only look worse, composed by FFT. Both directions are composed, a row removed and a
 * row added, and the worse one counts.
 *
 * <p>The grid is chosen for each question, so fine that it adds about a hundred-thousandth to
 * epsilon. Gaussians that are not sampled are composed in closed form.
 */
public final class PldAccountant implements Accountant {

  private static final int LARGEST_WINDOW = 1 << 20;

  /** Cells of the grid on which questions are planned. */
  private static final int COARSE = 1 << 12;

  /** How far out losses are followed when nothing says how far is enough. */
  private static final double SMALLEST_TAIL = 1e-40;

  /** How much of the variance of the composed loss the grid may add. */
  private final double gridVariance;

  private final int smallestWindow;

  /** An accountant with the usual discretisation. */
  public PldAccountant() {
    this(1e-5, 1 << 16);
  }

  private PldAccountant(double gridVariance, int smallestWindow) {
    this.gridVariance = gridVariance;
    this.smallestWindow = smallestWindow;
  }

  /** An accountant ten times faster and as sound, whose epsilons are up to a percent larger. */
  static PldAccountant rough() {
    return new PldAccountant(2e-3, 1 << 12);
  }

  @Override
  public double epsilon(PrivacyEvent event, double delta) {
    AccountantRules.requireDelta(delta);
    EventCounts events = EventCounts.of(event);
    double most = largestLoss(events);
    if (most == 0 || delta == 0 || events.nonPrivate()) {
      return most;
    }
    if (onlyGaussian(events) instanceof Gaussian gaussian) {
      return AnalyticGaussian.epsilon(gaussian.noiseMultiplier(), delta);
    }
    double tail = Math.max(SMALLEST_TAIL, 1e-9 * delta / events.total());
    double worst = 0;
    for (Direction direction : directions(events)) {
      Question question = new Question(events, direction, tail);
      double epsilon =
          question.answer(coarse -> LossPlan.forDelta(coarse, delta), loss -> loss.epsilon(delta));
      worst = Math.max(worst, Math.min(epsilon, question.highest()));
    }
    return Math.min(worst, most);
  }

  @Override
  public double delta(PrivacyEvent event, double epsilon) {
    AccountantRules.requireEpsilon(epsilon);
    EventCounts events = EventCounts.of(event);
    double most = largestLoss(events);
    if (most <= epsilon) {
      return 0;
    }
    if (events.nonPrivate()) {
      return 1;
    }
    if (onlyGaussian(events) instanceof Gaussian gaussian) {
      return AnalyticGaussian.delta(gaussian.noiseMultiplier(), epsilon);
    }
    double worst = 0;
    for (Direction direction : directions(events)) {
      Question question = new Question(events, direction, SMALLEST_TAIL);
      if (question.highest() > epsilon) {
        double delta =
            question.answer(
                coarse -> LossPlan.forEpsilon(coarse, epsilon), loss -> loss.delta(epsilon));
        worst = Math.max(worst, delta);
      }
    }
    return Math.min(worst, 1);
  }

  /** The sum of all largest losses: what events cost at delta 0. */
  private static double largestLoss(EventCounts events) {
    double sum = events.nonPrivate() ? Double.POSITIVE_INFINITY : 0;
    for (Map.Entry<PrivacyEvent, Long> entry : events.counts().entrySet()) {
      sum += entry.getValue() * RenyiDivergence.pureEpsilon(entry.getKey());
    }
    return sum;
  }

  private static @Nullable PrivacyEvent onlyGaussian(EventCounts events) {
    return events.counts().size() == 1 ? events.counts().keySet().iterator().next() : null;
  }

  private static Direction[] directions(EventCounts events) {
    boolean sampled = events.counts().keySet().stream().anyMatch(PoissonSampled.class::isInstance);
    return sampled ? Direction.values() : new Direction[] {Direction.REMOVE};
  }

  /** One question about events in one direction. */
  private final class Question {

    private final List<LossLaw> laws = new ArrayList<>();
    private final List<LossPmf.Range> ranges = new ArrayList<>();
    private final List<Long> counts = new ArrayList<>();
    private final List<LossPlan.Part> coarse = new ArrayList<>();
    private boolean unknown;

    Question(EventCounts events, Direction direction, double tail) {
      events
          .counts()
          .forEach(
              (event, count) -> {
                LossLaw law = LossLaw.of(event, direction);
                laws.add(law);
                counts.add(count);
                if (law.tail(Double.MAX_VALUE) > SMALLEST_TAIL) {
                  unknown = true;
                  return;
                }
                LossPmf.Range range = LossPmf.range(law, tail);
                ranges.add(range);
                LossPmf pmf = LossPmf.of(law, range, range.width() / COARSE);
                coarse.add(new LossPlan.Part(pmf, count));
              });
    }

    /** The largest loss of all events together, in this direction; may be infinite. */
    double highest() {
      double sum = 0;
      for (int i = 0; i < laws.size(); i++) {
        sum += counts.get(i) * laws.get(i).highest();
      }
      return sum;
    }

    double answer(
        Function<List<LossPlan.Part>, LossPlan> planner, Function<ComposedLoss, Double> reader) {
      if (unknown) {
        return Double.POSITIVE_INFINITY;
      }
      double answer = reader.apply(composed(planner.apply(coarse)));
      return Double.isNaN(answer) ? reader.apply(composed(LossPlan.untilted(coarse))) : answer;
    }

    private ComposedLoss composed(LossPlan plan) {
      double total = 0;
      for (long count : counts) {
        total += count;
      }
      double widest = ranges.stream().mapToDouble(LossPmf.Range::width).max().orElseThrow();
      double width = Math.max(plan.high() - plan.low(), widest);
      double wanted =
          Math.min(
              width / (0.9 * smallestWindow),
              Math.sqrt(6 * gridVariance * plan.variance() / total));
      double spacing = aligned(Math.max(wanted, width / (0.9 * LARGEST_WINDOW)));
      List<LossPlan.Part> parts = new ArrayList<>();
      for (int i = 0; i < laws.size(); i++) {
        parts.add(
            new LossPlan.Part(LossPmf.of(laws.get(i), ranges.get(i), spacing), counts.get(i)));
      }
      int size = Integer.highestOneBit((int) Math.ceil(width / spacing)) * 2;
      return new ComposedLoss(parts, plan, size);
    }

    /**
     * A spacing not above the given one on which the largest loss of the weightiest bounded law
     * lies: it is an atom, and moving it would cost a spacing each time it comes.
     */
    private double aligned(double spacing) {
      double weight = 0;
      double aligned = spacing;
      for (int i = 0; i < laws.size(); i++) {
        double highest = laws.get(i).highest();
        if (highest >= 16 * spacing
            && Double.isFinite(highest)
            && counts.get(i) * highest > weight) {
          weight = counts.get(i) * highest;
          aligned = highest / Math.ceil(highest / spacing);
        }
      }
      return aligned;
    }
  }
}
