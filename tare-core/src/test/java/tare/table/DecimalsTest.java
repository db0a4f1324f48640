package tare.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tare.random.Seed;

class DecimalsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "1",
        "+1",
        "007",
        "1.5",
        ".5",
        "5.",
        "-.5",
        "1e5",
        "1E+05",
        "1e-5",
        "1.e2",
        "9007199254740993",
        "123456789012345678",
        "1234567890123456789",
        "0.1",
        "1e22",
        "1e23",
        "1e-22",
        "1e-23",
        "4.9e-324",
        "2.2250738585072012e-308",
        "1.7976931348623157e308",
        "1e999",
        "-1e999",
        "1e-999",
        "0e999999999999",
        "1e99999999999999999999",
        "100000000000000000000000000000000000000000",
        "0.00000000000000000000000000000000000001",
        "8.41e21",
        "9.5e-7",
        "179769313486231580793e289"
      })
  void readsWhatTheJdkReads(String text) {
    assertThat(parse(text)).isEqualTo(Double.parseDouble(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "+",
        ".",
        "e5",
        "-e5",
        "1e",
        "1e+",
        "1e5.0",
        "1_000",
        "1,000",
        "NaN",
        "nan",
        "Infinity",
        "-Infinity",
        "inf",
        "0x10",
        "0x1p3",
        "1d",
        "1f",
        "1L",
        "1 2",
        "--1",
        "+-1",
        "1..2",
        "1.2.3",
        "١٢",
        "one",
        "1e5e5",
        "$5",
        "5%",
        "1'000"
      })
  void refusesWhatIsNoDecimalNumber(String text) {
    assertThat(parse(text)).isNaN();
  }

  @Test
  void agreesWithTheJdkOnAnyNumber() {
    RandomGenerator random = new Seed(4).stream("decimals");
    for (int i = 0; i < 200_000; i++) {
      String text = anyNumber(random);

      assertThat(Double.doubleToLongBits(parse(text)))
          .as(text)
          .isEqualTo(Double.doubleToLongBits(Double.parseDouble(text)));
    }
  }

  @Test
  void readsBackWhatItWrites() {
    RandomGenerator random = new Seed(5).stream("decimals");
    for (int i = 0; i < 200_000; i++) {
      double value =
          switch (i % 3) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> Double.parseDouble(anyNumber(random));
            default -> random.nextInt(1_000_000) / Math.pow(10, random.nextInt(8));
          };
      if (Double.isFinite(value)) {
        assertThat(Double.doubleToLongBits(parse(Decimals.text(value))))
            .isEqualTo(Double.doubleToLongBits(value));
      }
    }
  }

  @Test
  void writesShortDecimalsWithAsFewDigitsAsTheyNeed() {
    RandomGenerator random = new Seed(6).stream("decimals");
    for (int i = 0; i < 20_000; i++) {
      double value = random.nextInt(-1_000_000, 1_000_000) / Math.pow(10, random.nextInt(7));

      assertThat(new BigDecimal(Decimals.text(value)).stripTrailingZeros())
          .isEqualByComparingTo(shortest(value));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5, 5",
    "-3, -3",
    "-0.0, -0",
    "0.5, 0.5",
    "-0.001, -0.001",
    "1234.5678, 1234.5678",
    "9007199254740991, 9007199254740991",
    "1e20, 1.0E20",
    "0.1234567, 0.1234567",
    "1e-7, 1.0E-7"
  })
  void writesPlainly(double value, String text) {
    assertThat(Decimals.text(value)).isEqualTo(text);
  }

  /** By brute force: the fewest digits of the exact value that are read back as it. */
  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; digits <= 17; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits));
      if (rounded.doubleValue() == value) {
        return rounded;
      }
    }
    throw new AssertionError("17 digits always do");
  }

  private static String anyNumber(RandomGenerator random) {
    StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "-" : "");
    int digits = 1 + random.nextInt(random.nextInt(4) == 0 ? 25 : 12);
    for (int d = 0; d < digits; d++) {
      text.append((char) ('0' + random.nextInt(10)));
    }
    if (random.nextBoolean()) {
      text.insert(text.length() - random.nextInt(digits + 1), '.');
    }
    if (random.nextInt(3) == 0) {
      text.append("e").append(random.nextInt(-330, 320));
    }
    return text.toString();
  }

  private static double parse(String text) {
    byte[] padded = ("9" + text + "9").getBytes(StandardCharsets.UTF_8);
    return Decimals.parse(padded, 1, padded.length - 1);
  }
}
