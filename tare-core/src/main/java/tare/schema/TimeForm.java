package tare.schema;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * What a column of times counts, and how that is written: the public code between texts and
 * numbers.
 */
public enum TimeForm {
  /** Days since 1970-01-01. */
  DATE("date", "%Y-%m-%d", "2024-02-29"),
  /** Seconds since midnight. */
  TIME("time", "%H:%M:%S", "13:45:00"),
  /** Seconds since 1970-01-01T00:00:00, by the clock on the wall: no zones, no leap seconds. */
  DATETIME("datetime", "%Y-%m-%dT%H:%M:%S", "2024-02-29T13:45:00");

  static final int DAY = 24 * 60 * 60;

  private static final double YEAR = 365.2425;

  private final String typeName;
  private final String pattern;
  private final String example;

  TimeForm(String typeName, String pattern, String example) {
    this.typeName = typeName;
    this.pattern = pattern;
    this.example = example;
  }

  /** The name of the type in a schema file. */
  public String typeName() {
    return typeName;
  }

  /** The ISO form as a pattern. */
  public String pattern() {
    return pattern;
  }

  /** A time as a file writes it. */
  public String example() {
    return example;
  }

  /** The ISO text of a number. */
  public String text(double number) {
    long count = (long) number;
    return switch (this) {
      case DATE -> LocalDate.ofEpochDay(count).toString();
      case TIME -> clock(LocalTime.ofSecondOfDay(count));
      case DATETIME -> {
        LocalDateTime at = moment(count);
        yield at.toLocalDate() + "T" + clock(at.toLocalTime());
      }
    };
  }

  /** The number of an ISO text, such as a declared bound; nothing if it is none. */
  public OptionalLong number(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    double number = TimePattern.of(this, pattern).parse(bytes, 0, bytes.length);
    return Double.isNaN(number) ? OptionalLong.empty() : OptionalLong.of((long) Math.rint(number));
  }

  private static String clock(LocalTime time) {
    String text = time.toString();
    return text.length() == 5 ? text + ":00" : text;
  }

  /** The count of a calendar day and a second of that day; throws when there is no such day. */
  double count(int year, int month, int day, double second) {
    if (this == TIME) {
      return second;
    }
    long days = LocalDate.of(year, month, day).toEpochDay();
    return this == DATE ? days : days * (double) DAY + second;
  }

  private static LocalDateTime moment(long seconds) {
    return LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
  }

  // --- what a calendar knows ------------------------------------------------------------------

  /**
   * The cycles that its numbers run through, as turns of each: the year (season), the week
   * (weekday), the day (hour).
   */
  public List<Cycle> cycles(long lo, long hi) {
    double day = this == DATE ? 1 : DAY;
    List<Cycle> cycles = new ArrayList<>();
    if (this != TIME) {
      cycles.add(new Cycle("season", YEAR * day, 0));
      // 1970-01-01 was a Thursday.
      cycles.add(new Cycle("weekday", 7 * day, 3 * day));
    }
    if (this != DATE) {
      cycles.add(new Cycle("hour", DAY, 0));
    }
    cycles.removeIf(cycle -> hi - lo + 1 < cycle.period() / 2);
    return cycles;
  }

  /**
   * A cycle of the calendar.
   *
   * @param period its length, in the form's own units
   * @param phase how far into a cycle the number 0 is
   */
  public record Cycle(String name, double period, double phase) implements Serializable {

    /** Where in the cycle a number is, as an angle from 0 up to a full turn. */
    public double angle(double number) {
      double into = (number + phase) % period;
      return 2 * Math.PI * (into < 0 ? into + period : into) / period;
    }
  }

  /**
   * Inner edges of cells that a person would cut: days, weeks, months and so on, the finest with at
   * most so many cells; none if even the coarsest has more.
   *
   * @param most the largest number of cells
   */
  public List<Double> cuts(long lo, long hi, int most) {
    for (Cut cut : this == TIME ? ofTheDay() : ofTheCalendar()) {
      if ((hi - lo) / cut.length() < most) {
        List<Double> edges = edges(cut, lo, hi, most);
        if (edges.size() < most) {
          return edges;
        }
      }
    }
    return List.of();
  }

  /** A way to cut time: about how long a cell is, and the beginning of the one after another's. */
  private record Cut(
      double length, UnaryOperator<LocalDateTime> start, UnaryOperator<LocalDateTime> next) {}

  private List<Double> edges(Cut cut, long lo, long hi, int most) {
    List<Double> edges = new ArrayList<>();
    LocalDateTime at = cut.start().apply(ofNumber(lo));
    while (edges.size() <= most) {
      at = cut.next().apply(at);
      double edge = toNumber(at);
      if (edge > hi) {
        break;
      }
      edges.add(edge);
    }
    return edges;
  }

  private LocalDateTime ofNumber(long number) {
    return this == DATE ? LocalDate.ofEpochDay(number).atStartOfDay() : moment(number);
  }

  private double toNumber(LocalDateTime at) {
    return this == DATE ? at.toLocalDate().toEpochDay() : at.toEpochSecond(ZoneOffset.UTC);
  }

  private static List<Cut> ofTheDay() {
    List<Cut> cuts = new ArrayList<>();
    for (int minutes : new int[] {1, 5, 15, 30, 60, 180, 360, 720}) {
      cuts.add(
          new Cut(
              60.0 * minutes,
              at -> at.truncatedTo(ChronoUnit.DAYS),
              at -> at.plusMinutes(minutes)));
    }
    return cuts;
  }

  private List<Cut> ofTheCalendar() {
    double day = this == DATE ? 1 : DAY;
    List<Cut> cuts = new ArrayList<>();
    if (this == DATETIME) {
      cuts.add(new Cut(3600, at -> at.truncatedTo(ChronoUnit.HOURS), at -> at.plusHours(1)));
    }
    cuts.add(new Cut(day, at -> at.truncatedTo(ChronoUnit.DAYS), at -> at.plusDays(1)));
    cuts.add(
        new Cut(
            7 * day,
            at ->
                at.truncatedTo(ChronoUnit.DAYS)
                    .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)),
            at -> at.plusWeeks(1)));
    for (int months : new int[] {1, 3, 12, 60, 120}) {
      cuts.add(new Cut(31 * day * months, at -> startOf(at, months), at -> at.plusMonths(months)));
    }
    return cuts;
  }

  /** The first day of the month, quarter, year, five or ten years that a day lies in. */
  private static LocalDateTime startOf(LocalDateTime at, int months) {
    long count = at.getYear() * 12L + at.getMonthValue() - 1;
    long start = Math.floorDiv(count, months) * months;
    return LocalDate.of((int) Math.floorDiv(start, 12), (int) Math.floorMod(start, 12) + 1, 1)
        .atStartOfDay();
  }

  /** Whether a year, month and day name a day. */
  static boolean isDay(int year, int month, int day) {
    try {
      LocalDate.of(year, month, day);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
