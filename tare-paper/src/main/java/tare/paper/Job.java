package tare.paper;

import tools.jackson.databind.node.ObjectNode;

/** One piece of work with a result of its own: what a killed run loses at most. */
public interface Job {

  /** A file name without ending, unique within its experiment. */
  String id();

  /** Everything that the result depends on; a result is used again only under the same settings. */
  ObjectNode settings();

  /** Does the work. */
  ObjectNode run();
}
