package tare.analysis;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Helps who mistyped a name. */
final class Spelling {

  private Spelling() {}

  /** " Did you mean ...?" with the nearest known name, or all names when none is near. */
  static String hint(String name, List<String> known) {
    int limit = Math.max(1, name.length() / 3);
    return known.stream()
        .filter(candidate -> distance(name, candidate) <= limit)
        .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
        .map(candidate -> " Did you mean \"" + candidate + "\"?")
        .orElse(" There are: " + String.join(", ", known) + ".");
  }

  /** How many letters must be put in, taken out or changed. */
  private static int distance(String a, String b) {
    int[] last = new int[b.length() + 1];
    Arrays.setAll(last, j -> j);
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(last[j - 1] + change, 1 + Math.min(last[j], row[j - 1]));
      }
      last = row;
    }
    return last[b.length()];
  }
}
