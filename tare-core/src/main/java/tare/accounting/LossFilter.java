package tare.accounting;

import java.util.List;
import java.util.Optional;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.Spherical;

/**
 * How a ledger reckons what was spent, settled before its first charge. A charge that brings the
 * reading over the limit is refused, so that the limit holds for the data set's whole life; what is
 * proved for which rule stands in docs/proofs/accounting.md.
 */
public sealed interface LossFilter {

  /**
   * One charge.
   *
   * @param release the release it is for
   * @param decides whether its outcome decides later events of that release
   * @param plan tells the plan that the release keeps to from others; empty where nobody noted it
   */
  record Booked(String release, PrivacyEvent event, boolean decides, String plan) {

    /** A charge of which nobody noted the plan. */
    public Booked(String release, PrivacyEvent event, boolean decides) {
      this(release, event, decides, "");
    }
  }

  /** The limit that the rule keeps. */
  PrivacyBudget limit();

  /** The rule's name in a ledger's first line. */
  String name();

  /** How it works, in a few words for a person. */
  String words();

  /** The reading: an epsilon at the limit's delta, to be held against the limit. */
  double spent(List<Booked> charges);

  /** Whether charges stay within the limit. */
  default boolean admits(List<Booked> charges) {
    return Accounting.within(spent(charges), limit());
  }

  /** Why charges cannot stand together, whatever they cost; empty where only the sum counts. */
  default Optional<String> conflict(List<Booked> charges) {
    return Optional.empty();
  }

  /** The largest epsilon of a pure event that a further release may still buy. */
  double left(List<Booked> charges);

  /** The rule of a name; the first format of ledgers named none. */
  static LossFilter named(String name, PrivacyBudget limit) {
    return switch (name) {
      case "one release" -> new OneRelease(limit);
      case "", "life" -> forLife(limit);
      default -> throw new IllegalArgumentException("No rule of a ledger is called so.");
    };
  }

  /** Any number of releases, each planned in sight of all before it. */
  static LossFilter forLife(PrivacyBudget limit) {
    return new Life(limit, Life.orderFor(limit));
  }

  /** One release that takes the whole limit. */
  static LossFilter forOneRelease(PrivacyBudget limit) {
    return new OneRelease(limit);
  }

  /** Events that were all fixed before the first one ran: experiments and tests. */
  static LossFilter fixedBeforehand(PrivacyBudget limit) {
    return new FixedBeforehand(limit);
  }

  /**
   * Events may be chosen one after the other in sight of all that came out before: the Renyi
   * divergences at one order, settled by the limit, add up, and so do pure epsilons; the smaller
   * reading holds.
   *
   * @param order the order of the divergence
   */
  record Life(PrivacyBudget limit, int order) implements LossFilter {

    private static final int LARGEST_ORDER = 1024;

    /** The order at which Gaussian noise within the limit may be smallest. */
    static int orderFor(PrivacyBudget limit) {
      int best = 2;
      double most = Double.NEGATIVE_INFINITY;
      for (int order = 2; order <= LARGEST_ORDER && limit.delta() > 0; order++) {
        double room = limit.epsilon() - RdpAccountant.conversion(order, limit.delta());
        if (room / order > most) {
          most = room / order;
          best = order;
        }
      }
      return best;
    }

    @Override
    public String name() {
      return "life";
    }

    @Override
    public String words() {
      return limit.delta() == 0
          ? "epsilons added up"
          : "Renyi divergences of order " + order + " added up, or pure epsilons";
    }

    @Override
    public double spent(List<Booked> charges) {
      PrivacyEvent all = new Composed(charges.stream().map(Booked::event).toList());
      return Math.min(PureLoss.of(all), RdpAccountant.epsilonAt(order, all, limit.delta()));
    }

    @Override
    public double left(List<Booked> charges) {
      double low = 0;
      double high = limit.epsilon();
      for (int i = 0; i < 60 && high - low > 1e-12 * high; i++) {
        double middle = i == 0 ? high : (low + high) / 2;
        if (admits(with(charges, new Spherical(middle)))) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low;
    }

    private static List<Booked> with(List<Booked> charges, PrivacyEvent event) {
      return java.util.stream.Stream.concat(
              charges.stream(), java.util.stream.Stream.of(new Booked("", event, false)))
          .toList();
    }
  }

  /** One release that takes the whole limit; no other fits beside it. */
  record OneRelease(PrivacyBudget limit) implements LossFilter {

    @Override
    public String name() {
      return "one release";
    }

    @Override
    public String words() {
      return "one release that takes the whole limit";
    }

    @Override
    public double spent(List<Booked> charges) {
      return conflict(charges).isEmpty()
          ? ReleaseBudget.of(limit, charges).epsilon()
          : Double.POSITIVE_INFINITY;
    }

    /** One release, and one plan that was settled before its first charge. */
    @Override
    public Optional<String> conflict(List<Booked> charges) {
      List<String> names = charges.stream().map(Booked::release).distinct().toList();
      if (names.size() > 1) {
        return Optional.of(
            "its ledger is for one release, \"" + names.get(0) + "\", which takes the whole limit");
      }
      long plans = charges.stream().map(Booked::plan).filter(p -> !p.isEmpty()).distinct().count();
      return plans > 1
          ? Optional.of(
              "\""
                  + names.get(0)
                  + "\" was begun with another plan, and what it was charged was reckoned for that"
                  + " one")
          : Optional.empty();
    }

    @Override
    public double left(List<Booked> charges) {
      return charges.isEmpty() ? limit.epsilon() : 0;
    }
  }

  /** All events composed as tightly as the accountants can, which holds for fixed ones only. */
  record FixedBeforehand(PrivacyBudget limit) implements LossFilter {

    @Override
    public String name() {
      return "fixed beforehand";
    }

    @Override
    public String words() {
      return "all events fixed beforehand and composed";
    }

    @Override
    public double spent(List<Booked> charges) {
      double composed =
          Accounting.epsilon(
              new Composed(charges.stream().map(Booked::event).toList()), limit.delta());
      // A grid of losses rounds up; where a pure count came first its epsilon can as well be added.
      return Math.min(composed, ReleaseBudget.of(limit, charges).epsilon());
    }

    @Override
    public double left(List<Booked> charges) {
      return Math.max(0, limit.epsilon() - spent(charges));
    }
  }
}
