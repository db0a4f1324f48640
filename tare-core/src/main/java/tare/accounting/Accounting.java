package tare.accounting;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What events cost, by both accountants: each gives an upper bound, so the smaller one holds.
 *
 * <p>Events must cover everything that was read off the same rows, over all releases.
 */
public final class Accounting {

  private static final Accountant PLD = new PldAccountant();
  private static final Accountant RDP = new RdpAccountant();
  private static final Accountant ROUGH = PldAccountant.rough();

  private static final int REMEMBERED = 4096;

  /** Answers given before. Accountants are pure functions, so they never go stale. */
  private static final Map<Question, Spent> ANSWERS =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Spent> eldest) {
          return size() > REMEMBERED;
        }
      };

  private record Question(EventCounts events, double delta, boolean rough) {}

  private Accounting() {}

  /**
   * What events cost at a delta.
   *
   * @param epsilonPld by privacy loss distributions
   * @param epsilonRdp by Renyi differential privacy
   */
  public record Spent(double epsilonPld, double epsilonRdp, double delta) {

    /** The smaller of both: it holds, since each is an upper bound. May be infinite. */
    public double epsilon() {
      return Math.min(epsilonPld, epsilonRdp);
    }
  }

  /** What an event costs at a delta in [0, 1), by both accountants. */
  public static Spent spent(PrivacyEvent event, double delta) {
    return answer(event, delta, false);
  }

  /** An epsilon that holds too, up to a percent larger and ten times as fast. */
  static double roughEpsilon(PrivacyEvent event, double delta) {
    return answer(event, delta, true).epsilonPld();
  }

  private static Spent answer(PrivacyEvent event, double delta, boolean rough) {
    Question question = new Question(EventCounts.of(event), delta, rough);
    synchronized (ANSWERS) {
      Spent known = ANSWERS.get(question);
      if (known != null) {
        return known;
      }
    }
    Spent spent =
        rough
            ? new Spent(ROUGH.epsilon(event, delta), Double.POSITIVE_INFINITY, delta)
            : new Spent(PLD.epsilon(event, delta), RDP.epsilon(event, delta), delta);
    synchronized (ANSWERS) {
      ANSWERS.put(question, spent);
    }
    return spent;
  }

  /** The smallest epsilon that holds for an event at a delta in [0, 1); may be infinite. */
  public static double epsilon(PrivacyEvent event, double delta) {
    return spent(event, delta).epsilon();
  }

  /** The smallest delta that holds for an event at an epsilon; at most 1. */
  public static double delta(PrivacyEvent event, double epsilon) {
    return Math.min(PLD.delta(event, epsilon), RDP.delta(event, epsilon));
  }

  /** Whether an event stays within a budget. */
  public static boolean fits(PrivacyEvent event, PrivacyBudget budget) {
    return within(epsilon(event, budget.delta()), budget);
  }

  /**
   * Whether an epsilon at a budget's delta stays within the budget. The rounding of doubles is not
   * held against it: 0.1 and 0.2 fit into 0.3.
   */
  public static boolean within(double epsilon, PrivacyBudget budget) {
    return epsilon <= budget.epsilon() * (1 + 1e-12);
  }
}
