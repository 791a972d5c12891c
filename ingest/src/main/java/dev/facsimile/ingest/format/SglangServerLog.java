package dev.facsimile.ingest.format;

import dev.facsimile.ingest.format.SglangCalls.Finished;
import dev.facsimile.ingest.format.SglangCalls.Received;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SGLang's server log as text ({@code --log-requests}): {@code Receive:} begins a request, {@code
 * Finish:} ends it, joined by {@code rid}. Whole seconds, local time.
 */
final class SglangServerLog implements LogFormat {
  private static final Pattern HEAD =
      Pattern.compile("\\[(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d)(?: [^\\]]{1,40})?\\] ");

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "sglang-log",
        Shape.TEXT_LINES,
        Clock.EPOCH,
        "prompt_tokens, cached ones included, as logged");
  }

  @Override
  public List<String> clockFindings() {
    return List.of(
        SglangRequestLog.LOCAL_TIME, "SGLang's text log counts whole seconds; latencies are exact");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.firstLines().stream()
            .anyMatch(line -> HEAD.matcher(line).lookingAt() && isSglang(line))
        ? Optional.of("it has SGLang's bracketed times and request or batch lines")
        : Optional.empty();
  }

  private static boolean isSglang(String line) {
    return line.contains("] Receive: obj=")
        || line.contains("] Finish: obj=")
        || line.contains("] Prefill batch")
        || line.contains("] server_args=ServerArgs(");
  }

  @Override
  public LogReader reader() {
    return new Lines();
  }

  /** The lines of one log. */
  private static final class Lines implements LogReader {
    private final SglangCalls calls = new SglangCalls();

    @Override
    public void read(Fields fields, LogRows rows) throws MalformedRow {
      String line = fields.requiredText("line");
      Matcher head = HEAD.matcher(line);
      boolean begins = head.lookingAt() && line.startsWith("Receive: obj=", head.end());
      boolean ends = head.lookingAt() && line.startsWith("Finish: obj=", head.end());
      if (!begins && !ends) {
        rows.skipped("tells of no single request");
        return;
      }
      PythonText message = new PythonText(line.substring(head.end()));
      long time = Timestamps.epochNanos("the line's time", head.group(1));
      String id =
          message
              .string("rid=")
              .filter(rid -> !rid.isEmpty())
              .orElseThrow(() -> new MalformedRow("rid is missing, expected an id as text"));
      if (SglangCalls.isHealthCheck(id)) {
        rows.skipped("a health check");
      } else if (begins) {
        requireClosed(message);
        calls.received(received(message, id, time), rows);
      } else {
        requireClosed(message);
        Finished end = finished(message);
        long start = Math.max(0, time - end.e2eNanos().orElse(0));
        calls.finished(received(message, id, start), end, rows);
      }
    }

    private static void requireClosed(PythonText message) throws MalformedRow {
      String line = message.line().stripTrailing();
      if (!line.endsWith(")") && !line.endsWith("}")) {
        throw new MalformedRow("ends in the middle, expected the closing bracket");
      }
    }

    private static Received received(PythonText message, String id, long clock)
        throws MalformedRow {
      Optional<Boolean> streaming =
          message.after("stream=True").isPresent()
              ? Optional.of(true)
              : message.after("stream=False").isPresent() ? Optional.of(false) : Optional.empty();
      return new Received(
          id, clock, streaming, message.count("'max_new_tokens': "), message.string("text="));
    }

    private static Finished finished(PythonText message) throws MalformedRow {
      return new Finished(
          message.count("'prompt_tokens': "),
          message.count("'completion_tokens': "),
          Seen.within(message.count("'prompt_tokens': "), message.count("'cached_tokens': ")),
          message.string("'finish_reason': {'type': "),
          message.secondsInNanos("'queue_time': "),
          OptionalLong.empty(),
          message.secondsInNanos("'e2e_latency': "),
          message.string("'text': "));
    }

    @Override
    public void end(LogRows rows) {
      calls.end(rows);
    }
  }
}
