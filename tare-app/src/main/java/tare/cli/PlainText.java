package tare.cli;

import org.jspecify.annotations.Nullable;

/** Words that may quote a stranger's file, made harmless to a terminal. */
final class PlainText {

  private PlainText() {}

  /** The same words with every control character but the end of a line shown as its number. */
  static String of(@Nullable Object words) {
    StringBuilder plain = new StringBuilder();
    String.valueOf(words)
        .chars()
        .forEach(
            c -> {
              if (Character.isISOControl(c) && c != '\n') {
                plain.append(String.format(java.util.Locale.ROOT, "<%02X>", c));
              } else {
                plain.append((char) c);
              }
            });
    return plain.toString();
  }
}
