package tare.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tare.schema.CellForm;

/** Numbers as one column of a file writes them: with a decimal comma or groups, if declared. */
final class NumberTexts {

  private final boolean plain;
  private final byte decimal;
  private final byte[] group;
  private byte[] scratch = new byte[64];

  NumberTexts(CellForm form) {
    plain = form.plainNumbers();
    decimal = (byte) form.decimal();
    group =
        form.group()
            .map(character -> String.valueOf(character).getBytes(StandardCharsets.UTF_8))
            .orElse(new byte[0]);
  }

  /** The number of a text, or NaN. @param text Not modified. */
  double parse(byte[] text, int start, int end) {
    if (plain) {
      return Decimals.parse(text, start, end);
    }
    int length = rewritten(text, start, end);
    return length < 0 ? Double.NaN : Decimals.parse(scratch, 0, length);
  }

  /** Puts the plain form into the scratch array; -1 when groups do not stand between threes. */
  private int rewritten(byte[] text, int start, int end) {
    scratch = scratch.length < end - start ? new byte[end - start] : scratch;
    int length = 0;
    int digits = 0;
    boolean grouped = false;
    boolean fraction = false;
    for (int at = start; at < end; at++) {
      byte b = text[at];
      if (!fraction && isGroup(text, at, end)) {
        if (digits == 0 || digits > 3 || (grouped && digits != 3)) {
          return -1;
        }
        grouped = true;
        digits = 0;
        at += group.length - 1;
        continue;
      }
      boolean digit = b >= '0' && b <= '9';
      if (!digit && !fraction && grouped && digits != 3) {
        return -1;
      }
      if (b == '.' && decimal != '.') {
        return -1;
      }
      fraction |= b == decimal || b == 'e' || b == 'E';
      digits += digit && !fraction ? 1 : 0;
      scratch[length++] = b == decimal ? (byte) '.' : b;
    }
    return grouped && !fraction && digits != 3 ? -1 : length;
  }

  private boolean isGroup(byte[] text, int at, int end) {
    return group.length > 0
        && at + group.length <= end
        && Arrays.equals(text, at, at + group.length, group, 0, group.length);
  }
}
