package dev.facsimile.analyze.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.RealTraces;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.BlockScheme.Scope;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TraceSummaryTest {
  @Test
  void azureConvIsWhatItIsKnownToBe() throws IOException {
    TraceSummary summary = summary(RealTraces.azureConv(), Optional.empty());

    assertEquals(19_366, summary.rows());
    assertEquals(5.530, summary.ratePerSecond().orElseThrow(), 0.0005);
    assertLengths(summary.input(), 1020, 2735, 4142, 14_050, 1155);
    assertLengths(summary.output(), 129, 424, 601, 1000, 211);
    assertEquals(1.094, summary.gapVariation().orElseThrow(), 0.0005);
    assertEquals(1.386, index(summary, 0), 0.0005);
    assertEquals(3.868, index(summary, 1), 0.0005);
    assertEquals(16.41, index(summary, 2), 0.005);
    assertEquals(0.073, summary.spearman().orElseThrow(), 0.0005);
    // Its sampling error: half the degrees of freedom of 16 x 16 cells by n is 0.006.
    assertEquals(0.68, summary.mutualInformationNats().orElseThrow(), 0.006);
    assertTrue(summary.measuredLatticeNanos().isEmpty());
  }

  @Test
  void mooncakeIsOnAThreeSecondClockAndReusesPrefixesByThreeDefinitions() throws IOException {
    TraceSummary summary =
        summary(RealTraces.mooncake(), Optional.of(new BlockScheme(512, Scope.GLOBAL, true)));

    assertEquals(OptionalLong.of(3_000_000_000L), summary.measuredLatticeNanos());
    assertTrue(summary.dispersion().get(0).artefact());
    assertFalse(summary.dispersion().get(1).artefact());
    TraceSummary.Hits hits = summary.prefixHits().orElseThrow();
    assertEquals(0.366, hits.blockShare(), 0.0005);
    assertEquals(0.374, hits.tokenShare(), 0.0005);
    assertEquals(0.409, hits.requestMean(), 0.0005);
    assertTrue(TraceText.page(summary).contains("the header does not say so"));
  }

  @Test
  void classesAreSharesOfRequestsAndOfTokens() {
    TraceSummary summary =
        summary(
            List.of(
                Request.of("a", 0, 90, 10).inClass("rag"),
                Request.of("b", 1, 5, 5).inClass("chat"),
                Request.of("c", 2, 5, 5).inClass("chat")),
            Optional.empty());

    assertEquals("chat", summary.classes().get(0).name());
    assertEquals(2.0 / 3, summary.classes().get(0).requestShare(), 1e-12);
    assertEquals(20.0 / 120, summary.classes().get(0).tokenShare(), 1e-12);
  }

  @Test
  void failedRequestsWithoutLengthsAreRowsWithAStatus() {
    Request failed = request("f", Conversation.NONE, Tokens.UNKNOWN, Optional.empty());
    Observed rejected =
        new Observed(
            Optional.of(RequestStatus.REJECTED),
            OptionalInt.of(429),
            Optional.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty());

    TraceSummary summary =
        TraceSummary.of(
            "t",
            header(Optional.empty()),
            List.of(
                new TraceRow(Request.of("a", 0, 7, 3), Observed.NOTHING, Optional.empty()),
                new TraceRow(failed, rejected, Optional.empty())));

    assertEquals(2, summary.rows());
    assertEquals(1, summary.rowsWithLengths());
    assertEquals(Map.of("rejected", 1L, "not logged", 1L), summary.status());
    assertEquals(7, summary.input().orElseThrow().max());
  }

  @Test
  void equalIdsOfTwoSessionsAreTwoBlocksWhereIdsHoldWithinASession() {
    List<Request> requests = List.of(turn("a", "s1"), turn("b", "s1"), turn("c", "s2"));

    TraceSummary global = summary(requests, Optional.of(new BlockScheme(10, Scope.GLOBAL, true)));
    TraceSummary scoped = summary(requests, Optional.of(new BlockScheme(10, Scope.SESSION, true)));

    assertEquals(4.0 / 6, global.prefixHits().orElseThrow().blockShare(), 1e-12);
    assertEquals(2.0 / 6, scoped.prefixHits().orElseThrow().blockShare(), 1e-12);
    assertEquals(2, scoped.sessions().orElseThrow().count());
    assertEquals(2, scoped.sessions().orElseThrow().turnsMax());
  }

  private static Request turn(String id, String session) {
    return request(
        id,
        new Conversation(Optional.of(session), OptionalInt.empty(), Optional.empty()),
        Tokens.of(20, 1),
        Optional.of(BlockIds.of(1, 2)));
  }

  private static Request request(
      String id, Conversation conversation, Tokens tokens, Optional<BlockIds> blocks) {
    return new Request(
        id,
        0,
        Optional.empty(),
        Origin.UNKNOWN,
        conversation,
        tokens,
        blocks,
        Optional.empty(),
        Optional.empty());
  }

  private static void assertLengths(
      Optional<TraceSummary.Lengths> lengths, long p50, long p90, long p99, long max, long mean) {
    TraceSummary.Lengths found = lengths.orElseThrow();
    assertEquals(
        List.of(p50, p90, p99, max, mean),
        List.of(found.p50(), found.p90(), found.p99(), found.max(), Math.round(found.mean())));
  }

  private static double index(TraceSummary summary, int window) {
    return summary.dispersion().get(window).index().orElseThrow();
  }

  private static TraceSummary summary(List<Request> requests, Optional<BlockScheme> blocks) {
    return TraceSummary.of(
        "test",
        header(blocks),
        requests.stream()
            .map(request -> new TraceRow(request, Observed.NOTHING, Optional.empty()))
            .toList());
  }

  private static TraceHeader header(Optional<BlockScheme> blocks) {
    return new TraceHeader(
        TraceHeader.FORMAT,
        TraceHeader.VERSION,
        "test",
        TraceHeader.Stage.RAW,
        0,
        Optional.empty(),
        List.of("test"),
        "inclusive",
        TraceHeader.Sessions.LOGGED,
        blocks,
        ClockFacts.PLAIN,
        Optional.empty(),
        Provenance.NONE);
  }
}
