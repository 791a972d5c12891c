package dev.facsimile.ingest.format;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * TraceLab's session workloads (CSV): rounds with the length of the reused prefix, of the new input
 * and of the output, and the tool's time after them. Only a session's arrival is given, in ms; a
 * round's is taken as that plus the tool times before it, which is the earliest possible. Holds the
 * next round's time of every session.
 */
final class TraceLabSessions implements LogFormat {
  private static final long MILLISECOND = 1_000_000;
  private static final String SESSION = "session_id";
  private static final String ROUND = "round_idx";
  private static final String PREFIX = "prefix_len";
  private static final String INPUT = "input_len";
  private static final String WAIT = "tool_wait_after_ms";

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "tracelab-sessions",
        Shape.CSV,
        Clock.RELATIVE,
        "prefix_len + input_len: the reused prefix is included");
  }

  @Override
  public List<String> clockFindings() {
    return List.of(
        "rounds after a session's first have no logged arrival: theirs is the session's arrival plus"
            + " the tool times so far, as if the model answered at once");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.csvHeader().containsAll(List.of(SESSION, ROUND, PREFIX, INPUT, WAIT))
        ? Optional.of("its header has " + ROUND + ", " + PREFIX + " and " + WAIT)
        : Optional.empty();
  }

  @Override
  public LogReader reader() {
    return new Sessions();
  }

  /** The sessions of one file. */
  private static final class Sessions implements LogReader {
    private final Map<String, Long> next = new HashMap<>();

    @Override
    public void read(Fields fields, LogRows rows) throws MalformedRow {
      String session = fields.requiredText(SESSION);
      int round = fields.requiredTokens(ROUND);
      long start = fields.time("arrival_time", MILLISECOND).orElse(0);
      // The first round's arrival is logged, whatever stood before it under the same id.
      long clock = round == 0 ? start : Math.max(start, next.getOrDefault(session, start));
      Tokens tokens = Tokens.of(input(fields), fields.requiredTokens("output_len"));
      long after = clock + fields.time(WAIT, MILLISECOND).orElse(0);
      if (after < 0) {
        throw new MalformedRow(WAIT + " adds up to more than a clock can count");
      }
      next.put(session, after);
      Request request =
          Request.of(fields.rowId(), clock, tokens)
              .inClass("agent")
              .within(
                  new Conversation(Optional.of(session), OptionalInt.of(round), Optional.empty()));
      rows.accepted(new TraceRow(request, Observed.NOTHING, Optional.empty()));
    }

    private static int input(Fields fields) throws MalformedRow {
      long input = (long) fields.requiredTokens(PREFIX) + fields.requiredTokens(INPUT);
      if (input > Integer.MAX_VALUE) {
        throw new MalformedRow(PREFIX + " + " + INPUT + " is " + input + ", expected a length");
      }
      return (int) input;
    }
  }
}
