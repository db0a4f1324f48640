package tare.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import tare.analysis.Design;
import tare.analysis.Frame;
import tare.inference.Estimate;
import tare.inference.Interval;
import tare.inference.PlainInference;
import tare.inference.ReplicateInference;
import tare.inference.Replicates;
import tare.schema.BadInputException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What somebody answers to the questions of a law: by name of the number an estimate with its
 * interval. What cannot be answered is not there; what has no interval has NaN as its ends.
 */
record Answers(Map<String, Answer> byName) {

  private static final double LEVEL = 0.95;

  /** An estimate and its interval. */
  record Answer(double value, double lower, double upper) {
    boolean hasInterval() {
      return !Double.isNaN(lower) && !Double.isNaN(upper);
    }

    boolean covers(double truth) {
      return lower <= truth && truth <= upper;
    }

    /** The square of the standard error behind an interval of so many to each side. */
    double squaredError(double reach) {
      double error = (upper - lower) / (2 * reach);
      return error * error;
    }
  }

  Answers {
    byName = Map.copyOf(byName);
  }

  /** Of somebody who takes the rows for real ones and knows no weights. */
  static Answers ofPlainRows(StudyLaw law, Frame rows) {
    double[] ones = new double[rows.rowCount()];
    Arrays.fill(ones, 1);
    return of(
        law,
        (question, answers) -> {
          for (Estimate estimate : PlainInference.of(question.of(rows, ones), ones, LEVEL)) {
            put(answers, question, estimate.name(), estimate.value(), estimate.interval());
          }
        });
  }

  /** Of somebody who uses the replicates. */
  static Answers ofReplicates(
      StudyLaw law, Frame rows, double[] weights, Replicates replicates, long realRows) {
    return of(
        law,
        (question, answers) -> {
          ReplicateInference inference =
              ReplicateInference.of(
                  question.of(rows, weights),
                  weights,
                  replicates,
                  OptionalLong.of(realRows),
                  LEVEL);
          for (Estimate estimate : inference.estimates()) {
            put(answers, question, estimate.name(), estimate.value(), estimate.interval());
          }
        });
  }

  private interface Asker {
    void ask(Question question, Map<String, Answer> answers);
  }

  private static Answers of(StudyLaw law, Asker asker) {
    Map<String, Answer> answers = new LinkedHashMap<>();
    for (Question question : law.questions()) {
      try {
        asker.ask(question, answers);
      } catch (BadInputException | IllegalArgumentException e) {
        // Rows in which a question has no answer (one class only, a level never seen): it is
        // counted as an answer that is missing.
        continue;
      }
    }
    return new Answers(answers);
  }

  private static void put(
      Map<String, Answer> answers, Question question, String number, double value, Interval ends) {
    answers.put(question.nameOf(number), new Answer(value, ends.lower(), ends.upper()));
  }

  /** The names of what a law asks for, intercepts and first levels left out, with their kinds. */
  static Map<String, Question.Kind> asked(StudyLaw law, Frame rows) {
    double[] ones = new double[rows.rowCount()];
    Arrays.fill(ones, 1);
    Map<String, Question.Kind> names = new LinkedHashMap<>();
    for (Question question : law.questions()) {
      List<String> numbers = new ArrayList<>(question.of(rows, ones).names());
      numbers.remove(Design.INTERCEPT);
      if (question.kind() == Question.Kind.SHARE) {
        numbers.remove(0);
      }
      numbers.forEach(number -> names.put(question.nameOf(number), question.kind()));
    }
    return names;
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    byName.keySet().stream()
        .sorted()
        .forEach(
            name -> {
              Answer answer = Objects.requireNonNull(byName.get(name));
              ArrayNode numbers = json.putArray(name);
              numbers.add(answer.value());
              if (answer.hasInterval()) {
                numbers.add(answer.lower()).add(answer.upper());
              }
            });
    return json;
  }

  static Answers fromJson(JsonNode json) {
    Map<String, Answer> answers = new LinkedHashMap<>();
    for (String name : json.propertyNames()) {
      JsonNode numbers = json.get(name);
      answers.put(
          name,
          new Answer(
              numbers.path(0).asDouble(Double.NaN),
              numbers.path(1).asDouble(Double.NaN),
              numbers.path(2).asDouble(Double.NaN)));
    }
    return new Answers(answers);
  }
}
