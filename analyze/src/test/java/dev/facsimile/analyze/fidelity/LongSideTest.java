package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.RealTraces;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongSideTest {
  @TempDir private Path folder;

  /** Does tasks one after another, of so many stretches. */
  private record OneByOne(int mostStretches) implements LongRows {
    @Override
    public <T extends Serializable> List<T> all(List<? extends Task<? extends T>> tasks)
        throws IOException {
      List<T> made = new ArrayList<>();
      for (Task<? extends T> task : tasks) {
        made.add(task.of(Path::of));
      }
      return made;
    }

    @Override
    public String text(Path path) {
      return path.toString();
    }

    @Override
    public Side unordered(WorkloadSource source, WholeSide whole) {
      throw new InputException(source.path(), "is not in order");
    }
  }

  /** A trace in row groups of so many requests: a long text ends one. */
  private WorkloadSource trace(String name, List<Request> requests, int rowsInGroup)
      throws IOException {
    Path file = folder.resolve(name + ".trace.parquet");
    try (TraceWriter writer = TraceWriter.createPrivate(file)) {
      for (int i = 0; i < requests.size(); i++) {
        Optional<String> text =
            i % rowsInGroup == rowsInGroup - 1
                ? Optional.of("x".repeat(1_100_000))
                : Optional.empty();
        writer.write(new TraceRow(requests.get(i), Observed.NOTHING, text));
      }
      writer.finish(onAnyNanosecond(Headers.trace(TraceHeader.Stage.RAW, requests.size())));
    }
    return WorkloadSource.open(file);
  }

  private static TraceHeader onAnyNanosecond(TraceHeader header) {
    return new TraceHeader(
        header.format(),
        header.formatVersion(),
        header.toolVersion(),
        header.stage(),
        header.rows(),
        header.startTime(),
        header.logFormats(),
        header.inputTokenRule(),
        header.sessions(),
        header.blocks(),
        new ClockFacts(OptionalLong.empty(), List.of()),
        header.releaseId(),
        header.provenance());
  }

  private static FidelityReport report(
      WorkloadSource source, WorkloadSource other, int held, int stretches) throws IOException {
    LongRows reads = new OneByOne(stretches);
    return FidelityReport.of(
        SideReader.open(source, Admission.CARRIED, held, reads, Progress.SILENT),
        SideReader.open(other, Admission.CARRIED, held, reads, Progress.SILENT),
        Training.ON_SOURCE,
        FidelityAxes.ids(),
        1);
  }

  private static AxisResult.Judged judged(FidelityReport report, AxisId id) {
    return (AxisResult.Judged) report.axis(id).orElseThrow();
  }

  /** Sessions of up to four turns in two classes of which one is rarer, each with its blocks. */
  private static List<Request> requests(long seed, int count) {
    UniformRandomProvider random = new SeededStreams(seed).stream("long side test");
    List<Request> requests = new ArrayList<>();
    long now = 0;
    for (int i = 0; i < count; i++) {
      now += (long) (-Math.log(1 - random.nextDouble()) * 1e9 * (1 + i % 1000 / 500));
      int session = i / 12 * 3 + i % 3;
      int input = 200 + random.nextInt(3000);
      requests.add(
          new Request(
              "r" + i,
              now,
              Optional.of(session % 3 == 0 ? "chat" : "batch"),
              Origin.UNKNOWN,
              new Conversation(Optional.of("s" + session), OptionalInt.empty(), Optional.empty()),
              Tokens.of(input, 1 + random.nextInt(500)),
              Optional.of(
                  BlockIds.of(
                      LongStream.range(0, 1 + input / 512)
                          .map(block -> block == 0 ? session % 5 : 1000L * session + block)
                          .toArray())),
              Optional.empty(),
              Optional.empty()));
    }
    return requests;
  }

  @Test
  void theReportIsTheSameHoweverManyStretchesASideIsReadIn() throws IOException {
    WorkloadSource source = trace("source", requests(1, 12_000), 1000);
    WorkloadSource other = trace("other", requests(2, 11_000), 700);

    FidelityReport one = report(source, other, 5000, 1);

    assertEquals(one.axes(), report(source, other, 5000, 5).axes());
    assertEquals(one.axes(), report(source, other, 5000, 100).axes());
    assertEquals(
        Json.pretty(FidelityJson.of(one)),
        Json.pretty(FidelityJson.of(report(source, other, 5000, 7))));
    assertTrue(
        one.axes().stream().filter(AxisResult.Judged.class::isInstance).count() >= 15,
        () -> one.axes().toString());
  }

  @Test
  void whatEveryRequestHasASayInIsWhatASideThatIsHeldSays() throws IOException {
    WorkloadSource source = trace("source", requests(1, 12_000), 1000);
    WorkloadSource other = trace("other", requests(2, 11_000), 700);

    FidelityReport held = report(source, other, 20_000, 1);
    FidelityReport read = report(source, other, 5000, 6);

    assertEquals(held.axis(AxisId.ENVELOPE), read.axis(AxisId.ENVELOPE));
    assertEquals(held.axis(AxisId.FINE_TIMING), read.axis(AxisId.FINE_TIMING));
    assertEquals(held.axis(AxisId.CACHE), read.axis(AxisId.CACHE));
    // Only the noise differs: blocks of the jackknife begin at whole ticks, and few requests are
    // resampled.
    assertEquals(judged(held, AxisId.BURST).summary(), judged(read, AxisId.BURST).summary());
    assertEquals(judged(held, AxisId.IMPACT).summary(), judged(read, AxisId.IMPACT).summary());
    assertEquals(held.source().requests(), read.source().requests());
    assertEquals(held.source().prefixHits(), read.source().prefixHits());
    // 3,000 sessions, of which a share of 5/12 was counted: give or take four standard deviations.
    assertEquals(3000, read.source().sessions(), 4 * Math.sqrt(3000 * 7.0 / 5));
  }

  @Test
  void aCopyThatIsWrongInOneThingIsGradedAsOneThatIsHeld() throws IOException {
    List<Request> conv = RealTraces.azureConv();
    WorkloadSource source = trace("conv", conv, 2000);
    WorkloadSource other = trace("copy", Defects.poisson(conv), 1500);

    FidelityReport held = report(source, other, 1_000_000, 1);
    FidelityReport read = report(source, other, 15_000, 4);

    assertEquals(held.grade(), read.grade());
    for (AxisResult axis : held.axes()) {
      if (axis instanceof AxisResult.Judged one) {
        // R shrinks with the size of the halves, which here are of three quarters of the requests,
        // and so does what is known of the noise: by one grade at most.
        Grade same = judged(read, one.id()).grade();
        assertTrue(Math.abs(one.grade().compareTo(same)) <= 1, () -> one + " became " + same);
      }
    }
  }

  @Test
  void aHeldRequestKnowsItsNeighboursThatAreNotHeld() throws IOException {
    WorkloadSource source = trace("source", requests(1, 12_000), 1000);
    Traffic whole = report(source, source, 20_000, 1).source().traffic();
    Traffic some = report(source, source, 5000, 7).source().traffic();

    int[] rows = IntStream.range(0, some.rows()).toArray();
    int[] inWhole =
        IntStream.of(rows)
            .map(row -> Arrays.binarySearch(whole.arrivals(), some.arrivals()[row]))
            .toArray();
    long window = DetailPlan.windowNanos(1);
    RequestFeatures expected =
        RequestFeatures.of(whole, inWhole, Optional.of(Headers.BLOCKS), window, GapAtoms.NONE);
    RequestFeatures found =
        RequestFeatures.of(some, rows, Optional.of(Headers.BLOCKS), window, GapAtoms.NONE);
    assertEquals(expected.names(), found.names());
    for (int i = 0; i < expected.names().size(); i++) {
      assertArrayEquals(
          expected.values().get(i), found.values().get(i), 0, expected.names().get(i));
    }
  }

  @Test
  void aSessionThatIsMostOfALongSideHasNoComparableHalves() throws IOException {
    List<Request> requests = new ArrayList<>();
    for (Request request : requests(1, 9000)) {
      boolean giant = requests.size() % 2 == 0;
      requests.add(giant ? request.within(Conversation.of(Optional.of("giant"))) : request);
    }
    WorkloadSource source = trace("source", requests, 1000);

    FidelityReport report = report(source, source, 2000, 4);

    AxisResult.NotJudged joint = (AxisResult.NotJudged) report.axis(AxisId.JOINT).orElseThrow();
    assertEquals(
        "one session of the source holds 50 % of its requests, so that it has no comparable halves",
        joint.reason());
    assertTrue(report.source().traffic().rows() < 2000, "the giant session is not held");
  }

  @Test
  void requestsPlayedBackAreFoundInALongSource() throws IOException {
    List<Request> requests = requests(1, 12_000);
    WorkloadSource source = trace("source", requests, 1000);
    WorkloadSource other = trace("other", requests.subList(6000, 11_900), 1000);

    FidelityReport report = report(source, other, 5000, 6);

    assertEquals(Grade.F, judged(report, AxisId.MEMORIZATION).grade());
    assertTrue(judged(report, AxisId.MEMORIZATION).summary().startsWith("replay 100.0 %"));
  }

  @Test
  void aLongSideOutOfOrderIsForTheReaderToDecide() throws IOException {
    List<Request> requests = new ArrayList<>(requests(1, 3000));
    requests.add(requests.remove(10));
    WorkloadSource source = trace("source", requests, 1000);

    assertThrows(InputException.class, () -> report(source, source, 1000, 2));
  }
}
