package tare.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.UnitRows;
import tare.table.CsvOptions;
import tare.table.FieldTemplates;

class WorkspaceTest {

  /** Whoever stops the studio reads that it has stopped, and no error of the browser. */
  @Test
  void theEndComesOnceItsAnswerIsSent(@TempDir Path folder)
      throws IOException, InterruptedException {
    for (int round = 0; round < 20; round++) {
      StudioServer studio =
          StudioServer.start(new StudioOptions(0, StudioOptions.Visit.BY_HAND, folder));
      Thread closer =
          new Thread(
              () -> {
                try {
                  studio.awaitStop();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                studio.close();
              });
      closer.start();
      Wire.Answer answer = new Wire(studio).post("quit", Map.of());
      closer.join();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text()).endsWith("The studio has stopped. You can close this page.");
    }
  }

  /** A promise to persons must not become one to rows because the studio has no field for it. */
  @Test
  void aSchemaFileKeepsWhatTheStudioHasNoFieldsFor(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("visits.csv"), "person,dose,ill\nP1,1.5,yes\nP2,2,no\n");
    Schema schema =
        new Schema(
            "visits",
            "person",
            List.of(
                new Column("dose", new ColumnType.Numeric(0, 10, List.of(2.0, 5.0)), false),
                new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
            OptionalLong.of(2),
            List.of(""),
            List.of(),
            List.of(),
            List.of(),
            Optional.of(new UnitRows("person", 3)));
    Workspace workspace = new Workspace(folder);
    workspace.chooseTable(Path.of("visits.csv"), CsvOptions.DEFAULTS);
    workspace.declare(schema);
    assertThat(workspace.schema()).isEqualTo(schema);
    assertThat(workspace.declared().columns().get(0).kind()).isEqualTo(ColumnDraft.Kind.GIVEN);
    assertThat(workspace.declared().columns().get(1).kind()).isEqualTo(ColumnDraft.Kind.YES_NO);
  }

  @Test
  void everyTemplateFillsAColumnThatKeepsTheRules() {
    ColumnDraft empty =
        ColumnDraft.guessed("x", ColumnDraft.Kind.CATEGORY, "", "no", "yes", false, "");
    for (String name : FieldTemplates.names()) {
      ColumnDraft filled = empty.filled(FieldTemplates.of(name, "x").orElseThrow());
      assertThat(filled.column().name()).as(name).isEqualTo("x");
    }
  }
}
