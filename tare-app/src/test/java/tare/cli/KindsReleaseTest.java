package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.random.Seed;
import tare.release.ReleaseFolder;
import tare.table.CsvOptions;
import tare.table.Table;
import tare.table.TableFile;

/** A table with every kind of column goes in and comes out of a release the same in kind. */
class KindsReleaseTest {

  private static final String SCHEMA =
      """
      {"tare:name": "visits", "tare:unit": "visit", "tare:publicRowCount": 600,
       "fields": [
        {"name": "visit", "type": "string", "tare:identifier": "new"},
        {"name": "person", "type": "string", "tare:identifier": "drop"},
        {"name": "day", "type": "date", "format": "%d.%m.%Y",
         "constraints": {"minimum": "2020-01-01", "maximum": "2022-12-31", "required": true}},
        {"name": "at", "type": "datetime", "tare:step": "PT1M",
         "constraints": {"minimum": "2020-01-01T00:00:00", "maximum": "2022-12-31T23:59:00", "required": true}},
        {"name": "clock", "type": "time", "tare:step": "PT15M",
         "constraints": {"minimum": "00:00", "maximum": "23:45", "required": true}},
        {"name": "temperature", "type": "number", "tare:step": 0.1, "decimalChar": ",",
         "missingValues": ["?"], "constraints": {"minimum": 34, "maximum": 43}},
        {"name": "income", "type": "integer", "tare:step": 500, "groupChar": ".", "decimalChar": ",",
         "constraints": {"minimum": 0, "maximum": 100000, "required": true}},
        {"name": "ward", "type": "integer", "constraints": {"enum": [1, 2, 7], "required": true}},
        {"name": "hours", "type": "number", "tare:codes": ["-7"], "missingValues": ["-999"],
         "constraints": {"minimum": 0, "maximum": 100}},
        {"name": "ill", "type": "boolean", "trueValues": ["yes"], "falseValues": ["no"],
         "constraints": {"required": true}}
      ]}
      """;

  private static String rows(RandomGenerator random) {
    StringBuilder text =
        new StringBuilder("visit;person;day;at;clock;temperature;income;ward;hours;ill\n");
    for (int i = 0; i < 600; i++) {
      LocalDate day = LocalDate.of(2020, 1, 1).plusDays(random.nextInt(1096));
      boolean ill = random.nextInt(3) == 0;
      text.append('v').append(i).append(";p").append(i / 3).append(';');
      text.append(
          String.format(
              Locale.ROOT,
              "%02d.%02d.%d;%sT%02d:30;%d:15;",
              day.getDayOfMonth(),
              day.getMonthValue(),
              day.getYear(),
              day,
              random.nextInt(24),
              random.nextInt(24)));
      String temperature =
          String.format(Locale.ROOT, "%.1f", (ill ? 38.5 : 36.8) + random.nextInt(9) / 10.0);
      text.append(random.nextInt(10) == 0 ? "?" : temperature.replace('.', ',')).append(';');
      text.append(10 + random.nextInt(80))
          .append(".500;")
          .append(List.of(1, 2, 7).get(random.nextInt(3)));
      text.append(';').append(List.of("-7", "-999", "38.5", "20").get(random.nextInt(4)));
      text.append(ill ? ";yes\n" : ";no\n");
    }
    return text.toString();
  }

  @TempDir private static Path temp;
  private static Path out = Path.of("");

  @BeforeAll
  static void release() throws IOException {
    Path schema = Files.writeString(temp.resolve("schema.json"), SCHEMA);
    Path data = Files.writeString(temp.resolve("visits.csv"), rows(new Seed(5).stream("visits")));
    out = temp.resolve("release");
    Cli cli =
        Cli.run(
            "release",
            data.toString(),
            "--schema",
            schema.toString(),
            "--delimiter",
            ";",
            "--epsilon",
            "5",
            "--seed",
            "1",
            "--ledger",
            temp.resolve("visits.ledger").toString(),
            "--out",
            out.toString());
    assertThat(cli.code()).as(cli.text()).isZero();
  }

  @Test
  void everyCellIsOfItsKind() throws IOException {
    List<String> lines = Files.readAllLines(out.resolve("synthetic.csv"));

    assertThat(lines.get(0))
        .startsWith("visit,day,at,clock,temperature,income,ward,hours,ill")
        .doesNotContain("person");
    String kinds =
        "S[0-9]+,202[0-2]-[0-9-]{5},202[0-2]-[0-9-]{5}T[0-9]{2}:[0-9]{2}:00,"
            + "[0-9]{2}:(00|15|30|45):00,([?]|[34][0-9](\\.[0-9])?),([0-9]+[05]00|0|500),[127],"
            + "(-7|-999|[0-9.]+),(yes|no).*";
    assertThat(lines.subList(1, lines.size())).allMatch(line -> line.matches(kinds));
    assertThat(lines)
        .anyMatch(line -> line.contains(",-7,"))
        .anyMatch(line -> line.contains(",-999,"));
    assertThat(Files.readString(out.resolve("report.html")))
        .containsPattern("mean 202[0-2]-[0-9-]{5}[^<]* days; a twentieth before 202")
        .containsPattern("mean [0-9]{2}:[0-9]{2}:[0-9]{2}[^<]*hours")
        .containsPattern("<td>202[0-2]-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:00</td>")
        .doesNotContain("e+09");
    Cli verified = Cli.run("verify", out.toString());
    assertThat(verified.code()).as(verified.text()).isZero();
  }

  @Test
  void pandasSeesTheKinds() throws IOException {
    String python = "/usr/bin/python3";
    assumeTrue(
        ran(temp, python, "-c", "import pandas").isEmpty(),
        "Python with pandas is missing: .ci/install-peers installs them.");
    String script =
        """
        import pandas as pd
        csv = pd.read_csv("synthetic.csv", parse_dates=["day", "at"], na_values={"temperature": ["?"], "hours": ["-999"]})
        print(csv.day.dtype.kind, csv["at"].dtype.kind, csv.income.dtype, csv.ward.dtype)
        assert (csv.income % 500 == 0).all() and set(csv.ward) <= {1, 2, 7}
        assert ((csv.temperature.dropna() * 10).round(9) % 1 == 0).all()
        assert (csv["at"].dt.second == 0).all() and csv.visit.is_unique
        assert (csv.hours == -7).any() and csv.hours.isna().any()
        csv["temperature"] = csv.temperature.astype(object).fillna("?")
        csv["hours"] = csv.hours.astype(object).fillna("-999")
        csv.to_csv("../pandas.csv", index=False)
        """;
    assertThat(ran(out, python, "-c", script)).isEqualTo("M M int64 int64\n");
    requireSameRows("pandas.csv");
  }

  @Test
  void rSeesTheKinds() throws IOException {
    assumeTrue(
        ran(temp, "Rscript", "-e", "invisible(0)").isEmpty(),
        "R is missing: .ci/install-peers installs it.");
    String script =
        """
        d <- read.csv("synthetic.csv", na.strings = c("?", "-999"))
        stopifnot(!anyNA(as.Date(d$day)), !anyNA(as.POSIXct(d$at, format = "%Y-%m-%dT%H:%M:%S", tz = "UTC")))
        stopifnot(is.integer(d$income), all(d$income %% 500 == 0), all(d$ward %in% c(1, 2, 7)))
        stopifnot(all(abs(d$temperature * 10 - round(d$temperature * 10)) < 1e-9, na.rm = TRUE))
        d$temperature <- ifelse(is.na(d$temperature), "?", d$temperature)
        d$hours <- ifelse(is.na(d$hours), "-999", d$hours)
        write.csv(d, "../r.csv", row.names = FALSE, quote = FALSE)
        """;
    assertThat(ran(out, "Rscript", "-e", script)).isEmpty();
    requireSameRows("r.csv");
  }

  @Test
  void duckDbSeesTheKinds() throws IOException, SQLException {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      statement.execute("CREATE TABLE rows AS FROM '" + out.resolve("synthetic.parquet") + "'");
      assertThat(
              text(
                  statement,
                  "SELECT string_agg(column_type, ' ') FROM (DESCRIBE rows) WHERE column_name IN"
                      + " ('day', 'at', 'clock', 'temperature', 'income', 'ward', 'ill')"))
          .matches("DATE TIMESTAMP TIME DOUBLE (INTEGER|BIGINT) (INTEGER|BIGINT) VARCHAR");
      assertThat(
              text(
                  statement,
                  "SELECT bool_and(income % 500 = 0 AND ward IN (1, 2, 7) AND second(\"at\") = 0"
                      + " AND coalesce(abs(temperature * 10 - round(temperature * 10)) < 1e-9, true))"
                      + " FROM rows"))
          .isEqualTo("true");
      statement.execute("COPY rows TO '" + temp.resolve("duck.parquet") + "' (FORMAT parquet)");
    }
    requireSameRows("duck.parquet");
  }

  private static String text(Statement statement, String query) throws SQLException {
    try (ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getString(1);
    }
  }

  /** What another tool has read and written again is the same table, but for a last digit. */
  private static void requireSameRows(String again) throws IOException {
    Table rows = ReleaseFolder.read(out).synthetic();
    CsvOptions options = CsvOptions.DEFAULTS.withIgnoreUnknownColumns(true);
    Table back = TableFile.read(temp.resolve(again), rows.schema(), options);
    assertThat(back.rowCount()).isEqualTo(rows.rowCount());
    for (int c = 0; c < rows.schema().columnCount(); c++) {
      double furthest = 0;
      for (int r = 0; r < rows.rowCount(); r++) {
        boolean missing = rows.missing(r, c) && back.missing(r, c);
        furthest =
            missing ? furthest : Math.max(furthest, Math.abs(rows.value(r, c) - back.value(r, c)));
      }
      assertThat(furthest).as(rows.schema().column(c).name()).isLessThan(1e-9);
    }
  }

  private static String ran(Path folder, String... command) throws IOException {
    try {
      Process process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor(120, TimeUnit.SECONDS);
      return text;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } catch (IOException e) {
      return "cannot start";
    }
  }
}
