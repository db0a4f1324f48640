package tare.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tare.schema.BadInputException;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SchemaDraftTest {

  private static final Collector<CharSequence, ?, String> JOIN = Collectors.joining();

  private static final String PATIENTS =
      """
      age,bmi,ward,smoker,grade,note
      41734,22.5,surgery,yes,1,
      41735,?,"a, b",no,2,
      ,30.25,surgery,no,3,
      """;

  @Test
  void guessesTypesAndMarksAllElse() {
    JsonNode fields = json(PATIENTS).get("fields");

    assertThat(types(fields))
        .containsExactly("integer", "number", "string", "boolean", "integer", "string");
    assertThat(fields.at("/0/constraints/required").isMissingNode()).isTrue();
    assertThat(fields.at("/4/constraints/required").booleanValue()).isTrue();
    assertThat(fields.at("/0/constraints/minimum").asString()).startsWith("TODO: declare");
    assertThat(fields.at("/1/constraints/maximum").asString()).startsWith("TODO: declare");
    assertThat(texts(fields.at("/2/constraints/enum"))).hasSize(3).contains("a, b", "surgery");
    assertThat(fields.at("/2/constraints/enum/0").asString()).startsWith("TODO: declare");
    assertThat(texts(fields.at("/5/constraints/enum"))).hasSize(1);
    assertThat(texts(json(PATIENTS).get("missingValues"))).containsExactly("", "?");
    assertThat(json(PATIENTS).get("tare:name").asString()).isEqualTo("patients");
  }

  /** Written forms of numbers and times: what the draft says, and what a person must say. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "1,5|22,75|number|,||",
        "1.234,5|17|number|,|.|",
        "1,234.5|17|number|.|,|",
        "1,234,567|17|integer|.|,|",
        "1'234|17|integer|.|'|",
        "1 234,5|17|number|,|\" \"|",
        "31.12.2020|1.2.2021|date|||%d.%m.%Y",
        "12/31/2020|02/01/2021|date|||%m/%d/%Y",
        "31/12/2020|02/01/2021|date|||%d/%m/%Y",
        "31.12.2020 08:15|02.01.2021 10:00|datetime|||%d.%m.%Y %H:%M:%S",
        "2020/12/31|2021/01/02|date|||%Y/%m/%d",
        "2020-12-31|2021-01-02|date|||",
        "1.5|1.234|number|||"
      })
  void writtenFormsAreDraftedAsTheyAre(
      String first, String second, String type, String decimal, String group, String format) {
    JsonNode field = json("x;y\n" + first + ";a\n" + second + ";b\n", ';').at("/fields/0");
    assertThat(field.at("/type").asString()).isEqualTo(type);
    assertThat(field.path("decimalChar").asString("")).isEqualTo(orNothing(decimal));
    assertThat(field.path("groupChar").asString("")).isEqualTo(orNothing(group));
    assertThat(field.path("format").asString("")).isEqualTo(orNothing(format));
    assertThat(field.at("/constraints/minimum").asString()).startsWith("TODO: declare");
  }

  /**
   * Cuts are a choice and no must: the draft speaks of them where a few cells are far larger than
   * most, decides nothing, and a person who deletes nothing has a sound schema.
   */
  @ParameterizedTest
  @CsvSource({"64, true", "40, false", "-64, true", "0, false"})
  void skewedNumbersAreOfferedCuts(int largest, boolean offered) {
    String most = IntStream.range(0, 40).mapToObj(i -> 1 + i % 20 / 20.0 + ",a\n").collect(JOIN);
    String text = "paid,kind\n0,b\n" + most + largest + ".5,b\n";
    SchemaDraft draft = draft(text, ',');
    String hint = json(text).at("/fields/0/description").asString("");
    assertThat(hint.contains("tare:cuts")).isEqualTo(offered);
    assertThat(draft.decisions()).isEqualTo(draft(text.replace("64.5", "2.5"), ',').decisions());
    assertThat(draft.json()).doesNotContain("64.5");
  }

  /** A grid is how a column is written, and told only by cells enough, all of few decimals. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "40|2.5|0.1",
        "40|2.25|0.01",
        "40|2,5|0.1",
        "40|2.1234|",
        "40|2.5e3|",
        "40|7|",
        "10|2.5|"
      })
  void decimalsAreWrittenInTheStepsOfTheFile(int cells, String last, String step) {
    String most = (last.contains(",") ? "1,5" : last.equals("7") ? "3" : "1.5") + ";a\n";
    JsonNode field = json("x;y\n" + most.repeat(cells) + last + ";b\n", ';').at("/fields/0");
    assertThat(field.path("tare:step").asString("")).isEqualTo(orNothing(step));
  }

  private static String orNothing(String text) {
    return text == null ? "" : text;
  }

  @Test
  void whatCellsLeaveOpenIsMarked() {
    JsonNode fields = json("dose;seen\n1,234;01/02/2020\n2,500;03/04/2021\n", ';').get("fields");
    assertThat(fields.at("/0/decimalChar").asString()).startsWith("TODO: declare");
    assertThat(fields.at("/1/format").asString())
        .startsWith("TODO: declare")
        .contains("%d/%m/%Y", "%m/%d/%Y");
    SchemaDraft draft = draft("dose;seen\n1,234;01/02/2020\n2,500;03/04/2021\n", ';');
    assertThat(draft.decisions()).isEqualTo(1 + 3 + 3);
    BadInputException refused =
        catchThrowableOfType(
            BadInputException.class, () -> SchemaFile.parse("schema.json", draft.json()));
    assertThat(refused.faults()).hasSize(draft.decisions());
  }

  @ParameterizedTest
  @CsvSource({
    "-999, 17, 80, true",
    "-9, 0, 3, true",
    "99, 1, 5, true",
    "9999, 200, 4000, true",
    "-9, -4, 20, false",
    "99, 1, 98, false",
    "-5, 1, 98, false"
  })
  void aNumberApartFromAllOthersIsAskedAbout(String code, String low, String high, boolean asked) {
    SchemaDraft draft = draft("score\n" + low + "\n" + code + "\n" + high + "\n");
    JsonNode field = json("score\n" + low + "\n" + code + "\n" + high + "\n").at("/fields/0");
    assertThat(field.at("/missingValues/0").asString("").contains(code)).isEqualTo(asked);
    assertThat(field.at("/constraints/required").isMissingNode()).isEqualTo(asked);
    assertThat(draft.decisions()).isEqualTo(asked ? 4 : 3);
    assertThat(draft.json()).doesNotContain("\"" + high + "\"");
  }

  /** Codes are looked for in numbers as the file writes them. */
  @Test
  void numbersWithCommasMayHoldCodesToo() {
    JsonNode fields =
        json("weight;paid\n70,5;1.234,50\n-999;17,25\n81,0;9999\n", ';').get("fields");
    assertThat(fields.at("/0/decimalChar").asString()).isEqualTo(",");
    assertThat(fields.at("/0/missingValues/0").asString()).contains("-999 looks like it");
    assertThat(fields.at("/1/missingValues/0").asString()).contains("9999 looks like it");
    assertThat(json("weight;x\n70,5;1\n99;2\n", ';').at("/fields/0/missingValues").isMissingNode())
        .isTrue();
  }

  /** A ward called 7 is no amount; nobody but a person knows. */
  @Test
  void fewWholeNumbersMayBeCodes() {
    StringBuilder rows = new StringBuilder("ward,score\n");
    for (int i = 0; i < 90; i++) {
      rows.append(3 * (i % 4)).append(',').append(i % 50).append('\n');
    }
    JsonNode fields = json(rows.toString()).get("fields");
    assertThat(fields.at("/0/description").asString())
        .contains("If they are codes and not amounts");
    assertThat(fields.at("/1/description").isMissingNode()).isTrue();
  }

  /** One fault has one line, and the delimiter is looked for whatever the encoding. */
  @Test
  void aHeaderInAnotherEncodingIsToldOnce(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("latin.csv");
    Files.write(file, "Gr\u00F6\u00DFe;x\n1;2\n".getBytes(StandardCharsets.ISO_8859_1));
    BadInputException refused =
        catchThrowableOfType(
            BadInputException.class, () -> SchemaDraft.of(file, CsvOptions.DEFAULTS));
    assertThat(refused.faults()).hasSize(2);
    assertThat(refused.faults().get(0)).contains("Name its encoding, such as latin-1");
    assertThat(refused.faults().get(1)).contains("separated by \";\"");
  }

  @Test
  void holdsNoBoundThatItHasRead() {
    assertThat(draft(PATIENTS).json()).doesNotContain("4173", "22.5", "30.25");
  }

  @Test
  void isRefusedUntilEveryDecisionIsTaken() {
    SchemaDraft draft = draft(PATIENTS);
    BadInputException refused =
        catchThrowableOfType(
            BadInputException.class, () -> SchemaFile.parse("schema.json", draft.json()));

    assertThat(refused.faults()).hasSize(draft.decisions());
    assertThat(refused.faults()).allMatch(fault -> fault.contains("TODO: declare"));
    assertThat(draft.decisions()).isEqualTo(1 + 2 + 2 + 1 + 2 + 1);
  }

  @Test
  void isFinishedByReplacingTheMarks(@TempDir Path folder) throws IOException {
    Path data = Files.writeString(folder.resolve("people.csv"), "age,ward\n34,a\n56,b\n");
    String finished =
        SchemaDraft.of(data, CsvOptions.DEFAULTS)
            .json()
            .replaceAll("\"TODO: declare the lowest[^\"]*\"", "0")
            .replaceAll("\"TODO: declare the highest[^\"]*\"", "120")
            .replaceAll("\"TODO: declare what[^\"]*\"", "\"person\"")
            .replaceAll("\"TODO: declare every[^\"]*\", ", "");
    Schema schema = SchemaFile.parse("schema.json", finished);

    assertThat(schema.column(0).type()).isEqualTo(new ColumnType.Whole(0, 120, List.of()));
    assertThat(schema.column(1).type().levels()).containsExactly("a", "b");
    assertThat(CsvFile.read(data, schema).rowCount()).isEqualTo(2);
  }

  @Test
  void listsNoLevelsOfAColumnThatMayNamePeople() {
    String many =
        "name\n"
            + IntStream.range(0, ColumnProfile.MOST_LEVELS + 1)
                .mapToObj(i -> "person" + i)
                .collect(Collectors.joining("\n"));

    assertThat(draft(many).json()).contains("tare:ignore").doesNotContain("person0");
  }

  @ParameterizedTest
  @CsvSource({"yes,no", "TRUE,FALSE", "1,0", "N,Y"})
  void knowsYesAndNo(String first, String second) {
    assertThat(json("x\n" + first + "\n" + second + "\n").at("/fields/0/type").asString())
        .isEqualTo("boolean");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "'' => The file is empty.",
        "'a;b\n1;2' => The columns are separated by \";\"",
        "'a,,b\n' => Column 2 of the header has no plain name.",
        "'a,a\n' => Column 2 of the header has the name of an earlier one.",
        "'a,b\n1\n' => Line 2: 1 cell, but the header has 2.",
        "'a,\"b\n' => Line 1: a quotation mark is opened",
      })
  void refusesAFileItCannotRead(String text, String rule) {
    BadInputException refused = catchThrowableOfType(BadInputException.class, () -> draft(text));

    assertThat(refused.faults().get(0)).startsWith(rule);
  }

  private static SchemaDraft draft(String text) {
    return draft(text, ',');
  }

  private static SchemaDraft draft(String text, char delimiter) {
    try {
      return SchemaDraft.of(
          "patients.csv",
          new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
          CsvOptions.DEFAULTS.withDelimiter(delimiter));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode json(String text) {
    return json(text, ',');
  }

  private static JsonNode json(String text, char delimiter) {
    return JsonMapper.shared().readTree(draft(text, delimiter).json());
  }

  private static List<String> types(JsonNode fields) {
    return fields.valueStream().map(field -> field.get("type").asString()).toList();
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asString).toList();
  }
}
