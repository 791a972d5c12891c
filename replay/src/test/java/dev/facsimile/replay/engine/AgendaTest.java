package dev.facsimile.replay.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgendaTest {

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0",
    "1000, 1, 1000",
    "1000, 2, 500",
    "1000, 0.5, 2000",
    "1000, 3, 333",
    "9007199254740993, 1, 9007199254740993",
    "86400000000000, 10, 8640000000000",
  })
  void anOpenLoopsRequestIsDueAtItsTimeDividedBySpeed(long arrival, double speed, long due) {
    assertEquals(due, DueTime.open(arrival, speed));
  }

  @ParameterizedTest
  @CsvSource({"0, -, 0", "500, -, 500", "500, 250, 750", "0, 250, 250"})
  void aClosedLoopsRequestIsDueAfterTheOneBeforeAndTheThinkTime(
      long previousEnd, String think, long due) {
    OptionalLong pause =
        think.equals("-") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(think));
    assertEquals(due, DueTime.closed(previousEnd, pause));
  }

  private static WorkloadRow row(String id, long arrival, OptionalLong think) {
    return new WorkloadRow(
        Request.of(id, arrival, 1, 1),
        new Intent(think, OptionalLong.empty(), OptionalLong.empty(), Optional.empty()));
  }

  private static RequestFeed feed(WorkloadRow... rows) throws Exception {
    RequestFeed feed =
        new RequestFeed(new ListRows(List.of(rows)), row -> new PreparedRequest(row, new byte[1]));
    feed.start();
    feed.ready().get(10, TimeUnit.SECONDS);
    return feed;
  }

  private static String next(Agenda agenda) {
    Optional<Due> first = agenda.first();
    if (first.isEmpty()) {
      return "none";
    }
    agenda.take();
    return first.get().request().row().request().id() + "@" + first.get().scheduledNanos();
  }

  @Test
  void anOpenLoopGivesTheRowsInOrderAndThenEnds() throws Exception {
    try (RequestFeed feed =
        feed(row("a", 10, OptionalLong.empty()), row("b", 30, OptionalLong.empty()))) {
      Agenda agenda = Agenda.of(new Load.Open(2), feed);
      assertEquals("a@5", next(agenda));
      assertFalse(AnswersAwaitedTest.isExhausted(agenda));
      assertEquals("b@15", next(agenda));
      assertTrue(AnswersAwaitedTest.isExhausted(agenda));
      assertEquals("none", next(agenda));
    }
  }

  @Test
  void aClosedLoopsClientsWaitForTheirOwnRequestsAndThink() throws Exception {
    try (RequestFeed feed =
        feed(
            row("a", 0, OptionalLong.empty()),
            row("b", 0, OptionalLong.empty()),
            row("c", 0, OptionalLong.of(100)),
            row("d", 0, OptionalLong.empty()))) {
      Agenda agenda = Agenda.of(new Load.Closed(2), feed);
      assertEquals("a@0", next(agenda));
      assertEquals("b@0", next(agenda));
      assertEquals("none", next(agenda));
      agenda.ended(Request.of("a", 0, 1, 1), 40);
      agenda.ended(Request.of("b", 0, 1, 1), 50);
      // c thinks from 40 to 140; d, taken by the other client, does not think.
      assertEquals("d@50", next(agenda));
      assertEquals("c@140", next(agenda));
      assertTrue(AnswersAwaitedTest.isExhausted(agenda));
    }
  }

  @Test
  void waitingBehindTheUsersCapIsNotTheClientsLateness() {
    CapWait wait = new CapWait();
    assertEquals(12, wait.wokenNanos(10, 12));
    wait.blocked(12);
    wait.blocked(20);
    // Due at 10, seen at 12, kept by the cap; due at 15, while the cap was full.
    assertEquals(12, wait.wokenNanos(10, 500));
    assertEquals(15, wait.wokenNanos(15, 500));
    wait.clear();
    assertEquals(500, wait.wokenNanos(490, 500));
  }
}
