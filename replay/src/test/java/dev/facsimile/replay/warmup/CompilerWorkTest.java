package dev.facsimile.replay.warmup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerWorkTest {
  private static final long TICK = 10_000_000;

  @TempDir private Path threads;

  /** As proc(5) has it: state and, ten fields later, user and system time in ticks. */
  private void thread(int id, String name, String state, int user, int system) throws IOException {
    Path folder = Files.createDirectories(threads.resolve(Integer.toString(id)));
    Files.writeString(
        folder.resolve("stat"),
        id
            + " ("
            + name
            + ") "
            + state
            + " 1 2 3 0 -1 4 5 0 6 0 "
            + user
            + " "
            + system
            + " 0 0 20");
  }

  @BeforeEach
  void aProcess() throws IOException {
    thread(10, "java", "R", 900, 90);
    thread(11, "C2 CompilerThre", "S", 30, 4);
    thread(12, "C1 CompilerThre", "S", 5, 1);
    thread(13, "a) C2 thread", "R", 700, 0);
  }

  @Test
  void onlyCompilersCountAndBothTheirTimes() {
    assertEquals(40 * TICK, new CompilerWork(threads).nanos());
  }

  @Test
  void aCompilerThatWantsAProcessorIsNotAtRestThoughItGetsNone() throws IOException {
    CompilerWork work = new CompilerWork(threads);
    assertTrue(work.awaitRest(10_000_000_000L));
    thread(11, "C2 CompilerThre", "R", 30, 4);
    assertFalse(work.isAtRest());
    assertFalse(work.awaitRest(1));
  }

  @Test
  void whatACompilerThreadThatEndedHasWorkedStaysCounted() throws IOException {
    CompilerWork work = new CompilerWork(threads);
    work.nanos();
    Files.delete(threads.resolve("11/stat"));
    Files.delete(threads.resolve("11"));
    thread(14, "C2 CompilerThre", "S", 2, 0);
    assertEquals(42 * TICK, work.nanos());
  }

  @Test
  void withoutLinuxsFolderTheJvmTellsWhatItHasCompiled() {
    CompilerWork work = new CompilerWork(threads.resolve("not-there"));
    assertTrue(work.nanos() > 0, "this test has been running for a while");
  }
}
