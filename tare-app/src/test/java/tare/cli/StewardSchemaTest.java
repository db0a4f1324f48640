package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.FieldSpec;

class StewardSchemaTest {

  private final Path folder;

  StewardSchemaTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void sixtyColumnsWithACodeBookLeaveNothingToDecide() throws IOException {
    StringBuilder book =
        new StringBuilder("name,type,label,unit,minimum,maximum,step,levels,missing,codes\n");
    StringBuilder head = new StringBuilder();
    StringBuilder row = new StringBuilder();
    String[] kinds = {
      "number,weight,kg,30,200,0.5,,-999,",
      "integer,visits,,0,400,,,,-7",
      "category,ward,,,,,north|south,,",
      "code,grade,,,,,1=low;2=high;9=not asked,,",
      "boolean,smoker,,,,,\"no, yes\",,",
      "date,seen,,2015-01-01,2025-12-31,,,?,",
      "time,at,,00:00,23:59:59,,,,",
      "datetime,when,,2015-01-01T00:00:00,2025-12-31T23:59:59,,,,",
      "age,age,,,,,,,",
      "country,land,,,,,,,",
      "month,month,,,,,,,",
      "id,key,,,,,,,",
      "text,remark,,,,,,,"
    };
    String[] cells = {
      "71.5",
      "-7",
      "north",
      "9",
      "yes",
      "2020-02-29",
      "07:30",
      "2020-02-29 07:30",
      "44",
      "DE",
      "12",
      "x",
      "free"
    };
    for (int c = 0; c < 60; c++) {
      book.append("c").append(c).append(',').append(kinds[c % kinds.length]).append('\n');
      head.append(c > 0 ? "," : "").append('c').append(c);
      row.append(c > 0 ? "," : "").append(cells[c % cells.length]);
    }
    Path data = write("wide.csv", head + "\n" + row + "\n" + row + "\n");
    Cli cli =
        run("schema", data, "--codebook", write("book.csv", book.toString()), "--unit", "patient");

    assertThat(cli.code()).as(cli.text()).isZero();
    assertThat(cli.out()).doesNotContain("TODO");
    assertThat(cli.err()).startsWith("Complete.");
    Path schema = write("schema.json", cli.out());
    Schema read = SchemaFile.read(schema);
    assertThat(read.columns().stream().filter(c -> !(c.type() instanceof ColumnType.CodesOf)))
        .hasSize(60 - 4 - 4);
    Cli check = run("schema", data, "--check", schema);
    assertThat(check.out()).contains("is complete, and").contains("For your eyes only");
  }

  @Test
  void aRedCapDictionaryIsACodeBook() throws IOException {
    Path book =
        write(
            "redcap.csv",
            """
            Variable / Field Name,Form Name,Field Type,Field Label,"Choices, Calculations, OR Slider Labels",Text Validation Type OR Show Slider Number,Text Validation Min,Text Validation Max,Identifier?,Required Field?
            record_id,f,text,Record,,,,,y,
            sex,f,radio,Sex,"1, Male | 2, Female",,,,,y
            born,f,text,Born,,date_ymd,1900-01-01,2025-01-01,,
            bmi,f,text,BMI,,number_1dp,10,60,,
            smoker,f,yesno,Smoker,,,,,,
            remark,f,notes,Remark,,,,,,
            pain,f,slider,Pain,none | some | worst,,,,,
            score,f,calc,Score,[bmi] + [pain],,0,200,,
            drug,f,checkbox,Drugs,"1, Aspirin | -9, Unknown",,,,,
            woken,f,text,Woken at,,time_hh_mm_ss,00:00:00,23:59:59,,
            """);
    Path data =
        write(
            "redcap-data.csv",
            "record_id,sex,born,bmi,smoker,remark,pain,score,drug___1,drug____9,woken\n"
                + "1,2,1950-02-03,22.5,1,free,40,62.5,0,1,06:30:00\n");
    Cli cli = run("schema", data, "--codebook", book, "--unit", "patient");

    assertThat(cli.out()).as(cli.text()).doesNotContain("TODO");
    Schema schema = SchemaFile.parse("redcap", cli.out());
    assertThat(schema.identifiers()).hasSize(1);
    assertThat(schema.ignored()).containsExactly("remark");
    assertThat(schema.column(0).type().levels()).containsExactly("1", "2");
    assertThat(schema.column(2).type().step()).isEqualTo(0.1);
    assertThat(schema.column(schema.indexOf("pain")).type().upperBound()).isEqualTo(100);
    assertThat(schema.column(schema.indexOf("score")).type().isNumeric()).isTrue();
    assertThat(schema.column(schema.indexOf("drug____9")).type().levels())
        .containsExactly("0", "1");
    assertThat(schema.columns().get(schema.columnCount() - 1).name()).isEqualTo("woken");
    assertThat(run("schema", data, "--check", write("s.json", cli.out())).out())
        .contains("fits it");
  }

  @Test
  void asksWithoutShowingAValue() throws IOException {
    StringWriter out = new StringWriter();
    String answers = "\nnumber\n0\n10\n0.5\nsort\nlevels\na, b,c\n\nidentifier\n";
    List<FieldSpec> specs =
        new SchemaInterview(new BufferedReader(new StringReader(answers)), new PrintWriter(out))
            .ask(List.of("age", "dose", "arm", "key"));

    assertThat(specs)
        .extracting(FieldSpec::type)
        .containsExactly("integer", "number", "string", "identifier");
    assertThat(specs.get(0).maximum()).isEqualTo("120");
    assertThat(specs.get(2).levels()).containsExactly("a", "b", "c");
    assertThat(out.toString()).contains("There is no such kind.").contains("2 of 4: dose");
  }

  @Test
  void theCheckTellsWhatAStewardShouldKnow() throws IOException {
    Path schema =
        write(
            "schema.json",
            """
            {"tare:name": "t", "tare:unit": "patient", "tare:publicRowCount": 9, "fields": [
              {"name": "id", "type": "string", "tare:identifier": "drop"},
              {"name": "score", "type": "number", "constraints": {"minimum": 0, "maximum": 100}},
              {"name": "dose", "type": "number", "tare:step": 0.5, "constraints": {"minimum": 0, "maximum": 10}},
              {"name": "arm", "type": "string", "tare:other": "other", "constraints": {"enum": ["a", "b"]}},
              {"name": "site", "type": "string", "constraints": {"enum": ["x"]}}]}
            """);
    Path data = write("t.csv", "id,score,dose,arm,site\n1,-999,0.7,a,x\n1,5,0.5,z,x\n2,7,1,a,x\n");
    Cli cli = run("schema", data, "--check", schema);

    assertThat(cli.code()).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(cli.out())
        .contains("For your eyes only")
        .contains("The file has 3 rows; the schema declares 9.")
        .contains("\"score\": 1 cells lie outside the bounds")
        .contains("\"dose\": 1 cells lie between two steps")
        .contains("\"arm\": 1 cells are no declared level")
        .contains("\"arm\": 1 levels are never seen: b")
        .contains("\"site\" holds one value only")
        .contains("Identifier \"id\" repeats: 1 rows");
  }

  /** Nine rows of four patients, of which at most two a patient are used: 2 + 2 + 2 + 1 = 7. */
  @Test
  void theCheckComparesTheRowsThatAreUsed() throws IOException {
    Path data =
        write(
            "visits.csv",
            "patient,age\n" + "p1,30\n".repeat(4) + "p2,40\np3,50\n".repeat(2) + "p4,60\n");
    Cli fits = run("schema", data, "--check", units(7, 2));
    assertThat(fits.code()).as(fits.text()).isZero();
    assertThat(fits.out()).contains("Of 9 rows 2 are not used: some of the 4 units (patient)");

    Cli all = run("schema", data, "--check", units(9, 2));
    assertThat(all.code()).isEqualTo(ExitCode.CHECK_FAILED);
    assertThat(all.out())
        .contains("The file has 9 rows, of which 7 are used; the schema declares 9.");

    Cli many = run("schema", data, "--check", units(9, 8));
    assertThat(many.code()).isZero();
    assertThat(many.out()).contains("No unit has more than 4 rows, and noise is made for 8.");
  }

  private Path units(int rows, int most) throws IOException {
    return write(
        "units.json",
        """
        {"tare:name": "visits", "tare:unit": "patient", "tare:unitColumn": "patient", "tare:rowsPerUnit": %d,
         "tare:publicRowCount": %d, "fields": [
           {"name": "age", "type": "integer", "constraints": {"minimum": 0, "maximum": 120, "required": true}}]}
        """
            .formatted(most, rows));
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static Cli run(Object... words) {
    return Cli.run(List.of(words).stream().map(String::valueOf).toArray(String[]::new));
  }
}
