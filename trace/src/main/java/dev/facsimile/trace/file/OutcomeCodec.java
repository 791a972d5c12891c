package dev.facsimile.trace.file;

import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Gaps;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import dev.facsimile.trace.outcome.Sending;
import dev.facsimile.trace.outcome.ServerTimes;
import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;

/** The columns of {@code outcomes.parquet}. */
final class OutcomeCodec implements RowCodec<Outcome> {
  private final Table table = new Table("outcomes");
  private final RequestColumns request = new RequestColumns(table, "planned_");
  private final int phase = table.category("phase");
  private final int status = table.requiredCategory("status");
  private final int scheduled = table.requiredLong("scheduled_ns");
  private final int woken = table.longs("woken_ns");
  private final int admitted = table.longs("admitted_ns");
  private final int connected = table.longs("connected_ns");
  private final int dispatched = table.longs("dispatched_ns");
  private final int written = table.longs("written_ns");
  private final int headers = table.longs("headers_ns");
  private final int firstToken = table.longs("first_token_ns");
  private final int lastToken = table.longs("last_token_ns");
  private final int end = table.requiredLong("end_ns");
  private final int httpStatus = table.integer("http_status");
  private final int finishReason = table.category("finish_reason");
  private final int attempts = table.requiredInteger("attempts");
  private final int sentInput = table.integer("sent_input_tokens");
  private final int usageInput = table.integer("usage_input_tokens");
  private final int usageOutput = table.integer("usage_output_tokens");
  private final int usageCached = table.integer("usage_cached_tokens");
  private final int serverQueue = table.longs("server_queue_ns");
  private final int serverPrefill = table.longs("server_prefill_ns");
  private final int serverDecode = table.longs("server_decode_ns");
  private final int serverTimesSource = table.category("server_times_source");
  private final int eventTokens = table.integer("event_tokens");
  private final int tokenizerTokens = table.integer("tokenizer_tokens");
  private final int tokenSource = table.category("token_source");
  private final int streamed = table.bool("streamed");
  private final int gaps = table.longList("gap_ns");
  private final int error = table.category("error");

  @Override
  public Table table() {
    return table;
  }

  @Override
  public void write(Outcome outcome, Cells cells) {
    request.write(outcome.planned().request(), cells);
    cells.set(phase, outcome.planned().phase());
    cells.setString(status, outcome.status().word());
    cells.setLong(scheduled, outcome.planned().scheduledNanos());
    cells.setLong(end, outcome.endNanos());
    if (outcome instanceof Outcome.Dispatched sent) {
      write(sent.sending(), cells);
      write(sent.answer(), cells);
    } else {
      cells.setLong(attempts, 0);
    }
    writeError(outcome, cells);
  }

  private void write(Sending sending, Cells cells) {
    cells.setLong(woken, sending.wokenNanos());
    cells.setLong(admitted, sending.admittedNanos());
    cells.set(connected, sending.connectedNanos());
    cells.setLong(dispatched, sending.dispatchedNanos());
    cells.set(written, sending.writtenNanos());
    cells.setLong(attempts, sending.attempts());
    cells.set(sentInput, sending.promptTokens());
  }

  private void write(Answer answer, Cells cells) {
    cells.set(headers, answer.headersNanos());
    cells.set(firstToken, answer.firstTokenNanos());
    cells.set(lastToken, answer.lastTokenNanos());
    cells.set(httpStatus, answer.httpStatus());
    cells.set(finishReason, answer.finishReason());
    cells.set(usageInput, answer.usage().inputTokens());
    cells.set(usageOutput, answer.usage().outputTokens());
    cells.set(usageCached, answer.usage().cachedTokens());
    write(answer.serverTimes(), cells);
    cells.setLong(eventTokens, answer.eventTokens());
    cells.set(tokenizerTokens, answer.tokenizerTokens());
    cells.setString(tokenSource, answer.tokenSource());
    cells.setBoolean(streamed, answer.streamed());
    cells.setLongs(gaps, answer.gaps().toArray());
  }

  private void write(ServerTimes times, Cells cells) {
    cells.set(serverQueue, times.queueNanos());
    cells.set(serverPrefill, times.prefillNanos());
    cells.set(serverDecode, times.decodeNanos());
    cells.set(serverTimesSource, times.source());
  }

  private void writeError(Outcome outcome, Cells cells) {
    if (outcome instanceof Outcome.Rejected o) {
      cells.setString(error, o.error());
    } else if (outcome instanceof Outcome.TimedOut o) {
      cells.setString(error, o.error());
    } else if (outcome instanceof Outcome.Cancelled o) {
      cells.setString(error, o.error());
    } else if (outcome instanceof Outcome.Failed o) {
      cells.setString(error, o.error());
    } else if (outcome instanceof Outcome.NeverSent o) {
      cells.setString(error, o.reason());
    }
  }

  @Override
  public Outcome read(Cells cells) {
    Planned planned =
        new Planned(request.read(cells), cells.optionalString(phase), cells.getLong(scheduled));
    RequestStatus ended = TraceCodec.status(cells.getString(status));
    long endNanos = cells.getLong(end);
    String why = cells.optionalString(error).orElse("");
    return switch (ended) {
      case COMPLETED -> new Outcome.Completed(planned, sending(cells), answer(cells), endNanos);
      case REJECTED -> new Outcome.Rejected(planned, sending(cells), answer(cells), endNanos, why);
      case TIMED_OUT -> new Outcome.TimedOut(planned, sending(cells), answer(cells), endNanos, why);
      case CANCELLED ->
          new Outcome.Cancelled(planned, sending(cells), answer(cells), endNanos, why);
      case FAILED -> new Outcome.Failed(planned, sending(cells), answer(cells), endNanos, why);
      case NEVER_SENT -> new Outcome.NeverSent(planned, endNanos, why);
    };
  }

  private Sending sending(Cells cells) {
    return new Sending(
        cells.getLong(woken),
        cells.getLong(admitted),
        cells.optionalLong(connected),
        cells.getLong(dispatched),
        cells.optionalLong(written),
        cells.getInt(attempts),
        cells.optionalInt(sentInput));
  }

  private Answer answer(Cells cells) {
    return new Answer(
        cells.optionalLong(headers),
        cells.optionalLong(firstToken),
        cells.optionalLong(lastToken),
        cells.optionalInt(httpStatus),
        cells.optionalString(finishReason),
        new Answer.Usage(
            cells.optionalInt(usageInput),
            cells.optionalInt(usageOutput),
            cells.optionalInt(usageCached)),
        new ServerTimes(
            cells.optionalLong(serverQueue),
            cells.optionalLong(serverPrefill),
            cells.optionalLong(serverDecode),
            cells.optionalString(serverTimesSource)),
        cells.getInt(eventTokens),
        cells.optionalInt(tokenizerTokens),
        cells.getBoolean(streamed),
        cells.optionalLongs(gaps).map(Gaps::of).orElse(Gaps.NONE));
  }
}
