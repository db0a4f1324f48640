package tare.weight;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tare.kernel.regression.EntropyTilt;
import tare.kernel.regression.TiltRows;
import tare.model.CandidateLook;
import tare.model.MomentWeights;
import tools.jackson.databind.node.ObjectNode;

/*
 * A tilt of 400,000 candidates meets the moments that were bought. Other rows of the same generator
 * have other moments, by chance: a million private rows buy theirs more surely than 400,000 rows know
 * their own, and where tails are heavy one row in a million that is like none of the 400,000 may weigh
 * as much as all others.
 *
 * So many more candidates, the very ones that released rows are kept from, are looked at, wherever
 * they are drawn. Those that weigh much come home, all of them, and stand beside the usual ones of the
 * fit, which then stand for the usual ones of all. What is left of chance is the difference between
 * the moments of all candidates and of these, under the same weights; the tilt is done again to a
 * target that is moved by it. After some looks candidates, far and near, have what was bought.
 */

/** Weights that were fitted to some candidates, brought to what many more of them ask for. */
public final class MomentSettling {

  /** How often all candidates are looked at; fixed, so that nobody's rows decide it. */
  public static final int LOOKS = 2;

  /** Candidates that weigh e^1.5 times the mean weigh much, */
  private static final double MUCH = 1.5;

  /** unless they are more than this share. */
  private static final double MOST_FAR = 0.005;

  private final MomentFit fit;
  private final TiltRows some;
  private final double[] target;
  private final double[] slack;
  private final long candidates;
  private final BitSet farOfSome = new BitSet();
  private final SortedMap<Integer, CandidateLook.Far> far = new TreeMap<>();
  private EntropyTilt tilt;
  private MomentWeights now;
  private MomentWeights best;
  private double least = Double.POSITIVE_INFINITY;
  private double last;

  /**
   * Weights to be settled.
   *
   * @param weights what the fit came to
   * @param candidates how many there will be
   */
  public MomentSettling(MomentFit fit, MomentWeights weights, long candidates) {
    this.fit = fit;
    this.candidates = candidates;
    some = fit.candidates();
    tilt = fit.tilt(some, some.even());
    slack = fit.slack(weights, candidates);
    target =
        TiltedCandidates.target(
            tilt.at(weights.theta()).means(), fit.slack(weights), weights.theta());
    now = weights;
    best = weights;
  }

  /** Whether many candidates know more of the moments than those that weights were fitted to. */
  public static boolean worthIt(MomentFit fit) {
    return fit.surerThanItsRows();
  }

  /** The weights so far. */
  public MomentWeights weights() {
    return now;
  }

  /** The weights in the end: the last ones, if those before them were no step back. */
  public MomentWeights settled() {
    return last <= least ? now : best;
  }

  /** Which candidates are to come home under the present weights. */
  public CandidateLook.Bounds bounds() {
    double mean = tilt.at(now.theta()).logNormaliser();
    double[] sorted = some.products(now.theta());
    Arrays.sort(sorted);
    double most = sorted[(int) ((1 - MOST_FAR) * (sorted.length - 1))] - mean;
    return new CandidateLook.Bounds(mean, Math.max(MUCH, most));
  }

  /**
   * Goes on from a look at all candidates under the present weights.
   *
   * @param bounds under which they were looked at
   * @param parts how much they count together
   */
  public void look(CandidateLook look, CandidateLook.Bounds bounds, double parts) {
    double[] all = means(look, bounds, parts);
    int moments = now.map().moments().size();
    double[] wanted = target.clone();
    double[] totals = look.sums().totals();
    for (int j = moments; j < wanted.length && !fit.buysShares(); j++) {
      wanted[j] = totals[j + 1 + wanted.length - moments] / parts;
    }
    last = missed(all, wanted);
    if (last < least) {
      least = last;
      best = now;
    }
    bringHome(look, bounds);
    double[] here = tilt.at(now.theta()).means();
    for (int j = 0; j < wanted.length; j++) {
      wanted[j] -= all[j] - here[j];
    }
    double tolerance = MomentFit.NEAR_ENOUGH * fit.targetVariance();
    EntropyTilt.Solution next = tilt.solve(wanted, slack, now.theta(), tolerance);
    now = with(next, misfit(all));
  }

  /** Moments and shares of all candidates, weighted. */
  private double[] means(CandidateLook look, CandidateLook.Bounds bounds, double parts) {
    double[] means = Arrays.copyOf(look.sums().totals(), target.length);
    double sum = look.sums().totals()[means.length] / parts;
    for (int j = 0; j < means.length; j++) {
      means[j] /= parts;
    }
    for (CandidateLook.Far each : look.far().values()) {
      double[] shares = each.seen().products(now.theta());
      for (int r = 0; r < shares.length; r++) {
        shares[r] = Math.exp(shares[r] - bounds.mean()) / candidates;
        sum += shares[r];
      }
      double[] more = each.seen().sums(shares);
      for (int j = 0; j < means.length; j++) {
        means[j] += more[j];
      }
    }
    for (int j = 0; j < means.length; j++) {
      means[j] /= sum;
    }
    return means;
  }

  /** The mean square of what is missed beyond slack, over the variance of noise and chance. */
  private double missed(double[] have, double[] wanted) {
    double[] variances = fit.variances();
    double sum = 0;
    for (int j = 0; j < variances.length; j++) {
      double one = wanted[j] - have[j] - slack[j] * now.theta()[j];
      sum += one * one / (variances[j] + 1.0 / fit.n());
    }
    return sum / variances.length;
  }

  /** The mean square of what moments miss, over the variance of their noise. */
  private double misfit(double[] have) {
    double[] variances = fit.variances();
    double sum = 0;
    for (int j = 0; j < variances.length; j++) {
      sum += (target[j] - have[j]) * (target[j] - have[j]) / variances[j];
    }
    return sum / variances.length;
  }

  /** Far candidates of all stand beside the usual ones of some. */
  private void bringHome(CandidateLook look, CandidateLook.Bounds bounds) {
    for (Map.Entry<Integer, CandidateLook.Far> each : look.far().entrySet()) {
      far.merge(each.getKey(), each.getValue(), MomentSettling::both);
    }
    double[] own = some.products(now.theta());
    for (int r = 0; r < own.length; r++) {
      if (own[r] - bounds.mean() > bounds.far()) {
        farOfSome.set(r);
      }
    }
    TiltRows rows =
        some.at(IntStream.range(0, own.length).filter(r -> !farOfSome.get(r)).toArray());
    int usual = rows.count();
    rows = rows.and(far.values().stream().map(CandidateLook.Far::seen).toList());
    double[] base = new double[rows.count()];
    double share = (base.length - usual) / (double) candidates;
    Arrays.fill(base, 0, usual, (1 - share) / usual);
    Arrays.fill(base, usual, base.length, 1.0 / candidates);
    tilt = fit.tilt(rows, base);
  }

  /** Those of one look, and those of another that it does not have. */
  private static CandidateLook.Far both(CandidateLook.Far one, CandidateLook.Far other) {
    BitSet known = new BitSet();
    Arrays.stream(one.rows()).forEach(known::set);
    int[] more =
        IntStream.range(0, other.rows().length).filter(i -> !known.get(other.rows()[i])).toArray();
    int[] rows = Arrays.copyOf(one.rows(), one.rows().length + more.length);
    for (int i = 0; i < more.length; i++) {
      rows[one.rows().length + i] = other.rows()[more[i]];
    }
    return new CandidateLook.Far(rows, one.seen().and(other.seen().at(more)));
  }

  private MomentWeights with(EntropyTilt.Solution next, double misfit) {
    ObjectNode details = now.description().details().deepCopy();
    details.put("misfit", misfit);
    details.put("settled_with", candidates);
    double heaviest = 0;
    double[] shares = next.shares();
    double[] base = tilt.base();
    for (int r = 0; r < shares.length; r++) {
      heaviest = Math.max(heaviest, shares[r] / base[r]);
    }
    details.put(MomentWeights.LARGEST, Math.log(heaviest) + next.logNormaliser());
    MomentWeights.describe(details, now.map(), next.theta(), now.held());
    return new MomentWeights(now.map(), next.theta(), now.held(), now.description().with(details));
  }
}
