package tare.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.Codebook;
import tare.table.Databases;
import tare.table.FieldSpec;
import tare.table.FieldTemplates;
import tare.table.SchemaCheck;
import tare.table.SchemaDraft;
import tare.table.Table;
import tare.table.TableFile;

/** {@code tare schema}: drafts a schema from a data file, or checks one against it. */
@Command(
    name = "schema",
    mixinStandardHelpOptions = true,
    description = {
      "Drafts a schema from a data file; a person finishes it.",
      "",
      "Only types are guessed. Bounds and levels must be declared from what you know about the"
          + " subject, not read off the rows, because the schema becomes public. Everything you"
          + " have to decide is marked \"TODO: declare\", and a schema that still holds such a mark"
          + " is refused.",
      "",
      "Yours to add: \"tare:cuts\" on a number, a list of inner edges, sets the cells in which it is"
          + " counted (without it they follow the rows, privately) and the scale on which networks see it"
          + " (without it, evenly over its bounds); \"tare:role\": \"outcome\" on a column says what"
          + " analyses will explain, and weights keep it right where noise would drown all pairs;"
          + " \"tare:rules\" at the top, a list"
          + " such as \"admitted <= discharged\" or \"pregnant = yes implies sex = female\", are kept by"
          + " every released row.",
      "",
      "The draft lists levels that were seen: it is as private as the data until you have gone"
          + " through it."
    },
    footer = {
      "",
      "Example:",
      "  tare schema patients.csv > schema.json",
      "  tare schema patients.csv --codebook codebook.csv --unit patient > schema.json",
      "  tare schema patients.csv --check schema.json"
    })
final class SchemaCommand implements Callable<Integer> {

  @Mixin private Output output = new Output();
  @Mixin private DataLayout layout = new DataLayout();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Parameters(
      index = "0",
      paramLabel = "DATA",
      description =
          "The private rows: a file, or the address of a database (jdbc:...) with --table or"
              + " --query.")
  private String data = "";

  @Option(
      names = "--check",
      paramLabel = "FILE",
      description =
          "Check this finished schema against the rows instead: every fault is named, nothing is"
              + " charged or written.")
  private @Nullable Path check;

  @Option(
      names = "--codebook",
      paramLabel = "FILE",
      description =
          "What is written down about the columns: a CSV with the columns name, type, label, unit,"
              + " minimum, maximum, step, levels, other, missing, codes (only name is a must), a"
              + " REDCap data dictionary, or a Frictionless schema.")
  private @Nullable Path codebook;

  @Option(
      names = "--template",
      paramLabel = "COLUMN=NAME",
      description =
          "Declare a column from public knowledge: age, sex, yes-no, country, month, weekday,"
              + " icd-chapter, postal-area, year. May be given several times.")
  private Map<String, String> templates = new LinkedHashMap<>();

  @Option(
      names = "--ask",
      description = "Ask about each column in turn. No value of the table is shown.")
  private boolean ask;

  @Option(
      names = "--unit",
      paramLabel = "WORD",
      defaultValue = "",
      description = "What one row stands for, such as patient.")
  private String unit = "";

  @Override
  public Integer call() throws IOException {
    if (Databases.isAddress(data)) {
      database.requireOne();
    }
    return check == null ? draft() : check(check);
  }

  private SchemaDraft.Known known() throws IOException {
    SchemaDraft.Known known =
        codebook == null
            ? SchemaDraft.Known.of(unit, List.of())
            : SchemaDraft.Known.of(unit, Codebook.read(codebook));
    List<FieldSpec> specs = new ArrayList<>();
    for (Map.Entry<String, String> template : templates.entrySet()) {
      specs.add(
          FieldTemplates.of(template.getValue(), template.getKey())
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "No template named \""
                              + template.getValue()
                              + "\". There are: "
                              + String.join(", ", FieldTemplates.names())
                              + ".")));
    }
    if (ask) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
      List<String> left =
          columnNames().stream().filter(name -> !known.fields().containsKey(name)).toList();
      specs.addAll(new SchemaInterview(in, output.err()).ask(left));
    }
    return known.and(SchemaDraft.Known.of("", specs));
  }

  private List<String> columnNames() throws IOException {
    return Databases.isAddress(data)
        ? database.columns(data).stream().map(FieldSpec::name).toList()
        : SchemaDraft.columnNames(Path.of(data), layout.csv());
  }

  private int draft() throws IOException {
    SchemaDraft draft =
        Databases.isAddress(data)
            ? SchemaDraft.of(database.name(), database.columns(data), known())
            : SchemaDraft.of(Path.of(data), layout.csv(), known());
    output.out().print(draft.json());
    if (draft.decisions() == 0) {
      output.err().println("Complete. Run 'tare schema " + data + " --check FILE' next.");
      return ExitCode.FINE;
    }
    output
        .err()
        .println(
            "A draft with "
                + draft.decisions()
                + (draft.decisions() == 1 ? " decision" : " decisions")
                + " left, each marked \""
                + SchemaFile.TODO
                + "\". Keep it private until you have taken them;"
                + " then run 'tare schema "
                + data
                + " --check FILE'.");
    return ExitCode.FINE;
  }

  private int check(Path file) throws IOException {
    Schema schema = SchemaFile.read(file);
    List<SchemaCheck.Finding> findings = findings(schema);
    boolean serious = findings.stream().anyMatch(SchemaCheck.Finding::serious);
    if (output.json()) {
      output.printJson(
          Map.of(
              "schema", schema.name(),
              "columns", schema.columnCount(),
              "fits", true,
              "findings", findings.stream().map(SchemaCheck.Finding::fact).toList()));
    } else {
      output.out().println(file + " is complete, and " + data + " fits it.");
      tell(findings);
    }
    return serious ? ExitCode.CHECK_FAILED : ExitCode.FINE;
  }

  private List<SchemaCheck.Finding> findings(Schema schema) throws IOException {
    if (Databases.isAddress(data)) {
      return SchemaCheck.of(database.read(data, schema), schema);
    }
    Table table = TableFile.read(Path.of(data), schema, layout.csv());
    return SchemaCheck.of(Path.of(data), table, schema, layout.csv());
  }

  private void tell(List<SchemaCheck.Finding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    output
        .out()
        .println("For your eyes only: what follows is about the private rows. Do not pass it on.");
    for (SchemaCheck.Finding finding : findings) {
      output.out().println((finding.serious() ? "! " : "- ") + finding.fact());
      output.out().println("  " + finding.remedy());
    }
  }
}
