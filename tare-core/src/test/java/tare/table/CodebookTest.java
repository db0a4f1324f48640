package tare.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodebookTest {

  @Test
  void theRoleOfAColumnGoesIntoItsField(@TempDir Path folder) throws IOException {
    Path book =
        Files.writeString(
            folder.resolve("book.csv"),
            "name,type,minimum,maximum,role\nage,number,0,120,\nbp,number,50,250,Outcome\n");
    Codebook read = Codebook.read(book);

    assertThat(role(read, "bp")).isEqualTo("outcome");
    assertThat(role(read, "age")).isEmpty();
  }

  private static String role(Codebook book, String column) {
    return Objects.requireNonNull(book.fields().get(column)).path("tare:role").asString("");
  }
}
