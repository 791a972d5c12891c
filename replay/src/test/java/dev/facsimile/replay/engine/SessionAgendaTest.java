package dev.facsimile.replay.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SessionAgendaTest {

  private static WorkloadRow turn(String id, long arrival, String session, OptionalLong think) {
    return new WorkloadRow(
        request(id, arrival, session),
        new Intent(think, OptionalLong.empty(), OptionalLong.empty(), Optional.empty()));
  }

  private static Request request(String id, long arrival, String session) {
    return Request.of(id, arrival, 1, 1).within(Conversation.of(Optional.of(session)));
  }

  private static String next(Agenda agenda) {
    Optional<Due> first = agenda.first();
    if (first.isEmpty()) {
      return "none";
    }
    agenda.take();
    return first.get().request().row().request().id() + "@" + first.get().scheduledNanos();
  }

  private static RequestFeed feed(WorkloadRow... rows) throws Exception {
    RequestFeed feed =
        new RequestFeed(new ListRows(List.of(rows)), row -> new PreparedRequest(row, new byte[1]));
    feed.start();
    feed.ready().get(10, TimeUnit.SECONDS);
    return feed;
  }

  private static Agenda agenda(RequestFeed feed) {
    return Agenda.of(new Load.Open(1, Load.Turns.THINK), feed);
  }

  @Test
  void aTurnLeavesAfterTheEndOfTheOneBeforeAndItsThinkTime() throws Exception {
    try (RequestFeed feed =
        feed(
            turn("a0", 0, "a", OptionalLong.empty()),
            turn("a1", 1000, "a", OptionalLong.of(50)),
            turn("b0", 2000, "b", OptionalLong.empty()),
            turn("a2", 3000, "a", OptionalLong.of(10)))) {
      Agenda agenda = agenda(feed);
      assertEquals("a0@0", next(agenda));
      // Not b0 before its time: what is next is b0 at 2000, and a1 waits for a0.
      assertEquals("b0@2000", next(agenda));
      assertEquals("none", next(agenda));
      assertFalse(AnswersAwaitedTest.isExhausted(agenda));
      // Far earlier than the trace's own 1000: the server was faster.
      agenda.ended(request("a0", 0, "a"), 100);
      assertEquals("a1@150", next(agenda));
      assertFalse(AnswersAwaitedTest.isExhausted(agenda));
      agenda.ended(request("b0", 0, "b"), 2500);
      agenda.ended(request("a1", 0, "a"), 9000);
      assertEquals("a2@9010", next(agenda));
      assertTrue(AnswersAwaitedTest.isExhausted(agenda));
    }
  }

  @Test
  void atTenTimesTheSpeedThinkTimesAreATenthToo() throws Exception {
    try (RequestFeed feed =
        feed(
            turn("a0", 0, "a", OptionalLong.empty()),
            turn("a1", 1000, "a", OptionalLong.of(500)))) {
      Agenda agenda = Agenda.of(new Load.Open(10, Load.Turns.THINK), feed);
      assertEquals("a0@0", next(agenda));
      agenda.ended(request("a0", 0, "a"), 30);
      assertEquals("a1@80", next(agenda));
    }
  }

  @Test
  void aTurnWithoutAThinkTimeKeepsItsOwn() throws Exception {
    try (RequestFeed feed =
        feed(
            turn("a0", 0, "a", OptionalLong.empty()),
            turn("a1", 1000, "a", OptionalLong.empty()))) {
      Agenda agenda = agenda(feed);
      assertEquals("a0@0", next(agenda));
      assertEquals("a1@1000", next(agenda));
      assertTrue(AnswersAwaitedTest.isExhausted(agenda));
    }
  }

  @Test
  void aFirstTurnWithAThinkTimeComesAtItsOwnTime() throws Exception {
    try (RequestFeed feed = feed(turn("a3", 700, "a", OptionalLong.of(50)))) {
      assertEquals("a3@700", next(agenda(feed)));
    }
  }

  @Test
  void onTheRecordedClockNothingWaits() throws Exception {
    try (RequestFeed feed =
        feed(turn("a0", 0, "a", OptionalLong.empty()), turn("a1", 9, "a", OptionalLong.of(50)))) {
      Agenda agenda = Agenda.of(new Load.Open(1, Load.Turns.CLOCK), feed);
      assertEquals("a0@0", next(agenda));
      assertEquals("a1@9", next(agenda));
    }
  }
}
