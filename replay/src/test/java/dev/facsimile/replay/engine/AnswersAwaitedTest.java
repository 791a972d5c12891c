package dev.facsimile.replay.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Turns whose words depend on the answer before them. */
class AnswersAwaitedTest {

  /** Makes requests when told to. */
  private static final class ByHand implements LateRequests {
    private final Deque<Runnable> open = new ArrayDeque<>();

    @Override
    public void make(Due due, Consumer<Due> made) {
      open.add(
          () ->
              made.accept(
                  new Due(due.request().later().orElseThrow().get(), due.scheduledNanos())));
    }

    @Override
    public boolean isBusyBefore(long nanos) {
      return !open.isEmpty();
    }

    @Override
    public void giveUp(long nanos) {
      open.clear();
    }

    void makeOne() {
      open.remove().run();
    }
  }

  private final ByHand late = new ByHand();

  private static WorkloadRow turn(String id, long arrival, String session, OptionalLong think) {
    return new WorkloadRow(
        request(id, arrival, session),
        new Intent(think, OptionalLong.empty(), OptionalLong.empty(), Optional.empty()));
  }

  private static WorkloadRow turn(String id, long arrival, String session) {
    return turn(id, arrival, session, OptionalLong.empty());
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
    assertTrue(first.get().request().bytes().length > 0, "it is made");
    return first.get().request().row().request().id() + "@" + first.get().scheduledNanos();
  }

  static boolean isExhausted(Agenda agenda) {
    return agenda.first().isEmpty() && !agenda.comesBefore(Long.MAX_VALUE) && !agenda.waits();
  }

  private static RequestFeed feed(WorkloadRow... rows) throws Exception {
    Set<String> sessions = new HashSet<>();
    RequestFeed feed =
        new RequestFeed(
            new ListRows(List.of(rows)),
            row -> {
              PreparedRequest made = new PreparedRequest(row, new byte[1]);
              String session = row.request().conversation().sessionId().orElseThrow();
              return sessions.add(session)
                  ? made
                  : PreparedRequest.waiting(row, 0, OptionalLong.empty(), () -> made);
            },
            true);
    feed.start();
    feed.ready().get(10, TimeUnit.SECONDS);
    return feed;
  }

  @Test
  void aTurnOfItsOwnTimeIsDueNoEarlierThanTheEndOfTheAnswerBeforeIt() throws Exception {
    try (RequestFeed feed = feed(turn("a0", 0, "a"), turn("a1", 100, "a"), turn("a2", 900, "a"))) {
      Agenda agenda = Agenda.of(new Load.Open(1, Load.Turns.CLOCK), feed, late);
      assertEquals("a0@0", next(agenda));
      assertEquals("none", next(agenda));
      agenda.ended(request("a0", 0, "a"), 250);
      assertEquals("none", next(agenda));
      assertFalse(isExhausted(agenda));
      late.makeOne();
      assertEquals("a1@250", next(agenda));
      agenda.ended(request("a1", 0, "a"), 400);
      late.makeOne();
      assertEquals("a2@900", next(agenda));
      agenda.ended(request("a2", 0, "a"), 950);
      assertTrue(isExhausted(agenda));
    }
  }

  @Test
  void aTurnThatIsNotMadeHoldsNoOtherRequestBack() throws Exception {
    try (RequestFeed feed =
        feed(turn("a0", 0, "a"), turn("a1", 100, "a", OptionalLong.of(20)), turn("b0", 300, "b"))) {
      Agenda agenda = Agenda.of(new Load.Open(1, Load.Turns.THINK), feed, late);
      assertEquals("a0@0", next(agenda));
      agenda.ended(request("a0", 0, "a"), 50);
      assertEquals("b0@300", next(agenda));
      late.makeOne();
      // Late, and its time says how much.
      assertEquals("a1@70", next(agenda));
    }
  }

  @Test
  void atARateTurnsWaitForTheirAnswersToo() throws Exception {
    Load.Stage stage = new Load.Stage(Optional.empty(), Duration.ofSeconds(100), 10, 10);
    try (RequestFeed feed = feed(turn("a0", 0, "a"), turn("a1", 0, "a", OptionalLong.of(7)))) {
      Agenda agenda =
          Agenda.of(new Load.Rate(List.of(stage), new ArrivalProcess.Constant(), 1), feed, late);
      assertEquals("a0@0", next(agenda));
      agenda.ended(request("a0", 0, "a"), 2_000_000_000L);
      late.makeOne();
      assertEquals("a1@2000000000", next(agenda));
    }
  }

  @Test
  void aClientOfAClosedLoopWaitsForTheAnswerThatAnotherIsAt() throws Exception {
    try (RequestFeed feed = feed(turn("a0", 0, "a"), turn("a1", 0, "a"), turn("b0", 0, "b"))) {
      Agenda agenda = Agenda.of(new Load.Closed(2), feed, late);
      assertEquals("a0@0", next(agenda));
      assertEquals("none", next(agenda));
      assertFalse(isExhausted(agenda));
      agenda.ended(request("a0", 0, "a"), 80);
      late.makeOne();
      assertEquals("a1@80", next(agenda));
      assertEquals("b0@80", next(agenda));
      agenda.ended(request("b0", 0, "b"), 90);
      agenda.ended(request("a1", 0, "a"), 95);
      assertTrue(isExhausted(agenda));
    }
  }
}
