package tare.accounting;

import java.util.ArrayList;
import java.util.List;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.DiscreteGaussian;
import tare.accounting.PrivacyEvent.DiscreteLaplace;
import tare.accounting.PrivacyEvent.Exponential;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.Laplace;
import tare.accounting.PrivacyEvent.NonPrivate;
import tare.accounting.PrivacyEvent.None;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;
import tare.accounting.PrivacyEvent.Spherical;
import tare.schema.BadInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Events as JSON, in one canonical form: fixed key order, no white space, numbers that read back to
 * the same double. The ledger and the privacy statement both carry it.
 */
public final class EventJson {

  private static final String SOURCE = "privacy event";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private EventJson() {}

  /** The canonical text of an event. */
  public static String write(PrivacyEvent event) {
    return MAPPER.writeValueAsString(toNode(event));
  }

  /**
   * Reads an event from its text.
   *
   * @throws BadInputException if the text is not an event
   */
  public static PrivacyEvent read(String json) {
    try {
      return fromNode(MAPPER.readTree(json));
    } catch (JacksonException e) {
      throw new BadInputException(SOURCE, "It must be JSON. " + e.getOriginalMessage());
    }
  }

  /** The canonical tree of an event. */
  public static ObjectNode toNode(PrivacyEvent event) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    if (event instanceof None) {
      node.put("kind", "none");
    } else if (event instanceof NonPrivate) {
      node.put("kind", "non_private");
    } else if (event instanceof Laplace e) {
      node.put("kind", "laplace").put("noise_multiplier", e.noiseMultiplier());
    } else if (event instanceof DiscreteLaplace e) {
      node.put("kind", "discrete_laplace").put("scale", e.scale());
      node.put("sensitivity", e.sensitivity()).put("coordinates", e.coordinates());
    } else if (event instanceof Spherical e) {
      node.put("kind", "spherical").put("epsilon", e.epsilon());
    } else if (event instanceof Gaussian e) {
      node.put("kind", "gaussian").put("noise_multiplier", e.noiseMultiplier());
    } else if (event instanceof DiscreteGaussian e) {
      node.put("kind", "discrete_gaussian").put("sigma", e.sigma());
      node.put("sensitivity", e.sensitivity()).put("coordinates", e.coordinates());
    } else if (event instanceof Exponential e) {
      node.put("kind", "exponential").put("epsilon", e.epsilon());
    } else if (event instanceof PoissonSampled e) {
      node.put("kind", "poisson_sampled").put("rate", e.rate());
      node.set("event", toNode(e.event()));
    } else if (event instanceof Repeated e) {
      node.put("kind", "repeated").put("times", e.times());
      node.set("event", toNode(e.event()));
    } else if (event instanceof Composed e) {
      node.put("kind", "composed");
      var list = node.putArray("events");
      e.events().forEach(part -> list.add(toNode(part)));
    } else {
      throw new AssertionError("An event without a JSON form: " + event.getClass());
    }
    return node;
  }

  /**
   * Reads an event from a tree.
   *
   * @throws BadInputException if the tree is not an event
   */
  public static PrivacyEvent fromNode(JsonNode node) {
    try {
      return parsed(node);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(SOURCE, String.valueOf(e.getMessage()));
    }
  }

  private static PrivacyEvent parsed(JsonNode node) {
    String kind = field(node, "kind").asString("");
    return switch (kind) {
      case "none" -> new None();
      case "non_private" -> new NonPrivate();
      case "laplace" -> new Laplace(number(node, "noise_multiplier"));
      case "discrete_laplace" ->
          new DiscreteLaplace(
              number(node, "scale"), whole(node, "sensitivity"), wholeInt(node, "coordinates"));
      case "spherical" -> new Spherical(number(node, "epsilon"));
      case "gaussian" -> new Gaussian(number(node, "noise_multiplier"));
      case "discrete_gaussian" ->
          new DiscreteGaussian(
              number(node, "sigma"), number(node, "sensitivity"), wholeInt(node, "coordinates"));
      case "exponential" -> new Exponential(number(node, "epsilon"));
      case "poisson_sampled" ->
          new PoissonSampled(number(node, "rate"), parsed(field(node, "event")));
      case "repeated" -> new Repeated(parsed(field(node, "event")), whole(node, "times"));
      case "composed" -> new Composed(parsedAll(field(node, "events")));
      default -> throw new BadInputException(SOURCE, "No event is called \"" + kind + "\".");
    };
  }

  private static List<PrivacyEvent> parsedAll(JsonNode list) {
    if (!list.isArray()) {
      throw new BadInputException(SOURCE, "\"events\" must be a list.");
    }
    List<PrivacyEvent> events = new ArrayList<>();
    for (JsonNode part : list) {
      events.add(parsed(part));
    }
    return events;
  }

  private static JsonNode field(JsonNode node, String name) {
    JsonNode value = node.get(name);
    if (value == null) {
      throw new BadInputException(SOURCE, "It lacks the field \"" + name + "\".");
    }
    return value;
  }

  private static double number(JsonNode node, String name) {
    JsonNode value = field(node, name);
    if (!value.isNumber()) {
      throw new BadInputException(SOURCE, "\"" + name + "\" must be a number.");
    }
    return value.asDouble();
  }

  private static long whole(JsonNode node, String name) {
    JsonNode value = field(node, name);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new BadInputException(SOURCE, "\"" + name + "\" must be a whole number.");
    }
    return value.asLong();
  }

  private static int wholeInt(JsonNode node, String name) {
    long value = whole(node, name);
    if (value != (int) value) {
      throw new BadInputException(SOURCE, "\"" + name + "\" is too large: " + value);
    }
    return (int) value;
  }
}
