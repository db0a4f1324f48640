package tare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tare.table.Databases;

class DatabaseLoginTest {

  private static final String SERVER = "jdbc:postgresql://h/db";

  private final List<String> prompts = new ArrayList<>();

  private DatabaseLogin login(Map<String, String> environment, String answer) {
    return new DatabaseLogin(
        environment,
        prompt -> {
          prompts.add(prompt);
          return Optional.of(answer).filter(word -> !word.isEmpty());
        });
  }

  @Test
  void asksOnceWhereTheEnvironmentNamesAUserAndNoPassword() {
    DatabaseLogin login = login(Map.of(Databases.USER, "steward"), "s3cr3t");

    assertThat(login.settings(SERVER))
        .containsEntry(Databases.USER, "steward")
        .containsEntry(Databases.PASSWORD, "s3cr3t");
    assertThat(login.settings(SERVER)).containsEntry(Databases.PASSWORD, "s3cr3t");
    assertThat(prompts).containsExactly("Password of steward: ");
  }

  @Test
  void asksNobodyWhereNothingIsMissing() {
    login(Map.of(Databases.USER, "u", Databases.PASSWORD, "p"), "other").settings(SERVER);
    login(Map.of(), "other").settings(SERVER);
    login(Map.of(Databases.USER, "u"), "other").settings("jdbc:duckdb:visits.duckdb");

    assertThat(prompts).isEmpty();
  }

  @Test
  void goesOnWithoutAPasswordWhereNobodyAnswers() {
    assertThat(login(Map.of(Databases.USER, "u"), "").settings(SERVER))
        .doesNotContainKey(Databases.PASSWORD);
  }

  @Test
  void anAddressWithAPasswordIsRefusedBeforeAnybodyIsAsked() {
    assertThatThrownBy(
            () ->
                login(Map.of(Databases.USER, "u"), "x")
                    .settings("jdbc:postgresql://h/db?password=s3cr3t"))
        .hasMessageContaining("must not hold a password")
        .hasMessageNotContaining("s3cr3t");
    assertThat(prompts).isEmpty();
  }
}
