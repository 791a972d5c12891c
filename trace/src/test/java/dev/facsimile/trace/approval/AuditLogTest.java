package dev.facsimile.trace.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditLogTest {
  @TempDir private Path folder;

  private AuditLog log;

  @BeforeEach
  void write() throws IOException {
    log = AuditLog.beside(folder.resolve("x.trace.parquet"));
    assertEquals(Optional.empty(), log.head(), "no log yet");
    for (String event : List.of("apply", "verify", "approve")) {
      log.add(Instant.parse("2030-01-01T12:00:00.5Z"), event, "olga", "release-1", "ok");
    }
  }

  private void lines(List<String> lines) throws IOException {
    Files.write(log.path(), lines);
  }

  private List<String> lines() throws IOException {
    return new ArrayList<>(Files.readAllLines(log.path()));
  }

  @Test
  void eachLineGoesOnFromTheOneBefore() throws IOException {
    assertEquals(3, log.size());
    assertEquals(OptionalInt.empty(), log.brokenAt());
    assertTrue(lines().get(2).contains("\"seq\":3"), lines().get(2));
    assertTrue(lines().get(0).contains("\"at\":\"2030-01-01T12:00:00Z\""), lines().get(0));
  }

  @Test
  void aChangedLineShowsAtTheNext() throws IOException {
    List<String> lines = lines();
    lines.set(1, lines.get(1).replace("olga", "otto"));
    lines(lines);
    assertEquals(OptionalInt.of(3), log.brokenAt());
  }

  @Test
  void aLineTakenOutOrPutInShows() throws IOException {
    List<String> lines = lines();
    String second = lines.remove(1);
    lines(lines);
    assertEquals(OptionalInt.of(2), log.brokenAt());
    lines.add(1, second);
    lines.add(1, second);
    lines(lines);
    assertEquals(OptionalInt.of(3), log.brokenAt());
    lines.remove(1);
    lines.add("no JSON");
    lines(lines);
    assertEquals(OptionalInt.of(4), log.brokenAt());
  }

  @Test
  void aMissingEndShowsByTheFileBesideItAndNothingIsAddedThatWouldHideIt() throws IOException {
    assertFalse(log.isCut());
    List<String> lines = lines();
    lines(lines.subList(0, 2));
    assertTrue(log.isCut());
    InputException refused =
        assertThrows(
            InputException.class,
            () -> log.add(Instant.EPOCH, "verify", "olga", "release-1", "passed"));
    assertTrue(refused.getMessage().contains("lacks lines at its end"), refused.getMessage());
    assertEquals(2, log.size());
    lines(lines);
    assertFalse(log.isCut());
    Files.delete(log.path());
    assertTrue(log.isCut(), "the whole log is gone");
  }

  /** The chain alone cannot show it; a signed head does. */
  @Test
  void aMissingEndShowsByTheHeadThatSomebodySigned() throws IOException {
    String head = log.head().orElseThrow();
    log.add(Instant.EPOCH, "verify", "olga", "release-1", "passed");
    assertTrue(log.holds(head));
    List<String> lines = lines();
    lines(lines.subList(0, 2));
    assertEquals(OptionalInt.empty(), log.brokenAt());
    assertFalse(log.holds(head));
  }
}
