package tare.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.gate.Gate;
import tare.gate.InnerStatistic;
import tare.gate.Mechanism;
import tare.gate.PrivateTable;
import tare.gate.Tape;
import tare.ledger.Ledger;
import tare.noise.NoiseSource;
import tare.table.Table;

/**
 * Record and replay: runs a pipeline on made-up rows and records what comes out of the gate, then
 * runs it on neighbours with those outputs played back. Privacy says that rows may speak through
 * mechanism outputs alone; with the outputs fixed, everything else must be the same.
 *
 * <p>Fast, and with no error rate of its own. Blind to what a mechanism does with bits that it
 * draws itself, such as the noise of DP-SGD: that is for proofs, the hunter and the tester.
 */
public final class ReplayAudit {

  /*
   * What is compared, mechanism by mechanism: type, purpose, event, and a fingerprint of all that
   * the mechanism holds when it arrives at the gate. A count read off the rows, bounds taken from
   * the data or a fitted value that went around the gate would be among what it holds. At the end:
   * the public artefacts, or the failure. On a neighbour each mechanism is run for real too and its
   * output thrown away, so that failures and side effects that depend on rows show.
   *
   * Inside a mechanism the same is done once more: every exact value that gets noise through one of
   * the laws of this project is heard, and the recorded noised values are played back. The same
   * values must be measured with the same laws in the same order, and as many vectors of training
   * noise drawn, as wide as before; how far the exact values moved is an event, which must cost no more than the mechanism's own; and a mechanism that draws no other
   * bits must then give the same output, because all of it is made from noised values.
   */

  /** What rounding may add to a share of a claim. */
  private static final double TOLERANCE = 1e-5;

  private ReplayAudit() {}

  /**
   * A pipeline: reads private rows through a gate and gives what the public would see (a bundle, a
   * path to files, lines of a log, or a list of all of these).
   */
  @FunctionalInterface
  public interface Pipeline {
    /** What the public would see. */
    Object run(Gate gate) throws Exception;
  }

  /** One mechanism as it arrives at the gate. */
  private record Arrival(String type, String purpose, PrivacyEvent event, String held) {

    static Arrival of(Mechanism<?> mechanism) {
      return new Arrival(
          mechanism.getClass().getSimpleName(),
          mechanism.purpose(),
          mechanism.event(),
          Fingerprint.of(mechanism));
    }
  }

  /** One mechanism and what came out. */
  private record Step(
      Arrival arrival,
      Object output,
      List<Measurement> measurements,
      List<Double> fills,
      boolean raw) {}

  /**
   * What an audit found.
   *
   * @param mechanisms how many mechanisms the pipeline ran
   * @param neighbours on how many neighbours it was replayed
   * @param largestShare the largest change of an inner statistic, as a share of its claim; 0 if no
   *     mechanism names one
   * @param faults what differed, in words; empty if nothing did
   */
  public record Result(int mechanisms, int neighbours, double largestShare, List<String> faults) {

    public Result {
      faults = List.copyOf(faults);
    }

    /** Whether no neighbour changed what came out. */
    public boolean passed() {
      return faults.isEmpty();
    }

    /** Claim, evidence and verdict in one line. */
    public String summary() {
      return String.format(
          Locale.ROOT,
          "rows speak through mechanism outputs alone: %s. %d mechanisms, %d neighbours, largest"
              + " change %.4f of its claim%s",
          passed() ? "stands" : "VIOLATED",
          mechanisms,
          neighbours,
          largestShare,
          passed() ? "." : ": " + String.join(" ", faults));
    }
  }

  /**
   * Audits a pipeline.
   *
   * @param rows made-up rows, never real ones
   * @param neighbours the same rows with one added or removed
   * @param limit of the ledgers that the pipeline is charged to
   */
  public static Result audit(
      Pipeline pipeline,
      Table rows,
      List<Table> neighbours,
      PrivacyBudget limit,
      NoiseSource noise) {
    return audit(pipeline, rows, neighbours, List.of(), limit, noise);
  }

  /**
   * Audits a pipeline on strangers too: what is decided by exact values shows where these differ
   * much, and with all noised values the same nothing may differ on any table.
   *
   * @param strangers made-up rows of the same schema that need have nothing in common with the
   *     others; how far values moved is not looked at
   */
  public static Result audit(
      Pipeline pipeline,
      Table rows,
      List<Table> neighbours,
      List<Table> strangers,
      PrivacyBudget limit,
      NoiseSource noise) {
    Recorder recorder = new Recorder(new MeasurementTape(noise));
    String recorded = outcome(pipeline, rows, limit, recorder.inside, recorder);
    List<String> faults = new ArrayList<>();
    double largestShare = 0;
    List<Table> others = new ArrayList<>(neighbours);
    others.addAll(strangers);
    for (int i = 0; i < others.size(); i++) {
      Table other = others.get(i);
      Player player =
          new Player(
              recorder.steps, rows, other, i < neighbours.size(), new MeasurementTape(noise));
      String replayed = outcome(pipeline, other, limit, player.inside, player);
      player.finish();
      faults.addAll(player.faults);
      if (player.faults.isEmpty() && !recorded.equals(replayed)) {
        faults.add(
            "With all mechanism outputs the same, the public outcome differs: "
                + recorded
                + " and "
                + replayed
                + ".");
      }
      largestShare = Math.max(largestShare, player.largestShare);
    }
    return new Result(recorder.steps.size(), neighbours.size(), largestShare, faults);
  }

  /** What the public sees of a run: the fingerprint of the artefacts, or the failure. */
  private static String outcome(
      Pipeline pipeline, Table rows, PrivacyBudget limit, NoiseSource noise, Tape tape) {
    Gate gate = new Gate(PrivateTable.of(rows), Ledger.inMemory(limit), "audit", noise, tape);
    try {
      return "artefacts " + Fingerprint.of(pipeline.run(gate));
    } catch (Exception e) {
      return "failure " + e.getClass().getSimpleName() + ": " + e.getMessage();
    }
  }

  /** A copy of an array, so that a pipeline that works in place does not change the recording. */
  private static Object copy(Object output) {
    if (output instanceof double[] numbers) {
      return numbers.clone();
    }
    return output instanceof long[] counts ? counts.clone() : output;
  }

  /** Notes every mechanism and its output. */
  private static final class Recorder implements Tape {

    private final List<Step> steps = new ArrayList<>();
    private final MeasurementTape inside;

    Recorder(MeasurementTape inside) {
      this.inside = inside;
    }

    @Override
    public <R> R hear(Mechanism<R> mechanism, Supplier<R> run) {
      Arrival arrival = Arrival.of(mechanism); // First: what it holds when it arrives.
      inside.record();
      R output = run.get();
      steps.add(new Step(arrival, copy(output), inside.heard(), inside.fills(), inside.raw()));
      return output;
    }
  }

  /** Plays recorded outputs back, and notes where the mechanisms differ. */
  private static final class Player implements Tape {

    private final List<Step> steps;
    private final Table rows;
    private final Table neighbour;
    private final boolean near;
    private final MeasurementTape inside;
    private final List<String> faults = new ArrayList<>();
    private double largestShare;
    private int next;

    Player(List<Step> steps, Table rows, Table neighbour, boolean near, MeasurementTape inside) {
      this.steps = steps;
      this.rows = rows;
      this.neighbour = neighbour;
      this.near = near;
      this.inside = inside;
    }

    @Override
    public <R> R hear(Mechanism<R> mechanism, Supplier<R> run) {
      if (next >= steps.size()) {
        throw fault("\"" + mechanism.purpose() + "\" ran on the neighbour only.");
      }
      Step recorded = steps.get(next++);
      Arrival here = Arrival.of(mechanism);
      compare(recorded.arrival(), here);
      measure(mechanism);
      inside.play(recorded.measurements());
      compareInside(recorded, run.get());
      @SuppressWarnings("unchecked") // The same mechanism at the same place gave it.
      R played = (R) copy(recorded.output());
      return played;
    }

    private void compare(Arrival recorded, Arrival here) {
      if (!recorded.type().equals(here.type()) || !recorded.purpose().equals(here.purpose())) {
        throw fault(
            "\"" + recorded.purpose() + "\" became \"" + here.purpose() + "\" on the neighbour.");
      }
      if (!recorded.event().equals(here.event())) {
        fault("The event of \"" + here.purpose() + "\" depends on the rows.");
      }
      if (!recorded.held().equals(here.held())) {
        fault(
            "What \""
                + here.purpose()
                + "\" holds when it arrives at the gate depends on the rows.");
      }
    }

    private void compareInside(Step recorded, Object own) {
      String name = "\"" + recorded.arrival().purpose() + "\"";
      if (inside.diverged() || !recorded.fills().equals(inside.fills())) {
        fault("What " + name + " measures, or in which order, depends on the rows.");
        return;
      }
      if (recorded.raw() || inside.raw()) {
        return; // Bits that no measurement explains: how far values moved cannot be told.
      }
      ObservedLoss loss = new ObservedLoss();
      List<Measurement> here = inside.heard();
      for (int i = 0; i < here.size(); i++) {
        recorded.measurements().get(i).addLoss(here.get(i), loss);
      }
      double share = near ? loss.shareOf(recorded.arrival().event()) : 0;
      largestShare = Math.max(largestShare, share);
      if (share > 1 + TOLERANCE) {
        fault(name + " loses " + share + " times the epsilon of its event.");
      }
      if (!Fingerprint.of(own).equals(Fingerprint.of(recorded.output()))) {
        fault("The output of " + name + " depends on rows beyond what it measures with noise.");
      }
    }

    private void measure(Mechanism<?> mechanism) {
      if (near && mechanism.innerStatistic().isPresent()) {
        InnerStatistic inner = mechanism.innerStatistic().get();
        double share = inner.change(rows, neighbour) / inner.claimedChange();
        largestShare = Math.max(largestShare, share);
        if (!(share <= 1 + TOLERANCE)) {
          fault(
              "The statistic of \""
                  + mechanism.purpose()
                  + "\" moved by "
                  + share
                  + " times its claim.");
        }
      }
    }

    void finish() {
      if (next < steps.size() && faults.isEmpty()) {
        fault("\"" + steps.get(next).arrival().purpose() + "\" did not run on the neighbour.");
      }
    }

    private IllegalStateException fault(String words) {
      faults.add(words);
      return new IllegalStateException(words);
    }
  }
}
