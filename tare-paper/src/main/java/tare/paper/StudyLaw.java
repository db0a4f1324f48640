package tare.paper;

import java.util.List;
import tare.analysis.Frame;
import tare.paper.Question.Kind;
import tare.random.Seed;
import tare.table.Table;

/**
 * A law with what the study of coverage asks of it.
 *
 * @param title what it is there for, in a few words
 * @param nulls coefficients that are zero, as {@link Question#nameOf} has them
 */
record StudyLaw(Laws.Law law, String title, List<Question> questions, List<String> nulls) {

  StudyLaw {
    questions = List.copyOf(questions);
    nulls = List.copyOf(nulls);
  }

  static List<StudyLaw> all() {
    return List.of(
        new StudyLaw(
            Laws.PATIENTS,
            "smooth columns, models that hold",
            List.of(
                new Question(Kind.MEAN, "systolic"),
                new Question(Kind.MEAN, "bmi"),
                new Question(Kind.SHARE, "readmitted"),
                new Question(Kind.SHARE, "smoker"),
                new Question(Kind.MEDIAN, "age"),
                new Question(Kind.MEDIAN, "systolic"),
                new Question(Kind.LINEAR, "systolic ~ age + bmi + smoker + treat"),
                new Question(Kind.LOGISTIC, "readmitted ~ age + bmi + smoker + treat")),
            List.of("linear treat=yes")),
        new StudyLaw(
            Laws.CLAIMS,
            "heavy tails, nearly collinear columns",
            List.of(
                new Question(Kind.MEAN, "cost"),
                new Question(Kind.MEAN, "mileage"),
                new Question(Kind.SHARE, "fraud"),
                new Question(Kind.SHARE, "region"),
                new Question(Kind.MEDIAN, "cost"),
                new Question(Kind.MEDIAN, "exposure"),
                new Question(Kind.LINEAR, "cost ~ exposure + region"),
                new Question(Kind.LOGISTIC, "fraud ~ exposure + mileage + region")),
            List.of("logistic mileage")),
        new StudyLaw(
            Laws.TRADES,
            "many categories with rare levels",
            List.of(
                new Question(Kind.MEAN, "pay"),
                new Question(Kind.MEAN, "years"),
                new Question(Kind.SHARE, "trade"),
                new Question(Kind.SHARE, "leaves"),
                new Question(Kind.MEDIAN, "pay"),
                new Question(Kind.MEDIAN, "years"),
                new Question(Kind.LINEAR, "pay ~ years + grade + treat"),
                new Question(Kind.LOGISTIC, "leaves ~ years + grade + treat")),
            List.of("linear treat=yes", "logistic treat=yes")),
        new StudyLaw(
            Laws.CURVES,
            "a non-linear outcome with interactions; models are its best straight approximations",
            List.of(
                new Question(Kind.MEAN, "answer"),
                new Question(Kind.MEAN, "dose"),
                new Question(Kind.SHARE, "cured"),
                new Question(Kind.MEDIAN, "answer"),
                new Question(Kind.MEDIAN, "dose"),
                new Question(Kind.LINEAR, "answer ~ dose + age + sex + treat"),
                new Question(Kind.LOGISTIC, "cured ~ dose + age + sex + treat")),
            List.of("linear treat=yes", "logistic treat=yes")));
  }

  static StudyLaw named(String name) {
    return all().stream().filter(law -> law.name().equals(name)).findFirst().orElseThrow();
  }

  String name() {
    return law.name();
  }

  Frame frame(int rows, Seed seed) {
    return Frame.of(law.draw(rows, seed));
  }

  /** A number that changes when the law does. */
  double fingerprint() {
    Table few = law.draw(100, new Seed(1));
    double sum = 0;
    for (int c = 0; c < law.columns().size(); c++) {
      for (int r = 0; r < few.rowCount(); r++) {
        sum += few.value(r, c);
      }
    }
    return sum;
  }
}
