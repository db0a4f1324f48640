package tare.table;

import java.util.List;
import java.util.OptionalInt;
import tare.schema.CellForm;

/** The cells of a column, read as numbers written in one way. Private; for the curator's eyes. */
final class NumbersSeen {

  /** Numbers with more decimals are measured or computed, and not written on a grid. */
  private static final int MOST_PLACES = 3;

  /** Of fewer cells it may be chance that none has more decimals. */
  private static final long FEWEST = 20;

  private final NumberTexts texts;
  private final char decimal;
  private final SuspectCodes codes = new SuspectCodes();
  private final Magnitudes magnitudes = new Magnitudes();
  private boolean whole = true;
  private int places;
  private long cells;

  NumbersSeen(CellForm form) {
    texts = new NumberTexts(form);
    decimal = form.decimal();
  }

  /** Whether a cell is a number. @param bytes Not modified. */
  boolean see(byte[] bytes, int start, int end) {
    double number = texts.parse(bytes, start, end);
    if (Double.isNaN(number)) {
      return false;
    }
    whole &= number == Math.rint(number) && Math.abs(number) <= 1L << 53;
    places = Math.max(places, places(bytes, start, end));
    cells++;
    codes.see(number);
    magnitudes.see(number);
    return true;
  }

  /** How many digits follow the decimal sign; one too many where there is an exponent. */
  private int places(byte[] bytes, int start, int end) {
    int after = 0;
    boolean fraction = false;
    for (int at = start; at < end; at++) {
      if (bytes[at] == 'e' || bytes[at] == 'E') {
        return MOST_PLACES + 1;
      }
      after += fraction ? 1 : 0;
      fraction |= bytes[at] == decimal;
    }
    return after;
  }

  boolean isWhole() {
    return whole;
  }

  /** With how many decimals cells are written, where that looks like a grid. */
  OptionalInt gridPlaces() {
    boolean grid = !whole && cells >= FEWEST && places <= MOST_PLACES;
    return grid ? OptionalInt.of(places) : OptionalInt.empty();
  }

  /** Whether a few cells are far larger than most. */
  boolean isSkewed() {
    return magnitudes.isSkewed();
  }

  /** The numbers that look like codes. */
  List<String> suspects() {
    return codes.found();
  }
}
