package dev.facsimile.analyze.holdout;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.BlockScheme.Scope;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Splits a trace into two random halves that share no session: a request without a session goes
 * with all those that have the same first block beyond the common prompts (those of more than one
 * in a hundred requests), and one without blocks either alone. Both halves keep the trace's clock.
 * Where sessions are missing and there are blocks, holds 24 bytes for each distinct block.
 */
public final class TraceHalves {
  private static final double COMMON_SHARE = 0.01;
  private static final int FEWEST_COMMON = 20;

  private final TraceFile trace;
  private final SeededStreams streams;
  private final BlockTable blocks = new BlockTable();
  private int[] visits = new int[1024];
  private long without;

  /**
   * Of this trace.
   *
   * @param seed of the split
   */
  public TraceHalves(TraceFile trace, long seed) {
    this.trace = trace;
    this.streams = new SeededStreams(seed);
  }

  /**
   * The two files.
   *
   * @param first rows of the first
   * @param second rows of the second
   */
  public record Sizes(long first, long second) {}

  /**
   * Writes both halves, readable by their owner only.
   *
   * @throws InputException if the trace has fewer than two sessions
   */
  public Sizes write(Path first, Path second) throws IOException {
    countBlocks();
    try (TraceWriter a = TraceWriter.createPrivate(first);
        TraceWriter b = TraceWriter.createPrivate(second);
        Rows<TraceRow> rows = trace.rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        (isFirst(row.get().request()) ? a : b).write(row.get());
      }
      if (a.rows() == 0 || b.rows() == 0) {
        throw new InputException(
            trace.path(), "is a single session, expected several to hold one half out");
      }
      a.finish(header("first", a.rows()));
      b.finish(header("second", b.rows()));
      return new Sizes(a.rows(), b.rows());
    }
  }

  private void countBlocks() throws IOException {
    if (trace.header().sessions() == TraceHeader.Sessions.NONE && globalBlocks()) {
      try (Rows<TraceRow> rows = trace.rows()) {
        for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
          row.get().request().prefixBlocks().ifPresent(this::count);
        }
      }
    }
  }

  private boolean globalBlocks() {
    return trace.header().blocks().filter(b -> b.scope() == Scope.GLOBAL).isPresent();
  }

  private void count(BlockIds ids) {
    without++;
    for (int i = 0; i < ids.size(); i++) {
      int number = blocks.number(ids.get(i));
      visits = blocks.roomIn(visits);
      visits[number]++;
    }
  }

  private boolean isFirst(Request request) {
    Optional<String> session = request.conversation().sessionId();
    if (session.isPresent()) {
      return streams.value("holdout session " + session.get(), 0) < 0;
    }
    double most = Math.max(FEWEST_COMMON, COMMON_SHARE * without);
    BlockIds ids = request.prefixBlocks().orElse(BlockIds.of());
    for (int i = 0; i < ids.size() && without > 0; i++) {
      int number = blocks.indexOf(ids.get(i));
      if (number >= 0 && visits[number] <= most) {
        return streams.value("holdout family", ids.get(i)) < 0;
      }
    }
    return streams.value("holdout request " + request.id(), 0) < 0;
  }

  private TraceHeader header(String half, long rows) throws IOException {
    TraceHeader whole = trace.header();
    Step step =
        new Step(
            "analyze fidelity --holdout",
            ToolVersion.CURRENT,
            new TreeMap<>(Map.of("half", half)),
            Optional.of(streams.seed()),
            List.of(new Step.InputFile("trace", InputFiles.sha256(trace.path()))),
            false);
    return new TraceHeader(
        whole.format(),
        whole.formatVersion(),
        ToolVersion.CURRENT,
        whole.stage(),
        rows,
        whole.startTime(),
        whole.logFormats(),
        whole.inputTokenRule(),
        whole.sessions(),
        whole.blocks(),
        whole.clock(),
        whole.releaseId(),
        whole.provenance().then(step),
        whole.turnLengths());
  }
}
