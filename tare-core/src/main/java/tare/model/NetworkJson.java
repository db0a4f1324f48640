package tare.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import tare.kernel.mlp.Activation;
import tare.kernel.mlp.MlpShape;
import tare.schema.BadInputException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A dense network as JSON: the widths of its layers, the activation of the hidden ones, and all
 * parameters as little-endian 32-bit floats in base64, layer by layer: weights input by output,
 * then biases.
 */
final class NetworkJson {

  private NetworkJson() {}

  static ObjectNode write(MlpShape shape, float[] parameters) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    shape.widths().forEach(json.putArray("widths")::add);
    json.put("activation", shape.hidden().name());
    ByteBuffer bytes = ByteBuffer.allocate(4 * parameters.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(parameters);
    json.put("parameters", Base64.getEncoder().encodeToString(bytes.array()));
    return json;
  }

  static MlpShape shape(JsonNode json) {
    List<Integer> widths = new ArrayList<>();
    json.path("widths").forEach(width -> widths.add(width.asInt(0)));
    try {
      return new MlpShape(widths, Activation.valueOf(json.path("activation").asString("")));
    } catch (IllegalArgumentException e) {
      throw unreadable("the shape of a network");
    }
  }

  static float[] parameters(JsonNode json, MlpShape shape) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(json.path("parameters").asString(""));
    } catch (IllegalArgumentException e) {
      throw unreadable("the parameters of a network");
    }
    require(bytes.length == 4L * shape.parameterCount(), "the number of a network's parameters");
    float[] parameters = new float[shape.parameterCount()];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(parameters);
    for (float parameter : parameters) {
      require(Float.isFinite(parameter), "a parameter that is not a number");
    }
    return parameters;
  }

  static void require(boolean holds, String what) {
    if (!holds) {
      throw unreadable(what);
    }
  }

  private static BadInputException unreadable(String what) {
    return new BadInputException(
        "model",
        "It is not a network that fits the schema: " + what + " is wrong. Was it edited by hand?");
  }
}
