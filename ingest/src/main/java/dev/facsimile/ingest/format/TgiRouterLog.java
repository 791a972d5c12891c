package dev.facsimile.ingest.format;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The router's log of Hugging Face's text-generation-inference, as text or as JSON: one line when a
 * request has ended. Its arrival is the line's time less {@code total_time}; its output is {@code
 * inference_time} ÷ {@code time_per_token}, rounded; its input is unknown.
 */
final class TgiRouterLog implements LogFormat {
  private static final Set<String> ROUTES =
      Set.of("generate", "generate_stream", "compat_generate", "chat_completions", "completions");

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "tgi",
        Shape.TEXT_LINES,
        Clock.EPOCH,
        "unknown: TGI logs no input tokens; output tokens are inference_time / time_per_token");
  }

  @Override
  public List<String> clockFindings() {
    return List.of("TGI logs a request when it ends: arrivals are that time less its total_time");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.firstLines().stream().anyMatch(line -> line.contains("text_generation_router"))
        ? Optional.of("it has lines of text_generation_router")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return TgiRouterLog::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    Optional<TgiLine> found = TgiLine.of(fields.requiredText("line"));
    if (found.isEmpty() || !ROUTES.contains(found.get().route())) {
      rows.skipped("tells of no request");
      return;
    }
    TgiLine line = found.get();
    if (line.message().equals("Success")) {
      rows.accepted(ended(fields.rowId(), line));
    } else if (line.level().equals("ERROR")) {
      rows.accepted(failed(fields.rowId(), line));
    } else {
      rows.skipped("tells of no request's end");
    }
  }

  private static TraceRow ended(String id, TgiLine line) throws MalformedRow {
    long end = line.epochNanos();
    long total = line.requiredDuration("total_time");
    if (total > end) {
      throw new MalformedRow("total_time reaches back before 1970, expected a request's duration");
    }
    Tokens tokens =
        new Tokens(
            OptionalInt.empty(),
            output(line),
            OptionalInt.empty(),
            OptionalInt.empty(),
            line.maxNewTokens());
    Observed observed =
        new Observed(
            Optional.of(RequestStatus.COMPLETED),
            OptionalInt.empty(),
            Optional.empty(),
            line.duration("queue_time"),
            OptionalLong.empty(),
            OptionalLong.of(total));
    return new TraceRow(request(id, end - total, tokens, line), observed, Optional.empty());
  }

  private static OptionalInt output(TgiLine line) throws MalformedRow {
    OptionalLong inference = line.duration("inference_time");
    OptionalLong perToken = line.duration("time_per_token");
    if (inference.isEmpty() || perToken.orElse(0) == 0) {
      return OptionalInt.empty();
    }
    double tokens = Math.rint((double) inference.getAsLong() / perToken.getAsLong());
    if (tokens > Integer.MAX_VALUE) {
      throw new MalformedRow("inference_time / time_per_token is no number of tokens");
    }
    return OptionalInt.of((int) tokens);
  }

  /** The router refuses a request at once: the line's time is its arrival. */
  private static TraceRow failed(String id, TgiLine line) throws MalformedRow {
    return new TraceRow(
        request(id, line.epochNanos(), Tokens.UNKNOWN, line),
        Seen.failed(RequestStatus.FAILED, OptionalInt.empty()),
        Optional.empty());
  }

  private static Request request(String id, long arrival, Tokens tokens, TgiLine line) {
    Origin origin =
        new Origin(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            line.adapter(),
            Optional.empty(),
            Optional.of(line.route()));
    return Request.of(id, arrival, tokens).from(origin).streamed(streaming(line.route()));
  }

  /** Only the routes of TGI's own protocol tell. */
  private static Optional<Boolean> streaming(String route) {
    return switch (route) {
      case "generate" -> Optional.of(false);
      case "generate_stream" -> Optional.of(true);
      default -> Optional.empty();
    };
  }
}
