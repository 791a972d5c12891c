package dev.facsimile.ingest;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The end of the pipe: counts arrivals from the first one, numbers the turns of logged sessions in
 * order of arrival, and refuses rows that come too late for the reorder window. Holds one counter
 * per session.
 */
final class TraceSink {
  private final TraceWriter writer;
  private final TraceFacts facts;
  private final Rejects rejects;
  private final Map<String, Integer> turns = new HashMap<>();
  private long last = Long.MIN_VALUE;
  private Optional<Path> log = Optional.empty();
  private long line;

  TraceSink(TraceWriter writer, TraceFacts facts, Rejects rejects) {
    this.writer = writer;
    this.facts = facts;
    this.rejects = rejects;
  }

  /** Where the reading stands, for the sentence about a row that comes too late. */
  void at(Path currentLog, long currentLine) {
    log = Optional.of(currentLog);
    line = currentLine;
  }

  /** Writes the next row in order of the log's clock. */
  void accept(TraceRow row) throws IOException {
    long clock = row.request().arrivalNanos();
    if (clock < last) {
      rejects.add(
          log.orElseThrow(),
          line,
          "arrives "
              + (last - clock) / 1_000_000
              + " ms before a row already written, farther"
              + " than the reorder window reaches: was the clock reset?");
      return;
    }
    last = clock;
    long arrival = facts.arrival(clock);
    Request request = numbered(row.request().at(arrival));
    writer.write(new TraceRow(request, row.observed(), row.content()));
  }

  private Request numbered(Request request) {
    Optional<String> session = request.conversation().sessionId();
    if (session.isEmpty()) {
      return request;
    }
    facts.sessionSeen();
    if (request.conversation().turn().isPresent()) {
      return request;
    }
    int turn = turns.merge(session.get(), 1, Integer::sum) - 1;
    return new Request(
        request.id(),
        request.arrivalNanos(),
        request.requestClass(),
        request.origin(),
        new Conversation(session, OptionalInt.of(turn), request.conversation().parentRequestId()),
        request.tokens(),
        request.prefixBlocks(),
        request.streaming(),
        request.cacheEligible());
  }
}
