package tare.schema;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name a person probably meant. */
public final class DidYouMean {

  private DidYouMean() {}

  /**
   * The nearest of the known names, if one is near: at most a third of the letters differ (a swap
   * of two neighbours counts as one), case aside.
   */
  public static Optional<String> nearest(String name, Collection<String> known) {
    // A long name is no slip of the finger, and the table below grows with its square.
    if (name.length() > 200) {
      return Optional.empty();
    }
    String lower = name.toLowerCase(Locale.ROOT);
    Optional<String> best = Optional.empty();
    int least = Math.max(1, name.length() / 3) + 1;
    for (String candidate : known) {
      if (Math.abs(candidate.length() - name.length()) < least) {
        int distance = distance(lower, candidate.toLowerCase(Locale.ROOT));
        if (distance < least) {
          least = distance;
          best = Optional.of(candidate);
        }
      }
    }
    return best;
  }

  /** The end of a sentence about an unknown name: {@code ' Did you mean "age"?'} or nothing. */
  public static String hint(String name, Collection<String> known) {
    return nearest(name, known).map(n -> " Did you mean \"" + n + "\"?").orElse("");
  }

  /** Edits between two texts: insert, delete, replace, swap neighbours. */
  static int distance(String a, String b) {
    int[][] table = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          table[i][j] = i + j;
          continue;
        }
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int edits = Math.min(table[i - 1][j], table[i][j - 1]) + 1;
        edits = Math.min(edits, table[i - 1][j - 1] + (same ? 0 : 1));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          edits = Math.min(edits, table[i - 2][j - 2] + 1);
        }
        table[i][j] = edits;
      }
    }
    return table[a.length()][b.length()];
  }
}
