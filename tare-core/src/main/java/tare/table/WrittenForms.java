package tare.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tare.schema.CellForm;
import tare.schema.TimeForm;
import tare.schema.TimePattern;

/**
 * The ways of writing numbers and times that all cells of a column fit so far; the plain ways come
 * first.
 */
final class WrittenForms {

  /** Before the fraction, and between groups of three digits, if anything may stand there. */
  private static final List<CellForm> OF_NUMBERS =
      List.of(
          CellForm.PLAIN,
          numbers(',', Optional.empty()),
          numbers('.', Optional.of(',')),
          numbers(',', Optional.of('.')),
          numbers('.', Optional.of(' ')),
          numbers(',', Optional.of(' ')),
          numbers('.', Optional.of('\'')),
          numbers('.', Optional.of('\u00A0')),
          numbers(',', Optional.of('\u00A0')),
          numbers(',', Optional.of('\u202F')));

  private static final List<String> OF_DAYS =
      List.of(
          "%d.%m.%Y",
          "%d/%m/%Y",
          "%m/%d/%Y",
          "%d-%m-%Y",
          "%m-%d-%Y",
          "%Y/%m/%d",
          "%d.%m.%y",
          "%d/%m/%y",
          "%m/%d/%y");

  private final Map<CellForm, NumbersSeen> numbers = new LinkedHashMap<>();
  private final Map<Time, TimePattern> times = new LinkedHashMap<>();

  /** A kind of time and how it is written. */
  record Time(TimeForm form, String pattern) {

    boolean isPlain() {
      return pattern.equals(form.pattern());
    }
  }

  WrittenForms() {
    OF_NUMBERS.forEach(form -> numbers.put(form, new NumbersSeen(form)));
    for (TimeForm form : TimeForm.values()) {
      times(form, form.pattern());
    }
    OF_DAYS.forEach(days -> times(TimeForm.DATE, days));
    OF_DAYS.forEach(days -> times(TimeForm.DATETIME, days + " %H:%M:%S"));
  }

  private static CellForm numbers(char decimal, Optional<Character> group) {
    return new CellForm(List.of(), decimal, group, Optional.empty());
  }

  private void times(TimeForm form, String pattern) {
    times.put(new Time(form, pattern), TimePattern.of(form, pattern));
  }

  void see(byte[] bytes, int start, int end) {
    if (!numbers.isEmpty()) {
      numbers.values().removeIf(form -> !form.see(bytes, start, end));
    }
    if (!times.isEmpty()) {
      times.values().removeIf(pattern -> Double.isNaN(pattern.parse(bytes, start, end)));
    }
  }

  /**
   * The ways in which all cells are numbers: none, one, or two that read them differently. Where
   * cells are plain numbers they are taken for such.
   */
  List<CellForm> ofNumbers() {
    List<CellForm> fitting = new ArrayList<>(numbers.keySet());
    CellForm comma = OF_NUMBERS.get(1);
    CellForm thousands = OF_NUMBERS.get(2);
    return !numbers.containsKey(CellForm.PLAIN) && fitting.containsAll(List.of(comma, thousands))
        ? List.of(comma, thousands)
        : fitting.subList(0, Math.min(1, fitting.size()));
  }

  /** The cells, read in a way that all of them fit. */
  NumbersSeen numbers(CellForm form) {
    return Objects.requireNonNull(numbers.get(form));
  }

  /**
   * The ways in which all cells are times: none, one, or several that read them differently. The
   * ISO ways are taken before others.
   */
  List<Time> ofTimes() {
    List<Time> fitting = new ArrayList<>(times.keySet());
    return fitting.stream().anyMatch(Time::isPlain) ? fitting.subList(0, 1) : fitting;
  }
}
