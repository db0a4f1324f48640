package tare.kernel.zstd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Base64;
import java.util.random.RandomGenerator;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.random.Seed;

/** Unpacks what DuckDB and the zstd program pack. */
class ZstdInputStreamTest {

  /** {@link #text} as {@code zstd -19 --check | base64} packs it, zstd 1.5.4. */
  private static final String PROGRAM =
      "KLUv/QRoZQcABtQqE6CloDnog/Ksqr5Lm4Q2kftfPVcmACMAIwBkT80tWxwXOBmOB7Lii8omMtewU6+X"
          + "ih6BAMDA1VpM7BAEDD7eDEFY+kJqE9o1Z1Pr7tSnhIsxjruYEUwOQZovppsEXRNqqtWl1MolmafYxa7H"
          + "Fc0JVIfh2Bdxm1xjU4mXJp4KWSzMIWczQ/WCgMFheCBGfBFkE5NraKZOLwU9FWoxq+PIZkPvUMoX5CbH"
          + "ayoOOagQFOJejwMQLZAdEDD3AQjI0VYIumSfX5fYmwgg6B/yFNwnbxfy3kBOhtAF52iRKqU/AB8Q0euY"
          + "mTkRDBmLGqzI";

  @Test
  void unpacksWhatTheProgramPacks() throws IOException {
    byte[] packed = Base64.getDecoder().decode(PROGRAM);
    assertThat(new String(unpacked(packed), StandardCharsets.UTF_8)).isEqualTo(text());
    packed[packed.length - 1] ^= 1;
    assertThatThrownBy(() -> unpacked(packed)).hasMessage("a checksum is wrong");
  }

  private static String text() {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= 60; i++) {
      text.append(i).append(',').append(i * 7919 % 1000).append(',');
      text.append(i * 31 % 7 < 3 ? "yes\n" : "no\n");
    }
    return text.toString();
  }

  /** Every kind of block: text, numbers, noise, runs; small and over many windows. */
  @Test
  void unpacksWhatDuckDbPacks(@TempDir Path folder) throws IOException, SQLException {
    String[] queries = {
      "SELECT 1 AS x",
      "SELECT i, i * i % 97 AS y, 'level ' || (i % 5) AS c FROM range(50000) t(i)",
      "SELECT hash(i) AS h, hash(i + 7) % 1000 AS k, sqrt(i) AS s FROM range(60000) t(i)",
      "SELECT 'the same line again and again' AS c FROM range(400000)",
      "SELECT hash(i) AS h, hash(i % 3000) AS again, i % 2 AS b FROM range(500000) t(i)"
    };
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      for (String query : queries) {
        Path plain = folder.resolve("a.csv");
        Path packed = folder.resolve("a.csv.zst");
        statement.execute("SET threads = 1");
        statement.execute("COPY (" + query + ") TO '" + plain + "' (FORMAT csv)");
        statement.execute(
            "COPY (" + query + ") TO '" + packed + "' (FORMAT csv, COMPRESSION zstd)");
        assertThat(unpacked(Files.readAllBytes(packed))).isEqualTo(Files.readAllBytes(plain));
      }
    }
  }

  @Test
  void noDamageCausesAnyOtherException() throws IOException {
    byte[] sound = Base64.getDecoder().decode(PROGRAM);
    RandomGenerator chance = new Seed(1).stream("damage");
    int refused = 0;
    for (int trial = 0; trial < 20_000; trial++) {
      byte[] damaged = sound.clone();
      for (int i = 0; i <= trial % 3; i++) {
        damaged[4 + chance.nextInt(damaged.length - 4)] = (byte) chance.nextInt(256);
      }
      try {
        unpacked(damaged);
      } catch (ZipException | EOFException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(15_000);
  }

  @Test
  void cutShortIsSaid() {
    byte[] sound = Base64.getDecoder().decode(PROGRAM);
    for (int length = 5; length < sound.length; length++) {
      byte[] cut = Arrays.copyOf(sound, length);
      assertThatThrownBy(() -> unpacked(cut)).isInstanceOf(EOFException.class);
    }
  }

  private static byte[] unpacked(byte[] packed) throws IOException {
    try (ZstdInputStream in = new ZstdInputStream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    }
  }
}
