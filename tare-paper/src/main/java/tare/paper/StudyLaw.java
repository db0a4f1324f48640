package tare.paper;

import java.util.List;
import java.util.stream.Stream;
import tare.analysis.Frame;
import tare.paper.Question.Kind;
import tare.random.Seed;
import tare.table.Table;

/**
 * A law with what the study of coverage asks of it.
 *
 * @param title what it is there for, in a few words
 * @param nulls coefficients that are zero, as {@link Question#nameOf} has them
 * @param apart whether no setting was found on it
 */
record StudyLaw(
    Laws.Law law, String title, List<Question> questions, List<String> nulls, boolean apart) {

  StudyLaw {
    questions = List.copyOf(questions);
    nulls = List.copyOf(nulls);
  }

  /** All laws: first those that settings were found on. */
  static List<StudyLaw> all() {
    return Stream.concat(known().stream(), laidApart().stream()).toList();
  }

  private static List<StudyLaw> known() {
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
            List.of("linear treat=yes"),
            false),
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
            List.of("logistic mileage"),
            false),
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
            List.of("linear treat=yes", "logistic treat=yes"),
            false),
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
            List.of("linear treat=yes", "logistic treat=yes"),
            false));
  }

  private static List<StudyLaw> laidApart() {
    return List.of(
        new StudyLaw(
            LawsApart.HOUSEHOLDS,
            "a skewed column that explains nearly all of an outcome",
            List.of(
                new Question(Kind.MEAN, "income"),
                new Question(Kind.MEAN, "spent"),
                new Question(Kind.MEAN, "hours"),
                new Question(Kind.SHARE, "school"),
                new Question(Kind.SHARE, "owner"),
                new Question(Kind.MEDIAN, "income"),
                new Question(Kind.MEDIAN, "spent"),
                new Question(Kind.MEDIAN, "age"),
                new Question(Kind.LINEAR, "spent ~ age + income + female + school"),
                new Question(Kind.LOGISTIC, "owner ~ age + income + female + school")),
            List.of("linear female=yes", "logistic female=yes"),
            true),
        new StudyLaw(
            LawsApart.STAYS,
            "counts, long tails, a rare outcome",
            List.of(
                new Question(Kind.MEAN, "days"),
                new Question(Kind.MEAN, "diagnoses"),
                new Question(Kind.MEAN, "creatinine"),
                new Question(Kind.SHARE, "unit"),
                new Question(Kind.SHARE, "died"),
                new Question(Kind.MEDIAN, "days"),
                new Question(Kind.MEDIAN, "creatinine"),
                new Question(Kind.LINEAR, "days ~ age + male + diagnoses + intensive"),
                new Question(Kind.LOGISTIC, "died ~ age + male + diagnoses + intensive")),
            List.of("linear male=yes", "logistic male=yes"),
            true),
        new StudyLaw(
            LawsApart.TRAITS,
            "many yes/no columns with interactions",
            List.of(
                new Question(Kind.MEAN, "score"),
                new Question(Kind.SHARE, "trait0"),
                new Question(Kind.SHARE, "trait9"),
                new Question(Kind.SHARE, "passed"),
                new Question(Kind.MEDIAN, "score"),
                new Question(
                    Kind.LINEAR, "score ~ trait0 + trait1 + trait2 + trait3 + trait7 + trait9"),
                new Question(
                    Kind.LOGISTIC, "passed ~ score + trait0 + trait3 + trait4 + trait5 + trait8")),
            List.of(),
            true),
        new StudyLaw(
            LawsApart.PURCHASES,
            "many zeros, numbers over many scales under wide bounds",
            List.of(
                new Question(Kind.MEAN, "paid"),
                new Question(Kind.MEAN, "visits"),
                new Question(Kind.MEAN, "rating"),
                new Question(Kind.SHARE, "town"),
                new Question(Kind.SHARE, "back"),
                new Question(Kind.MEDIAN, "paid"),
                new Question(Kind.MEDIAN, "warmth"),
                new Question(Kind.LINEAR, "rating ~ warmth + visits + card"),
                new Question(Kind.LOGISTIC, "back ~ rating + card + warmth")),
            List.of("logistic warmth"),
            true));
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
