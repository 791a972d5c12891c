package dev.facsimile.synth.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.PrefixReuse.Continuation;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceParts;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.BlockScheme.Scope;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How prompts match earlier ones, in one part and each in a part of its own. */
class LinkPartTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path folder;

  private static Request request(long second, Optional<String> tenant, long... blocks) {
    return Request.of("r" + second, second * SECOND, 16 * blocks.length, 1)
        .from(
            new Origin(
                tenant,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()))
        .withBlocks(Optional.of(BlockIds.of(blocks)));
  }

  private static Request request(long second, long... blocks) {
    return request(second, Optional.empty(), blocks);
  }

  private TraceFile write(List<Request> requests, Scope scope, boolean apart) throws IOException {
    Path path = folder.resolve("x.trace.parquet");
    // A long text ends its row group, and so its part.
    Optional<String> text = apart ? Optional.of("x".repeat(1_100_000)) : Optional.empty();
    try (TraceWriter writer = TraceWriter.create(path)) {
      for (Request request : requests) {
        writer.write(new TraceRow(request, Observed.NOTHING, text));
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
              Optional.of(new BlockScheme(16, scope, false)),
              new ClockFacts(OptionalLong.empty(), List.of()),
              Optional.empty(),
              Provenance.NONE));
    }
    return TraceFile.open(path);
  }

  /** The prompts that continue earlier ones; none has a session, so that all are first turns. */
  private List<Continuation> continuations(Scope scope, boolean apart, Request... requests)
      throws IOException {
    TraceFile trace = write(List.of(requests), scope, apart);
    TimeGrid grid = TimeGrid.of(OptionalLong.empty(), 100 * SECOND);
    Strata strata =
        new Strata(Map.of(), new TreeMap<>(Map.of("", new TreeMap<>(Map.of("", 0)))), 1, grid);
    LinkScheme scheme = new LinkScheme(true, scope, false, 16);
    LocalLinking linking = new LocalLinking(new TraceParts(trace, 2), rows -> {});
    LinkPart.Work work =
        new LinkPart.Work(
            scheme,
            strata,
            linking.trunks(new LinkKeys.Work(scheme, strata, new long[requests.length]), 1),
            1,
            false);
    LinkSummary summary = linking.link(work);
    PrefixReuse reuse =
        linking
            .inOrder(work, new InOrder.Question(new long[0], 100 * SECOND, summary.sizes()))
            .reuse(0)
            .orElseThrow();
    return reuse.sizes().stream().flatMap(size -> size.donors().stream()).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theParentIsTheMostRecentRequestWithTheDeepestMatchedBlock(boolean apart) throws IOException {
    // Block 2 was last seen at 5 s, block 3 at 0 s: the deepest decides.
    assertEquals(
        List.of(new Continuation(3, 2, 2, 5_000), new Continuation(4, 3, 1, 7_000)),
        continuations(
            Scope.GLOBAL,
            apart,
            request(0, 1, 2, 3, 4),
            request(5, 1, 2, 9),
            request(7, 1, 2, 3, 8)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBlockThatStandsTwiceInAPromptMatchesNoRequestButEarlierOnes(boolean apart)
      throws IOException {
    // Both 2s are blocks of the prompt at 1 s, whose third block is not matched.
    assertEquals(
        List.of(new Continuation(4, 3, 0, 4_000)),
        continuations(
            Scope.GLOBAL, apart, request(0, 90, 91), request(1, 1, 2, 3), request(5, 1, 2, 2, 7)));
    assertEquals(
        List.of(), continuations(Scope.GLOBAL, apart, request(0, 90), request(1, 1, 1, 1)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theSameIdInTwoTenantsIsTwoBlocks(boolean apart) throws IOException {
    assertEquals(
        List.of(new Continuation(2, 2, 0, 2_000)),
        continuations(
            Scope.TENANT,
            apart,
            request(0, Optional.of("a"), 1, 2),
            request(1, Optional.of("b"), 1, 2),
            request(2, Optional.of("a"), 1, 2)));
  }
}
