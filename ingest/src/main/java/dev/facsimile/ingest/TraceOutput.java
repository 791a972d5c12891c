package dev.facsimile.ingest;

import dev.facsimile.ingest.classify.ClassTally;
import dev.facsimile.ingest.session.Earlier;
import dev.facsimile.ingest.session.Lineage;
import dev.facsimile.ingest.session.Placement;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;
import java.io.IOException;
import java.util.Optional;

/**
 * The last step before rows are written: places each request in its conversation, leaves out
 * sessions that are not in the sample, and takes the tallies. Holds what the lineage holds, and the
 * time between each turn and the one before.
 */
final class TraceOutput {
  /** What an input may lack of the turn before and still hold it all. */
  private static final int TOLERANCE_TOKENS = 16;

  private final SessionPass.Sink sink;
  private final Lineage lineage;
  private final Optional<SessionSample> sample;
  private final ClassTally classes = new ClassTally();
  private final LongSeries gaps = new LongSeries();
  private long firstTurns;
  private int longest;
  private long turns;
  private long cumulative;
  private long leftOut;
  private long withoutInput;
  private long uncounted;

  TraceOutput(SessionPass.Sink sink, Lineage lineage, Optional<SessionSample> sample) {
    this.sink = sink;
    this.lineage = lineage;
    this.sample = sample;
  }

  /** Takes the next row in order of arrival. */
  void accept(TraceRow row) throws IOException {
    Placement placement = lineage.place(row.request());
    Request request = row.request().within(placement.conversation());
    if (sample.isPresent() && !sample.get().keeps(request)) {
      leftOut++;
      return;
    }
    classes.add(request);
    if (request.tokens().input().isEmpty()) {
      withoutInput++;
      uncounted += row.content().isPresent() ? 1 : 0;
    }
    if (placement.previous().isPresent()) {
      follow(placement.previous().get(), request);
    } else if (request.conversation().sessionId().isPresent()) {
      firstTurns++;
    }
    longest = Math.max(longest, request.conversation().turn().orElse(-1) + 1);
    sink.write(row.with(request));
  }

  private void follow(Earlier before, Request request) {
    gaps.add(request.arrivalNanos() - before.arrivalNanos());
    if (before.input().isPresent()
        && before.output().isPresent()
        && request.tokens().input().isPresent()) {
      turns++;
      long whole = (long) before.input().getAsInt() + before.output().getAsInt();
      if (request.tokens().input().getAsInt() >= whole - TOLERANCE_TOKENS) {
        cumulative++;
      }
    }
  }

  /** Rows of sessions that are not in the sample. */
  long leftOut() {
    return leftOut;
  }

  /** What was counted. */
  SessionTally tally() {
    return new SessionTally(
        firstTurns,
        gaps.size(),
        longest,
        turns,
        cumulative,
        leftOut,
        withoutInput,
        uncounted,
        classes.shares());
  }

  /** As {@link SessionTally#uncountedNote}. */
  Optional<String> uncounted() {
    return tally().uncountedNote();
  }

  ClassTally classes() {
    return classes;
  }

  /** What the sessions look like; empty if there are none. */
  Optional<SessionFacts> sessions(SessionFacts.Origin origin) {
    Optional<SessionFacts.Gaps> between =
        gaps.size() == 0 ? Optional.empty() : Optional.of(gaps(Percentiles.of(gaps.toArray())));
    return tally().sessions(origin, between);
  }

  private static SessionFacts.Gaps gaps(Percentiles gaps) {
    return new SessionFacts.Gaps(gaps.at(10), gaps.at(50), gaps.at(90));
  }
}
