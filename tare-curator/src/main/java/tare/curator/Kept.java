package tare.curator;

import java.util.Optional;
import java.util.function.Function;
import tare.accounting.EventJson;
import tare.accounting.PrivacyEvent;
import tools.jackson.databind.JsonNode;

/**
 * Results of charged steps, kept on the curator's side until the release stands, so that a run that
 * dies can be taken up again at no further cost. A kept result came out of the gate and was charged
 * for; it is as public as the release would have been, but nobody else needs it.
 */
public interface Kept {

  /** Keeps nothing. */
  Kept NOTHING =
      new Kept() {
        @Override
        public Optional<JsonNode> find(String step) {
          return Optional.empty();
        }

        @Override
        public void note(String what, JsonNode value) {}

        @Override
        public void keep(String step, JsonNode result) {}
      };

  /**
   * What the result of a charged step is kept under.
   *
   * @param context all public things, but the event, on which the result hangs
   */
  static String step(String purpose, PrivacyEvent event, String context) {
    return purpose + " " + EventJson.write(event) + " " + context;
  }

  /** The result of a step of this release that was charged for in an earlier run. */
  Optional<JsonNode> find(String step);

  /** Notes a public fact about this run, to be kept with the first result. */
  void note(String what, JsonNode value);

  /**
   * Keeps the result of a step. Where that is not possible, for want of room on a disk, the run
   * goes on all the same: it has paid, and may yet reach its end.
   */
  void keep(String step, JsonNode result);

  /**
   * How the result of one step is written down and read back.
   *
   * @param context all public things, but the event, on which the result hangs
   */
  record Form<R>(String context, Function<R, JsonNode> write, Function<JsonNode, R> read) {}
}
