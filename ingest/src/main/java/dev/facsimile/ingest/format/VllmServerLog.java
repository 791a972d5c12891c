package dev.facsimile.ingest.format;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The log of vLLM's server, of any version: {@code Received request …} begins a request, {@code
 * Generated response …} (only with {@code --enable-log-outputs}), {@code Finished request …} or
 * {@code Aborted request …} ends it, {@code Request … details} (at level DEBUG) adds its prompt.
 * All join by the request's id. Input is counted where prompt token ids are logged, and is unknown
 * elsewhere. Holds the open requests.
 */
final class VllmServerLog implements LogFormat {
  private static final Pattern HEAD =
      Pattern.compile(
          "(?:.{0,120}? )?(?:INFO|DEBUG|WARNING|ERROR) "
              + "(\\d\\d)-(\\d\\d) (\\d\\d):(\\d\\d):(\\d\\d)(?:[.,]\\d+)? "
              + "\\[?[\\w./]+:\\d+\\] ");

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "vllm-log",
        Shape.TEXT_LINES,
        Clock.RELATIVE,
        "the number of prompt_token_ids, cached ones included, where they are logged, cut off"
            + " where --max-log-len is set; unknown elsewhere");
  }

  @Override
  public List<String> clockFindings() {
    return List.of(
        "vLLM logs local time in whole seconds, without a year or a zone: latencies are good to a"
            + " second, and a change to or from summer time looks like a jump");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.firstLines().stream().anyMatch(line -> HEAD.matcher(line).lookingAt())
        ? Optional.of("it has lines of vLLM's logger: level, month, day, time and source line")
        : Optional.empty();
  }

  @Override
  public LogReader reader() {
    return new Lines();
  }

  /** The lines of one log. */
  private static final class Lines implements LogReader {
    private final YearlessClock clock = new YearlessClock();
    private final OpenCalls<VllmCall> calls = new OpenCalls<>();

    @Override
    public void read(Fields fields, LogRows rows) throws MalformedRow {
      String line = fields.requiredText("line");
      Matcher head = HEAD.matcher(line);
      if (!head.lookingAt()) {
        rows.skipped("not a line of vLLM's own logger");
        return;
      }
      long time = clock.nanos(head);
      String message = line.substring(head.end());
      if (message.startsWith("Received request ")) {
        received(id(message, "Received request "), time, new PythonText(message), rows);
      } else if (message.startsWith("Request ") && message.contains(" details: ")) {
        details(id(message, "Request "), new PythonText(message), rows);
      } else if (message.startsWith("Generated response ")) {
        generated(id(message, "Generated response "), time, new PythonText(message), rows);
      } else if (message.startsWith("Finished request ")) {
        ended(id(message, "Finished request "), time, false, rows);
      } else if (message.startsWith("Aborted request ")) {
        ended(id(message, "Aborted request "), time, true, rows);
      } else {
        rows.skipped("tells of no single request");
      }
    }

    private static String id(String message, String verb) throws MalformedRow {
      int end = verb.length();
      while (end < message.length() && ": ".indexOf(message.charAt(end)) < 0) {
        end++;
      }
      String id = message.substring(verb.length(), end);
      id = id.endsWith(".") ? id.substring(0, id.length() - 1) : id;
      if (id.isEmpty()) {
        throw new MalformedRow("names no request, expected an id after '" + verb.strip() + "'");
      }
      return id;
    }

    private void received(String id, long time, PythonText message, LogRows rows)
        throws MalformedRow {
      if (message.after("arams: PoolingParams(").isPresent()) {
        rows.skipped("a pooling request, which generates nothing");
        return;
      }
      if (!message.line().endsWith(".") || message.after("arams: ").isEmpty()) {
        throw new MalformedRow("ends in the middle, expected params and a full stop");
      }
      VllmCall call = calls.get(id).filter(open -> !open.isReceived()).orElse(new VllmCall(id));
      call.received(time, message);
      begin(id, call, rows);
    }

    /** At level DEBUG a request's details come before the line that says it was received. */
    private void details(String id, PythonText message, LogRows rows) throws MalformedRow {
      Optional<VllmCall> open = calls.get(id);
      VllmCall call = open.orElse(new VllmCall(id));
      call.details(message);
      if (open.isEmpty()) {
        begin(id, call, rows);
      }
    }

    private void begin(String id, VllmCall call, LogRows rows) {
      if (calls.get(id).filter(open -> open == call).isPresent()) {
        calls.end(id);
      }
      calls.begin(id, call).forEach(givenUp -> givenUp.giveOut(rows));
    }

    private void generated(String id, long time, PythonText message, LogRows rows)
        throws MalformedRow {
      Optional<VllmCall> call = calls.get(id);
      if (call.isEmpty()) {
        rows.skipped("an answer to a request that is not open in this log");
      } else if (call.get().generated(time, message)) {
        calls.end(id);
        call.get().giveOut(rows);
      }
    }

    private void ended(String id, long time, boolean aborted, LogRows rows) {
      Optional<VllmCall> call = calls.end(id);
      if (call.isEmpty()) {
        rows.skipped("the end of a request that is not open in this log");
        return;
      }
      call.get().ended(time, aborted);
      call.get().giveOut(rows);
    }

    @Override
    public void end(LogRows rows) {
      calls.endAll().forEach(call -> call.giveOut(rows));
    }
  }
}
