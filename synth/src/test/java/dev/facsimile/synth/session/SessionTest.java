package dev.facsimile.synth.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of a source whose sessions are known to the last turn. */
class SessionTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int SESSIONS = 600;

  @TempDir private Path folder;

  /**
   * 600 sessions in 6,000 s. Those of class chat have three turns, 10 s apart, of which the answer
   * takes 4 s, and each prompt is 100 tokens longer; those of class batch have one.
   */
  private TrafficModel model() throws IOException {
    UniformRandomProvider random = new SeededStreams(11).stream("test");
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      long start = i * 10 * SECOND + random.nextLong(9 * SECOND);
      int input = 200 + random.nextInt(1000);
      int turns = i % 2 == 0 ? 3 : 1;
      for (int turn = 0; turn < turns; turn++) {
        requests.add(
            Request.of("r" + i + "-" + turn, start + turn * 10 * SECOND, input + 100 * turn, 50)
                .inClass(turns == 3 ? "chat" : "batch")
                .within(
                    new Conversation(
                        Optional.of("s" + i), OptionalInt.of(turn), Optional.empty())));
      }
    }
    requests.sort(Comparator.comparingLong(Request::arrivalNanos));
    return new TraceFit(write(requests), Progress.SILENT).fit(Admission.CARRIED).model();
  }

  private TraceFile write(List<Request> requests) throws IOException {
    Path file = folder.resolve("x.trace.parquet");
    try (TraceWriter writer = TraceWriter.create(file)) {
      for (Request request : requests) {
        Observed answered = Observed.of(Optional.empty(), OptionalLong.of(4 * SECOND));
        writer.write(new TraceRow(request, answered, Optional.empty()));
      }
      writer.finish(
          new TraceHeader(
              TraceHeader.FORMAT,
              TraceHeader.VERSION,
              "test",
              TraceHeader.Stage.RAW,
              requests.size(),
              Optional.empty(),
              List.of("test"),
              "input tokens include cached ones",
              TraceHeader.Sessions.LOGGED,
              Optional.empty(),
              new ClockFacts(OptionalLong.empty(), List.of()),
              Optional.empty(),
              Provenance.NONE));
    }
    return TraceFile.open(file);
  }

  private static Map<String, List<WorkloadRow>> sessions(TrafficModel model, double rateScale)
      throws IOException {
    List<WorkloadRow> rows = new ArrayList<>();
    new Generation(model, 3, 6_000 * SECOND, rateScale).run(2, rows::add, Progress.SILENT);
    return rows.stream()
        .collect(
            Collectors.groupingBy(
                row -> row.request().conversation().sessionId().orElseThrow(),
                TreeMap::new,
                Collectors.toList()));
  }

  @Test
  void turnsFollowInTheSourcesNumberAndTimeAndPromptsGrowAsTheirs() throws IOException {
    for (List<WorkloadRow> session : sessions(model(), 1).values()) {
      Request first = session.get(0).request();
      boolean chat = first.requestClass().orElseThrow().equals("chat");
      boolean ends = first.arrivalNanos() < 5_970 * SECOND;
      if (ends) {
        assertEquals(chat ? 3 : 1, session.size());
      }
      for (int turn = 1; turn < session.size(); turn++) {
        Request before = session.get(turn - 1).request();
        Request after = session.get(turn).request();
        assertEquals(turn, after.conversation().turn().orElseThrow());
        assertEquals(before.id(), after.conversation().parentRequestId().orElseThrow());
        assertEquals(10.0, (after.arrivalNanos() - before.arrivalNanos()) / 1e9, 0.001);
        assertEquals(100, session.get(turn).inputTokens() - session.get(turn - 1).inputTokens());
        // Kept in 255ths of the gap: 6 s to within 0.02 s.
        assertEquals(6.0, session.get(turn).intent().thinkNanos().orElseThrow() / 1e9, 0.03);
      }
    }
  }

  @Test
  void anotherRateIsMoreOrFewerSessionsAndTheSameTurns() throws IOException {
    TrafficModel model = model();
    for (double scale : new double[] {0.5, 2}) {
      Map<String, List<WorkloadRow>> sessions = sessions(model, scale);
      // A Poisson number around 600 · s: five standard deviations.
      assertEquals(SESSIONS * scale, sessions.size(), 5 * Math.sqrt(SESSIONS * scale));
      long whole = sessions.values().stream().filter(session -> session.size() == 3).count();
      long chats =
          sessions.values().stream()
              .filter(s -> s.get(0).request().requestClass().orElseThrow().equals("chat"))
              .count();
      assertTrue(whole >= chats - 6, "all but those that the end cuts");
    }
  }

  @Test
  void aLongerWorkloadLosesNoTurnsAtTheSourcesEnd() throws IOException {
    List<WorkloadRow> rows = new ArrayList<>();
    new Generation(model(), 3, 18_000 * SECOND).run(1, rows::add, Progress.SILENT);
    Map<String, Long> turns =
        rows.stream()
            .filter(r -> r.request().requestClass().orElseThrow().equals("chat"))
            .filter(r -> r.request().arrivalNanos() < 17_900 * SECOND)
            .collect(
                Collectors.groupingBy(
                    r -> r.request().conversation().sessionId().orElseThrow(),
                    Collectors.counting()));
    assertTrue(turns.size() > 700, "900 are due");
    // The last sessions before 17,900 s are cut by this test itself.
    assertTrue(turns.values().stream().filter(n -> n != 3).count() <= 4, turns::toString);
  }

  /**
   * A source whose deepest requests come at its end: those of them that came early enough for what
   * follows to be known all went on.
   */
  @Test
  void noSessionOfALongWorkloadIsDeeperThanTheSourcesDeepest() throws IOException {
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      int turns = i >= 380 && i < 392 ? 40 : 1 + i % 2;
      for (int turn = 0; turn < turns; turn++) {
        requests.add(
            Request.of("r" + i + "-" + turn, (i * 10L + turn * 50L) * SECOND, 100 + turn, 50)
                .within(
                    new Conversation(
                        Optional.of("s" + i), OptionalInt.of(turn), Optional.empty())));
      }
    }
    requests.sort(Comparator.comparingLong(Request::arrivalNanos));
    TrafficModel model =
        new TraceFit(write(requests), Progress.SILENT).fit(Admission.CARRIED).model();
    int[] deepest = {0};
    new Generation(model, 3, 200_000 * SECOND)
        .run(
            2,
            row -> {
              int turn = row.request().conversation().turn().orElseThrow();
              deepest[0] = Math.max(deepest[0], turn);
            },
            Progress.SILENT);
    assertTrue(deepest[0] <= 40, () -> "a session of " + deepest[0] + " turns");
    assertTrue(deepest[0] >= 20, () -> "no session of more than " + deepest[0] + " turns");
  }
}
