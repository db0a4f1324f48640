package tare.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The UTF-8 bytes of a text in another encoding. */
final class TranscodedInput extends InputStream {

  private final Reader reader;
  private final char[] characters = new char[1 << 13];
  private byte[] bytes = new byte[0];
  private int position;

  TranscodedInput(InputStream in, Charset charset) {
    reader =
        new InputStreamReader(in, charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT));
  }

  @Override
  public int read() throws IOException {
    return available() > 0 || fill() ? bytes[position++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    if (available() == 0 && !fill()) {
      return -1;
    }
    int count = Math.min(length, available());
    System.arraycopy(bytes, position, to, offset, count);
    position += count;
    return count;
  }

  @Override
  public int available() {
    return bytes.length - position;
  }

  private boolean fill() throws IOException {
    int count = reader.read(characters, 0, characters.length - 1);
    if (count < 0) {
      return false;
    }
    // Half of a pair at the end waits for its other half.
    if (count > 0 && Character.isHighSurrogate(characters[count - 1])) {
      int other = reader.read();
      if (other >= 0) {
        characters[count++] = (char) other;
      }
    }
    bytes = new String(characters, 0, count).getBytes(StandardCharsets.UTF_8);
    position = 0;
    return true;
  }
}
