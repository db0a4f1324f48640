package tare.studio;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tare.schema.CellForm;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Steps;
import tare.schema.TimeForm;
import tare.table.FieldSpec;

/**
 * One column as far as a person has declared it; all fields are what was typed.
 *
 * @param kind what it holds, as guessed or chosen
 * @param declared whether a person has said so
 * @param step the distance of two neighbouring numbers; empty where any number can occur
 * @param levels of a category, one per line
 * @param other the level that takes all others; empty for none
 * @param missing whether a cell may be empty
 * @param format how the file writes dates and times, empty for the ISO form; of numbers, what
 *     stands before the fraction and then what stands between thousands, empty for a point alone
 * @param codes what the file writes where a value is missing, beside an empty cell; one per line
 * @param given the column of a schema file that says more of it than these fields can
 */
record ColumnDraft(
    String name,
    Kind kind,
    boolean declared,
    String low,
    String high,
    String step,
    String levels,
    String other,
    String no,
    String yes,
    boolean missing,
    String format,
    String codes,
    Optional<Column> given) {

  /** What a column may hold. */
  enum Kind {
    NUMBER("a number", "height, dose, price"),
    WHOLE("a whole number", "age, count, year"),
    CATEGORY("one of some levels", "region, diagnosis group"),
    YES_NO("yes or no", "smoker"),
    DATE("a date", "day of a visit"),
    MOMENT("a date with a time", "admission"),
    TIME("a time of day", "time of a meal"),
    GIVEN("as the schema file says", "codes, cuts"),
    LEFT_OUT("leave it out", "names, identifiers, free text");

    final String words;
    final String examples;

    Kind(String words, String examples) {
      this.words = words;
      this.examples = examples;
    }
  }

  /** A column of which only a guess is known. */
  static ColumnDraft guessed(
      String name, Kind kind, String step, String no, String yes, boolean missing, String format) {
    return new ColumnDraft(
        name,
        kind,
        kind == Kind.YES_NO,
        "",
        "",
        step,
        "",
        "",
        no,
        yes,
        missing,
        format,
        "",
        Optional.empty());
  }

  /** A column that is no part of the release. */
  static ColumnDraft leftOut(String name) {
    return new ColumnDraft(
        name, Kind.LEFT_OUT, true, "", "", "", "", "", "", "", true, "", "", Optional.empty());
  }

  /** What a template of public knowledge says of this column. */
  ColumnDraft filled(FieldSpec template) {
    boolean levelled = !template.levels().isEmpty();
    boolean yesNo = levelled && template.type().equals("boolean");
    return new ColumnDraft(
        name,
        yesNo ? Kind.YES_NO : levelled ? Kind.CATEGORY : Kind.WHOLE,
        false,
        template.minimum(),
        template.maximum(),
        "",
        yesNo ? "" : String.join("\n", withOther(template)),
        template.other(),
        yesNo ? template.levels().get(0) : no,
        yesNo ? template.levels().get(1) : yes,
        missing,
        "",
        codes,
        Optional.empty());
  }

  private static List<String> withOther(FieldSpec template) {
    List<String> levels = new ArrayList<>(template.levels());
    if (!template.other().isEmpty() && !levels.contains(template.other())) {
      levels.add(template.other());
    }
    return levels;
  }

  /** A column as a schema has it; as it stands there where these fields cannot say as much. */
  static ColumnDraft of(Column column) {
    ColumnDraft simple = simple(column);
    boolean same = simple.problem().isEmpty() && simple.column().equals(column);
    return same ? simple : simple.as(Kind.GIVEN, Optional.of(column));
  }

  private ColumnDraft as(Kind other, Optional<Column> column) {
    return new ColumnDraft(
        name,
        other,
        declared,
        low,
        high,
        step,
        levels,
        this.other,
        no,
        yes,
        missing,
        format,
        codes,
        column);
  }

  private static ColumnDraft simple(Column column) {
    ColumnType type = column.type();
    boolean number = type.isNumeric();
    boolean yesNo = type instanceof ColumnType.YesNo;
    Kind kind =
        type instanceof ColumnType.Temporal time
            ? kind(time.form())
            : yesNo
                ? Kind.YES_NO
                : !number
                    ? Kind.CATEGORY
                    : type instanceof ColumnType.Whole ? Kind.WHOLE : Kind.NUMBER;
    return new ColumnDraft(
        column.name(),
        kind,
        true,
        bound(type, type.isNumeric() ? type.lowerBound() : 0),
        bound(type, type.isNumeric() ? type.upperBound() : 0),
        type instanceof ColumnType.Stepped stepped ? plain(stepped.steps().distance()) : "",
        kind == Kind.CATEGORY ? String.join("\n", type.levels()) : "",
        type instanceof ColumnType.Category category ? category.other().orElse("") : "",
        yesNo ? type.levels().get(0) : "",
        yesNo ? type.levels().get(1) : "",
        column.missingAllowed(),
        column.form().pattern().orElse(numberFormat(column.form())),
        column.form().missingValues().stream()
            .filter(code -> !code.isEmpty())
            .collect(Collectors.joining("\n")),
        Optional.empty());
  }

  private static String numberFormat(CellForm form) {
    return form.plainNumbers() ? "" : form.decimal() + form.group().map(String::valueOf).orElse("");
  }

  private static Kind kind(TimeForm form) {
    return switch (form) {
      case DATE -> Kind.DATE;
      case DATETIME -> Kind.MOMENT;
      case TIME -> Kind.TIME;
    };
  }

  private static String bound(ColumnType type, double value) {
    if (type instanceof ColumnType.Temporal time) {
      return time.form().text(value);
    }
    return type.isNumeric() ? plain(value) : "";
  }

  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /** What a form says of a column. */
  static ColumnDraft of(ColumnDraft before, Request form) {
    return new ColumnDraft(
        before.name,
        kind(form.text("kind"), before),
        true,
        form.text("low"),
        form.text("high"),
        form.text("step"),
        form.text("levels"),
        form.text("other"),
        form.text("no"),
        form.text("yes"),
        form.has("missing"),
        isNumber(kind(form.text("kind"), before))
            ? String.join("", form.all("decimal")) // a space may be what stands between thousands
            : form.text("format"),
        form.text("codes"),
        before.given);
  }

  private static Kind kind(String word, ColumnDraft before) {
    return before.kinds().stream()
        .filter(kind -> kind.name().equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Choose what the column holds."));
  }

  /** Whether it holds plain numbers. */
  boolean isNumber() {
    return isNumber(kind);
  }

  private static boolean isNumber(Kind kind) {
    return kind == Kind.NUMBER || kind == Kind.WHOLE;
  }

  /** Whether the column is part of the release. */
  boolean kept() {
    return kind != Kind.LEFT_OUT;
  }

  /** What still stands in the way; empty when the column is declared. */
  Optional<String> problem() {
    if (!declared) {
      return Optional.of("not declared yet");
    }
    if (!kept()) {
      return Optional.empty();
    }
    try {
      column();
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** The kinds that can be chosen for it. */
  List<Kind> kinds() {
    return Arrays.stream(Kind.values()).filter(k -> k != Kind.GIVEN || given.isPresent()).toList();
  }

  /**
   * The declared column.
   *
   * @throws IllegalArgumentException when it breaks a rule
   */
  Column column() {
    ColumnType type =
        switch (kind) {
          case NUMBER -> numbers(number("The lower bound", low), number("The upper bound", high));
          case WHOLE ->
              new ColumnType.Whole(
                  whole("The lower bound", low), whole("The upper bound", high), List.of());
          case CATEGORY ->
              new ColumnType.Category(
                  levelList(), other.isEmpty() ? Optional.empty() : Optional.of(other));
          case YES_NO -> new ColumnType.YesNo(no, yes);
          case DATE -> times(TimeForm.DATE);
          case MOMENT -> times(TimeForm.DATETIME);
          case TIME -> times(TimeForm.TIME);
          case GIVEN -> given.orElseThrow().type();
          case LEFT_OUT -> throw new IllegalArgumentException("The column is left out.");
        };
    return kind == Kind.GIVEN
        ? given.orElseThrow()
        : new Column(name, type, missing || !codeList().isEmpty(), cells(type));
  }

  /** How the file writes the cells. */
  CellForm cells(ColumnType type) {
    return written(type).withMissingValues(codeList());
  }

  /** The codes for a missing cell, an empty one among them; none where there are no others. */
  private List<String> codeList() {
    List<String> all = new ArrayList<>(List.of(""));
    all.addAll(lines(codes));
    return all.size() == 1 ? List.of() : all;
  }

  /** The same with more codes for a missing cell, where it has codes of its own. */
  ColumnDraft withCodesOf(List<String> table) {
    List<String> own = lines(codes);
    List<String> all = new ArrayList<>(own);
    table.stream().filter(code -> !code.isEmpty() && !own.contains(code)).forEach(all::add);
    String more = own.isEmpty() ? codes : String.join("\n", all);
    return new ColumnDraft(
        name, kind, declared, low, high, step, levels, other, no, yes, missing, format, more,
        given);
  }

  private CellForm written(ColumnType type) {
    if (isNumber() && !format.isEmpty()) {
      Optional<Character> group =
          format.length() > 1 ? Optional.of(format.charAt(1)) : Optional.empty();
      return new CellForm(List.of(), format.charAt(0), group, Optional.empty());
    }
    boolean plain =
        !(type instanceof ColumnType.Temporal time)
            || format.isEmpty()
            || format.equals(time.form().pattern());
    return plain
        ? CellForm.PLAIN
        : new CellForm(List.of(), '.', Optional.empty(), Optional.of(format));
  }

  private ColumnType numbers(double lo, double hi) {
    return step.isEmpty()
        ? new ColumnType.Numeric(lo, hi, List.of())
        : new ColumnType.Stepped(Steps.of(lo, hi, number("The step", step)), List.of());
  }

  private ColumnType times(TimeForm form) {
    return new ColumnType.Temporal(
        form,
        new Steps(time("The earliest", low, form), time("The latest", high, form), 1, 0),
        List.of());
  }

  private static long time(String what, String text, TimeForm form) {
    return form.number(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    what + " must be written like " + form.example() + ". Got: \"" + text + "\""));
  }

  List<String> levelList() {
    return lines(levels);
  }

  private static List<String> lines(String text) {
    return text.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
  }

  private static double number(String what, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          what + " must be a number that you know from the subject. Got: \"" + text + "\"");
    }
  }

  private static long whole(String what, String text) {
    double value = number(what, text);
    if (value != Math.rint(value) || Math.abs(value) > 1e15) {
      throw new IllegalArgumentException(what + " must be a whole number. Got: " + text);
    }
    return (long) value;
  }

  /** What was declared, in a few words. */
  String words() {
    List<String> missingCodes = kept() && kind != Kind.GIVEN ? lines(codes) : List.of();
    return ofKind()
        + (missingCodes.isEmpty() ? "" : "; missing as " + String.join(" or ", missingCodes));
  }

  private String between() {
    return kind.words + " from " + low + " to " + high;
  }

  private String ofKind() {
    return switch (kind) {
      case NUMBER -> between() + (step.isEmpty() ? "" : " in steps of " + step);
      case WHOLE, DATE, MOMENT, TIME -> between();
      case CATEGORY ->
          levelList().size() + " levels" + (other.isEmpty() ? "" : ", all others to " + other);
      case YES_NO -> no + " or " + yes;
      case GIVEN -> kind.words;
      case LEFT_OUT -> "left out";
    };
  }
}
